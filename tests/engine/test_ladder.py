"""The ladder has every legal bid, in order, and no other."""

from hashlib import sha256
from itertools import pairwise

import pytest

from engine.bids import Bid, Category
from engine.errors import Illegal
from engine.ladder import Ladder
from engine.rules import Rules
from tests.engine.ladders import legal_bids
from tests.engine.refusing import refusal_of
from tests.engine.rule_sets import RULE_SETS

# How many bids, and the SHA-256 of the ladder as text, one `category ranks` a line.
PINNED = {
    "classic": (266, "b8b5807fd00efd747b608ae5e73a4eed616fbc89942d6ee2cb5edde54e1c1a8a"),
    "denexa": (327, "cb89af78b3ec3298e385d81d4e8eeab2b0b8c18353e9f75239ad035073cb8a5b"),
    "classic,flush=all_ranks": (1058, "a7ff912478b23c40da93faf68fcdba7ab03866d29a9576ffd5b3a1995bfc73ee"),
    "classic,flush=all_ranks,max_kind=8": (1094, "ad1aaa38238cd073855840f36987cfae5fb6c7c1749431104a1e1c76413dfee0"),
}

NO_BIDS = [
    ("classic", "pair of twos", "lowest"), ("classic", "two high", "lowest"), ("classic", "kings over twos", "lowest"),
    ("classic", "twos and aces", "lowest"), ("classic", "straight to six", "two"),
    ("classic", "straight to five", "two"), ("classic", "king-high flush", "no flushes"),
    ("classic", "straight flush to nine", "no flushes"), ("classic", "six sevens", "stop at 5"),
    ("classic,max_kind=4", "five sevens", "stop at 4"), ("denexa", "six-high flush", "lowest is seven-high"),
    ("classic,flush=all_ranks", "king-high flush", "all its five ranks"), ("denexa", "six twos", "stop at 5"),
    ("classic,flush=all_ranks", "flush A J 9 5 2", "lowest"), ("denexa", "flush A J 9 5 2", "highest rank alone"),
    ("classic,flush=high_card", "flush A J 9 5 3", "highest rank alone"),
    ("classic,flush=high_card", "seven-high flush", "lowest is eight-high"),
]  # fmt: skip


def lines(ladder):
    return [f"{bid.category} {' '.join(map(str, bid.ranks))}" for bid in ladder]


EVERYWHERE = {pair for rules in RULE_SETS.values() for pair in zip(Ladder(rules), lines(Ladder(rules)), strict=True)}


@pytest.mark.parametrize("text", PINNED)
def test_size_and_order_of_the_ladder_are_pinned(text):
    ladder = lines(Ladder(Rules.parse(text)))
    assert (len(ladder), sha256("\n".join(ladder).encode()).hexdigest()) == PINNED[text]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_the_ladder_is_the_table_of_the_rules(rules):
    assert lines(Ladder(rules)) == legal_bids(rules)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_the_ladder_rises_and_knows_its_steps(rules):
    ladder = Ladder(rules)
    rungs = list(ladder)
    assert len(ladder) == len(rungs)
    assert (ladder[0], ladder[-1]) == (rungs[0], rungs[-1])
    assert all(low < high for low, high in pairwise(rungs))
    assert [ladder.after(bid) for bid in rungs] == [*rungs[1:], None]
    assert ladder.above(None) == tuple(rungs)
    assert all(ladder.above(bid) == tuple(rungs[place + 1 :]) for place, bid in enumerate(rungs))
    assert all(bid in ladder for bid in rungs)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_the_categories_make_up_the_ladder(rules):
    ladder = Ladder(rules)
    assert [bid for category in ladder.categories for bid in ladder.of(category)] == list(ladder)
    assert [category for category in Category if ladder.of(category)] == list(ladder.categories)
    assert all(bid.category is category for category in Category for bid in ladder.of(category))


def test_after_a_bid_that_these_rules_lack_comes_the_next_that_they_have():
    classic = Ladder(Rules.of("classic"))
    assert classic.after(Bid.parse("king-high flush")) == Bid.parse("threes over fours")
    assert classic.after(Bid.parse("ten aces")) is None
    assert classic.after(Bid.parse("two high")) == Bid.parse("three high")


@pytest.mark.parametrize(("rules", "words", "why"), NO_BIDS)
def test_a_bid_that_the_rules_lack_is_refused_with_the_reason(rules, words, why):
    ladder, bid = Ladder(Rules.parse(rules)), Bid.parse(words)
    assert bid not in ladder
    assert why in refusal_of(ladder.check, bid, kind=Illegal)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_every_bid_of_any_rules_is_legal_here_exactly_when_it_is_on_this_ladder(rules):
    here = set(legal_bids(rules))
    assert {line for bid, line in EVERYWHERE if bid in Ladder(rules)} == here


@pytest.mark.parametrize("other", [None, "pair of sixes", 6, ()])
def test_what_is_no_bid_is_not_on_the_ladder(other):
    assert other not in Ladder(Rules.of("classic"))


def test_the_bids_of_a_kind_above_another():
    rungs = Ladder(Rules.of("classic"))
    aces, kings = Bid.parse("pair of aces"), Bid.parse("pair of kings")
    assert rungs.of(Category.PAIR, kings) == (aces,)
    assert rungs.of(Category.PAIR, aces) == ()
    assert rungs.of(Category.PAIR, Bid.parse("ace high")) == rungs.of(Category.PAIR)
    assert rungs.of(Category.PAIR, Bid.parse("straight to nine")) == ()
