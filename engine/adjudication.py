"""Does the commune contain the hand, and which cards make it?

Source: rules.md, "Cards and wilds", "Bids, lowest to highest" and "Revealed cards".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.bids import NUMBERS, Bid
from engine.cards import Card, Rank
from engine.errors import ImpossibleCards, listed
from engine.ladder import Ladder
from engine.rules import Rules
from engine.shapes import Alternative, Part, alternatives, wanted_words
from engine.value import value


@value
class Verdict:
    """What was found when all cards were shown.

    Attributes:
        bid: the hand that was looked for.
        holds: whether the commune contains it.
        proof: the revealed cards that make the hand, or as much of it as is there, each with what it counts as:
            itself, or for a wild the card it stands for (with a suit for flushes). In the order of naming.
        missing: how many more cards the hand would need; 0 where it holds.
        gaps: what no natural card fills, as parts with the number missing; wilds may stand for some of it.
        wilds: how many wilds were shown.
    """

    bid: Bid
    holds: bool
    proof: tuple[tuple[Card, Card], ...]
    missing: int
    gaps: tuple[tuple[Part, int], ...]
    wilds: int

    @property
    def reason(self) -> str:
        """Why it holds or doesn't, as one or two sentences for players."""
        if self.holds:
            return f"{_found(self.proof)}."
        if self.missing == 1 and self.wilds:
            return f"One more card would make it: {wanted_words(self.gaps, 'or')}, or another wild."
        wanted = wanted_words(self.gaps)
        if not self.wilds:
            return f"Missing: {wanted}."
        if len(self.gaps) == 1:
            return f"Missing, beside what is wild: {self.gaps[0][0].words(self.missing)}."
        fill = "the one wild fills" if self.wilds == 1 else f"the {self.wilds} wilds fill"
        return f"{self.missing} more cards are missing: of {wanted}, {fill} only {self.wilds}."


def _found(proof: tuple[tuple[Card, Card], ...]) -> str:
    """The proof in words: `5h 5d Ks Kd, and 2c as a five`."""
    natural = " ".join(str(card) for card, counts_as in proof if card == counts_as)
    standing = listed([f"{card} as {counts_as.words}" for card, counts_as in proof if card != counts_as])
    return f"{natural}, and {standing}" if natural and standing else natural or standing


def judge(bid: Bid, cards: Iterable[Card], rules: Rules) -> Verdict:
    """Whether all the cards together contain the bid, with proof.

    Raises:
        Illegal: the rules don't allow the bid; ImpossibleCards: the deck can't have those cards, or a flush is
            to be judged and a card has no suit.

    >>> from engine.cards import parse_cards
    >>> verdict = judge(Bid.parse("fives over kings"), parse_cards("5h 5d Ks 2c 9s"), Rules.of("classic"))
    >>> verdict.holds, verdict.missing
    (False, 1)
    """
    cards = tuple(cards)
    Ladder(rules).check(bid)
    check_cards(cards, rules, bid)
    wilds = [card for card in cards if rules.is_wild(card)]
    natural = [card for card in cards if not rules.is_wild(card)]
    best = min(alternatives(bid, rules), key=lambda parts: _gap_count(parts, natural))
    gaps = tuple((part, gap) for part in best if (gap := _gap(part, natural)))
    missing = max(0, sum(gap for _, gap in gaps) - len(wilds))
    return Verdict(bid, missing == 0, _proof(best, natural, wilds), missing, gaps, len(wilds))


def _gap(part: Part, natural: list[Card]) -> int:
    return max(0, part.need - sum(card in part for card in natural))


def _gap_count(parts: Alternative, natural: list[Card]) -> int:
    return sum(_gap(part, natural) for part in parts)


def _proof(parts: Alternative, natural: list[Card], wilds: list[Card]) -> tuple[tuple[Card, Card], ...]:
    """Which card fills which place: natural cards first, then a two that is itself, then any wild."""
    proof: list[tuple[Card, Card]] = []
    spare = list(wilds)
    for part in parts:
        there = [card for card in natural if card in part][: part.need]
        proof += [(card, card) for card in there]
        free = [rank for rank in part.ranks if part.suit is None or all(card.rank is not rank for card in there)]
        for place in range(part.need - len(there)):
            if spare:
                rank = free[0] if part.suit is None else free[place]
                wild = next((card for card in spare if card in part and card.rank is rank), spare[-1])
                spare.remove(wild)
                proof.append((wild, Card(rank, part.suit or (wild.suit if wild.rank is rank else None))))
    return tuple(proof)


def check_cards(cards: Iterable[Card], rules: Rules, bid: Bid | None = None) -> None:
    """Refuse cards that the deck can't have, and cards without a suit where `bid` is about suits.

    Raises:
        ImpossibleCards: which card, and why.
    """
    cards = tuple(cards)
    for card, count in Counter(cards).items():
        if card.suit is not None and count > 1:
            raise ImpossibleCards(f"{card.words.capitalize()} is there {_times(count)}: the deck has one.")
        if bid is not None and bid.category.suited and card.suit is None and not card.is_joker:
            raise ImpossibleCards(f"For a {bid.category.words} every card needs its suit: {card} has none.")
    for rank, count in Counter(card.rank for card in cards).items():
        check_count(rank, count, rules)


def check_count(rank: Rank | None, count: int, rules: Rules) -> None:
    """Refuse more cards of a rank (None: jokers) than the deck has.

    Raises:
        ImpossibleCards: which, and how many there are.
    """
    if rank is None and count > rules.jokers:
        has = f"only {rules.jokers} joker{'s' if rules.jokers > 1 else ''}" if rules.jokers else "no jokers"
        raise ImpossibleCards(f"{count} joker{'s' if count > 1 else ''} can't be: the deck has {has}.")
    if rank is not None and count > 4:
        raise ImpossibleCards(f"{count} {rank.plural} can't be: the deck has four.")


def check_in_play(in_play: int, rules: Rules, known: int = 0) -> None:
    """Refuse a number of cards that can't be in play.

    Raises:
        ImpossibleCards: it is below 1, below the number of known cards, or more than the deck has.
    """
    if type(in_play) is not int or not 1 <= in_play <= rules.deck:
        raise ImpossibleCards(f"The number of cards in play must be from 1 to {rules.deck}.")
    if known > in_play:
        raise ImpossibleCards(f"{known} cards are known, but only {in_play} are in play.")


def _times(count: int) -> str:
    return {2: "twice"}.get(count, f"{NUMBERS[count - 1] if count <= 10 else count} times")
