"""Who may call, whom they are taken to call, and what is recorded of it."""

import pytest

from engine.bids import Bid
from engine.events import Call, Leave, MakeBid, Penalty, PutRight, Taken
from tests.engine.refusing import refusal_of
from tests.engine.tables import bid, play, start

NEXT = "classic,caller=next_player"
SIXES, KINGS = bid(1, "pair of sixes"), bid(2, "pair of kings")


# The rules, what happened, who calls, whose bid the table says it is; and whose it is then taken to be.
TAKEN_TO_CALL = [
    ("classic", [], 2, None, 1),  # the one to the caller's right, as no bid is recorded
    ("classic", [], 1, None, 0),
    ("classic", [], 0, None, 3),
    ("classic", [Leave(1)], 2, None, 0),
    ("classic", [], 2, 3, 1),
    ("classic", [SIXES], 2, None, 1),
    ("classic", [SIXES], 0, None, 1),
    ("classic", [SIXES], 1, None, 0),  # nobody calls their own
    ("classic", [SIXES], 0, 3, 3),
    ("classic", [SIXES], 3, 3, 2),
]


@pytest.mark.parametrize(("rules", "events", "caller", "said", "bidder"), TAKEN_TO_CALL)
def test_whose_bid_is_called(rules, events, caller, said, bidder):
    assert play(start(rules), *events).called_bidder(caller, said) == bidder


@pytest.mark.parametrize(("events", "caller"), [([], 2), ([SIXES], 2), ([SIXES, KINGS], 3), ([Leave(2), SIXES], 3)])
def test_the_player_to_the_left_of_the_bidder_is_the_likeliest_caller(events, caller):
    assert play(start(), *events).next_caller == caller


@pytest.mark.parametrize(
    ("rules", "events", "seat", "why"),
    [
        ("classic", [SIXES], 0, None),
        ("classic", [SIXES], 1, None),  # the bidder: it must be another bid then
        ("classic", [Penalty(3, 3), SIXES], 3, "Player 4 is out."),
        ("classic", [Leave(3), SIXES], 3, "Player 4 has left."),
        (NEXT, [], 0, None),
        (NEXT, [SIXES], 2, None),
        (NEXT, [SIXES], 3, "Only Player 3 may call."),
    ],
)
def test_who_may_call(rules, events, seat, why):
    assert refusal_of(play(start(rules), *events).check_caller, seat) == why


@pytest.mark.parametrize(
    ("events", "bidder", "words", "caller", "happens"),
    [
        ([], 1, None, 2, [MakeBid(1), Call(2)]),
        ([SIXES], 1, "pair of sixes", 2, [Call(2)]),
        ([SIXES], 2, "pair of kings", 3, [KINGS, Call(3)]),
        ([SIXES], 2, "pair of fives", 3, [PutRight(0, Taken((bid(2, "pair of fives"),))), Call(3)]),
        ([SIXES, KINGS], 0, "pair of kings", 3, [PutRight(0, Taken((SIXES, bid(0, "pair of kings")))), Call(3)]),
        ([SIXES, KINGS], 0, "pair of fives", 3, [PutRight(0, Taken((bid(0, "pair of fives"),))), Call(3)]),
        ([SIXES, Call(2)], 1, "pair of sixes", 2, []),
    ],
)
def test_what_is_called_is_recorded_and_no_more(events, bidder, words, caller, happens):
    game = play(start(), *events)
    called = None if words is None else Bid.parse(words)
    assert list(game.calling(bidder, called, caller)) == happens
    after = play(game, *happens)
    assert (after.bidder, after.bid, after.taken.caller) == (bidder, called, caller)
