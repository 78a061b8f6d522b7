"""Taking down every card that is shown, for the record."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.decks import Swept
from device.panel.canvas import HINTS, WIDTH, Canvas
from device.panel.font import HUGE, LARGE, TINY
from device.panel.layout import shorten
from device.screens.base import Go, NotTaken, Screen, Step, View
from device.screens.counting import Answer, told_counts
from device.screens.parts import heading, hints
from device.screens.total import Total
from engine.adjudication import check_cards
from engine.bids import Bid
from engine.cards import JOKER, Card, Rank, Suit
from engine.errors import ImpossibleCards
from engine.reveal import Sighting, find
from engine.rules import Rules
from engine.settlement import AllCards, CardsSeen, Settlement
from engine.value import replace, value

DONE = "done"


@value
class Showing(Screen):
    """The next card that is shown: its rank by UP and DOWN, its suit by LEFT and RIGHT (or after OK, with four keys).

    A card that is swept past a reader is entered as it is; from then on the verdict comes as soon as no further card
    can change it.

    Attributes:
        bid: the called bid.
        in_play: how many cards were dealt.
        under: the call, or the count that gave way to the cards.
        shown: the cards so far.
        face: the rank's letter, `*` for a joker, or `done` after the last card.
        suit: the suit's letter, or "" where only the rank is given.
        picking_suit: with four keys, whether UP and DOWN change the suit now.
        early: whether the verdict needn't wait for all cards.
        swept_last: whether the card in the picture was swept, and is in already.
        deck: the number of the deck that the swept cards are of, or None before the first.
        jokers: which ones the jokers among `shown` are, in their order, "" for one that can't say. Earlier versions
            kept the tags of those that could.
        counts: what was counted before.
    """

    bid: Bid
    in_play: int
    under: Screen
    shown: tuple[Card, ...] = ()
    face: str = "A"
    suit: str = ""
    picking_suit: bool = False
    early: bool = False
    swept_last: bool = False
    deck: int | None = None
    jokers: tuple[str, ...] = ()
    counts: tuple[Answer, ...] = ()

    @property
    def which(self) -> tuple[str, ...]:
        """Which cards of a deck those that are shown are, in their order, "" for one that can't say."""
        jokers = iter(self.jokers)
        return tuple(next(jokers, "") if card.is_joker else str(card) if card.suit else "" for card in self.shown)

    @property
    def result(self) -> Settlement:
        """The cards that were shown: all of them, or as many as it took."""
        return CardsSeen(self.shown, told_counts(self.counts)) if self.not_all else AllCards(self.shown)

    @property
    def not_all(self) -> bool:
        """Whether the verdict comes before all cards were shown."""
        return self.early and len(self.shown) < self.in_play

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
        rows = 2 if self.counts else 3
        for row in range(rows):
            cards = self.shown[-4 * rows :][row * 4 : row * 4 + 4]
            canvas.text(66, 14 + row * 9, " ".join(map(str, cards)), TINY)
        told = " ".join(f"{key} {value if isinstance(value, int) else len(value)}" for key, value in self.counts)
        canvas.text(66, 32, shorten(told, TINY, WIDTH - 66), TINY)
        suits = (("←→", "suit"),) if view.keys == 7 else ()
        canvas.hints(("↑↓", "suit" if self.picking_suit else "rank"), *suits, foot=HINTS[1])
        done = self.face == DONE or self.swept_last
        hints(canvas, view, ok="verdict" if done else "take", back="back")

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
            return Go(self._without_last() if self.shown else self.under)
        if button is Button.OK:
            return self._ok(view)
        here = replace(self, swept_last=False)
        if button in (Button.LEFT, Button.RIGHT) or (self.picking_suit and button in (Button.UP, Button.DOWN)):
            by = 1 if button in (Button.RIGHT, Button.DOWN) else -1
            return Go(replace(here, suit=_turned(self._suits(), self.suit, by)))
        if button in (Button.UP, Button.DOWN):
            return Go(replace(here, face=_turned(faces(rules), self.face, 1 if button is Button.UP else -1)))
        return None

    def _without_last(self) -> Showing:
        rest = self.without(len(self.shown) - 1)
        return replace(rest, face="A", swept_last=False, deck=self.deck if rest.shown else None)

    def without(self, place: int) -> Showing:
        """With one of the cards taken out."""
        shown, jokers = (*self.shown[:place], *self.shown[place + 1 :]), self.jokers
        if self.shown[place].is_joker:
            before = sum(card.is_joker for card in self.shown[:place])
            jokers = (*jokers[:before], *jokers[before + 1 :])
        return replace(self, shown=shown, jokers=jokers)

    def swept(self, swept: Swept, view: View) -> Step | None:
        """Enter the card; one that can't be, of another deck, or in already is shown and not counted."""
        return self.entered(swept, view)

    def entered(self, swept: Swept, view: View) -> Step | None:
        """With a card that was swept: the verdict, where nothing can change it any more."""
        card = swept.card
        if card is None:
            return None
        if self.deck not in (None, swept.deck):
            whose = f"deck {swept.deck}, not counted" if swept.deck else "not of this deck"
            return NotTaken(says=(f"{swept.short}: {whose}", f"{swept.short}: other deck"))
        if swept.which and {swept.which, swept.tag} & set(self.which):
            return NotTaken(says=(f"{swept.words} is in already", f"{swept.short} is in already"))
        try:
            return self._with(card, view, swept)
        except ImpossibleCards:
            return NotTaken(says=(f"{swept.short} can't be: not counted", f"{swept.short} can't be"))

    def _with(self, card: Card, view: View, swept: Swept | None) -> Step:
        """With one more card.

        Raises:
            ImpossibleCards: the deck or the deal can't have it.
        """
        rules = view.on.rules
        check_cards((*self.shown, card), rules, self.bid)
        shown = (*self.shown, card)
        which = (*self.which, swept.which if swept else "")
        jokers = tuple(label for label, each in zip(which, shown, strict=True) if each.is_joker)
        after = replace(self, shown=shown, jokers=jokers, picking_suit=False)
        if swept is None:
            after = replace(after, face=DONE if len(shown) == self.in_play else self.face, swept_last=False)
        else:
            face, suit = card.rank.letter if card.rank else "*", card.suit.value if card.suit else self.suit
            after = replace(after, face=face, suit=suit, early=True, swept_last=True, deck=swept.deck)
        if after._is_settled(view):
            step = self.under.answered(after, view)
            if step is not None:
                return replace(step, unseen=after)
        return Go(after)

    def _is_settled(self, view: View) -> bool:
        """Whether the verdict needn't wait any more.

        Raises:
            ImpossibleCards: the deck or the deal can't have the cards beside what was counted.
        """
        sighting = Sighting(self.in_play, self.shown, told_counts(self.counts))
        return self.early and find(self.bid, sighting, view.on.rules).holds is not None

    def answered(self, question: Screen, view: View) -> Step | None:
        """So many were dealt as were shown, or the hand is void."""
        if not isinstance(question, Total):
            return None
        if question.void:
            return self.under.answered(question, view)
        return self.under.answered(replace(self, in_play=question.shown), view)

    def _ok(self, view: View) -> Step | None:
        if self.face == DONE or self.swept_last:
            if len(self.shown) != self.in_play and not self._is_settled(view):
                return Go(Total(self.in_play, len(self.shown), self))
            return self.under.answered(self, view)
        if view.keys == 4 and not self.picking_suit and self.face != "*":
            return Go(replace(self, picking_suit=True, suit=self.suit or self._suits()[0]))
        card = JOKER if self.face == "*" else Card(Rank.parse(self.face), Suit.parse(self.suit) if self.suit else None)
        return self._with(card, view, None)

    def _suits(self) -> tuple[str, ...]:
        """The suits there are to choose from; none may stay open where the bid is about suits."""
        return tuple("shdc") if self.bid.category.suited else ("", *"shdc")


def showing(under: Screen, bid: Bid, in_play: int) -> Showing:
    """Every card, from the first."""
    return Showing(bid, in_play, under)


def faces(rules: Rules) -> tuple[str, ...]:
    """What UP and DOWN turn through."""
    ranks = tuple(rank.letter for rank in Rank)
    return (*ranks, "*", DONE) if rules.jokers else (*ranks, DONE)


def _turned(values: tuple[str, ...], value: str, by: int) -> str:
    place = values.index(value) if value in values else 0
    return values[(place + by) % len(values)]
