"""What the table counts of the cards that are shown, and what there is to be counted for a bid.

Source: rules.md, "Revealed cards, and how a call is settled".
"""

from __future__ import annotations

from typing import Any

from engine.bids import Bid
from engine.cards import Card, Rank, Suit
from engine.errors import Unreadable, quoted
from engine.rules import Rules
from engine.shapes import alternatives
from engine.value import replace, value

WILD = "wild"


@value
class Counts:
    """What the table counted.

    Attributes:
        ranks: how many of each rank, for bids that suits don't matter to.
        suits: which ranks of each suit, for flushes.
        wilds: how many wild cards, or None where they weren't counted.
    """

    ranks: tuple[tuple[Rank, int], ...] = ()
    suits: tuple[tuple[Suit, tuple[Rank, ...]], ...] = ()
    wilds: int | None = None

    @classmethod
    def from_data(cls, data: object) -> Counts:
        """The counts as a record holds them: `{"6": 2, "wild": 1}`, `{"h": ["A", "9"], "wild": 1}`.

        Raises:
            Unreadable: they aren't counts.
        """
        if not isinstance(data, dict):
            raise Unreadable(f'{quoted(data)} are not counts: write {{"6": 2, "wild": 1}}.')
        ranks: dict[Rank, int] = {}
        suits: dict[Suit, tuple[Rank, ...]] = {}
        wilds = None
        for key, count in data.items():
            if key.lower() in _SUIT_KEYS:
                if not isinstance(count, list):
                    raise Unreadable(f'{quoted(count)} is not a list of ranks: write "{key}": ["A", "9"].')
                _set_once(suits, Suit.parse(key), tuple(Rank.parse(rank) for rank in count))
                continue
            if type(count) is not int or count < 0:
                raise Unreadable(f"{quoted(count)} is not a number of cards: write {quoted(key)}: 2.")
            if key == WILD:
                wilds = count
            else:
                _set_once(ranks, Rank.parse(key), count)
        return cls(tuple(ranks.items()), tuple(suits.items()), wilds)

    def to_data(self) -> dict[str, Any]:
        """The counts as a record holds them."""
        data: dict[str, Any] = {rank.letter: count for rank, count in self.ranks}
        data |= {suit.value: [rank.letter for rank in ranks] for suit, ranks in self.suits}
        return data if self.wilds is None else data | {WILD: self.wilds}

    def completed(self, bid: Bid, rules: Rules) -> Counts:
        """With what nobody need be asked for: no wilds where the deck has none, no natural twos where all are wild."""
        counts = self if rules.wilds else replace(self, wilds=0)
        named = {rank for part in alternatives(bid, rules)[0] for rank in part.ranks}
        if not bid.category.suited and Rank.TWO in named and rules.twos_wild:
            counts = replace(counts, ranks=(*counts.ranks, (Rank.TWO, 0)))
        return counts

    def missing(self, bid: Bid, rules: Rules) -> int:
        """How many more cards the hand would need, as far as it was counted; 0 for flushes, whose suits are many."""
        if bid.category.suited:
            return 0
        there = dict(self.ranks)
        parts = alternatives(bid, rules)[0]
        gaps = sum(max(0, part.need - sum(there.get(rank, 0) for rank in part.ranks)) for part in parts)
        return max(0, gaps - (self.wilds or 0))

    def __str__(self) -> str:
        """What was counted, as spoken: `2 sixes, 1 wild`."""
        told = [f"{count} {rank.word if count == 1 else rank.plural}" for rank, count in self.ranks]
        told += [f"{suit.symbol} {' '.join(rank.letter for rank in ranks) or 'none'}" for suit, ranks in self.suits]
        if self.wilds is not None:
            told.append(f"{self.wilds} wild")
        return ", ".join(told) or "too few cards for it"


_SUIT_KEYS = frozenset("shdc♠♥♦♣")


def _set_once(found: dict[Any, Any], key: Any, value: Any) -> None:
    if key in found:
        raise Unreadable(f"{key} is counted twice.")
    found[key] = value


# What there is to be counted, each by its key as data


def asks_of(bid: Bid, rules: Rules) -> tuple[str, ...]:
    """Everything that can be counted for a bid, in the order of naming, whether or not it settles anything."""
    parts = [part for parts in alternatives(bid, rules) for part in parts if part.size]
    names = dict.fromkeys(str(part.suit or part.ranks[0]) for part in parts)
    return (*names, WILD) if rules.wilds else tuple(names)


def suit_ranks(bid: Bid, suit: Suit, rules: Rules) -> tuple[Rank, ...]:
    """The ranks of a suit that matter to a flush, in the order of naming; without those that are wild."""
    return tuple(
        rank
        for parts in alternatives(bid, rules)
        for part in parts
        if part.suit is suit
        for rank in part.ranks
        if not rules.is_wild(Card(rank, suit))
    )


def most_of(key: str, rules: Rules) -> int:
    """How many there can be of a rank, or of wilds."""
    return rules.wilds if key == WILD else 4


def likeliest(key: str, in_play: int, rules: Rules) -> int:
    """The likeliest number of a rank, or of wilds, among the cards in play (the mode of the hypergeometric
    distribution)."""
    most = most_of(key, rules)
    return min(most, (in_play + 1) * (most + 1) // (rules.deck + 2))
