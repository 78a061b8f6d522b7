"""Taking down every card that is shown, for the record."""

from __future__ import annotations

from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import HINTS, Canvas
from device.panel.font import HUGE, LARGE, TINY
from device.screens.base import Go, Screen, Step, View, saved
from device.screens.parts import heading, hints
from device.screens.total import Total
from engine.adjudication import check_cards
from engine.bids import Bid
from engine.cards import JOKER, Card, Rank, Suit
from engine.reveal import Sighting, find
from engine.rules import Rules
from engine.value import replace, value

DONE = "done"


@saved
@value
class Showing(Screen):
    """The next card that is shown: its rank by UP and DOWN, its suit by LEFT and RIGHT (or after OK, with four keys).

    Attributes:
        bid: the called bid.
        in_play: how many cards were dealt.
        under: the call.
        shown: the cards so far.
        face: the rank's letter, `*` for a joker, or `done` after the last card.
        suit: the suit's letter, or "" where only the rank is given.
        picking_suit: with four keys, whether UP and DOWN change the suit now.
    """

    name: ClassVar[str] = "showing"
    bid: Bid
    in_play: int
    under: Screen
    shown: tuple[Card, ...] = ()
    face: str = "A"
    suit: str = ""
    picking_suit: bool = False

    @property
    def result(self) -> tuple[Card, ...]:
        """The cards that were shown."""
        return self.shown

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the card as it stands, the last ones before it, and how many are still to come."""
        rules = view.on.rules
        heading(canvas, view, str(self.bid), f"{len(self.shown)} of {self.in_play}")
        if self.face == DONE:
            canvas.text(0, 13, "done", LARGE)
            canvas.text(0, 33, self._so_far(rules), TINY)
        else:
            picture = self._picture()
            canvas.text(0, 10, picture, HUGE if len(picture) < 3 else LARGE)
        for row in range(3):
            cards = self.shown[-12:][row * 4 : row * 4 + 4]
            canvas.text(66, 14 + row * 9, " ".join(map(str, cards)), TINY)
        suits = (("←→", "suit"),) if view.keys == 7 else ()
        canvas.hints(("↑↓", "suit" if self.picking_suit else "rank"), *suits, foot=HINTS[1])
        hints(canvas, view, ok="verdict" if self.face == DONE else "take", back="back")

    def _picture(self) -> str:
        if self.face == "*":
            return "joker"
        return self.face + (Suit.parse(self.suit).symbol if self.suit else "")

    def _so_far(self, rules: Rules) -> str:
        holds = find(self.bid, Sighting(max(self.in_play, len(self.shown)), self.shown), rules).holds
        return {True: "it's there", False: "it isn't", None: ""}[holds]

    def press(self, button: Button, view: View) -> Step | None:
        """Turn to another card, take it, or take the last one back."""
        rules = view.on.rules
        if button is Button.BACK:
            if self.picking_suit:
                return Go(replace(self, picking_suit=False))
            return Go(replace(self, shown=self.shown[:-1], face="A") if self.shown else self.under)
        if button is Button.OK:
            return self._ok(view)
        if button in (Button.LEFT, Button.RIGHT) or (self.picking_suit and button in (Button.UP, Button.DOWN)):
            by = 1 if button in (Button.RIGHT, Button.DOWN) else -1
            return Go(replace(self, suit=_turned(self._suits(), self.suit, by)))
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, face=_turned(faces(rules), self.face, 1 if button is Button.UP else -1)))
        return None

    def answered(self, question: Screen, view: View) -> Step | None:
        """So many were dealt as were shown, or the hand is void."""
        if not isinstance(question, Total):
            return None
        if question.void:
            return self.under.answered(question, view)
        return self.under.answered(replace(self, in_play=question.shown), view)

    def _ok(self, view: View) -> Step | None:
        rules = view.on.rules
        if self.face == DONE:
            if len(self.shown) != self.in_play:
                return Go(Total(self.in_play, len(self.shown), self))
            return self.under.answered(self, view)
        if view.keys == 4 and not self.picking_suit and self.face != "*":
            return Go(replace(self, picking_suit=True, suit=self.suit or self._suits()[0]))
        card = JOKER if self.face == "*" else Card(Rank.parse(self.face), Suit.parse(self.suit) if self.suit else None)
        check_cards((*self.shown, card), rules, self.bid)
        shown = (*self.shown, card)
        face = DONE if len(shown) == self.in_play else self.face
        return Go(replace(self, shown=shown, face=face, picking_suit=False))

    def _suits(self) -> tuple[str, ...]:
        """The suits there are to choose from; none may stay open where the bid is about suits."""
        return tuple("shdc") if self.bid.category.suited else ("", *"shdc")


def faces(rules: Rules) -> tuple[str, ...]:
    """What UP and DOWN turn through."""
    ranks = tuple(rank.letter for rank in Rank)
    return (*ranks, "*", DONE) if rules.jokers else (*ranks, DONE)


def _turned(values: tuple[str, ...], value: str, by: int) -> str:
    place = values.index(value) if value in values else 0
    return values[(place + by) % len(values)]
