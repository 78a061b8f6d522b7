"""What is printed on a card as a code that already says which card it is: `KS`, `10h`, `JOKER`."""

from __future__ import annotations

from engine.cards import Card
from engine.errors import Unreadable

LONGEST = 8
"""Characters of the longest code, `joker 2`, with some room."""


def read_code(text: str) -> str:
    """The card that a printed code says, as a deck calls it: rank and suit, or a joker with the number that it bears,
    `*` where it bears none; "" where it says no card.

    >>> read_code("10h"), read_code("JOKER 2"), read_code("joker"), read_code("10")
    ('Th', '*2', '*', '')
    """
    name = text.strip().lower().replace("joker", "*", 1)
    if len(text) > LONGEST:
        return ""
    if name[:1] == "*":
        number = name[1:].strip()
        return f"*{number}" if number in ("", *"1234") else ""
    try:
        card = Card.parse(name)
    except Unreadable:
        return ""
    return str(card) if card.suit else ""
