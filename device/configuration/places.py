"""On which line of a TOML file a setting stands: what reads TOML doesn't say."""

from __future__ import annotations

import re

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]")
_SETTING = re.compile(rf"\s*({_DOTTED})\s*=")


def line_of(text: str, *path: str | int) -> int | None:
    """The line, from 1, on which a setting is given; of what holds it, where it isn't on a line of its own.

    `path` is its name with those of its tables; after the name of an array of tables comes which, from 0. None if it
    isn't found. A line within a string of several lines may be taken for a setting: there are none in commune.toml.

    >>> line_of("board = 'loose-parts'\\n[panel]\\ncontrast = 3", "panel", "contrast")
    3
    """
    best: tuple[int, int] | None = None
    table: tuple[str | int, ...] = ()
    counts: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _TABLE.match(line):
            names = _names(header[2])
            table = names
            if header[1] == "[[":
                counts[names] = counts.get(names, -1) + 1
                table = (*names, counts[names])
            found = table
        elif setting := _SETTING.match(line):
            found = (*table, *_names(setting[1]))
        else:
            continue
        if found == path[: len(found)] and (best is None or len(found) > best[0]):
            best = len(found), number
    return best[1] if best else None


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))
