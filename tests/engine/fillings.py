"""Every way in which cards not seen yet may turn out, sorted so that what can't matter is not told apart.

Cards that serve the hand in the same way are one lot: the cards of a named rank; for a flush the named cards of a
suit, the top apart from its kickers; all wilds; and everything else.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import comb, prod

from engine.bids import Bid
from engine.rules import Rules
from tests.engine.matching import is_wild, missing, places

OTHER, WILD = "other", "wild"


class Sorter:
    """Sorts cards into lots for one bid, and judges by lots, remembering what it has judged."""

    def __init__(self, bid: Bid, rules: Rules) -> None:
        self.rules = rules
        self.data = bid.to_data()
        self.suited = bid.category.suited
        hands = list(places(self.data, rules))
        self.named = {rank for hand in hands for rank, _ in hand}
        self.tops = set(self.data["ranks"]) if self.suited and len(self.named) > 5 else set()
        self._judged: dict[tuple[tuple[str, int], ...], bool] = {}

    def lot(self, card: str) -> str:
        """The lot that a card belongs to."""
        if is_wild(card, self.rules):
            return WILD
        if card[0] not in self.named:
            return OTHER
        if not self.suited:
            return card[0]
        return card[1] + ("top" if card[0] in self.tops else "")

    def holds(self, counts: Mapping[str, int]) -> bool:
        """Whether so many cards of each lot make the hand."""
        key = self._key(counts)
        if key not in self._judged:
            cards = [card for lot, count in key for card in self._cards(lot, count)]
            self._judged[key] = missing(self.data, cards, self.rules) == 0
        return self._judged[key]

    def _key(self, counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
        """The counts as far as they matter: no more cards than a hand has, and suits in any order."""
        if not self.suited:
            return tuple((lot, min(count, 10)) for lot, count in sorted(counts.items()) if count and lot != OTHER)
        suits = sorted((min(counts.get(suit + "top", 0), 5), min(counts.get(suit, 0), 5)) for suit in "shdc")
        named = (suit + end for suit in "shdc" for end in ("top", ""))
        lots = zip(named, chain(*suits), strict=True)
        return (*[lot for lot in lots if lot[1]], (WILD, min(counts.get(WILD, 0), 5)))

    def _cards(self, lot: str, count: int) -> list[str]:
        """Cards like that: which of a lot's they are makes no difference."""
        if lot == WILD:
            return ["2s" if self.rules.twos_wild else "*"] * count
        if not self.suited:
            return [lot] * count
        ranks = self.tops if lot.endswith("top") else self.named - self.tops
        return [rank + lot[0] for rank in sorted(ranks) if not is_wild(rank, self.rules)][:count]


def fillings(lots: Sequence[tuple[str, int]], count: int) -> Iterator[dict[str, int]]:
    """Every way to take `count` cards from lots of given sizes."""
    if not lots:
        if count == 0:
            yield {}
        return
    (lot, size), rest = lots[0], lots[1:]
    room = sum(more for _, more in rest)
    for taken in range(max(0, count - room), min(size, count) + 1):
        for others in fillings(rest, count - taken):
            yield others | {lot: taken}


def answers(sorter: Sorter, known: Counter[str], left: Counter[str], unseen: int) -> set[bool]:
    """What the call may still turn out as: nothing, where there is no filling at all."""
    found: set[bool] = set()
    for more in fillings(sorted(left.items(), key=lambda lot: lot[1]), unseen):
        found.add(sorter.holds({lot: known[lot] + more.get(lot, 0) for lot in {*known, *more}}))
        if len(found) == 2:
            break
    return found


def ways(sorter: Sorter, known: Counter[str], left: Counter[str], unseen: int) -> int:
    """In how many ways `unseen` cards can come so that the hand is there."""
    return sum(
        prod(comb(left[lot], taken) for lot, taken in more.items())
        for more in fillings(list(left.items()), unseen)
        if sorter.holds({lot: known[lot] + more.get(lot, 0) for lot in {*known, *more}})
    )
