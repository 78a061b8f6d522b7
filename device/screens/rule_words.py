"""The rules in words: house rules as they are made up, and what rules come to in a line or two."""

from __future__ import annotations

import re

from engine.rules import FIELDS, PRESETS, RULES, Rules, Value

Values = tuple[Value, ...]
"""A value for each of `FIELDS`, whether they can be played together or not."""

HOUSE = "house"
SETS = (*PRESETS, HOUSE)
"""What rules can be: a preset's, or made up."""

_NAMED = re.compile(r"\b(" + "|".join(field for field in FIELDS if "_" in field or field == "step") + r")\b")
"""The fields as the engine's sentences name them; `lives` and the like are words as well."""


def in_labels(sentence: str) -> str:
    """A sentence of the engine's with the fields called what they are called on the panel.

    >>> print(in_labels("lowest_named must be 2 when twos_wild is no."))
    "Lowest rank in bids" must be 2 when "Twos are wild" is no.
    """
    return _NAMED.sub(lambda found: f'"{RULES[found[0]].label}"', sentence)


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
