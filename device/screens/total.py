"""More or fewer cards were shown than were to be dealt: the table says what is right."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import MEDIUM, SMALL
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import cards, heading, hints
from engine.value import replace, value


@value
class Total(Screen):
    """A total that differs from the deal (rules.md, "Revealed cards"): so many were dealt, or the hand is void.

    Attributes:
        dealt: how many cards were to be dealt.
        shown: how many were shown.
        under: the screen where they were entered; nothing entered there is lost.
        void: whether the answer is that the hand is void; else it is that so many were dealt.
    """

    dealt: int
    shown: int
    under: Screen
    void: bool = False

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw both numbers, and what can be said to them."""
        heading(canvas, view, "That doesn't add up")
        canvas.text(WIDTH // 2, 14, f"{cards(self.dealt)} dealt", MEDIUM, anchor=Anchor.CENTRE)
        canvas.text(WIDTH // 2, 28, f"{self.shown} shown", MEDIUM, anchor=Anchor.CENTRE)
        canvas.text(WIDTH // 2, 41, "which is right?", SMALL, anchor=Anchor.CENTRE)
        hints(canvas, view, ("↑", str(self.shown)), ("↓", "void"), back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """UP: so many were dealt, and that settles it. DOWN: the hand is void. BACK: something was entered wrongly."""
        if button in (Button.UP, Button.DOWN):
            return self.under.answered(replace(self, void=button is Button.DOWN), view)
        return Go(self.under) if button is Button.BACK else None
