"""By what a hand is settled: each kind decides, is written and is said in its own way."""

import pytest

from engine.bids import Bid
from engine.cards import parse_cards
from engine.counts import Counts, asks_of, likeliest, most_of
from engine.errors import Illegal
from engine.events import Settle
from engine.rules import Rules
from engine.settlement import Agreed, AllCards, CardsSeen, Counted, Void, read_settled, settlement_named
from tests.engine.refusing import refusal_of
from tests.engine.tables import THERE, cards, counts, hand, play, start

CLASSIC, DENEXA = Rules.of("classic"), Rules.of("denexa")
SIXES = Bid.parse("pair of sixes")
CARDS, COUNTED = "6s 6d Kh 2c", {"6": 1, "wild": 0}
SHOWN, COUNTS = parse_cards(CARDS), Counts.from_data(COUNTED)

# The settlement; how it is written, its name, how it is said after "settled" and in a list; why sixes aren't there.
KINDS = [
    (AllCards(SHOWN), {"cards": CARDS}, "cards", "by the cards", "all cards", f"Shown: {CARDS}."),
    (CardsSeen(SHOWN), {"seen": CARDS}, "seen", "by the cards", "by cards", f"Shown: {CARDS}."),
    (CardsSeen(SHOWN, COUNTS), {"seen": CARDS, "counted": COUNTED}, "seen", "by the cards", "by cards",
     f"Shown: {CARDS}, counted: 1 six, 0 wild."),
    (Counted(COUNTS), {"counts": COUNTED}, "counts", "by counts", "counted",
     "Counted: 1 six, 0 wild. 1 more is missing."),
    (Counted(), {"counts": {}}, "counts", "by counts", "counted", "Counted: too few cards for it. 2 more are missing."),
    (Agreed(True), {"agreed": True}, "there", "there", "agreed", "By the table's word."),
    (Agreed(False), {"agreed": False}, "not there", "not there", "agreed", "By the table's word."),
    (Void(), {"void": True}, "void", "void", "", "The hand was void."),
]  # fmt: skip


@pytest.mark.parametrize(("settlement", "data", "name", "words", "way", "reason"), KINDS)
def test_every_kind_reads_back_and_says_itself(settlement, data, name, words, way, reason):
    assert settlement.to_data() == data
    assert read_settled(data) == settlement
    assert settlement_named(name, settlement.cards, settlement.counts) == settlement
    assert (settlement.name, settlement.words, settlement.way) == (name, words, way)
    assert settlement.reason(SIXES, False, CLASSIC) == reason
    assert Settle(settlement, 5).to_data() == {"in_play": 5} | data


def test_a_hand_that_doesnt_say_is_settled_by_nothing():
    assert read_settled({"bids": []}) is None


@pytest.mark.parametrize("settlement", [AllCards(SHOWN), CardsSeen(SHOWN), Counted(COUNTS)], ids=lambda by: by.key)
def test_only_the_tables_word_settles_a_bid_that_isnt_recorded(settlement):
    assert "isn't recorded" in refusal_of(settlement.decide, None, 4, CLASSIC)
    assert Agreed(True).decide(None, 4, CLASSIC) == (True, None)


def test_a_void_hand_decides_nothing():
    assert refusal_of(Void().decide, SIXES, 4, CLASSIC, kind=Illegal)


OUTCOMES = [
    (THERE, "There", 4, "By the table's word."),
    (cards("4s 5s 6s 7s", 4), "Not there", 4, "Missing: a three."),
    (counts({"3": 1}, 9), "There", 9, "Counted: 1 three."),
]


@pytest.mark.parametrize(("settled", "words", "in_play", "reason"), OUTCOMES)
def test_a_hand_says_what_came_of_it(settled, words, in_play, reason):
    over = hand(start(), 1, 2, settled).hands[-1]
    assert (over.outcome.words, over.in_play, over.reason, str(over.bid)) == (words, in_play, reason, "three high")


@pytest.mark.parametrize("bids", ["", "1: pair of sixes"])
def test_a_void_hand_says_so_with_or_without_a_bid(bids):
    over = play(start(), bids, "void").hands[-1]
    assert (over.outcome.words, over.reason) == ("Void", "The hand was void.")


# What is counted

COMPLETED = [
    (CLASSIC, "pair of sixes", {"6": 1}, {}), (DENEXA, "king-high flush", {"h": ["K"]}, {}),
    (Rules.parse("twos_wild=no,lowest_named=2,max_kind=4"), "pair of sixes", {"6": 1}, {"wild": 0}),
    (DENEXA, "twos and sixes", {"6": 1, "wild": 2}, {"2": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "words", "given", "more"), COMPLETED)
def test_nobody_is_asked_for_what_is_known_anyway(rules, words, given, more):
    assert Counts.from_data(given).completed(Bid.parse(words), rules).to_data() == given | more


ASKS = [("sixes and fours", "64"), ("straight to five", "543A"), ("king-high flush", "shdc")]


@pytest.mark.parametrize(("words", "asks"), ASKS)
def test_all_that_a_bid_names_can_be_counted_but_natural_twos(words, asks):
    assert asks_of(Bid.parse(words), DENEXA) == (*asks, "wild")


def test_there_are_four_of_a_rank_and_the_likeliest_number_is_the_first_suggestion():
    assert (most_of("6", DENEXA), most_of("wild", DENEXA)) == (4, 6)
    assert [likeliest("6", in_play, DENEXA) for in_play in (3, 12, 30, 54)] == [0, 1, 2, 4]
    assert likeliest("wild", 54, DENEXA) == 6
