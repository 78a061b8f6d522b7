"""Bids as data: what can be named, and which of two is higher."""

from itertools import pairwise

import pytest

from engine.bids import Bid, Category
from engine.errors import Illegal, Unreadable
from tests.engine.refusing import refusal_of


def bid(text):
    category, *ranks = text.split()
    return Bid.from_data({"category": category, "ranks": ranks})


RISING = """
    high_card A, pair 3, pair A, two_pair 4 3, two_pair 5 3, two_pair 5 4, two_pair A 3, two_pair A K,
    three_of_a_kind 3, straight 5, straight 7, straight A, flush 8 6 5 4 3, flush 8 7 5 4 3, flush 9 6 5 4 3,
    flush A K Q J 8, flush A K Q J 9, full_house 3 A, full_house 4 3, full_house 4 5, full_house 5 K, full_house K 5,
    full_house A K, four_of_a_kind 3, straight_flush 5, straight_flush A, five_of_a_kind 3, six_of_a_kind 3,
    seven_of_a_kind 3, eight_of_a_kind 3, nine_of_a_kind 3, ten_of_a_kind 3"""
NO_BIDS = """
    pair, pair 6 7, two_pair 6, two_pair 6 6, full_house K K, full_house K Q J, straight 4, straight 2,
    straight_flush 3, straight Q K A 3 4, straight 9 8 7 6 5, flush A J, flush 9 8 7 6 5, flush A 2 3 4 5,
    flush A A 9 5 3, three_of_a_kind 6 6 6"""
UNREADABLE = [
    None, [], "pair of sixes", 7, {}, {"category": "pair"}, {"ranks": ["6"]}, {"category": "pairs", "ranks": ["6"]},
    {"category": "pair", "ranks": "6"}, {"category": "pair", "ranks": [6]}, {"category": None, "ranks": ["6"]},
    {"category": ["pair"], "ranks": ["6"]}, {"category": "pair", "ranks": [["6"]]}, {"category": "pair", "ranks": {}},
    {"category": "pair", "ranks": ["*"]}, {"category": "eleven_of_a_kind", "ranks": ["6"]},
]  # fmt: skip


def test_bids_rise_by_category_and_then_by_the_most_important_rank():
    rising = [bid(text) for text in RISING.split(",")]
    assert sorted(set(rising)) == rising
    assert all(low < high and not high < low for low, high in pairwise(rising))


def test_two_pair_named_either_way_is_one_bid_and_no_raise():
    one, other = bid("two_pair 8 4"), bid("two_pair 4 8")
    assert one == other
    assert hash(one) == hash(other)
    assert not one > other
    assert not one < other
    assert one.to_data() == other.to_data() == {"category": "two_pair", "ranks": ["8", "4"]}


def test_a_flush_by_its_ranks_is_one_bid_in_any_order_of_naming():
    assert bid("flush 5 A 3 J 9") == bid("flush A J 9 5 3")


def test_ten_is_the_same_rank_however_it_is_written():
    assert bid("pair 10") == bid("pair T") == bid("pair ten")


@pytest.mark.parametrize(("text", "ranks"), [("straight 5", "5432A"), ("straight 6", "65432"), ("straight A", "AKQJT")])
def test_five_high_straight_has_the_ace_low_and_no_other_has(text, ranks):
    assert "".join(map(str, bid(text).straight_ranks)) == ranks
    assert bid(text.replace("straight", "straight_flush")).straight_ranks == bid(text).straight_ranks


@pytest.mark.parametrize("text", NO_BIDS.split(","))
def test_ranks_that_name_no_such_hand_are_refused(text):
    assert refusal_of(bid, text, kind=Illegal)


@pytest.mark.parametrize("data", UNREADABLE, ids=repr)
def test_data_that_is_no_bid_is_refused(data):
    assert refusal_of(Bid.from_data, data, kind=Unreadable)


@pytest.mark.parametrize("category", Category)
def test_every_category_reads_back_from_its_name(category):
    assert Category.parse(str(category)) is category


def test_a_bid_made_directly_is_checked_as_well():
    assert refusal_of(Bid, Category.PAIR, ())
