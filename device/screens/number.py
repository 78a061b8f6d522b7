"""Setting a number: how many cards were dealt, how many penalties somebody has."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import HUGE
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import heading, hints
from engine.value import replace, value


@value
class Number(Screen):
    """A number, changed one by one.

    Attributes:
        title: what it is.
        value: as it stands.
        low: the least it may be.
        high: the most.
        under: the screen that asks for it.
    """

    title: str
    value: int
    low: int
    high: int
    under: Screen

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the number, big."""
        heading(canvas, view, self.title)
        canvas.text(WIDTH // 2, 16, str(self.value), HUGE, anchor=Anchor.CENTRE)
        hints(canvas, view, ("↑↓", "set"), ok="take", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Change it, or take it."""
        if button in (Button.UP, Button.DOWN):
            value = self.value + (1 if button is Button.UP else -1)
            return Go(replace(self, value=max(self.low, min(self.high, value))))
        if button is Button.OK:
            return self.under.answered(self, view)
        return Go(self.under) if button is Button.BACK else None
