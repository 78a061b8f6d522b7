"""What to send of a frame: the windows that together hold all that changed, as cheaply as can be.

A window is a stretch of one page. It costs its bytes and what it takes to address it, so two are joined where the bytes
between them cost less than that.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from device.panel.packing import COLUMNS, PAGES


class Window(NamedTuple):
    """Columns `left` to `right`, both included, of a page."""

    page: int
    left: int
    right: int

    def of(self, frame: bytes) -> bytes:
        """What a frame has in it, from the left."""
        start = self.page * COLUMNS
        return frame[start + self.left : start + self.right + 1]


WHOLE = tuple(Window(page, 0, COLUMNS - 1) for page in range(PAGES))
"""All of a frame."""


def changed(before: bytes, after: bytes, *, overhead: int) -> list[Window]:
    """The cheapest windows that turn one frame into another, where addressing one costs as much as `overhead` bytes.

    Of windows of a page each there are no cheaper ones: joining two saves `overhead` and costs what is between them.
    """
    differing = int.from_bytes(before, "big") ^ int.from_bytes(after, "big")
    marks = differing.to_bytes(len(after), "big")
    runs = _runs(overhead)
    return [
        Window(page, run.start(), run.end() - 1)
        for page in range(PAGES)
        for run in runs.finditer(marks[page * COLUMNS : (page + 1) * COLUMNS])
    ]


@lru_cache(maxsize=4)
def _runs(gap: int) -> re.Pattern[bytes]:
    """What finds runs of bytes that aren't 0, with at most `gap` that are between two of a run."""
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)
