"""About the box itself: which version it is, and in full what is wrong with it."""

from __future__ import annotations

from functools import lru_cache

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Canvas
from device.panel.font import MEDIUM, SMALL, TINY
from device.panel.layout import fit_lines
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import heading, hints
from engine.value import value


@value
class About(Screen):
    """What the box can say of itself.

    Attributes:
        under: the screen to go back to.
    """

    under: Screen

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the version, and what is wrong."""
        heading(canvas, view, f"Commune {version()}")
        wrong = " ".join(filter(None, (view.trouble, *(text for _, text in view.troubles))))
        font, lines = fit_lines(wrong or "All is well, and all is saved.", WIDTH, 38, (MEDIUM, SMALL, TINY))
        for place, line in enumerate(lines):
            canvas.text(0, 14 + place * font.height, line, font)
        hints(canvas, view, back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """BACK goes back."""
        return Go(self.under) if button is Button.BACK else None


@lru_cache(maxsize=1)
def version() -> str:
    """The version that is installed, or "" where it isn't."""
    from importlib.metadata import PackageNotFoundError  # it reads the disk, and is slow to import
    from importlib.metadata import version as installed

    try:
        return installed("commune-tabletop")
    except PackageNotFoundError:
        return ""
