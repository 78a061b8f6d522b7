"""What has happened, in a few words, the longest way first."""

import pytest

from engine.events import Call, Deal, Leave, Penalty, PutRight, SetDealer, SetFirst, Taken
from engine.words import correction_sentence, correction_words, words_of
from tests.engine.tables import NOT_THERE, THERE, VOID, bid, play, start

SIXES = bid(1, "pair of sixes")
HAPPENED = [
    ([], [Deal()], ("the deal",)),
    ([], [SIXES], ("Player 2's pair of sixes", "Player 2's pair", "pair of sixes", "Player 2's bid", "the bid")),
    ([], [bid(1)], ("Player 2's bid", "the bid")),
    ([SIXES], [Call(2)], ("Player 3's call", "the call")),
    ([SIXES], [Call(2), NOT_THERE], ("Player 2's penalty", "the verdict")),
    ([Penalty(2, 2), SIXES], [Call(2), THERE], ("Player 3 being out", "the verdict")),
    ([SIXES], [VOID], ("the void hand",)),
    ([SIXES], [PutRight(0, Taken())], ("what was put right",)),
    ([], [Leave(3)], ("Player 4 leaving", "the leaving")),
]
CORRECTIONS = [
    (Penalty(0, 2), "Player 1's +2", "the penalty", "Player 1's penalties are put right by +2"),
    (Penalty(0, -1), "Player 1's -1", "the penalty", "Player 1's penalties are put right by -1"),
    (Leave(1), "Player 2 leaving", "the leaving", "Player 2 leaves"),
    (SetDealer(1), "Player 2 dealing", "dealing", "Player 2 deals, set by hand"),
    (SetFirst(1), "Player 2 bidding first", "bidding first", "Player 2 bids first, set by hand"),
]


@pytest.mark.parametrize(("before", "events", "ways"), HAPPENED)
def test_what_happened_is_said_in_several_ways(before, events, ways):
    game = play(start(), *before)
    assert words_of(game, events, play(game, *events)) == ways


@pytest.mark.parametrize(("correction", "long", "short", "sentence"), CORRECTIONS)
def test_a_correction_is_said(correction, long, short, sentence):
    assert correction_words(start(), correction) == (long, short)
    assert correction_sentence(start(), correction) == sentence
