"""Penalties given or taken back by hand."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import HUGE, MEDIUM, SMALL
from device.screens.base import Go, Screen, Step, View
from device.screens.call import hand_on
from device.screens.parts import heading, hints, name
from engine.value import replace, value


@value
class Penalties(Screen):
    """How many penalties a player has, changed one by one; shown as tokens where the table counts those.

    Attributes:
        seat: the player.
        penalties: as many as they are to have.
        under: the screen that gets the answer.
        back: the screen that BACK leads to.
    """

    seat: int
    penalties: int
    under: Screen
    back: Screen

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the player, the number, big, and what it means."""
        rules = view.on.rules
        heading(canvas, view, f"How many {rules.scoring}?", f"of {rules.lives}")
        canvas.text(0, 14, name(view, self.seat, MEDIUM, 96), MEDIUM)
        canvas.text(0, 29, "is out" if self.penalties >= rules.lives else rules.scoring, SMALL)
        if hand_on(self.under, view):
            canvas.text(0, 40, "after this hand", SMALL)
        canvas.text(WIDTH - 4, 15, str(rules.counted(self.penalties)), HUGE, anchor=Anchor.RIGHT)
        hints(canvas, view, ("↑↓", "set"), ok="take", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Change it, or take it."""
        rules = view.on.rules
        if button in (Button.UP, Button.DOWN):
            count = rules.counted(self.penalties) + (1 if button is Button.UP else -1)
            return Go(replace(self, penalties=rules.counted(max(0, min(rules.lives, count)))))
        if button is Button.OK:
            return self.under.answered(self, view)
        return Go(self.back) if button is Button.BACK else None
