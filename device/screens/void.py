"""A void hand: a misdeal, or a card that was shown. Asked once, with the number of cards that were dealt."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import HUGE, MEDIUM, SMALL
from device.screens.base import Go, Record, Screen, Step, View
from device.screens.parts import heading, hints
from device.screens.verdict import Verdict
from engine.events import Settle
from engine.settlement import Void as NoHand
from engine.value import replace, value


@value
class Void(Screen):
    """Whether this hand is void.

    Attributes:
        in_play: how many cards were dealt.
        under: the screen to go back to.
    """

    in_play: int
    under: Screen

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw what it means, and how many cards were dealt."""
        heading(canvas, view, "Is this hand void?")
        canvas.text(0, 14, "Deal again", MEDIUM)
        canvas.text(0, 29, "no penalty", SMALL)
        canvas.text(0, 40, "cards dealt:", SMALL)
        canvas.text(WIDTH - 4, 15, str(self.in_play), HUGE, anchor=Anchor.RIGHT)
        hints(canvas, view, ("↑↓", "cards"), ok="void", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Change the number of cards, or say that it is void."""
        if button in (Button.UP, Button.DOWN):
            number = self.in_play + (1 if button is Button.UP else -1)
            return Go(replace(self, in_play=max(1, min(view.on.rules.deck, number))))
        if button is Button.OK:
            in_play = None if self.in_play == sum(view.on.deal) else self.in_play
            return Record((Settle(NoHand(), in_play),), Verdict(), settles=True)
        return Go(self.under) if button is Button.BACK else None
