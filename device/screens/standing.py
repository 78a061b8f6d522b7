"""How everybody stands: penalties or tokens, who is out, who has left."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import BODY, WIDTH, Anchor, Canvas
from device.panel.font import MEDIUM, SMALL, TINY, Font
from device.panel.names import short_names
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import heading, hints
from engine.game import Game
from engine.value import replace, value

PITCH = 13
PAGE = 6
"""Players on a page of two columns."""
ROWS = 3
"""Players in a column."""


@value
class Standing(Screen):
    """Everybody's count, a page at a time.

    Attributes:
        under: the screen to go back to.
        page: the page that is seen, counted from 0.
    """

    under: Screen
    page: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw as many players as there is room for."""
        pages = page_count(view.on)
        scoring = view.on.rules.scoring.capitalize()
        heading(canvas, view, scoring, f"{self.page + 1} of {pages}" if pages > 1 else f"of {view.on.rules.lives}")
        draw_standing(canvas, view.on, self.page)
        hints(canvas, view, *((("↑↓", "more"),) if pages > 1 else ()), back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """UP and DOWN turn the pages, BACK goes back."""
        pages = page_count(view.on)
        if button in (Button.UP, Button.DOWN) and pages > 1:
            return Go(replace(self, page=(self.page + (1 if button is Button.DOWN else -1)) % pages))
        return Go(self.under) if button is Button.BACK else None


def page_count(game: Game) -> int:
    """How many pages everybody's count takes."""
    return -(-len(game.players) // PAGE)


def draw_standing(canvas: Canvas, game: Game, page: int) -> None:
    """Draw a page of it: few players in a line each, more in two columns."""
    seats = range(page * PAGE, min(len(game.players), (page + 1) * PAGE))
    said = counts(game)
    if len(game.players) <= ROWS:
        font = _line_font(game)
        names = short_names(game.players, font, 86)
        for place, seat in enumerate(seats):
            y = BODY[1] + (39 // len(seats)) * place + (39 // len(seats) - font.height) // 2
            canvas.text(0, y, names[seat], font)
            canvas.text(WIDTH, y, said[seat], font, anchor=Anchor.RIGHT)
        return
    width = WIDTH // 2 - 3
    fonts = [SMALL if len(words) <= 3 and not words.isalpha() else TINY for words in said]
    room = width - max(font.measure(words) for font, words in zip(fonts, said, strict=True)) - 1
    names = short_names(game.players, SMALL, room)
    for place, seat in enumerate(seats):
        x = (WIDTH - width) * (place // ROWS)
        y = BODY[1] + PITCH * (place % ROWS)
        canvas.text(x, y, names[seat], SMALL)
        font = fonts[seat]
        canvas.text(x + width, y if font is SMALL else y + 2, said[seat], font, anchor=Anchor.RIGHT)
    canvas.line(WIDTH // 2, BODY[1] + 2, WIDTH // 2, BODY[3] - 3)


def _line_font(game: Game) -> Font:
    """The biggest type in which no name reaches into the line above or below."""
    pitch = 39 // len(game.players)
    inks = [ink for name in game.players if (ink := MEDIUM.ink(MEDIUM.shape(name))) is not None]
    top, foot = min(ink[1] for ink in inks), max(ink[3] for ink in inks)
    return MEDIUM if foot - top <= pitch and (pitch - MEDIUM.height) // 2 + top >= 0 else SMALL


def counts(game: Game) -> list[str]:
    """Everybody's count now, and where a correction waits for the end of the hand also what it will be: `1→2`."""
    after = game.coming
    both = ((game.standing.count(seat), after.count(seat)) for seat in range(len(game.players)))
    return [now if now == then else f"{now}→{then}" for now, then in both]
