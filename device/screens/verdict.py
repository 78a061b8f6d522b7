"""A call is settled: was it there, who is penalized, and on a second page why."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Canvas, Mark
from device.panel.font import MEDIUM, SMALL, TINY
from device.panel.layout import fit_lines
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import heading, hints, name, take_back
from device.screens.picker import percent
from engine.hands import Hand
from engine.value import replace, value

MARK = 40
LEFT = MARK + 5


@value
class Verdict(Screen):
    """How the last hand was settled.

    Attributes:
        why: whether the second page is on: what makes the hand, or what is missing.
    """

    why: bool = False

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the mark, the word, and who is penalized; or why."""
        game = view.on
        hand = game.hands[-1]
        bid = hand.bid
        chance = percent(view, hand.in_play, bid) if bid else ""
        heading(canvas, view, str(bid) if bid else "Settled", chance, rule=self.why)
        if self.why:
            font, lines = fit_lines(hand.reason, WIDTH, 38, (SMALL, TINY))
            for place, line in enumerate(lines):
                canvas.text(0, 14 + place * font.height, line, font)
        else:
            self._draw_verdict(canvas, view, hand)
        more = ("↑↓", "back" if self.why else "why")
        hints(canvas, view, more, ok="next" if game.winner is None else "end", back="undo")

    def _draw_verdict(self, canvas: Canvas, view: View, hand: Hand) -> None:
        game, outcome = view.on, hand.outcome
        if outcome.penalized is None:
            canvas.text(LEFT, 18, "Void", MEDIUM)
            canvas.text(LEFT, 36, "deal again", SMALL)
            return
        canvas.mark(0, 12, Mark.TICK if outcome.holds else Mark.CROSS, MARK)
        canvas.text(LEFT, 12, "It's there" if outcome.holds else "Not there", MEDIUM)
        canvas.text(LEFT, 26, name(view, outcome.penalized, MEDIUM, WIDTH - LEFT), MEDIUM, inverted=True)
        canvas.text(LEFT, 41, game.standing.fate(outcome.penalized), SMALL)

    def press(self, button: Button, view: View) -> Step | None:
        """OK goes on to the next deal, UP and DOWN turn the page, BACK takes the verdict back."""
        if button is Button.OK:
            return Go(None, settles=True)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, why=not self.why))
        return take_back(view) if button is Button.BACK else None
