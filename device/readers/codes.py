"""What is printed on a card as a code that already says which card it is: `KS`, `10h`, `JOKER`."""

from __future__ import annotations

from engine.cards import Card
from engine.errors import Unreadable

LONGEST = 8
"""Characters of the longest code, `joker 2`, with some room."""


def read_code(text: str) -> Card | None:
    """The card that a printed code says, rank and suit, or a joker; None where it says none.

    >>> str(read_code("10h")), read_code("10")
    ('Th', None)
    """
    if len(text) > LONGEST:
        return None
    name = text.strip()
    if name[:1] == "*" or name[:5].lower() == "joker":
        name = name.rstrip(" 1234")  # which of them it is
    try:
        card = Card.parse(name)
    except Unreadable:
        return None
    return card if card.suit or card.is_joker else None
