"""Between games: who plays, by which rules, and who deals first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Begin, Screen, Step, View, saved
from device.screens.parts import big, heading


@saved
@dataclass(frozen=True, slots=True)
class Setup(Screen):
    """The last evening's table, ready to start."""

    name: ClassVar[str] = "setup"

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the table that would start."""
        heading(canvas, view, "Commune")
        big(canvas, f"{len(view.table.players)} players", 13, 40)
        canvas.hints(("OK", "start"))

    def press(self, button: Button, view: View) -> Step | None:
        """OK starts the game."""
        return Begin(view.table) if button is Button.OK else None
