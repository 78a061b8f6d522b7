"""Who sits in a seat: somebody known, somebody new, or a player without a name."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.panel.font import SMALL
from device.panel.names import MOST_NAMES, short_names
from device.screens.base import Go, Screen, Step, View
from device.screens.naming import Naming
from device.screens.parts import heading, hints, moved, rows
from engine.names import is_taken
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
        known: whom of the roster this offers, however the roster changes meanwhile; None, as in drafts of earlier
            versions, for those who are on it now.
    """

    seat: int
    players: tuple[str, ...]
    unnamed: str
    under: Screen
    chosen: int = 0
    known: tuple[str, ...] | None = None

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
        chosen = self._place(names)
        rows(canvas, [NEW, *entries], chosen, values)
        swaps = values[chosen].startswith("seat")
        ok = "new" if chosen == 0 else "swap" if swaps else "sit"
        hints(canvas, view, ("↑↓", "name"), ok=ok, back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Move among the names, or take the one pointed at."""
        names = self._entries(view)
        chosen = self._place(names)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, chosen=moved(button, chosen, 1 + len(names)), known=self._known(view)))
        if button is Button.OK:
            if chosen == 0:
                return Go(Naming(self.seat, tuple(self._others), under=self))
            return self.under.answered(self, view)
        return Go(self.under) if button is Button.BACK else None

    def answered(self, question: Screen, view: View) -> Step | None:
        """A new name was entered."""
        return self.under.answered(question, view)

    def result(self, view: View) -> str:
        """The name that is pointed at."""
        names = self._entries(view)
        return names[self._place(names) - 1]

    @property
    def _others(self) -> list[str]:
        return [name for seat, name in enumerate(self.players) if seat != self.seat]

    def _known(self, view: View) -> tuple[str, ...]:
        """Those of the roster who may sit here and don't sit anywhere."""
        if self.known is not None:
            return self.known
        others, here = self._others, (self.players[self.seat], self.unnamed)
        known = [name for name in view.roster if name not in here and not is_taken(name, others)]
        return tuple(known[: MOST_NAMES - len(self.players)])

    def _entries(self, view: View) -> list[str]:
        unnamed = [self.unnamed] if self.players[self.seat] != self.unnamed else []
        return [*self._known(view), *unnamed, *self._others]

    def _place(self, names: list[str]) -> int:
        return min(self.chosen, len(names))


def seating(seat: int, players: tuple[str, ...], unnamed: str, under: Screen, view: View) -> Seating:
    """The question who sits there, pointing at whoever is known and not seated, if there is anybody."""
    asked = Seating(seat, players, unnamed, under)
    known = asked._known(view)
    return replace(asked, known=known, chosen=1 if known else 0)
