"""A second judge, slow and obvious, written from rules.md alone: put revealed cards into the places of the hand.

Cards are text (`Ks`, `K`, `*`), bids are data, and a place is a rank with a suit or without one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from engine.rules import Rules

RANKS = "23456789TJQKA"
KINDS = {
    "high_card": 1, "pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4, "five_of_a_kind": 5, "six_of_a_kind": 6,
    "seven_of_a_kind": 7, "eight_of_a_kind": 8, "nine_of_a_kind": 9, "ten_of_a_kind": 10,
}  # fmt: skip

Place = tuple[str, str]  # a rank and a suit, "" where any suit serves
Data = dict[str, Any]


def is_wild(card: str, rules: Rules) -> bool:
    return card == "*" or (rules.twos_wild and card[0] == "2")


def straight(top: str) -> str:
    """The five ranks of a straight; the ace is low under a five."""
    end = ("A" + RANKS).rindex(top)
    return ("A" + RANKS)[end - 4 : end + 1]


def places(bid: Data, rules: Rules) -> Iterator[list[Place]]:
    """Every set of places that would make the hand: one, or for flushes one for each suit and choice of kickers."""
    category, ranks = bid["category"], bid["ranks"]
    if category in KINDS:
        yield [(ranks[0], "")] * KINDS[category]
    elif category == "two_pair":
        yield [(rank, "") for rank in ranks for _ in range(2)]
    elif category == "full_house":
        yield [(ranks[0], "")] * 3 + [(ranks[1], "")] * 2
    elif category == "straight":
        yield [(rank, "") for rank in straight(ranks[0])]
    elif category == "straight_flush":
        yield from ([(rank, suit) for rank in straight(ranks[0])] for suit in "shdc")
    elif len(ranks) == 5:
        yield from ([(rank, suit) for rank in ranks] for suit in "shdc")
    else:
        lower = RANKS[rules.lowest_named - 2 : RANKS.index(ranks[0])]
        yield from (
            [(ranks[0], suit)] + [(rank, suit) for rank in four] for suit in "shdc" for four in combinations(lower, 4)
        )


def filled(cards: Sequence[str], hand: list[Place], rules: Rules) -> int:
    """How many places can be filled at once, each by a card of its own (bipartite matching, path by path)."""
    holder: dict[int, int] = {}  # which card fills which place

    def find_room(card: int, tried: set[int]) -> bool:
        for place, (rank, suit) in enumerate(hand):
            if place in tried:
                continue
            if is_wild(cards[card], rules) or (cards[card][0] == rank and suit in ("", cards[card][1:])):
                tried.add(place)
                if place not in holder or find_room(holder[place], tried):
                    holder[place] = card
                    return True
        return False

    return sum(find_room(card, set()) for card in range(len(cards)))


def missing(bid: Data, cards: Sequence[str], rules: Rules) -> int:
    """How many places stay empty at best; 0 where the commune contains the hand."""
    return min(len(hand) - filled(cards, hand, rules) for hand in places(bid, rules))


def fault_of_proof(bid: Data, cards: Sequence[str], proof: Sequence[tuple[str, str]], rules: Rules) -> str | None:
    """What is wrong with a proof that the hand is there: pairs of a revealed card and what it counts as."""
    suited = "flush" in bid["category"]
    spare = Counter(cards)
    for card, counts_as in proof:
        spare[card] -= 1
        if spare[card] < 0:
            return f"{card} is used more often than it was revealed"
        if not is_wild(card, rules) and counts_as[0] != card[0]:
            return f"{card} is not wild and can't count as {counts_as}"
        if not is_wild(card, rules) and suited and counts_as != card:
            return f"{card} is not wild and can't count as {counts_as}"
    made = Counter((counts_as[0], counts_as[1:] if suited else "") for _, counts_as in proof)
    if all(made != Counter(hand) for hand in places(bid, rules)):
        return f"{sorted(made.elements())} are not the places of the hand"
    return None
