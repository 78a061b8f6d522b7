"""What is known while cards are being shown, and whether that settles the call already.

Cards may come one by one, or the table may count: so many sixes, so many wilds, these hearts. A count is final: none
of what was counted is among the cards still unseen. Every other card of the deck may be.

Source: rules.md, "Revealed cards, and how a call is settled".
"""

from __future__ import annotations

from collections import Counter

from engine.adjudication import check_cards, check_count, check_in_play
from engine.bids import Bid
from engine.cards import Card, Rank, Suit
from engine.counts import WILD, Counts
from engine.errors import ImpossibleCards
from engine.ladder import Ladder
from engine.rules import Rules
from engine.shapes import alternatives
from engine.value import value


@value
class Sighting:
    """All that is known of the cards in play.

    Attributes:
        in_play: how many cards everybody has together.
        cards: cards seen so far, one by one.
        counts: what was counted; final, cards seen of that sort included.
    """

    in_play: int
    cards: tuple[Card, ...] = ()
    counts: Counts = Counts()


@value
class Finding:
    """What a sighting says about a bid.

    Attributes:
        holds: True or False as soon as no card still unseen can change it, None while it is open.
        asks: what would tell, in the order of naming: ranks to be counted (suits, for flushes), and `wild`;
            empty once it is settled.
        unseen: how many cards in play are neither seen nor counted.
    """

    holds: bool | None
    asks: tuple[Rank | Suit | str, ...]
    unseen: int


def find(bid: Bid, sighting: Sighting, rules: Rules) -> Finding:
    """Whether what is known settles that the hand is there, or isn't.

    Raises:
        Illegal: the rules don't allow the bid; ImpossibleCards: the deck or the deal can't have those cards.

    >>> sixes = Counts.from_data({"6": 1})
    >>> find(Bid.parse("pair of sixes"), Sighting(8, counts=sixes), Rules.of("classic")).asks
    ('wild',)
    """
    Ladder(rules).check(bid)
    check_in_play(sighting.in_play, rules)
    check_cards(sighting.cards, rules, bid)
    known = _know(bid, sighting, rules)
    if known.holds() or not known.can_fail():
        return Finding(True, (), known.unseen)
    if not known.can_hold():
        return Finding(False, (), known.unseen)
    return Finding(None, known.asks(), known.unseen)


@value
class _Lot:
    """One part of the hand under a sighting.

    Attributes:
        name: what the table is asked to count for it.
        gap: how many of its cards the hand still lacks.
        more: how many of its cards the unseen may bring.
    """

    name: Rank | Suit
    gap: int
    more: int


@value
class _Known:
    """A sighting, sorted by what matters to the bid: its alternatives, the wilds, all other cards, the unseen."""

    hands: tuple[tuple[_Lot, ...], ...]
    wilds: int
    more_wilds: int
    more_others: int
    unseen: int

    def holds(self) -> bool:
        """Whether what was seen makes the hand already: further cards never take it away."""
        return any(sum(lot.gap for lot in lots) <= self.wilds for lots in self.hands)

    def can_hold(self) -> bool:
        """Whether some filling of the unseen cards makes the hand: each useful card closes one gap."""
        for lots in self.hands:
            useful = sum(min(lot.gap, lot.more) for lot in lots) + self.more_wilds
            if sum(lot.gap for lot in lots) - self.wilds <= min(self.unseen, useful):
                return True
        return False

    def can_fail(self) -> bool:
        """Whether some filling leaves every alternative with more gaps than wilds."""
        for more in range(min(self.more_wilds, self.unseen) + 1):
            rooms = [_room(lots, self.wilds + more + 1) for lots in self.hands]
            if None not in rooms and self.unseen - more <= self.more_others + sum(room or 0 for room in rooms):
                return True
        return False

    def asks(self) -> tuple[Rank | Suit | str, ...]:
        """What is worth counting next: whatever the unseen may bring that closes a gap."""
        asks: dict[Rank | Suit | str, None] = {}
        for lots in self.hands:
            if sum(max(0, lot.gap - lot.more) for lot in lots) <= self.wilds + self.more_wilds:
                asks |= {lot.name: None for lot in lots if lot.gap and lot.more}
        return (*asks, WILD) if self.more_wilds else tuple(asks)


def _room(lots: tuple[_Lot, ...], gaps: int) -> int | None:
    """The most cards that can still come to these parts while so many gaps stay, or None if they can't stay."""
    best = {0: 0}  # by gaps left, counted up to the number asked for
    for lot in lots:
        longer: dict[int, int] = {}
        for left, cards in best.items():
            for more in range(lot.more + 1):
                stay = min(gaps, left + max(0, lot.gap - more))
                longer[stay] = max(longer.get(stay, 0), cards + more)
        best = longer
    return best.get(gaps)


def _know(bid: Bid, sighting: Sighting, rules: Rules) -> _Known:
    """The sighting sorted by what matters to the bid.

    Raises:
        ImpossibleCards: it contradicts itself, the deck or the deal.
    """
    suits = tuple(Suit) if bid.category.suited else (None,)
    natural = [card for card in sighting.cards if not rules.is_wild(card)]
    there = Counter(Card(card.rank, card.suit if bid.category.suited else None) for card in natural)
    final = _counted(bid, sighting.counts, rules)
    for card, count in final.items():
        if count < there[card]:
            raise ImpossibleCards(f"{_shown(card, there[card])} shown already, so {count} can't be all of them.")
    there.update({card: count - there[card] for card, count in final.items()})
    sizes = {
        Card(rank, suit): 1 if suit else 4 for suit in suits for rank in Rank if not rules.is_wild(Card(rank, suit))
    }
    more = {card: 0 if card in final else size - there[card] for card, size in sizes.items()}

    hands = []
    for parts in alternatives(bid, rules):
        lots = []
        for part in parts:
            cards = [card for card in sizes if card in part]
            gap = max(0, part.need - sum(there[card] for card in cards))
            lots.append(_Lot(part.suit or part.ranks[0], gap, sum(more.pop(card) for card in cards)))
        hands.append(tuple(lots))

    wilds, more_wilds = _wilds(sighting, rules, len(sighting.cards) - len(natural))
    seen = sum(there.values()) + wilds
    unseen = sighting.in_play - seen
    known = _Known(tuple(hands), wilds, more_wilds, sum(more.values()), unseen)
    if unseen < 0:
        raise ImpossibleCards(f"{seen} cards can't be: only {sighting.in_play} are in play.")
    if unseen > known.more_others + more_wilds + sum(lot.more for lots in hands for lot in lots):
        raise ImpossibleCards(f"So few can't be: the rest of the deck isn't enough for {sighting.in_play} in play.")
    return known


def _counted(bid: Bid, counts: Counts, rules: Rules) -> dict[Card, int]:
    """What was counted of natural cards, by rank alone, or card by card for flushes.

    Raises:
        ImpossibleCards: the deck can't have so many, or the bid is not about what was counted.
    """
    if bid.category.suited and counts.ranks:
        raise ImpossibleCards(f"For a {bid.category.words} the cards of each suit are counted, not of each rank.")
    if counts.suits and not bid.category.suited:
        raise ImpossibleCards("Suits don't matter to this bid: its ranks are counted.")
    found: dict[Card, int] = {}
    for rank, count in counts.ranks:
        check_count(rank, count, rules)
        if not rules.is_wild(Card(rank)):
            found[Card(rank)] = count
        elif count:
            raise ImpossibleCards(f"{rank.plural.capitalize()} are wild here: count them as wild.")
    for suit, ranks in counts.suits:
        for part in (part for parts in alternatives(bid, rules) for part in parts if part.suit is suit):
            found |= {Card(rank, suit): 0 for rank in part.ranks if not rules.is_wild(Card(rank, suit))}
        for rank in ranks:
            card = Card(rank, suit)
            if rules.is_wild(card):
                raise ImpossibleCards(f"{rank.plural.capitalize()} are wild here: count {card} as wild.")
            if found.get(card):
                raise ImpossibleCards(f"{card.words.capitalize()} is there twice: the deck has one.")
            found[card] = 1
    return found


def _wilds(sighting: Sighting, rules: Rules, seen: int) -> tuple[int, int]:
    """How many wilds are known, and how many the unseen may bring.

    Raises:
        ImpossibleCards: the deck hasn't so many, or more have been seen than were counted.
    """
    count = sighting.counts.wilds
    if count is None:
        return seen, rules.wilds - seen
    if count > rules.wilds:
        raise ImpossibleCards(f"{count} wild cards can't be: the deck has {rules.wilds or 'none'}.")
    if count < seen:
        raise ImpossibleCards(f"{seen} wild {'card was' if seen == 1 else 'cards were'} shown already, not {count}.")
    return count, 0


def _shown(card: Card, count: int) -> str:
    if card.suit is not None:
        return f"{card.words.capitalize()} was"
    assert card.rank is not None
    return f"{card.rank.one.capitalize()} was" if count == 1 else f"{count} {card.rank.plural} were"
