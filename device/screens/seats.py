"""Who sits where, clockwise."""

from __future__ import annotations

from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.panel.font import SMALL
from device.panel.names import short_names
from device.screens.base import Go, Keep, Screen, Step, View
from device.screens.naming import Naming
from device.screens.parts import heading, hints, moved, rows
from device.screens.seating import Seating, seating
from engine.names import is_taken
from engine.value import replace, value

NAME_ROOM = 102
"""For a name behind the number of its seat, in pixels."""


@value
class Seats(Screen):
    """The seats in clockwise order: OK says who sits there, LEFT and RIGHT move a player round the table.

    Attributes:
        players: all names, by seat.
        dealer: the seat that deals first, or one that there isn't for none in particular.
        under: the screen that asks.
        seat: the one pointed at.
    """

    lists_names: ClassVar[bool] = True
    players: tuple[str, ...]
    dealer: int
    under: Screen
    seat: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the seats with who sits there."""
        heading(canvas, view, "Seats, clockwise", str(len(self.players)))
        names = short_names(self.players, SMALL, NAME_ROOM)
        rows(canvas, [f"{seat + 1:>2} {name}" for seat, name in enumerate(names)], self.seat)
        move = (("←→", "move"),) if view.keys == 7 else ()
        hints(canvas, view, ("↑↓", "go"), *move, ok="who", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Move among the seats, move a player, or ask who sits there."""
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, seat=moved(button, self.seat, len(self.players))))
        if button in (Button.LEFT, Button.RIGHT):
            other = (self.seat + (1 if button is Button.RIGHT else -1)) % len(self.players)
            return Go(replace(self._swapped(other), seat=other))
        if button is Button.OK:
            return Go(seating(self.seat, self.players, unnamed(self.players, self.seat), self, view))
        return self.under.answered(self, view) if button is Button.BACK else None

    def answered(self, question: Screen, view: View) -> Step | None:
        """Somebody was chosen or named for the seat; who sits elsewhere changes places."""
        if isinstance(question, Naming):
            return Keep(self._named(question.result), names=(question.result,))
        if not isinstance(question, Seating):
            return None
        name = question.result(view)
        return Go(self._swapped(self.players.index(name)) if name in self.players else self._named(name))

    def _named(self, name: str) -> Seats:
        return replace(self, players=(*self.players[: self.seat], name, *self.players[self.seat + 1 :]))

    def _swapped(self, other: int) -> Seats:
        """With the players here and there changed over; whoever is to deal still is."""
        here = self.seat
        players = list(self.players)
        players[here], players[other] = players[other], players[here]
        return replace(self, players=tuple(players), dealer={here: other, other: here}.get(self.dealer, self.dealer))


def unnamed(players: tuple[str, ...], seat: int) -> str:
    """What a player in that seat is called without a name: `Player n`, and no name that another has."""
    others = [name for place, name in enumerate(players) if place != seat]
    number = seat + 1
    while is_taken(f"Player {number}", others):
        number += 1
    return f"Player {number}"
