"""Which deck is to be taught: one that was begun, or a new one."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.decks import deck_of, decks_of, labels_for
from device.panel.canvas import Canvas
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import heading, hints, moved, rows
from device.screens.teach import rules_of, teach
from engine.value import replace, value


@value
class Decks(Screen):
    """The decks that were taught, and a new one.

    Attributes:
        under: the screen to go back to.
        chosen: the row pointed at.
        numbers: which decks are listed, however decks come and go meanwhile; None, as in drafts of earlier versions,
            for those that there are now.
    """

    under: Screen
    chosen: int = 0
    numbers: tuple[int, ...] | None = None

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw every deck with how many of its cards are known."""
        numbers, labels = self._listed(view), labels_for(rules_of(view))
        decks = [deck_of(view.tags, number) for number in numbers]
        known = [f"{len(labels) - len(deck.lacks(labels))} of {len(labels)}" for deck in decks]
        heading(canvas, view, "Teach a deck")
        rows(canvas, [*(f"Deck {number}" for number in numbers), "A new deck"], self._place(numbers), known)
        move = (("↑↓", "go"),) if numbers else ()
        hints(canvas, view, *move, ok="teach", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Choose a deck to be taught."""
        numbers = self._listed(view)
        chosen = self._place(numbers)
        if button in (Button.UP, Button.DOWN) and numbers:
            return Go(replace(self, chosen=moved(button, chosen, len(numbers) + 1), numbers=numbers))
        if button is Button.OK:
            new = max((*numbers, *(deck.number for deck in decks_of(view.tags))), default=0) + 1
            return Go(teach(self, view, (*numbers, new)[chosen]))
        return Go(self.under) if button is Button.BACK else None

    def _listed(self, view: View) -> tuple[int, ...]:
        return tuple(deck.number for deck in decks_of(view.tags)) if self.numbers is None else self.numbers

    def _place(self, numbers: tuple[int, ...]) -> int:
        return min(self.chosen, len(numbers))
