"""Bids as data: what can be named, and which of two is higher."""

from itertools import pairwise

import pytest

from engine.bids import Bid, Category
from engine.errors import Illegal, Refusal, Unreadable


def bid(category, *ranks):
    return Bid.from_data({"category": category, "ranks": list(ranks)})


RISING = [
    bid("high_card", "A"), bid("pair", "3"), bid("pair", "A"),
    bid("two_pair", "4", "3"), bid("two_pair", "5", "3"), bid("two_pair", "5", "4"), bid("two_pair", "A", "3"),
    bid("two_pair", "A", "K"), bid("three_of_a_kind", "3"), bid("straight", "5"), bid("straight", "7"),
    bid("straight", "A"), bid("flush", "8", "6", "5", "4", "3"), bid("flush", "8", "7", "5", "4", "3"),
    bid("flush", "9", "6", "5", "4", "3"), bid("flush", "A", "K", "Q", "J", "8"), bid("flush", "A", "K", "Q", "J", "9"),
    bid("full_house", "3", "A"), bid("full_house", "4", "3"), bid("full_house", "4", "5"), bid("full_house", "A", "K"),
    bid("four_of_a_kind", "3"), bid("straight_flush", "5"), bid("straight_flush", "A"), bid("five_of_a_kind", "3"),
    bid("six_of_a_kind", "3"), bid("seven_of_a_kind", "3"), bid("eight_of_a_kind", "3"), bid("nine_of_a_kind", "3"),
    bid("ten_of_a_kind", "3"),
]  # fmt: skip

NO_BIDS = [
    ("pair", []),
    ("pair", ["6", "7"]),
    ("two_pair", ["6"]),
    ("two_pair", ["6", "6"]),
    ("full_house", ["K", "K"]),
    ("full_house", ["K", "Q", "J"]),
    ("straight", ["4"]),
    ("straight", ["2"]),
    ("straight_flush", ["3"]),
    ("straight", ["Q", "K", "A", "3", "4"]),
    ("straight", ["9", "8", "7", "6", "5"]),
    ("flush", ["A", "J"]),
    ("flush", ["9", "8", "7", "6", "5"]),
    ("flush", ["A", "2", "3", "4", "5"]),
    ("flush", ["A", "A", "9", "5", "3"]),
    ("three_of_a_kind", ["6", "6", "6"]),
]
UNREADABLE = [
    None, [], "pair of sixes", 7, {}, {"category": "pair"}, {"ranks": ["6"]}, {"category": "pairs", "ranks": ["6"]},
    {"category": "pair", "ranks": "6"}, {"category": "pair", "ranks": [6]}, {"category": None, "ranks": ["6"]},
    {"category": ["pair"], "ranks": ["6"]}, {"category": "pair", "ranks": [["6"]]}, {"category": "pair", "ranks": {}},
    {"category": "pair", "ranks": ["*"]}, {"category": "eleven_of_a_kind", "ranks": ["6"]},
]  # fmt: skip


def test_bids_rise_by_category_and_then_by_the_most_important_rank():
    assert sorted(set(RISING)) == RISING
    assert all(low < high and not high < low for low, high in pairwise(RISING))


def test_two_pair_named_either_way_is_one_bid_and_no_raise():
    one, other = bid("two_pair", "8", "4"), bid("two_pair", "4", "8")
    assert one == other
    assert hash(one) == hash(other)
    assert not one > other
    assert not one < other
    assert one.to_data() == other.to_data() == {"category": "two_pair", "ranks": ["8", "4"]}


def test_a_full_house_named_the_other_way_is_another_bid():
    assert bid("full_house", "5", "K") < bid("full_house", "K", "5")


def test_a_flush_by_its_ranks_is_one_bid_in_any_order_of_naming():
    assert bid("flush", "5", "A", "3", "J", "9") == bid("flush", "A", "J", "9", "5", "3")


def test_ten_is_the_same_rank_however_it_is_written():
    assert bid("pair", "10") == bid("pair", "T") == bid("pair", "ten")


def test_five_high_straight_has_the_ace_low_and_no_other_has():
    assert "".join(map(str, bid("straight", "5").straight_ranks)) == "5432A"
    assert "".join(map(str, bid("straight", "6").straight_ranks)) == "65432"
    assert "".join(map(str, bid("straight_flush", "A").straight_ranks)) == "AKQJT"


@pytest.mark.parametrize(("category", "ranks"), NO_BIDS)
def test_ranks_that_name_no_such_hand_are_refused(category, ranks):
    with pytest.raises(Illegal):
        Bid.from_data({"category": category, "ranks": ranks})


@pytest.mark.parametrize("data", UNREADABLE, ids=repr)
def test_data_that_is_no_bid_is_refused(data):
    with pytest.raises(Unreadable):
        Bid.from_data(data)


@pytest.mark.parametrize("category", Category)
def test_every_category_reads_back_from_its_name(category):
    assert Category.parse(str(category)) is category


def test_a_bid_made_directly_is_checked_as_well():
    with pytest.raises(Refusal):
        Bid(Category.PAIR, ())
