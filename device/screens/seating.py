"""Who sits in a seat: somebody known, somebody new, or a player without a name."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.panel.font import SMALL
from device.panel.names import MOST_NAMES, short_names
from device.screens.base import Go, Screen, Step, View
from device.screens.naming import Naming
from device.screens.parts import heading, hints, moved, rows
from engine.value import replace, value

NEW = "New name"
NAME_ROOM = 78
"""For a name beside what choosing it does, in pixels."""


@value
class Seating(Screen):
    """Whom to put in a seat: first those who are known and not seated, then the others, who change places.

    Attributes:
        seat: which.
        players: all names, by seat.
        unnamed: what whoever sits there is called without a name.
        under: the screen that asks.
        chosen: the entry pointed at.
    """

    seat: int
    players: tuple[str, ...]
    unnamed: str
    under: Screen
    chosen: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw who could sit there."""
        names, entries = self._entries(view), []
        short = short_names(names, SMALL, NAME_ROOM)
        values = [""]
        for name, shown in zip(names, short, strict=True):
            entries.append(shown)
            if name in self.players:
                values.append(f"seat {self.players.index(name) + 1}")
            else:
                values.append("no name" if name == self.unnamed else "")
        heading(canvas, view, f"Who sits in seat {self.seat + 1}?")
        rows(canvas, [NEW, *entries], self.chosen, values)
        swaps = values[self.chosen].startswith("seat")
        ok = "new" if self.chosen == 0 else "swap" if swaps else "sit"
        hints(canvas, view, ("↑↓", "name"), ok=ok, back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Move among the names, or take the one pointed at."""
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, chosen=moved(button, self.chosen, 1 + len(self._entries(view)))))
        if button is Button.OK:
            if self.chosen == 0:
                others = tuple(name for seat, name in enumerate(self.players) if seat != self.seat)
                return Go(Naming(self.seat, others, under=self))
            return self.under.answered(self, view)
        return Go(self.under) if button is Button.BACK else None

    def answered(self, question: Screen, view: View) -> Step | None:
        """A new name was entered."""
        return self.under.answered(question, view)

    def result(self, view: View) -> str:
        """The name that is pointed at."""
        return self._entries(view)[self.chosen - 1]

    def _entries(self, view: View) -> list[str]:
        others = [name for seat, name in enumerate(self.players) if seat != self.seat]
        unnamed = [self.unnamed] if self.players[self.seat] != self.unnamed else []
        known = [name for name in view.roster if name not in self.players and name not in unnamed]
        return known[: MOST_NAMES - len(others) - len(unnamed)] + unnamed + others


def seating(seat: int, players: tuple[str, ...], unnamed: str, under: Screen, view: View) -> Seating:
    """The question who sits there, pointing at whoever is known and not seated, if there is anybody."""
    asked = Seating(seat, players, unnamed, under)
    known = any(name not in players and name != unnamed for name in view.roster)
    return replace(asked, chosen=1 if known else 0)
