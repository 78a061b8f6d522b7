"""What a bid asks of the commune: parts of the deck, and how many cards from each.

Judging, partial knowledge and odds all reckon with the same shape. A bid exists where, for one of its
alternatives (a suit, for flushes; there is one otherwise), the natural cards leave no more gaps than there are
wilds. Parts never share a card, so each card counts once; neither do alternatives.

Source: rules.md, "Cards and wilds" and "Bids, lowest to highest".
"""

from __future__ import annotations

from functools import lru_cache

from engine.bids import NUMBERS, Bid, Category
from engine.cards import Card, Rank, Suit
from engine.errors import listed
from engine.rules import Rules
from engine.value import value


@value
class Part:
    """Some cards of the deck, of which the hand needs a number.

    Attributes:
        ranks: the ranks that serve, highest first.
        suit: the suit they must have, or None where any serves.
        need: how many cards the hand needs of them.
        size: how many natural (not wild) cards of the deck serve.
    """

    ranks: tuple[Rank, ...]
    suit: Suit | None
    need: int
    size: int

    def __contains__(self, card: Card) -> bool:
        return card.rank in self.ranks and (self.suit is None or card.suit is self.suit)

    def words(self, count: int) -> str:
        """So many cards of the part, as spoken: `a six`, `two sixes`, `the nine of hearts`."""
        if self.suit is None:
            return self.ranks[0].one if count == 1 else f"{NUMBERS[count - 1]} {self.ranks[0].plural}"
        suit = self.suit.name.lower()
        if len(self.ranks) == 1:
            return f"the {self.ranks[0].word} of {suit}"
        lower = f"below the {Rank(self.ranks[0] + 1).word}"
        return f"a {suit[:-1]} {lower}" if count == 1 else f"{NUMBERS[count - 1]} {suit} {lower}"


Alternative = tuple[Part, ...]


@lru_cache(maxsize=4096)
def alternatives(bid: Bid, rules: Rules) -> tuple[Alternative, ...]:
    """The ways in which `bid` can be there, each the parts that must be filled, in the order of naming."""
    suits = tuple(Suit) if bid.category.suited else (None,)
    return tuple(
        tuple(
            Part(ranks, suit, need, sum(1 if suit else 4 for rank in ranks if not rules.is_wild(Card(rank))))
            for ranks, need in _wanted(bid, rules)
        )
        for suit in suits
    )


def _wanted(bid: Bid, rules: Rules) -> list[tuple[tuple[Rank, ...], int]]:
    """Ranks, and how many cards of them the hand needs."""
    if bid.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return [((rank,), 1) for rank in bid.straight_ranks]
    if bid.category is Category.TWO_PAIR:
        return [((rank,), 2) for rank in bid.ranks]
    if bid.category is Category.FULL_HOUSE:
        return [((rank,), need) for rank, need in zip(bid.ranks, (3, 2), strict=True)]
    if bid.category is Category.FLUSH and len(bid.ranks) == 5:
        return [((rank,), 1) for rank in bid.ranks]
    if bid.category is Category.FLUSH:
        lower = tuple(rank for rank in reversed(rules.named_ranks) if rank < bid.ranks[0])
        return [(bid.ranks, 1), (lower, 4)]
    return [(bid.ranks, bid.category.kind or 1)]


def wanted_words(gaps: tuple[tuple[Part, int], ...], joint: str = "and") -> str:
    """Cards that are missing, as spoken: `a five and two kings`; with `or`, one of each sort: `a five or a king`."""
    return listed([part.words(count if joint == "and" else 1) for part, count in gaps], joint)
