"""Who may call, whom they are taken to call, and what is recorded of it."""

import pytest

from engine.events import Call, PutRight
from tests.engine.refusing import refusal_of
from tests.engine.tables import bid, play, start, taken, told

SIXES = "1: pair of sixes"
BOTH = "1: pair of sixes; 2: pair of kings"

TAKEN_TO_CALL = [  # what happened, who calls, whose bid the table says it is; and whose it is then taken to be
    ("", 2, None, 1), ("", 1, None, 0), ("", 0, None, 3),  # the one to the caller's right, as no bid is recorded
    ("1 leaves", 2, None, 0), ("", 2, 3, 1), (SIXES, 2, None, 1), (SIXES, 0, None, 1),
    (SIXES, 1, None, 0),  # nobody calls their own
    (SIXES, 0, 3, 3), (SIXES, 3, 3, 2),
]  # fmt: skip


@pytest.mark.parametrize(("events", "caller", "said", "bidder"), TAKEN_TO_CALL)
def test_whose_bid_is_called(events, caller, said, bidder):
    assert play(start(), events).called_bidder(caller, said) == bidder


@pytest.mark.parametrize(("events", "caller"), [("", 2), (SIXES, 2), (BOTH, 3), ("2 leaves; " + SIXES, 3)])
def test_the_player_to_the_left_of_the_bidder_is_the_likeliest_caller(events, caller):
    assert play(start(), events).next_caller == caller


MAY_CALL = [
    ("anyone", SIXES, 0, None), ("anyone", SIXES, 1, None),  # the bidder: it must be another bid then
    ("anyone", "3 +3; " + SIXES, 3, "Player 4 is out."), ("anyone", "3 leaves; " + SIXES, 3, "Player 4 has left."),
    ("next_player", "", 0, None), ("next_player", SIXES, 2, None),
    ("next_player", SIXES, 3, "Only Player 3 may call."),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "events", "seat", "why"), MAY_CALL)
def test_who_may_call(rule, events, seat, why):
    assert refusal_of(play(start(f"classic,caller={rule}"), events).check_caller, seat) == why


CALLED = [  # what happened, the bid that is called, by whom, and what is then recorded
    ("", bid(1), 2, told("1:; 2 calls")),
    (SIXES, bid(1, "pair of sixes"), 2, told("2 calls")),
    (SIXES, bid(2, "pair of kings"), 3, told("2: pair of kings; 3 calls")),
    (SIXES, bid(2, "pair of fives"), 3, (PutRight(0, taken("2: pair of fives")), Call(3))),
    (BOTH, bid(0, "pair of kings"), 3, (PutRight(0, taken("1: pair of sixes; 0: pair of kings")), Call(3))),
    (BOTH, bid(0, "pair of fives"), 3, (PutRight(0, taken("0: pair of fives")), Call(3))),
    ("1: pair of sixes; 2 calls", bid(1, "pair of sixes"), 2, ()),
]


@pytest.mark.parametrize(("events", "made", "caller", "happens"), CALLED)
def test_what_is_called_is_recorded_and_no_more(events, made, caller, happens):
    game = play(start(), events)
    assert game.calling(made.seat, made.bid, caller) == happens
    after = play(game, *happens)
    assert (after.bidder, after.bid, after.taken.caller) == (made.seat, made.bid, caller)
