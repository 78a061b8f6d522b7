"""How everybody stands: penalties or tokens, who is out, who has left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import BODY, WIDTH, Anchor, Canvas
from device.panel.font import SMALL, TINY
from device.panel.names import short_names
from device.screens.base import Go, Screen, Step, View, saved
from device.screens.parts import back_key, heading
from engine.game import Game

PITCH = 13
PAGE = 3
TWO_COLUMNS = 6


@saved
@dataclass(frozen=True, slots=True)
class Standing(Screen):
    """Everybody's count, some rows at a time.

    Attributes:
        under: the screen to go back to.
        first: the first row that is seen.
    """

    name: ClassVar[str] = "standing"
    under: Screen
    first: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw as many players as there is room for."""
        heading(canvas, view, "Standing", "tokens" if view.on.rules.scoring == "tokens" else "penalties")
        draw_standing(canvas, view.on, self.first)
        canvas.hints(("↑↓", "more") if len(view.on.players) > TWO_COLUMNS else ("", ""), (back_key(view), "back"))

    def press(self, button: Button, view: View) -> Step | None:
        """UP and DOWN move, anything else goes back."""
        if button in (Button.UP, Button.DOWN):
            last = max(0, len(view.on.players) - TWO_COLUMNS)
            first = self.first + (PAGE if button is Button.DOWN else -PAGE)
            return Go(replace(self, first=max(0, min(last, first))))
        return Go(self.under) if button in (Button.BACK, Button.OK) else None


def draw_standing(canvas: Canvas, game: Game, first: int) -> None:
    """Draw six players from `first` on, in two columns."""
    names = short_names(game.players, SMALL, 42)
    for place, seat in enumerate(range(first, min(len(names), first + TWO_COLUMNS))):
        x = (WIDTH // 2 + 2) * (place // PAGE)
        y = BODY[1] + PITCH * (place % PAGE)
        canvas.text(x, y, names[seat], SMALL)
        canvas.text(x + 60, y + 2, count(game, seat), TINY, anchor=Anchor.RIGHT)


def count(game: Game, seat: int) -> str:
    """A player's penalties or tokens, or that they are out."""
    if game.standing.gone[seat]:
        return "left"
    if not game.standing.is_in(seat):
        return "out"
    penalties = game.penalties[seat]
    return str(game.rules.lives - penalties if game.rules.scoring == "tokens" else penalties)
