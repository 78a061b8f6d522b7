"""Bids: what can be named, as data and in words, and how bids compare.

Source: rules.md, "Bids, lowest to highest".
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from engine.cards import Rank
from engine.errors import Illegal, Unreadable, listed, quoted
from engine.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself is slow to import
    from typing import Any

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Category(IntEnum):
    """What kind of hand a bid names, lowest first; compares by that order."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9
    SIX_OF_A_KIND = 10
    SEVEN_OF_A_KIND = 11
    EIGHT_OF_A_KIND = 12
    NINE_OF_A_KIND = 13
    TEN_OF_A_KIND = 14

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def words(self) -> str:
        """As spoken: `full house`."""
        return self.name.lower().replace("_", " ")

    @property
    def kind(self) -> int | None:
        """How many cards of one rank the hand is, or None where it is not that sort of hand."""
        return _KIND.get(self)

    @property
    def suited(self) -> bool:
        """Whether suits decide if the hand is there."""
        return self in (Category.FLUSH, Category.STRAIGHT_FLUSH)

    @classmethod
    def of_kind(cls, count: int) -> Category:
        """The category of `count` cards (1 to 10) of one rank."""
        return next(category for category, kind in _KIND.items() if kind == count)

    @classmethod
    def parse(cls, text: str) -> Category:
        """The category of that name, as data (`full_house`) or in words.

        Raises:
            Unreadable: there is no such category.
        """
        name = text.strip().upper().replace(" ", "_") if isinstance(text, str) else ""
        if name not in cls.__members__:
            raise Unreadable(f"{quoted(text)} is not a category: they are {', '.join(map(str, cls))}.")
        return cls[name]


_KIND = {Category.HIGH_CARD: 1, Category.PAIR: 2, Category.THREE_OF_A_KIND: 3, Category.FOUR_OF_A_KIND: 4} | {
    Category(Category.FIVE_OF_A_KIND + n - 5): n for n in range(5, 11)
}
_RANKS_NAMED = {Category.TWO_PAIR: (2,), Category.FULL_HOUSE: (2,), Category.FLUSH: (1, 5)}


@value
class Bid:
    """A named hand. Bids compare as the rules order them; the same hand named either way round is one bid.

    Attributes:
        category: what kind of hand.
        ranks: the named ranks, most important first: a full house's triple before its pair, two pair and a
            five-rank flush from the top down, a straight by its top alone.

    Raises:
        Illegal: a hand of that kind can't be named by those ranks.

    >>> str(Bid(Category.TWO_PAIR, (Rank.FOUR, Rank.EIGHT)))
    'eights and fours'
    """

    category: Category
    ranks: tuple[Rank, ...]

    def __post_init__(self) -> None:
        named = _RANKS_NAMED.get(self.category, (1,))
        if len(self.ranks) not in named:
            wanted = listed([str(n) for n in named], "or") + (" ranks" if named[-1] > 1 else " rank")
            raise Illegal(f"A {self.category.words} names {wanted}, not {len(self.ranks)}.")
        if len(set(self.ranks)) < len(self.ranks):
            given = " ".join(map(str, self.ranks))
            raise Illegal(f"A {self.category.words} names different ranks, and {given} names one twice.")
        if self.category in (Category.TWO_PAIR, Category.FLUSH):
            object.__setattr__(self, "ranks", tuple(sorted(self.ranks, reverse=True)))
        if self.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
            straight_ranks(self.ranks[0])
        if len(self.ranks) == 5 and in_sequence(self.ranks):
            given = " ".join(map(str, self.ranks))
            raise Illegal(f"{given} in one suit is a straight flush, and can't be named as a flush.")

    def __lt__(self, other: Bid) -> bool:
        return (self.category, self.ranks) < (other.category, other.ranks)

    def __gt__(self, other: Bid) -> bool:
        return (self.category, self.ranks) > (other.category, other.ranks)

    def __le__(self, other: Bid) -> bool:
        return (self.category, self.ranks) <= (other.category, other.ranks)

    def __ge__(self, other: Bid) -> bool:
        return (self.category, self.ranks) >= (other.category, other.ranks)

    @property
    def straight_ranks(self) -> tuple[Rank, ...]:
        """The five ranks of a straight or straight flush, from the top down; the ace is low under a five.

        Raises:
            Illegal: no straight has that top.
        """
        return straight_ranks(self.ranks[0])

    def __str__(self) -> str:
        return _WORDS.get(self.category, _kind_words)(self)

    def to_data(self) -> dict[str, Any]:
        """The bid as a record writes it: `{"category": "full_house", "ranks": ["5", "K"]}`."""
        return {"category": str(self.category), "ranks": [rank.letter for rank in self.ranks]}

    @classmethod
    def from_data(cls, data: object) -> Bid:
        """The bid that a record's `data` holds.

        Raises:
            Unreadable: it is no bid; Illegal: no bid can be named by those ranks.
        """
        if not isinstance(data, dict):
            raise Unreadable(f'{quoted(data)} is not a bid: write {{"category": "pair", "ranks": ["6"]}}.')
        missing = [key for key in ("category", "ranks") if key not in data]
        if missing:
            raise Unreadable(f"A bid needs its {listed(missing)}.")
        ranks = data["ranks"]
        if not isinstance(ranks, list):
            raise Unreadable(f'{quoted(ranks)} is not a list of ranks: write ["5", "K"].')
        return cls(Category.parse(data["category"]), tuple(Rank.parse(rank) for rank in ranks))

    @classmethod
    def parse(cls, text: str) -> Bid:
        """The bid that somebody says, in any of the forms that rules.md lists.

        Raises:
            Unreadable: no bid is said like that; Ambiguous: it could be more than one; Illegal: no bid can be
                named by those ranks.

        >>> Bid.parse("nine-high straight") == Bid.parse("straight to nine")
        True
        """
        from engine.spoken import read_bid  # it needs this module whole

        return read_bid(text)


def straight_ranks(top: Rank) -> tuple[Rank, ...]:
    """The five ranks of the straight up to `top`, from the top down; five-high is A-2-3-4-5 (ace low).

    Raises:
        Illegal: the top is below five.
    """
    if top < Rank.FIVE:
        raise Illegal(f"There is no straight to {top.word}: the lowest is to five, with the ace low.")
    return tuple(Rank(top - n) if top - n >= 2 else Rank.ACE for n in range(5))


def in_sequence(ranks: tuple[Rank, ...]) -> bool:
    """Whether five ranks are those of a straight."""
    return any(set(ranks) == set(straight_ranks(Rank(top))) for top in range(5, 15))


def _kind_words(bid: Bid) -> str:
    count = bid.category.kind
    assert count is not None  # every other category has words of its own
    return f"{NUMBERS[count - 1]} {bid.ranks[0].plural}"


def _flush_words(bid: Bid) -> str:
    if len(bid.ranks) == 1:
        return f"{bid.ranks[0].word}-high flush"
    return f"flush {' '.join(rank.letter for rank in bid.ranks)}"


_WORDS: dict[Category, Callable[[Bid], str]] = {
    Category.HIGH_CARD: lambda bid: f"{bid.ranks[0].word} high",
    Category.PAIR: lambda bid: f"pair of {bid.ranks[0].plural}",
    Category.TWO_PAIR: lambda bid: f"{bid.ranks[0].plural} and {bid.ranks[1].plural}",
    Category.STRAIGHT: lambda bid: f"straight to {bid.ranks[0].word}",
    Category.FLUSH: _flush_words,
    Category.FULL_HOUSE: lambda bid: f"{bid.ranks[0].plural} over {bid.ranks[1].plural}",
    Category.STRAIGHT_FLUSH: lambda bid: f"straight flush to {bid.ranks[0].word}",
}
