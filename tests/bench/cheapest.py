"""The fewest bytes that turn one frame into another, found by going through every set of windows.

A window is any rectangle of columns and pages, addressed for seven bytes: no chip is that kind to windows of several
pages (ten bytes, seven if the pages are those of the window before), so nothing can be cheaper than what comes out.
Windows that overlap are left out: each would have to save more than the overlap sends twice.

The columns are gone through from the left. What matters of the windows so far is which are open: disjoint stretches of
pages, of which there are 1,597 sets. A window costs its address when it opens, and its pages in each column.
"""

from __future__ import annotations

from device.panel.packing import COLUMNS, PAGES

OVERHEAD = 7
Stretch = tuple[int, int]
"""The first and the last page of an open window."""


def _sets(first: int = 0) -> list[tuple[Stretch, ...]]:
    """Every set of disjoint stretches of the pages from `first` on."""
    if first >= PAGES:
        return [()]
    found = _sets(first + 1)
    for last in range(first, PAGES):
        found = found + [((first, last), *rest) for rest in _sets(last + 1)]
    return found


def _subsets(stretches: tuple[Stretch, ...]) -> list[tuple[Stretch, ...]]:
    found: list[tuple[Stretch, ...]] = [()]
    for stretch in stretches:
        found = found + [(*subset, stretch) for subset in found]
    return found


_SETS = _sets()
_NUMBERS = {stretches: number for number, stretches in enumerate(_SETS)}
_PAGES = [sum(last - first + 1 for first, last in stretches) for stretches in _SETS]
_COVERED = [sum(1 << page for first, last in stretches for page in range(first, last + 1)) for stretches in _SETS]
_WITHIN = [[(_NUMBERS[subset], len(subset)) for subset in _subsets(stretches)] for stretches in _SETS]


def fewest_bytes(before: bytes, after: bytes) -> int:
    """The bytes of the cheapest set of windows."""
    never = 1 << 30
    cost = [never] * len(_SETS)
    cost[_NUMBERS[()]] = 0
    for column in range(COLUMNS):
        changed = sum(
            1 << page for page in range(PAGES) if before[page * COLUMNS + column] != after[page * COLUMNS + column]
        )
        # Closing is free: what is open may be any part of what was.
        kept = [never] * len(_SETS)
        for number, within in enumerate(_WITHIN):
            if cost[number] < never:
                for subset, _ in within:
                    kept[subset] = min(kept[subset], cost[number])
        cost = [
            min(kept[subset] + OVERHEAD * (len(_SETS[number]) - size) for subset, size in _WITHIN[number])
            + _PAGES[number]
            if changed & ~_COVERED[number] == 0
            else never
            for number in range(len(_SETS))
        ]
    return min(cost)
