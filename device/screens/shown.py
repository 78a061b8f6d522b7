"""The cards that were taken down of a hand, to put a wrong one right."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Screen, Step, View
from device.screens.counting import Answer
from device.screens.lines import around, draw_lines
from device.screens.parts import heading, hints, moved
from device.screens.showing import DONE, Showing
from engine.bids import Bid
from engine.cards import Card
from engine.value import replace, value


@value
class Shown(Screen):
    """The cards that were taken down: the wrong one is chosen, and another taken instead.

    Attributes:
        under: the screen that asks.
        bid: the called bid.
        in_play: how many cards were dealt.
        cards: the cards.
        chosen: the row pointed at; the first adds cards, or ends.
        early: whether it needn't be all cards, as it needn't where they were swept.
        counts: what was counted besides.
        jokers: which ones the jokers among them are, as `Showing` has it.
    """

    under: Screen
    bid: Bid
    in_play: int
    cards: tuple[Card, ...]
    chosen: int = 1
    early: bool = False
    counts: tuple[Answer, ...] = ()
    jokers: tuple[str, ...] = ()

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the cards, a row each."""
        heading(canvas, view, "Which card is wrong?", f"{len(self.cards)}")
        lines = [("Go on with these", "")] + [(card.words, str(card)) for card in self.cards]
        draw_lines(canvas, lines, around(self.chosen, len(lines)), self.chosen)
        hints(canvas, view, ("↑↓", "go"), ok="fix" if self.chosen else "go on", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Take a card out, with the next to be taken beginning as it was."""
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, chosen=moved(button, self.chosen, len(self.cards) + 1)))
        if button is Button.BACK:
            return Go(self.under)
        if button is not Button.OK:
            return None
        begun = Showing(self.bid, self.in_play, self.under, self.cards, DONE, early=self.early)
        showing = replace(begun, jokers=self.jokers, counts=self.counts)
        if self.chosen == 0:
            return Go(showing)
        wrong = self.cards[self.chosen - 1]
        face, suit = wrong.rank.letter if wrong.rank else "*", wrong.suit.value if wrong.suit else ""
        return Go(replace(showing.without(self.chosen - 1), face=face, suit=suit))
