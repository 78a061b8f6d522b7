"""What has happened, in a few words, the longest way first."""

import pytest

from engine.events import PutRight, Taken
from engine.words import correction_sentence, correction_words, words_of
from tests.engine.tables import play, start, told

SIXES = "1: pair of sixes"
HAPPENED = [
    ("", told("deal"), ("the deal",)), (SIXES, told("void"), ("the void hand",)),
    ("", told(SIXES), ("Player 2's pair of sixes", "Player 2's pair", "pair of sixes", "Player 2's bid", "the bid")),
    ("", told("1:"), ("Player 2's bid", "the bid")), (SIXES, told("2 calls"), ("Player 3's call", "the call")),
    (SIXES, told("2 calls; not there"), ("Player 2's penalty", "the verdict")),
    ("2 +2;" + SIXES, told("2 calls; there"), ("Player 3 being out", "the verdict")),
    (SIXES, (PutRight(0, Taken()),), ("what was put right",)),
    ("", told("3 leaves"), ("Player 4 leaving", "the leaving")),
]  # fmt: skip
CORRECTIONS = [
    ("0 +2", "Player 1's +2", "the penalty", "Player 1's penalties are put right by +2"),
    ("0 -1", "Player 1's -1", "the penalty", "Player 1's penalties are put right by -1"),
    ("1 leaves", "Player 2 leaving", "the leaving", "Player 2 leaves"),
    ("1 deals", "Player 2 dealing", "dealing", "Player 2 deals, set by hand"),
    ("1 first", "Player 2 bidding first", "bidding first", "Player 2 bids first, set by hand"),
]


@pytest.mark.parametrize(("before", "events", "ways"), HAPPENED)
def test_what_happened_is_said_in_several_ways(before, events, ways):
    game = play(start(), before)
    assert words_of(game, events, play(game, *events)) == ways


@pytest.mark.parametrize(("correction", "long", "short", "sentence"), CORRECTIONS)
def test_a_correction_is_said(correction, long, short, sentence):
    (correction,) = told(correction)
    assert correction_words(start(), correction) == (long, short)
    assert correction_sentence(start(), correction) == sentence
