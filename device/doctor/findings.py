"""What the doctor finds."""

from __future__ import annotations

from enum import StrEnum

from engine.value import value


class Level(StrEnum):
    """How bad it is, the best first."""

    WELL = "well"
    UNKNOWN = "unknown"
    """It can't be known here, or now."""
    NOTE = "note"
    """Nothing is wrong; something could be better, or is to be known."""
    WARNING = "warning"
    """The box plays, but not all is as it should be."""
    WRONG = "wrong"
    """The box can't play like that, or not as it is configured."""


STATUSES = {Level.WELL: 0, Level.UNKNOWN: 0, Level.NOTE: 0, Level.WARNING: 1, Level.WRONG: 3}
"""The exit status for the worst that was found; 2 is said of a command line that is wrong."""


@value
class Mend:
    """What `--fix` may do.

    Attributes:
        lines: lines for config.txt, which take effect at the next start of the machine.
        command: a command to run now.
    """

    lines: tuple[str, ...] = ()
    command: tuple[str, ...] = ()


@value
class Finding:
    """One thing that was looked at.

    Attributes:
        id: its topic and what was found, as "bus.off": stable, for programs.
        level: how bad it is.
        text: what was found, a sentence.
        advice: what to do about it, sentences; "" where there is nothing to do.
        mend: what `--fix` may do about it, or None.
    """

    id: str
    level: Level
    text: str
    advice: str = ""
    mend: Mend | None = None


def well(id: str, text: str) -> Finding:
    """All is well with it."""
    return Finding(id, Level.WELL, text)


def unknown(id: str, text: str, advice: str = "") -> Finding:
    """It can't be known."""
    return Finding(id, Level.UNKNOWN, text, advice)


def note(id: str, text: str, advice: str = "", mend: Mend | None = None) -> Finding:
    """Worth knowing."""
    return Finding(id, Level.NOTE, text, advice, mend)


def warning(id: str, text: str, advice: str, mend: Mend | None = None) -> Finding:
    """Not as it should be."""
    return Finding(id, Level.WARNING, text, advice, mend)


def wrong(id: str, text: str, advice: str, mend: Mend | None = None) -> Finding:
    """To be put right."""
    return Finding(id, Level.WRONG, text, advice, mend)
