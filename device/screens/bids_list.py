"""Who bid what, in order, who called, and what came of it: of this hand, and of the one before."""

from __future__ import annotations

from collections.abc import Iterator

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Screen, Step, View
from device.screens.lines import Line, brief, draw_lines, names_beside
from device.screens.parts import ROWS, heading, hints
from engine.events import Taken
from engine.hands import Outcome
from engine.value import replace, value


@value
class BidsList(Screen):
    """The bids that were recorded, a line each, under the hand that they belong to.

    Attributes:
        under: the screen to go back to.
        first: the first line that is seen, or None for this hand's last, or where none is on the last hand's first.
    """

    under: Screen
    first: int | None = None

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw as many lines as there is room for; the heading says which hand they are of."""
        lines, starts = _lines(view)
        first = self._first(view, len(lines))
        heading(canvas, view, "This hand" if view.on.under_way and first >= starts[-1] else "The last hand", "bids")
        draw_lines(canvas, lines, first)
        hints(canvas, view, *((("↑↓", "more"),) if len(lines) > ROWS else ()), back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """UP and DOWN move line by line, BACK goes back."""
        lines, _ = _lines(view)
        if button in (Button.UP, Button.DOWN) and len(lines) > ROWS:
            first = self._first(view, len(lines)) + (1 if button is Button.DOWN else -1)
            return Go(replace(self, first=max(0, min(len(lines) - ROWS, first))))
        return Go(self.under) if button is Button.BACK else None

    def _first(self, view: View, count: int) -> int:
        last = max(0, count - ROWS)
        return (last if view.on.under_way else 0) if self.first is None else min(self.first, last)


def any_bids(view: View) -> bool:
    """Whether there is anything to be listed."""
    return view.game is not None and bool(view.game.hands or view.game.taken.bids)


def _lines(view: View) -> tuple[list[Line], list[int]]:
    """The lines, and where each hand starts among them."""
    game = view.on
    told: list[tuple[int | None, str, str]] = []
    starts = []
    if game.hands:
        starts.append(0)
        told += _hand(game.hands[-1].taken, game.hands[-1].outcome)
    if game.under_way:
        starts.append(len(told))
        if game.hands:
            told.append((None, "This hand:", ""))
        told += _hand(game.taken, None) if game.taken.bids else [(None, "no bid yet", "")]
    names = names_beside(view, [right for seat, _, right in told if seat is not None])
    return [(left if seat is None else names[seat], right) for seat, left, right in told], starts


def _hand(taken: Taken, outcome: Outcome | None) -> Iterator[tuple[int | None, str, str]]:
    """A hand's lines: a seat, or None with what stands at the left; and what stands at the right."""
    for bid in taken.bids:
        yield bid.seat, "", brief(bid.bid)
    if taken.caller is not None:
        yield taken.caller, "", "called"
    if taken.settled is not None and outcome is not None:
        yield None, outcome.words, taken.settled.by.way
        if outcome.penalized is not None:
            yield outcome.penalized, "", "is out" if outcome.eliminated else "penalized"
