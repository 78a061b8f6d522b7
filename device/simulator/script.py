"""Scripts: what fingers do, in words.

# a hand, settled by the table
ok wait 2.5 call
ok shot verdict
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from device.buttons.keypad import HOLD, Key
from device.buttons.mock import TAP
from device.readers.framing import LONGEST
from device.simulator.boards import KEYS
from engine.errors import Unreadable, listed, quoted
from engine.value import value

HELD = HOLD + 0.05
"""Seconds that a held key is down."""

LONGEST_WAIT = 1e6
"""Seconds; a clock that has gone much further tells no taps any more."""


@value
class Press:
    """A finger on a key, for so many seconds."""

    line: int
    word: str
    key: Key
    seconds: float


@value
class Wait:
    """Nothing, for so many seconds."""

    line: int
    word: str
    seconds: float


@value
class Shot:
    """A picture of what is on the panel, to be saved under a name."""

    line: int
    word: str
    name: str


@value
class Sweep:
    """A card is swept past a reader: its tag, or what is printed on it."""

    line: int
    word: str
    tag: str


Move = Press | Wait | Shot | Sweep


def read_script(text: str, buttons: int = 7) -> list[Move]:
    """The moves of a script for a box with so many buttons, 7 or 4.

    `back` works on both: with four buttons it is a held OK.

    Raises:
        Unreadable: a word isn't one, or isn't for this box; the text says which, in which line, and what is nearest.

    >>> read_script("down ok # two presses")[1].word
    'ok'
    """
    moves: list[Move] = []
    names: dict[str, int] = {}
    for line, content in enumerate(text.splitlines(), start=1):
        words = iter(content.partition("#")[0].split())
        for word in words:
            move = _read_move(line, word, words, buttons)
            if isinstance(move, Shot):
                if move.name in names:
                    raise Unreadable(f"Line {line}: shot {move.name} was taken in line {names[move.name]} already.")
                names[move.name] = line
            moves.append(move)
    return moves


def _read_move(line: int, word: str, rest: Iterator[str], buttons: int) -> Move:
    presses = _presses(buttons)
    if word in presses:
        key, seconds = presses[word]
        return Press(line, word, key, seconds)
    if word == "wait":
        number = next(rest, None)
        return Wait(line, f"wait {number}", _read_seconds(line, number))
    if word == "shot":
        name = next(rest, None)
        return Shot(line, f"shot {name}", _read_name(line, name))
    if word == "sweep":
        tag = next(rest, None)
        return Sweep(line, f"sweep {tag}", _read_tag(line, tag))
    if word in _presses(7):
        raise Unreadable(f"Line {line}: a box with {buttons} buttons has no {word}.")
    known = [*presses, "wait", "shot", "sweep"]
    near = get_close_matches(word.lower(), known, 1, 0.5)
    raise Unreadable(
        f"Line {line}: there is no word {word}: "
        + (f"did you mean {near[0]}?" if near else f"there are {listed(known)}.")
    )


def _presses(buttons: int) -> dict[str, tuple[Key, float]]:
    """The words that are presses: which key, and for how many seconds."""
    words = {str(key): (key, TAP) for key in KEYS[buttons]}
    words.setdefault("back", (Key.OK, HELD))
    return words | {"hold-call": (Key.CALL, HELD), "hold-ok": (Key.OK, HELD)}


def _read_seconds(line: int, text: str | None) -> float:
    if text is None or not re.fullmatch(r"[0-9]+(\.[0-9]*)?|\.[0-9]+", text) or float(text) > LONGEST_WAIT:
        found = "nothing" if text is None else text
        raise Unreadable(f"Line {line}: after wait comes a number of seconds, as in wait 2.5, not {found}.")
    return float(text)


def _read_tag(line: int, text: str | None) -> str:
    if text is None or len(text) > LONGEST or not text.isprintable():
        found = "nothing" if text is None else quoted(text)
        raise Unreadable(f"Line {line}: after sweep comes a card or a tag, as in sweep Ks, not {found}.")
    return text


def _read_name(line: int, text: str | None) -> str:
    if text is None or not re.fullmatch(r"\w[\w.-]{0,99}", text):
        found = "nothing" if text is None else text
        raise Unreadable(
            f"Line {line}: after shot comes a name of letters, digits, dots or dashes, as in shot end, not {found}."
        )
    return text
