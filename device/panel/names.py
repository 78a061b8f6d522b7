"""Players' names in little room, so that no two ever look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from device.panel.font import REPLACEMENT, Font
from device.panel.layout import ELLIPSIS

FEWEST_CELLS, MOST_NAMES = 3, 99
"""In three characters there is always a number left for any of 99 names, whatever the others are."""


def short_names(names: Sequence[str], font: Font, width: int) -> list[str]:
    """Returns the names as they fit into `width` pixels, in their order, no two of them with the same picture.

    A name that fits stays whole. Others lose what tells the least: all but the first name, then the end of the first
    name but not the last one's initial or a number; then the end or the middle, whichever leaves them distinct.
    Names that look the same to begin with are numbered in their order; those of which the font has no character get
    their place in the list.

    Raises ValueError when there is room for less than three characters, or for more than 99 names.

    >>> from device.panel.font import SMALL
    >>> short_names(["Maximilian Berg", "Maximilian Kraus", "Eva"], SMALL, 48)
    ['Maximi B', 'Maximi K', 'Eva']
    >>> short_names(["Player 9", "Player 10", "Anna", "Anna"], SMALL, 36)
    ['Play 9', 'Pla 10', 'Anna 1', 'Anna 2']
    """
    cells = width // font.width
    if cells < FEWEST_CELLS:
        raise ValueError(f"a name needs room for {FEWEST_CELLS} characters, not {max(0, cells)}")
    if len(names) > MOST_NAMES:
        raise ValueError(f"{len(names)} names are too many to tell apart")
    return list(_shortened(tuple(names), font, cells))


@lru_cache(maxsize=32)
def _shortened(names: tuple[str, ...], font: Font, cells: int) -> tuple[str, ...]:
    """As short_names; kept, since a table's names are drawn all evening."""
    shaped = [" ".join(font.shape(name).split()) for name in names]
    alike = Counter(font.looks(name) for name in shaped)
    ways = [_ways(name, cells) if _says(name) and alike[font.looks(name)] == 1 else iter(()) for name in shaped]
    settled = _settle(ways, font)
    used = {font.looks(name) for name in settled.values()}
    for index, name in enumerate(shaped):
        if index not in settled:
            numbered = _numbered(name, cells, 1 if _says(name) else index + 1)
            settled[index] = next(way for way in numbered if font.looks(way) not in used)
            used.add(font.looks(settled[index]))
    return tuple(settled[index] for index in range(len(names)))


def _settle(ways: Sequence[Iterator[str]], font: Font) -> dict[int, str]:
    """Gives each name the first of its ways that no other name has taken or would take just as soon."""
    settled: dict[int, str] = {}
    used: set[bytes] = set()
    for step in zip_longest(*ways, fillvalue=""):
        looks = [font.looks(way) for way in step]
        wanted = Counter(looks)
        for index, (way, pixels) in enumerate(zip(step, looks, strict=True)):
            if way and index not in settled and pixels not in used and wanted[pixels] == 1:
                settled[index] = way
                used.add(pixels)
        if len(settled) == len(ways):
            break
    return settled


def _ways(name: str, cells: int) -> Iterator[str]:
    """The ways to shorten a name, the best first; "" where one can't be had, so that all names' ways keep step."""
    first, _, rest = name.partition(" ")
    last = rest.split(" ")[-1]
    yield name if len(name) <= cells else ""
    yield first if len(first) <= cells and not last.isdigit() else ""
    if last.isdigit():
        room = cells - len(last)
        yield first[: room - 1] + " " + last if room > 1 else first[: max(0, room)] + last[:cells]
    else:
        yield f"{first[: cells - 2]} {last[0]}" if last else ""
    yield name[:cells].rstrip()
    for tail in range(1, cells - 1):
        yield name[: cells - 1 - tail] + ELLIPSIS + name[-tail:]
    for start in range(1, max(1, len(name) - cells + 2)):
        yield name[0] + ELLIPSIS + name[start : start + cells - 2]


def _numbered(name: str, cells: int, number: int) -> Iterator[str]:
    """A name with a number behind it, counting up from there without end."""
    while True:
        label = str(number)
        room = cells - 1 - len(label)
        yield f"{name[:room].rstrip()} {label}" if name and room > 0 else label[-cells:]
        number += 1


def _says(name: str) -> bool:
    """Whether anything of a name can be read."""
    return any(character not in (REPLACEMENT, " ") for character in name)
