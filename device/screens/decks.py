"""Which deck is to be taught: one that was begun, or a new one."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.decks import decks_of, labels_for
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
    """

    under: Screen
    chosen: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw every deck with how many of its cards are known."""
        decks, labels = decks_of(view.tags), labels_for(rules_of(view))
        known = [f"{len(labels) - len(deck.lacks(labels))} of {len(labels)}" for deck in decks]
        heading(canvas, view, "Teach a deck")
        names = [f"Deck {deck.number}" for deck in decks]
        rows(canvas, [*names, "A new deck"], min(self.chosen, len(decks)), known)
        move = (("↑↓", "go"),) if decks else ()
        hints(canvas, view, *move, ok="teach", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Choose a deck to be taught."""
        numbers = [deck.number for deck in decks_of(view.tags)]
        numbers.append(max(numbers, default=0) + 1)
        chosen = min(self.chosen, len(numbers) - 1)
        if button in (Button.UP, Button.DOWN) and len(numbers) > 1:
            return Go(replace(self, chosen=moved(button, chosen, len(numbers))))
        if button is Button.OK:
            return Go(teach(self, view, numbers[chosen]))
        return Go(self.under) if button is Button.BACK else None
