"""The game is over: the winner, how everybody stood, and a picture of the evening."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import LARGE, SMALL
from device.panel.layout import fit
from device.panel.names import short_names
from device.screens.base import Begin, Go, Screen, Step, Table, View, saved
from device.screens.parts import heading, hints, take_back
from device.screens.standing import draw_standing
from engine.game import Game

PAGES = 3


@saved
@dataclass(frozen=True, slots=True)
class Ending(Screen):
    """Who has won. OK plays again with the same table.

    Attributes:
        page: 0 the winner, 1 the standing, 2 the evening.
    """

    name: ClassVar[str] = "ending"
    page: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw one of the pages."""
        game = view.on
        assert game.winner is not None
        hands = f"{len(game.hands)} hand{'' if len(game.hands) == 1 else 's'}"
        if self.page == 1:
            heading(canvas, view, "Standing", hands)
            draw_standing(canvas, game, 0)
        elif self.page == 2:
            heading(canvas, view, "The evening", hands)
            _draw_evening(canvas, game)
        else:
            heading(canvas, view, "Game over", hands)
            winner = short_names(game.players, LARGE, WIDTH)[game.winner]
            canvas.text(WIDTH // 2, 14, winner, fit(winner, WIDTH, (LARGE,)), anchor=Anchor.CENTRE)
            canvas.text(WIDTH // 2, 39, "has won", SMALL, anchor=Anchor.CENTRE)
        hints(canvas, view, ("↑↓", "more"), ok="again", back="undo")

    def press(self, button: Button, view: View) -> Step | None:
        """OK starts over with the same table, UP and DOWN turn the pages, BACK takes the end back."""
        if button is Button.OK:
            return Begin(again(view), settles=True)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, page=(self.page + (1 if button is Button.DOWN else -1)) % PAGES))
        return take_back(view) if button is Button.BACK else None


def again(view: View) -> Table:
    """The same table, the winner dealing first."""
    return replace(view.table, dealer=view.on.winner)


def _draw_evening(canvas: Canvas, game: Game) -> None:
    """Draw a line for every player, from the left as long as they were in, a notch for every penalty."""
    hands = max(1, len(game.hands))
    rows = len(game.players)
    pitch = 38 / rows
    for seat in range(rows):
        y = 14 + int(seat * pitch + pitch / 2)
        last = len(game.hands)
        for number, hand in enumerate(game.hands):
            x = 2 + (WIDTH - 4) * (number + 1) // hands
            if hand.outcome.penalized == seat:
                canvas.fill((x - 1, max(13, y - 1), x + 1, y + 2))
                if hand.outcome.eliminated:
                    last = number + 1
        canvas.line(2, y, 2 + (WIDTH - 5) * last // hands, y)
