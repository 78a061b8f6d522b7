"""The chance that a hand exists is exact."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bids import Bid, Category
from engine.cards import parse_cards
from engine.errors import Illegal, ImpossibleCards
from engine.ladder import Ladder
from engine.odds import chance, chances
from engine.rules import Rules
from tests.engine import vectors
from tests.engine.deals import bids
from tests.engine.fillings import Sorter, ways
from tests.engine.matching import missing
from tests.engine.refusing import refusal_of
from tests.engine.rule_sets import RULE_SETS, deck, rest_of

CLASSIC, DENEXA = Rules.of("classic"), Rules.of("denexa")
PLAIN = Rules.parse("twos_wild=no,lowest_named=2,max_kind=4,flush=all_ranks")


def test_every_case_has_its_chance():
    cases = vectors.read("odds")
    asked = ((Bid.from_data(case["bid"]), case["in_play"], Rules.from_data(case["rules"]), case) for case in cases)
    found = [chance(*of, parse_cards(case["known"])) for *of, case in asked]
    assert found == [Fraction(case["chance"]) for case in cases]


@pytest.mark.parametrize("rules", [CLASSIC, DENEXA, Rules.parse("classic,flush=all_ranks"), PLAIN], ids=str)
def test_two_cards_are_counted_over_all_deals(rules):
    deals = Counter(tuple(sorted(card[0] for card in deal)) for deal in combinations(deck(rules), 2))
    for bid in Ladder(rules).above(None)[:: 7 if rules.flush == "none" else 41]:
        if not bid.category.suited:
            there = sum(times for deal, times in deals.items() if not missing(bid.to_data(), deal, rules))
            assert chance(bid, 2, rules) == Fraction(there, comb(rules.deck, 2)), bid


FEW_UNKNOWN = [
    ("pair of sixes", 3, "", "classic"), ("straight to nine", 5, "2s 2h 6d", "classic"),
    ("eights and fours", 4, "8h 4d", "classic"), ("eight-high flush", 5, "2s 2h 8c", "denexa"),
    ("straight flush to five", 5, "Ah 2h *", "denexa"), ("pair of twos", 3, "*", "denexa"),
    ("flush A J 9 5 3", 5, "Ah Jh 2s 2d", "classic,flush=all_ranks"),
    ("seven-high flush", 6, "2s 2h 2d *", "denexa,jokers=4"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "in_play", "known", "rules"), FEW_UNKNOWN)
def test_few_unknown_cards_are_counted_deal_by_deal(words, in_play, known, rules):
    bid, cards, rules = Bid.parse(words), known.split(), Rules.parse(rules)
    deals = list(combinations(rest_of(rules, cards), in_play - len(cards)))
    there = sum(not missing(bid.to_data(), [*cards, *deal], rules) for deal in deals)
    assert chance(bid, in_play, rules, parse_cards(known)) == Fraction(there, len(deals))
    assert 0 < there < len(deals)


@given(st.data())
@settings(max_examples=80)
def test_any_number_of_cards_is_counted_lot_by_lot(data):
    rules = data.draw(st.sampled_from(list(RULE_SETS.values())))
    bid = data.draw(bids(rules))
    whole = deck(rules)
    places = data.draw(st.lists(st.sampled_from(range(len(whole))), unique=True, max_size=8))
    known = [whole[place] for place in places]
    drawn = data.draw(st.integers(0 if known else 1, 5 if bid.category.suited else len(whole) - len(known)))
    sorter = Sorter(bid, rules)
    seen = Counter(map(sorter.lot, known))
    left = Counter(map(sorter.lot, whole)) - seen
    there = ways(sorter, seen, left, drawn)
    found = chance(bid, len(known) + drawn, rules, parse_cards(" ".join(known)))
    assert found == Fraction(there, comb(len(whole) - len(known), drawn))


@pytest.mark.parametrize(("rules", "wilds_and_rank"), [(CLASSIC, 8), (DENEXA, 10)], ids=["classic", "denexa"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("in_play", [1, 4, 17, 27, 52])
def test_n_of_a_kind_is_a_hypergeometric_tail(rules, wilds_and_rank, count, in_play):
    others = rules.deck - wilds_and_rank
    some = range(count, min(wilds_and_rank, in_play) + 1)
    tail = sum(comb(wilds_and_rank, many) * comb(others, in_play - many) for many in some)
    found = {chance(bid, in_play, rules) for bid in Ladder(rules).of(Category.of_kind(count)) if bid.ranks[0] > 2}
    assert found == {Fraction(tail, comb(rules.deck, in_play))}


FIVE_CARDS = [
    ((Category.STRAIGHT,), 10240),  # every straight flush counts as its straight
    ((Category.STRAIGHT_FLUSH,), 40), ((Category.FLUSH, Category.STRAIGHT_FLUSH), 5148),
    ((Category.FULL_HOUSE,), 3744), ((Category.FOUR_OF_A_KIND,), 624),
]  # fmt: skip


@pytest.mark.parametrize(("categories", "hands"), FIVE_CARDS)
def test_five_cards_without_wilds_have_the_chances_of_poker(categories, hands):
    found = sum(chance(bid, 5, PLAIN) for category in categories for bid in Ladder(PLAIN).of(category))
    assert found == Fraction(hands, 2598960)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_more_cards_never_make_a_hand_less_likely(rules):
    for category in Ladder(rules).categories:
        bid = Ladder(rules).of(category)[-1]
        rising = [chance(bid, in_play, rules) for in_play in range(1, rules.deck + 1)]
        assert rising == sorted(rising)
        assert (rising[-1] == 1) == (missing(bid.to_data(), deck(rules), rules) == 0)


@pytest.mark.parametrize(("rules", "known"), [(CLASSIC, "Kh 2s"), (DENEXA, "* 9c 9d"), (PLAIN, ""), (CLASSIC, "K K")])
def test_the_whole_ladder_at_once_says_the_same_as_bid_by_bid(rules, known):
    cards = parse_cards(known)
    found = chances(9, rules, cards)
    assert list(found) == list(Ladder(rules))
    assert all(found[bid] == chance(bid, 9, rules, cards) for bid in list(found)[::13])
    some = [Bid.parse("pair of sixes"), Bid.parse("straight to nine")]
    assert chances(9, rules, cards, some) == {bid: found[bid] for bid in some}


KNOWN = [("6h 6d", 1), ("6h", Fraction(7, 51)), ("Kh", 0), ("2s", Fraction(7, 51))]


@pytest.mark.parametrize(("known", "found"), KNOWN)
def test_known_cards_count(known, found):
    assert chance(Bid.parse("pair of sixes"), 2, CLASSIC, parse_cards(known)) == found


CANT_BE = [
    (0, ""), (-1, ""), (53, ""), (1, "6h 6d"), (2, "6h 6h"), (2, "*"), ("2", ""), (2.0, ""), (True, ""), (None, ""),
]  # fmt: skip


@pytest.mark.parametrize(("in_play", "known"), CANT_BE)
def test_what_cant_be_in_play_is_refused(in_play, known):
    sixes, cards = Bid.parse("pair of sixes"), parse_cards(known)
    assert refusal_of(chance, sixes, in_play, CLASSIC, cards, kind=ImpossibleCards)


def test_a_bid_that_the_rules_lack_has_no_chance():
    assert refusal_of(chance, Bid.parse("pair of twos"), 2, CLASSIC, kind=Illegal)
