"""Decks whose cards carry tags: which card of which deck a tag is. Pure.

A card that says which one it is counts once, however it gets in and out: its `Swept.which` is its deck's own name for
it, and of the cards that are shown no two have the same. A joker without a number can't say which, and counts as often
as it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from device.readers.codes import read_code
from engine.cards import JOKER, Card, Rank, Suit
from engine.errors import Unreadable, quoted
from engine.rules import Rules
from engine.value import value

PRINTED = 0
"""The number of the deck whose cards are printed with codes that say the card; taught ones count from 1."""

JOKERS = ("*1", "*2", "*3", "*4")
"""The jokers of a deck that are told apart, by their tags or by the numbers that are printed on them."""

PLAIN_JOKER = "*"
"""A joker that can't say which one it is."""

CARDS = tuple(f"{rank}{suit}" for suit in Suit for rank in (Rank.ACE, *list(Rank)[:-1]))
"""The other cards of a deck, in the order of a new one: ace to king of each suit."""

Tags = Mapping[str, tuple[int, str]]
"""What tags stand for: a deck's number and a card of it."""


@value
class Swept:
    """A tag that came near a reader, and what it stands for.

    Attributes:
        tag: what the reader said.
        deck: the number of its deck, or None for a tag that nobody has taught.
        label: its card in that deck: the card's text, with a number where it is a joker that says which; or "".
    """

    tag: str
    deck: int | None = None
    label: str = ""

    @property
    def card(self) -> Card | None:
        """The card, or None where it isn't known."""
        return card_of(self.label) if self.label else None

    @property
    def which(self) -> str:
        """Which card of a deck it is, or "" where it can't say."""
        return "" if self.label == PLAIN_JOKER else self.label

    @property
    def words(self) -> str:
        """The card as spoken, or the tag where it isn't known, to stand at the beginning."""
        return _begun(words_of(self.label)) if self.label else f"Unknown: {quoted(self.tag)}"

    @property
    def short(self) -> str:
        """The card in few characters: `K♠`, `joker`; or `Unknown card`."""
        card = self.card
        if card is None:
            return "Unknown card"
        return f"{card.rank}{card.suit.symbol}" if card.rank and card.suit else "Joker"

    @property
    def ways(self) -> tuple[str, ...]:
        """Ways to say which card it is, the longest first."""
        whole = f"{self.words}, deck {self.deck}" if self.deck else self.words
        return (whole, self.words, self.short)


@value
class Deck:
    """A deck as far as it was taught.

    Attributes:
        number: its number, from 1.
        cards: the cards that are known, each with its tag; the one taught last at the end.
    """

    number: int
    cards: tuple[tuple[str, str], ...] = ()

    def tag(self, label: str) -> str:
        """The tag of a card, or "" where it wasn't taught."""
        return dict(self.cards).get(label, "")

    def lacks(self, labels: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the cards that weren't taught yet, in their order."""
        known = dict(self.cards)
        return tuple(label for label in labels if label not in known)


def recognised(tag: str, tags: Tags) -> Swept:
    """What a tag stands for; a printed code that says the card comes before what was taught."""
    printed = read_code(tag)
    if printed:
        return Swept(tag, PRINTED, printed)
    deck, label = tags.get(tag, (PRINTED, ""))
    return Swept(tag, deck, label) if label in CARDS or label in JOKERS else Swept(tag)


def decks_of(tags: Tags) -> tuple[Deck, ...]:
    """The decks that were taught, by number. Cards that there are none of are left out."""
    found: dict[int, list[tuple[str, str]]] = {}
    for tag, (number, label) in tags.items():
        if label in CARDS or label in JOKERS:
            found.setdefault(number, []).append((label, tag))
    return tuple(Deck(number, tuple(cards)) for number, cards in sorted(found.items()))


def deck_of(tags: Tags, number: int) -> Deck:
    """The deck of that number, as far as it was taught."""
    return next((deck for deck in decks_of(tags) if deck.number == number), Deck(number))


def labels_for(rules: Rules) -> tuple[str, ...]:
    """The cards of a deck for these rules, in the order in which they are asked for."""
    return (*CARDS, *JOKERS[: rules.jokers])


def card_of(label: str) -> Card:
    """The card that is called so in a deck.

    Raises:
        Unreadable: there is none.
    """
    if label in JOKERS:
        return JOKER
    card = Card.parse(label)
    if card.suit is None and not card.is_joker:
        raise Unreadable(f"{quoted(label)} is not a card of a deck: it has no suit.")
    return card


def label_of(text: str) -> str:
    """What a card is called in a deck: `Ks` for `KS`, `*2` for `joker 2`.

    Raises:
        Unreadable: it is no card, or a joker without its number.
    """
    name = text.strip().lower().replace("joker", "*").replace(" ", "")
    if name in JOKERS:
        return name
    card = card_of(text)
    if card.is_joker:
        raise Unreadable(f"{quoted(text)} is not a card of a deck: its jokers are *1 to *{len(JOKERS)}.")
    return str(card)


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def words_of(label: str) -> str:
    """A card of a deck as spoken: `the king of spades`, `joker 2`."""
    return f"joker {label[1:]}" if label in JOKERS else card_of(label).words
