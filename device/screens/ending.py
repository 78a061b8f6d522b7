"""The game is over: the winner, how everybody stood, and a picture of the evening."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import LARGE, SMALL, TINY
from device.panel.layout import fit
from device.panel.names import short_names
from device.screens.base import Begin, Go, Screen, Step, Table, View
from device.screens.parts import heading, hints, take_back
from device.screens.standing import draw_standing, page_count
from engine.game import Game
from engine.value import replace, value


@value
class Ending(Screen):
    """Who has won. OK plays again with the same table.

    Attributes:
        page: 0 the winner, then the standing, last the evening.
    """

    page: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw one of the pages."""
        game = view.on
        hands = f"{len(game.hands)} hand{'' if len(game.hands) == 1 else 's'}"
        pages = _pages(view)
        if self.page == pages - 1:
            heading(canvas, view, "The evening", hands)
            _draw_evening(canvas, game)
        elif self.page:
            heading(canvas, view, "Standing", hands)
            draw_standing(canvas, game, self.page - 1)
        else:
            heading(canvas, view, "Game over", hands)
            (last,) = game.players_in
            winner = short_names(game.players, LARGE, WIDTH)[last]
            canvas.text(WIDTH // 2, 14, winner, fit(winner, WIDTH, (LARGE,)), anchor=Anchor.CENTRE)
            canvas.text(WIDTH // 2, 39, "has won", SMALL, anchor=Anchor.CENTRE)
        hints(canvas, view, ("↑↓", "more"), ok="again", back="undo")

    def belongs(self, view: View) -> bool:
        """Only where a game is over."""
        return view.game is not None and view.game.winner is not None

    def press(self, button: Button, view: View) -> Step | None:
        """OK starts over with the same table, UP and DOWN turn the pages, BACK takes the end back."""
        if button is Button.OK:
            return Begin(again(view), settles=True)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, page=(self.page + (1 if button is Button.DOWN else -1)) % _pages(view)))
        return take_back(view) if button is Button.BACK else None


def again(view: View) -> Table:
    """The same table, the winner dealing first."""
    return replace(view.table, dealer=view.on.winner)


def _pages(view: View) -> int:
    return 2 + page_count(view.on)


def _draw_evening(canvas: Canvas, game: Game) -> None:
    """Draw a line for every player, as long as they were in, with a notch for every penalty."""
    players = len(game.players)
    pitch = 38 / players
    left = 34 if pitch >= TINY.height + 1 else 2
    names = short_names(game.players, TINY, left - 4) if left > 4 else []
    hands = max(1, len(game.hands))
    for seat in range(players):
        y = 14 + int(seat * pitch + pitch / 2)
        if names:
            canvas.text(0, y - 4, names[seat], TINY)
        end = WIDTH - 3
        for number, hand in enumerate(game.hands):
            x = left + (WIDTH - 3 - left) * (number + 1) // hands
            if hand.outcome.penalized == seat:
                canvas.fill((x - 1, max(13, y - 1), x + 1, y + 2))
                end = x if hand.outcome.eliminated else end
        canvas.line(left, y, end, y)
