"""Lists with something at the left and something at the right of every row: who bid what, what was taken down."""

from __future__ import annotations

from collections.abc import Sequence

from device.panel.canvas import BODY, WIDTH, Anchor, Canvas
from device.panel.font import SMALL, TINY, Font
from device.panel.names import short_names
from device.screens.base import View
from device.screens.parts import ROW, ROWS, mark_place
from engine.bids import Bid, Category

BAR = 4
"""What the mark of where in the list one is takes at the right, in pixels."""
GAP = 4
LONGEST_BID = 18
"""Characters; so that a name of five has room beside it."""

Line = tuple[str, str]
"""What stands at the left and at the right."""


def draw_lines(canvas: Canvas, lines: Sequence[Line], first: int, chosen: int | None = None) -> None:
    """Write the lines that are seen from `first` on, the chosen one lit, and where in the list that is."""
    room = WIDTH - (BAR if len(lines) > ROWS else 0)
    for place, (left, right) in enumerate(lines[first : first + ROWS]):
        top = BODY[1] + place * ROW
        lit = first + place == chosen
        if lit:
            canvas.fill((0, top, room, top + ROW))
        font = _fitting(right, room - 2 - (SMALL.measure(left[:5]) + GAP if left else 0))
        canvas.text(room - 1, top + _drop(font), right, font, anchor=Anchor.RIGHT, inverted=lit)
        left_room = room - 2 - (font.measure(right) + GAP if right else 0)
        font = _fitting(left, left_room)
        canvas.text(1, top + _drop(font), left, font, inverted=lit)
    mark_place(canvas, first, len(lines))


def around(chosen: int, count: int) -> int:
    """The first row to be seen, so that the chosen one is, with its neighbours."""
    return max(0, min(chosen - 1, count - ROWS))


def names_beside(view: View, beside: Sequence[str]) -> list[str]:
    """Everybody's name in what such texts at the right leave, the same in every row; five characters at least."""
    longest = max((_fitting(text, WIDTH - BAR - 2 - 5 * SMALL.width - GAP).measure(text) for text in beside), default=0)
    return short_names(view.on.players, SMALL, max(5 * SMALL.width, WIDTH - BAR - 2 - GAP - longest))


def brief(bid: Bid | None) -> str:
    """A bid in words that have room beside a name."""
    if bid is None:
        return "not recorded"
    words = str(bid)
    if len(words) > LONGEST_BID and bid.category is Category.STRAIGHT_FLUSH:
        return f"str flush to {bid.ranks[0].word}"
    return words


def _fitting(text: str, width: int) -> Font:
    return SMALL if SMALL.measure(text) <= width else TINY


def _drop(font: Font) -> int:
    return 0 if font is SMALL else 2
