"""One of every kind of rules, and the whole decks they are played with, as text."""

from collections import Counter

from engine.rules import Rules

TEXTS = (
    "classic", "denexa", "classic,flush=all_ranks", "classic,flush=all_ranks,max_kind=8", "classic,flush=high_card",
    "classic,flush=high_card,lowest_named=2", "classic,jokers=4,max_kind=8",
    "classic,jokers=2,lowest_named=2,flush=all_ranks,max_kind=10", "classic,twos_wild=no,lowest_named=2,max_kind=4",
    "classic,twos_wild=no,lowest_named=2,max_kind=4,flush=all_ranks",
    "classic,twos_wild=no,lowest_named=2,jokers=2,max_kind=6,flush=high_card", "classic,lives=5,max_kind=4",
    "denexa,jokers=0", "denexa,jokers=4,max_kind=10", "denexa,lowest_named=3", "denexa,flush=none",
    "denexa,twos_wild=no",
)  # fmt: skip
RULE_SETS = {text: Rules.parse(text) for text in TEXTS}


def deck(rules: Rules) -> list[str]:
    """All cards of the deck: `2s` … `Ac`, and `*` for every joker."""
    return [rank + suit for rank in "23456789TJQKA" for suit in "shdc"] + ["*"] * rules.jokers


def rest_of(rules: Rules, cards: list[str]) -> list[str]:
    """What the deck has besides those cards."""
    return list((Counter(deck(rules)) - Counter(cards)).elements())
