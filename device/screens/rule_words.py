"""The fields of the rules in words: what each is called, what it can be, and how a value is said."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.rules import CALLERS, FIELDS, FIRST_BIDDERS, FLUSHES, PRESETS, SCORINGS, Rules

Value = int | str | bool | None
"""A value of a field."""
Values = tuple[Value, ...]
"""A value for each of `FIELDS`, whether they can be played together or not."""

HOUSE = "house"
SETS = (*PRESETS, HOUSE)
"""What rules can be: a preset's, or made up."""

LABELS: Mapping[str, str] = {
    "lives": "Penalties to be out",
    "scoring": "What is counted",
    "first_cards": "Cards at the start",
    "step": "Cards per penalty",
    "twos_wild": "Twos are wild",
    "jokers": "Jokers in the deck",
    "lowest_named": "Lowest rank in bids",
    "flush": "Flush",
    "max_kind": "Longest of a kind",
    "first_bidder": "Who bids first",
    "caller": "Who may call",
    "max_seats": "Most players",
}

CHOICES: Mapping[str, Values] = {
    "lives": tuple(range(1, 10)),
    "scoring": SCORINGS,
    "first_cards": tuple(range(1, 10)),
    "step": (1, -1),
    "twos_wild": (True, False),
    "jokers": tuple(range(5)),
    "lowest_named": (2, 3),
    "flush": FLUSHES,
    "max_kind": tuple(range(4, 11)),
    "first_bidder": FIRST_BIDDERS,
    "caller": CALLERS,
    "max_seats": (None, *range(2, 57)),
}

_SAID: Mapping[str, Mapping[Value, str]] = {
    "step": {1: "1 more", -1: "1 fewer"},
    "twos_wild": {True: "yes", False: "no"},
    "jokers": {0: "none"},
    "flush": {"none": "not allowed", "all_ranks": "by all 5 ranks", "high_card": "by high card"},
    "first_bidder": {"last_penalized": "last penalized", "left_of_dealer": "left of dealer"},
    "caller": {"anyone": "anyone", "next_player": "next player"},
    "max_seats": {None: "as cards allow"},
}


_NAMED = re.compile(r"\b(" + "|".join(field for field in FIELDS if "_" in field or field == "step") + r")\b")
"""The fields as the engine's sentences name them; `lives` and the like are words as well."""


def said(field: str, value: Value) -> str:
    """A value in words, at most 14 characters.

    >>> said("flush", "high_card")
    'by high card'
    """
    return _SAID.get(field, {}).get(value, str(value))


def in_labels(sentence: str) -> str:
    """A sentence of the engine's with the fields called what they are called on the panel.

    >>> print(in_labels("lowest_named must be 2 when twos_wild is no."))
    "Lowest rank in bids" must be 2 when "Twos are wild" is no.
    """
    return _NAMED.sub(lambda found: f'"{LABELS[found[0]]}"', sentence)


def values_of(rules: Rules) -> Values:
    """The rules field by field."""
    return tuple(getattr(rules, field) for field in FIELDS)


def rules_of(values: Values) -> Rules:
    """The rules with these values, told as the preset that they are nearest to.

    Raises:
        Unplayable: they can't be played together.
    """
    nearest = min(PRESETS, key=lambda preset: changes(values, PRESETS[preset]))
    return Rules.of(nearest, **dict(zip(FIELDS, values, strict=True)))


def changes(values: Values, rules: Rules) -> int:
    """How many fields have another value in `rules`."""
    return sum(value != other for value, other in zip(values, values_of(rules), strict=True))


def preset_of(values: Values) -> str | None:
    """The preset whose rules these are, or None for house rules."""
    return next((name for name, rules in PRESETS.items() if values == values_of(rules)), None)


def called(rules: Rules) -> str:
    """What the rules are called: the preset's name, or `house`."""
    return preset_of(values_of(rules)) or "house"


def summary(rules: Rules) -> tuple[str, str]:
    """The rules in two short lines.

    >>> summary(Rules.of("denexa"))
    ('2 jokers, flushes', '3 tokens, 10 seats')
    """
    counted = {"penalties": ("penalty", "penalties"), "tokens": ("token", "tokens")}[rules.scoring]
    jokers = f"{rules.jokers or 'no'} joker{'' if rules.jokers == 1 else 's'}"
    flushes = "no flushes" if rules.flush == "none" else "flushes"
    return f"{jokers}, {flushes}", f"{rules.lives} {counted[rules.lives > 1]}, {rules.seats} seats"
