"""The menu, on a held CALL: everything that isn't needed in every hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import DoAgain, Go, Screen, Step, View, saved
from device.screens.parts import back_key, heading, moved, rows
from device.screens.standing import Standing


@saved
@dataclass(frozen=True, slots=True)
class Menu(Screen):
    """What can be done besides playing on.

    Attributes:
        under: the screen to go back to.
        chosen: the entry pointed at.
    """

    name: ClassVar[str] = "menu"
    under: Screen
    chosen: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the entries."""
        heading(canvas, view, "Menu")
        rows(canvas, [words for words, _ in self._entries(view)], self.chosen)
        canvas.hints(("↑↓", "move"), ("OK", "choose"), (back_key(view), "close"))

    def press(self, button: Button, view: View) -> Step | None:
        """Choose an entry, or close the menu."""
        entries = self._entries(view)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, chosen=moved(button, self.chosen, len(entries))))
        if button is Button.OK:
            return entries[self.chosen][1]
        return Go(self.under) if button is Button.BACK else None

    def _entries(self, view: View) -> list[tuple[str, Step]]:
        entries: list[tuple[str, Step]] = []
        if view.game is not None:
            entries.append(("Standing", Go(Standing(self))))
        entries.append(("Do again", DoAgain()))
        return entries
