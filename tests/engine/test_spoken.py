"""Bids are read as people say them; what could be two is refused with both."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bids import Bid
from engine.errors import Ambiguous, Unreadable
from engine.ladder import Ladder
from tests.engine.refusing import is_sentence, refusal_of
from tests.engine.rule_sets import RULE_SETS

# As data, the words it is written in, and other words for it.
SAID = [
    ("high_card J", "jack high", ("Jack High", "J high", "jack-high", "j high")),
    ("high_card A", "ace high", ("A high", "A-high", "a high", "an ace high")),
    ("pair 6", "pair of sixes", ("two sixes", "pair 6", "pair of 6s", "Pair Of Sixes", "two 6s", "a pair of sixes")),
    ("pair T", "pair of tens", ("pair 10", "two 10s", "pair T", "pair of 10s", "two tens")),
    ("two_pair 8 4", "eights and fours", ("fours and eights", "4s and 8s", "two pair 8s and 4s", "FOURS AND EIGHTS")),
    ("three_of_a_kind Q", "three queens", ("three Qs", "3 queens", "three of a kind queens")),
    ("straight 9", "straight to nine", ("nine-high straight", "9-high straight", "straight to 9")),
    ("straight A", "straight to ace", ("ace-high straight", "A-high straight", "straight to A")),
    ("straight T", "straight to ten", ("ten-high straight", "10-high straight", "T-high straight", "straight to 10")),
    ("flush A J 9 5 3", "flush A J 9 5 3", ("flush ace jack nine five three", "flush A, J, 9, 5, 3")),
    ("flush A T 9 5 3", "flush A T 9 5 3", ("flush A 10 9 5 3", "flush 3 5 9 10 A")),
    ("flush K", "king-high flush", ("K-high flush", "king high flush", "KING-HIGH FLUSH")),
    ("flush A", "ace-high flush", ("A-high flush", "a high flush")),
    ("full_house 5 K", "fives over kings", ("fives full of kings", "full house 5 K", "5s over Ks")),
    ("four_of_a_kind A", "four aces", ("4 aces", "four As", "four of a kind aces", "FOUR ACES")),
    ("straight_flush 9", "straight flush to nine", ("nine-high straight flush", "straight flush to 9")),
    ("straight_flush A", "straight flush to ace", ("royal flush", "Royal Flush", "ace-high straight flush")),
    ("five_of_a_kind 7", "five sevens", ("5 sevens", "five 7s", "five of a kind sevens")),
    ("ten_of_a_kind T", "ten tens", ("10 tens", "ten 10s")),
]  # fmt: skip

TWO_BIDS = ("6s", "sixes", "6", "six", "10s", "A", "aces", "ACE")
NO_BIDS = (
    "", " ", "pair", "two pair", "straight", "flush", "sixes and", "over kings", "eleven sixes", "pair of elevens",
    "sixes and sevens and eights", "pair of sixes please", "one six", "full house", "full house 5", "high", "a", "-",
    "flush A J 9 5", "six of a", "\x00", "pair of \ud800", "♠", "pair\u2028of", "10" * 5000, "pair " * 5000,
)  # fmt: skip


def written(bid):
    return f"{bid.category} {' '.join(map(str, bid.ranks))}"


@pytest.mark.parametrize(("data", "words", "also"), SAID, ids=[words for _, words, _ in SAID])
def test_a_bid_is_written_in_one_way_and_read_in_many(data, words, also):
    assert str(Bid.parse(words)) == words
    assert {text: written(Bid.parse(text)) for text in (words, *also)} == dict.fromkeys((words, *also), data)


@pytest.mark.parametrize("text", TWO_BIDS)
def test_what_could_be_two_bids_is_refused_naming_both(text):
    said = refusal_of(Bid.parse, text, kind=Ambiguous)
    assert " high" in said
    assert "pair of " in said


@pytest.mark.parametrize("text", [*NO_BIDS, None, 6, [], {}], ids=lambda text: repr(text)[:20])
def test_what_nobody_says_is_refused_in_one_short_line(text):
    said = refusal_of(Bid.parse, text, kind=Unreadable)
    assert said.isprintable()
    assert 0 < len(said) < 250


def test_words_and_data_read_back_for_every_legal_bid_of_every_rules_and_no_two_are_said_alike():
    bids = {bid for rules in RULE_SETS.values() for bid in Ladder(rules)}
    for bid in bids:
        assert Bid.parse(str(bid)) == Bid.from_data(bid.to_data()) == bid
        assert Bid.from_data(bid.to_data()).to_data() == bid.to_data()
    assert len({str(bid).upper() for bid in bids}) == len(bids)


WORDS = (
    "a", "pair", "of", "two", "sixes", "6", "6s", "ten", "10", "tens", "and", "over", "full", "house", "straight",
    "flush", "to", "high", "royal", "K", "king", "aces", "an", "-", "three", "kind", "five", "5", "eights", ",", "the",
)  # fmt: skip
SPOKEN = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)


@given(SPOKEN | st.text(max_size=40))
def test_anything_said_is_a_bid_or_refused_with_a_sentence(text):
    said = refusal_of(Bid.parse, text)
    assert is_sentence(said)
    assert said is not None or str(Bid.parse(str(Bid.parse(text)))) == str(Bid.parse(text))
