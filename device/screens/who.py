"""Choosing a player: who called, whose bid it is, who bids next."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.panel.font import SMALL
from device.panel.names import short_names
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import ROWS, heading, hints, moved, rows
from device.screens.standing import counts
from engine.value import replace, value

ASKED = {
    "caller": "Who called?",
    "bidder": "Whose bid was it?",
    "next": "Who bids?",
    "penalty": "Whose penalties?",
    "dealer": "Who deals next?",
    "first": "Who bids first?",
    "leaves": "Who leaves?",
}


@value
class Who(Screen):
    """Players to choose one of: those still in, unless it says which.

    Attributes:
        asks: what for, a key of `ASKED`.
        under: the screen that asks.
        seat: the player pointed at.
        back: the screen that BACK leads to.
        without: a player who can't be chosen, or None.
        onward: whether another question follows.
        seats: the players to choose from, or None for all who are still in.
    """

    asks: str
    under: Screen
    seat: int
    back: Screen | None
    without: int | None = None
    onward: bool = False
    seats: tuple[int, ...] | None = None

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the question and the players."""
        heading(canvas, view, ASKED[self.asks])
        seats = self._seats(view)
        names = short_names(view.on.players, SMALL, 90 if self.asks == "penalty" else 120)
        said = [counts(view.on)[seat] for seat in seats] if self.asks == "penalty" else ()
        rows(canvas, [names[seat] for seat in seats], seats.index(self.seat), said)
        hints(canvas, view, ("↑↓←→" if self._turns(view) else "↑↓", "go"), ok="choose", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Move among the players, or choose the one pointed at."""
        seats = self._seats(view)
        place = seats.index(self.seat)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, seat=seats[moved(button, place, len(seats))]))
        if button in (Button.LEFT, Button.RIGHT) and self._turns(view):
            by = ROWS if button is Button.RIGHT else -ROWS
            return Go(replace(self, seat=seats[max(0, min(len(seats) - 1, place + by))]))
        if button is Button.OK:
            return self.under.answered(self, view)
        return Go(self.back) if button is Button.BACK else None

    def _turns(self, view: View) -> bool:
        """Whether LEFT and RIGHT turn the page."""
        return view.keys == 7 and len(self._seats(view)) > ROWS

    def _seats(self, view: View) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats or view.on.players_in if seat != self.without)
