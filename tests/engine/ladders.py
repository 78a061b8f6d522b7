"""Every legal bid under given rules, lowest first, listed a second time straight from the table of rules.md."""

from itertools import combinations, permutations

from engine.rules import Rules
from tests.engine.matching import RANKS, straight

OF_A_KIND = ("five", "six", "seven", "eight", "nine", "ten")


def legal_bids(rules: Rules) -> list[str]:
    """The ladder as `category ranks`, as in `full_house 5 K`."""
    named = RANKS[rules.lowest_named - 2 :]
    tops = "789TJQKA" if rules.lowest_named == 3 else "56789TJQKA"
    one = list(named)
    two = [f"{high} {low}" for high in named for low in named if RANKS.index(high) > RANKS.index(low)]
    house = [f"{three} {pair}" for three, pair in permutations(named, 2)]
    rungs = [("high_card", one), ("pair", one), ("two_pair", two), ("three_of_a_kind", one), ("straight", list(tops))]
    if rules.flush == "all_ranks":
        runs = [set(straight(top)) for top in "56789TJQKA"]
        flushes = [five[::-1] for five in combinations(named, 5) if set(five) not in runs]
        flushes.sort(key=lambda five: [RANKS.index(rank) for rank in five])
        rungs.append(("flush", [" ".join(five) for five in flushes]))
    if rules.flush == "high_card":
        rungs.append(("flush", list(tops[1:] if rules.lowest_named == 3 else tops[2:])))
    rungs += [("full_house", house), ("four_of_a_kind", one)]
    if rules.flush != "none":
        rungs.append(("straight_flush", list(tops)))
    rungs += [(f"{number}_of_a_kind", one) for number in OF_A_KIND[: rules.max_kind - 4]]
    return [f"{category} {ranks}" for category, all_ranks in rungs for ranks in all_ranks]
