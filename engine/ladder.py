"""The ladder: every bid that the rules allow, lowest first (rules.md, "Bids, lowest to highest")."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations

from engine.bids import Bid, Category, in_sequence
from engine.cards import Rank
from engine.errors import Illegal
from engine.rules import Rules


class Ladder:
    """A view of the legal bids under `rules`, lowest first: counted, indexed and searched, and it knows its steps.

    >>> from engine.rules import Rules
    >>> rungs = Ladder(Rules.of("classic"))
    >>> len(rungs), str(rungs[0]), str(rungs[-1])
    (266, 'three high', 'five aces')
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __contains__(self, bid: object) -> bool:
        return isinstance(bid, Bid) and why_not(bid, self.rules) is None

    def __len__(self) -> int:
        return len(_rungs(self.rules))

    def __iter__(self) -> Iterator[Bid]:
        return iter(_rungs(self.rules))

    def __getitem__(self, index: int) -> Bid:
        return _rungs(self.rules)[index]

    def check(self, bid: Bid) -> None:
        """Refuse a bid that isn't on the ladder.

        Raises:
            Illegal: with the reason.
        """
        reason = why_not(bid, self.rules)
        if reason is not None:
            raise Illegal(reason)

    def above(self, bid: Bid | None) -> tuple[Bid, ...]:
        """The legal bids higher than `bid`, lowest first; all of them where it is None."""
        rungs = _rungs(self.rules)
        return rungs if bid is None else rungs[bisect_right(rungs, bid) :]

    def after(self, bid: Bid) -> Bid | None:
        """The lowest legal bid higher than `bid`, or None after the highest."""
        higher = self.above(bid)
        return higher[0] if higher else None

    def of(self, category: Category, above: Bid | None = None) -> tuple[Bid, ...]:
        """The legal bids of one category, lowest first, those higher than `above` alone; none where the rules don't
        have it."""
        bids = _of(self.rules, category)
        return bids if above is None or above.category < category else tuple(bid for bid in bids if bid > above)

    @property
    def categories(self) -> tuple[Category, ...]:
        """The categories that have legal bids, lowest first."""
        return tuple(category for category in Category if _category_refusal(category, self.rules) is None)


def why_not(bid: Bid, rules: Rules) -> str | None:
    """Why the rules don't allow `bid`, as a sentence, or None where they do."""
    refusal = _category_refusal(bid.category, rules)
    if refusal is not None:
        return refusal
    lowest = rules.named_ranks[0]
    if bid.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        top = bid.ranks[0]
        if min(bid.straight_ranks) < lowest:
            return (
                f"A {bid.category.words} to {top.word} holds a two, which can't be named: the lowest is to "
                f"{lowest_straight(rules).word}."
            )
        return None
    for rank in bid.ranks:
        if rank < lowest:
            return f"{rank.plural.capitalize()} can't be named: the lowest rank that can is {lowest.word}."
    if bid.category is Category.FLUSH:
        return _flush_refusal(bid, rules)
    return None


def lowest_straight(rules: Rules) -> Rank:
    """The top of the lowest straight: five with twos nameable (the ace low), seven without."""
    return Rank.FIVE if rules.lowest_named == 2 else Rank.SEVEN


def lowest_flush(rules: Rules) -> Rank:
    """The top of the lowest flush named by its high card: one above the straight flush of the lowest ranks."""
    return Rank(rules.lowest_named + 5)


def _category_refusal(category: Category, rules: Rules) -> str | None:
    if category.suited and rules.flush == "none":
        return f"A {category.words} can't be bid: these rules have no flushes."
    if category.kind is not None and category.kind > max(rules.max_kind, 4):
        return f"{category.words.capitalize()} can't be bid: these rules stop at {rules.max_kind} of a kind."
    return None


def _flush_refusal(bid: Bid, rules: Rules) -> str | None:
    if rules.flush == "all_ranks":
        return None if len(bid.ranks) == 5 else "A flush is named by all its five ranks, as in flush A J 9 5 3."
    if len(bid.ranks) != 1:
        return f"A flush is named by its highest rank alone, as in {bid.ranks[0].word}-high flush."
    if bid.ranks[0] < lowest_flush(rules):
        return f"A flush can't be {bid.ranks[0].word}-high: the lowest is {lowest_flush(rules).word}-high."
    return None


@lru_cache(maxsize=64)
def _of(rules: Rules, category: Category) -> tuple[Bid, ...]:
    if _category_refusal(category, rules) is not None:
        return ()
    ranks = rules.named_ranks
    named: Iterator[tuple[Rank, ...]] | list[tuple[Rank, ...]]
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        named = [(rank,) for rank in Rank if rank >= lowest_straight(rules)]
    elif category is Category.TWO_PAIR:
        named = combinations(reversed(ranks), 2)
    elif category is Category.FULL_HOUSE:
        named = permutations(ranks, 2)
    elif category is Category.FLUSH and rules.flush == "all_ranks":
        named = (five for five in combinations(reversed(ranks), 5) if not in_sequence(five))
    elif category is Category.FLUSH:
        named = [(rank,) for rank in ranks if rank >= lowest_flush(rules)]
    else:
        named = [(rank,) for rank in ranks]
    return tuple(sorted(Bid(category, ranks) for ranks in named))


@lru_cache(maxsize=16)
def _rungs(rules: Rules) -> tuple[Bid, ...]:
    return tuple(bid for category in Category for bid in _of(rules, category))
