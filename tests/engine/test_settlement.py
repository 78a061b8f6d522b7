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
from tests.engine.tables import bid, hand, play, start

CARDS = parse_cards("6s 6d Kh 2c")
COUNTS = Counts.from_data({"6": 1, "wild": 0})

# The settlement; how it is written, its name, how it is said after "settled" and in a list; why sixes aren't there.
KINDS = [
    (AllCards(CARDS), {"cards": "6s 6d Kh 2c"}, "cards", "by the cards", "all cards", "Shown: 6s 6d Kh 2c."),
    (CardsSeen(CARDS), {"seen": "6s 6d Kh 2c"}, "seen", "by the cards", "by cards", "Shown: 6s 6d Kh 2c."),
    (
        CardsSeen(CARDS, COUNTS),
        {"seen": "6s 6d Kh 2c", "counted": {"6": 1, "wild": 0}},
        "seen",
        "by the cards",
        "by cards",
        "Shown: 6s 6d Kh 2c, counted: 1 six, 0 wild.",
    ),
    (
        Counted(COUNTS),
        {"counts": {"6": 1, "wild": 0}},
        "counts",
        "by counts",
        "counted",
        "Counted: 1 six, 0 wild. 1 more is missing.",
    ),
    (Counted(), {"counts": {}}, "counts", "by counts", "counted", "Counted: too few cards for it. 2 more are missing."),
    (Agreed(True), {"agreed": True}, "there", "there", "agreed", "By the table's word."),
    (Agreed(False), {"agreed": False}, "not there", "not there", "agreed", "By the table's word."),
    (Void(), {"void": True}, "void", "void", "", "The hand was void."),
]


@pytest.mark.parametrize(("settlement", "data", "name", "words", "way", "reason"), KINDS)
def test_every_kind_reads_back_and_says_itself(settlement, data, name, words, way, reason):
    assert settlement.to_data() == data
    assert read_settled(data) == settlement
    assert settlement_named(name, settlement.cards, settlement.counts) == settlement
    assert (settlement.name, settlement.words, settlement.way) == (name, words, way)
    assert settlement.reason(Bid.parse("pair of sixes"), False, Rules.of("classic")) == reason
    assert Settle(settlement, 5).to_data() == {"in_play": 5} | data


def test_a_hand_that_doesnt_say_is_settled_by_nothing():
    assert read_settled({"bids": []}) is None


@pytest.mark.parametrize("settlement", [AllCards(CARDS), CardsSeen(CARDS), Counted(COUNTS)], ids=lambda by: by.key)
def test_only_the_tables_word_settles_a_bid_that_isnt_recorded(settlement):
    assert "isn't recorded" in refusal_of(settlement.decide, None, 4, Rules.of("classic"))
    assert Agreed(True).decide(None, 4, Rules.of("classic")) == (True, None)


def test_a_void_hand_decides_nothing():
    with pytest.raises(Illegal):
        Void().decide(Bid.parse("pair of sixes"), 4, Rules.of("classic"))


@pytest.mark.parametrize(
    ("settled", "words", "in_play", "reason"),
    [
        (Settle(Agreed(True)), "There", 4, "By the table's word."),
        (Settle(AllCards(parse_cards("4s 5s 6s 7s")), 4), "Not there", 4, "Missing: a three."),
        (Settle(Counted(Counts.from_data({"3": 1})), 9), "There", 9, "Counted: 1 three."),
    ],
)
def test_a_hand_says_what_came_of_it(settled, words, in_play, reason):
    over = hand(start(), 1, 2, settled).hands[-1]
    assert (over.outcome.words, over.in_play, over.reason, str(over.bid)) == (words, in_play, reason, "three high")


def test_a_void_hand_says_so_with_or_without_a_bid():
    for game in (start(), play(start(), bid(1, "pair of sixes"))):
        over = game.apply(Settle(Void())).hands[-1]
        assert (over.outcome.words, over.reason) == ("Void", "The hand was void.")


# What is counted


@pytest.mark.parametrize(
    ("rules", "words", "given", "completed"),
    [
        ("classic", "pair of sixes", {"6": 1}, {"6": 1}),
        ("classic,twos_wild=no,lowest_named=2,max_kind=4", "pair of sixes", {"6": 1}, {"6": 1, "wild": 0}),
        ("denexa", "twos and sixes", {"6": 1, "wild": 2}, {"6": 1, "2": 0, "wild": 2}),
        ("denexa", "king-high flush", {"h": ["K"]}, {"h": ["K"]}),
    ],
)
def test_nobody_is_asked_for_what_is_known_anyway(rules, words, given, completed):
    assert Counts.from_data(given).completed(Bid.parse(words), Rules.parse(rules)).to_data() == completed


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ("sixes and fours", ("6", "4", "wild")),
        ("straight to five", ("5", "4", "3", "A", "wild")),
        ("king-high flush", ("s", "h", "d", "c", "wild")),
    ],
)
def test_all_that_a_bid_names_can_be_counted_but_natural_twos(words, asks):
    assert asks_of(Bid.parse(words), Rules.of("denexa")) == asks


def test_there_are_four_of_a_rank_and_the_likeliest_number_is_the_first_suggestion():
    rules = Rules.of("denexa")
    assert (most_of("6", rules), most_of("wild", rules)) == (4, 6)
    assert [likeliest("6", in_play, rules) for in_play in (3, 12, 30, 54)] == [0, 1, 2, 4]
    assert likeliest("wild", 54, rules) == 6
