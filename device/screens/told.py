"""A sentence that must be read: why something was refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Canvas
from device.panel.font import MEDIUM, SMALL, TINY
from device.panel.layout import fit_lines
from device.screens.base import Go, Screen, Step, View, saved
from device.screens.parts import heading, hints


@saved
@dataclass(frozen=True, slots=True)
class Told(Screen):
    """A sentence, and the way back to where it was said; nothing entered there is lost.

    Attributes:
        sentence: what is said.
        under: the screen to go back to.
        title: what it is about.
    """

    name: ClassVar[str] = "told"
    sentence: str
    under: Screen
    title: str = "That can't be"

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the sentence as big as it fits."""
        heading(canvas, view, self.title)
        font, lines = fit_lines(self.sentence, WIDTH, 39, (MEDIUM, SMALL, TINY))
        for place, line in enumerate(lines):
            canvas.text(0, 13 + place * font.height, line, font)
        hints(canvas, view, ok="go on", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """OK and BACK lead back."""
        return Go(self.under) if button in (Button.OK, Button.BACK) else None
