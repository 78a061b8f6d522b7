"""What people can set about the box itself."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Keep, Screen, Step, View
from device.screens.parts import heading, hints, rows
from engine.value import value


@value
class Settings(Screen):
    """Whether the box says how likely a hand is: some tables would rather not know.

    Attributes:
        under: the screen to go back to.
    """

    under: Screen

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw every setting with its value."""
        heading(canvas, view, "Settings")
        rows(canvas, ["Show chances"], 0, ["yes" if view.chances else "no"])
        hints(canvas, view, ok="change", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """OK changes it."""
        if button is Button.OK:
            return Keep(self, settings=(("chances", not view.chances),))
        return Go(self.under) if button is Button.BACK else None
