"""Ranks, suits and cards; reading and writing them (rules.md, "Text forms")."""

from __future__ import annotations

from enum import Enum, IntEnum

from engine.errors import Unreadable, quoted
from engine.value import value

LETTERS = "23456789TJQKA"
WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


class Rank(IntEnum):
    """The rank of a card, two to ace; compares and hashes as its height, 2 to 14."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The canonical letter: one of `2 … 9 T J Q K A`."""
        return LETTERS[self - 2]

    @property
    def word(self) -> str:
        """The rank as spoken: `six`."""
        return WORDS[self - 2]

    @property
    def plural(self) -> str:
        """Several of the rank as spoken: `sixes`."""
        return self.word + ("es" if self is Rank.SIX else "s")

    @property
    def one(self) -> str:
        """One card of the rank with its article: `a six`, `an ace`."""
        return f"{'an' if self in (Rank.EIGHT, Rank.ACE) else 'a'} {self.word}"

    def __str__(self) -> str:
        return self.letter

    @classmethod
    def parse(cls, text: str) -> Rank:
        """The rank that `text` names: `T`, `10`, `ten`, `tens`, in any case.

        Raises:
            Unreadable: it names no rank.

        >>> Rank.parse("sixes")
        <Rank.SIX: 6>
        """
        rank = _RANKS.get(text.strip().lower()) if isinstance(text, str) else None
        if rank is None:
            raise Unreadable(f"{quoted(text)} is not a rank: ranks are 2 to 10, J, Q, K and A.")
        return rank


class Suit(Enum):
    """The suit of a card; its value is the canonical letter."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def symbol(self) -> str:
        """The suit's sign: `♠`."""
        return "♠♥♦♣"["shdc".index(self.value)]

    def __str__(self) -> str:
        return str(self.value)

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit that a letter, a sign or its name stands for, in any case.

        Raises:
            Unreadable: it names no suit.
        """
        suit = _SUITS.get(text.strip().lower()) if isinstance(text, str) else None
        if suit is None:
            raise Unreadable(f"{quoted(text)} is not a suit: suits are s, h, d and c.")
        return suit


_RANKS: dict[str, Rank] = {"10": Rank.TEN}
for _rank in Rank:
    for _name in (_rank.letter.lower(), _rank.word, _rank.plural):
        _RANKS[_name] = _rank

_SUITS: dict[str, Suit] = {}
for _suit in Suit:
    for _name in (_suit.value, _suit.symbol, _suit.name.lower(), _suit.name.lower()[:-1]):
        _SUITS[_name] = _suit


@value
class Card:
    """A card as it was shown.

    Attributes:
        rank: None for a joker.
        suit: None for a joker, or where only the rank was given.
    """

    rank: Rank | None
    suit: Suit | None = None

    @property
    def is_joker(self) -> bool:
        return self.rank is None

    def __str__(self) -> str:
        if self.rank is None:
            return "*"
        return self.rank.letter + (self.suit.value if self.suit else "")

    @property
    def words(self) -> str:
        """As spoken, with its article: `the king of spades`, `a king`, `a joker`."""
        if self.rank is None:
            return "a joker"
        if self.suit is None:
            return self.rank.one
        return f"the {self.rank.word} of {self.suit.name.lower()}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that `text` names: `Ks`, `10d`, `K♠`, `KS`, `*`, `joker`, or a rank alone.

        Raises:
            Unreadable: it names no card.

        >>> str(Card.parse("10♦"))
        'Td'
        """
        name = text.strip().lower() if isinstance(text, str) else ""
        if name in ("*", "joker"):
            return JOKER
        if name in _RANKS:
            return cls(_RANKS[name])
        name = name.removesuffix("\N{VARIATION SELECTOR-16}").removesuffix("\N{VARIATION SELECTOR-15}")
        rank, suit = name[:-1], name[-1:]
        if rank in _RANKS and suit in ("s", "h", "d", "c", "♠", "♥", "♦", "♣"):
            return cls(_RANKS[rank], _SUITS[suit])
        raise Unreadable(f"{quoted(text)} is not a card: write rank and suit, as in Ks or 10d, or * for a joker.")


JOKER = Card(None)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards in `text`, separated by blanks or commas, in order.

    Raises:
        Unreadable: one of them is no card.

    >>> " ".join(str(card) for card in parse_cards("kh, 10d *"))
    'Kh Td *'
    """
    if not isinstance(text, str):
        raise Unreadable(f"{quoted(text)} is not a list of cards: write them as in Ks 10d *.")
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())


def format_cards(cards: tuple[Card, ...]) -> str:
    """The cards in canonical text, separated by blanks."""
    return " ".join(map(str, cards))
