"""What was taken down wrongly is put right in place, in this hand or the one before, or refused and nothing changes."""

import pytest

from engine.counts import Counts
from engine.errors import WrongTotal
from engine.events import Call, Deal, Leave, Penalty, PutRight, SetFirst, Settle, Taken
from engine.settlement import Counted
from engine.value import replace
from tests.engine.refusing import is_sentence, refusal_of
from tests.engine.tables import NOT_THERE, THERE, VOID, bid, cards, coming, counts, play, start

SIXES, SEVENS = bid(1, "pair of sixes"), bid(1, "pair of sevens")


def settled(*events):
    """A game of four after a hand of those events."""
    return play(start(), *events)


BEFORE = [SIXES, Call(2), cards("6h 6d Kh 3c")]  # seat 2 is penalized

# What was taken down, what is right, and the penalties that follow.
RIGHT = [
    ("the bid", BEFORE, Taken((SEVENS,), 2, cards("6h 6d Kh 3c")), (0, 1, 0, 0)),
    ("the bidder", BEFORE, Taken((bid(3, "pair of sixes"),), 2, cards("6h Qd Kh 3c")), (0, 0, 0, 1)),
    ("the caller", BEFORE, Taken((SIXES,), 3, cards("6h 6d Kh 3c")), (0, 0, 0, 1)),
    ("a card", BEFORE, Taken((SIXES,), 2, cards("6h 7d Kh 3c")), (0, 1, 0, 0)),
    ("how many were dealt", BEFORE, Taken((SIXES,), 2, cards("6h 7d Kh 3c 2c", 5)), (0, 0, 1, 0)),
    ("by counts", BEFORE, Taken((SIXES,), 2, counts({"6": 1, "wild": 0})), (0, 1, 0, 0)),
    ("by agreement", BEFORE, Taken((bid(1),), 2, NOT_THERE), (0, 1, 0, 0)),
    ("void after all", BEFORE, Taken((SIXES,), None, VOID), (0, 0, 0, 0)),
    ("not void after all", [SIXES, VOID], Taken((SIXES,), 2, THERE), (0, 0, 1, 0)),
    ("one more bid", BEFORE, Taken((SIXES, bid(2, "pair of kings")), 3, cards("6h 6d Kh 3c")), (0, 0, 1, 0)),
]


@pytest.mark.parametrize(("taken", "right", "penalties"), [case[1:] for case in RIGHT], ids=[case[0] for case in RIGHT])
def test_the_hand_before_is_worked_out_again(taken, right, penalties):
    game = settled(*taken).apply(PutRight(0, right))
    assert game.penalties == penalties
    assert game.hands[0].taken == right
    straight = play(start(), *right.bids, *([] if right.caller is None else [Call(right.caller)]), right.settled)
    assert game == straight


@pytest.mark.parametrize(("taken", "right", "penalties"), [case[1:] for case in RIGHT], ids=[case[0] for case in RIGHT])
def test_what_came_after_in_between_is_kept(taken, right, penalties):
    after = [Penalty(0, 1), SetFirst(3), Deal(), bid(3, "pair of kings"), Penalty(0, 1), bid(0, "three kings"), Call(3)]
    game = play(settled(*taken), *after).apply(PutRight(0, right))
    assert game.penalties == (penalties[0] + 1, *penalties[1:])
    assert game.first == 3
    assert (game.taken.bids, game.taken.caller) == ((bid(3, "pair of kings"), bid(0, "three kings")), 3)
    assert game.pending == (Penalty(0, 1),)
    straight = play(start(), *right.bids, *([] if right.caller is None else [Call(right.caller)]), right.settled)
    assert game == play(straight, *after)
    assert game.apply(VOID).penalties == (penalties[0] + 2, *penalties[1:])


def test_this_hand_is_put_right_while_it_is_under_way():
    game = play(start(), Deal(), SIXES, Penalty(3, 1), Call(2))
    right = game.apply(PutRight(0, Taken((bid(0, "pair of fives"), bid(1, "pair of nines")), 3)))
    assert (right.bid, right.bidder, right.taken.caller) == (bid(1, "pair of nines").bid, 1, 3)
    assert right.pending == (Penalty(3, 1),)
    assert game.apply(PutRight(0, Taken((SIXES,)))).legal.callers == (0, 2, 3)
    bare = game.apply(PutRight(0, Taken()))
    assert (bare.under_way, bare.bidder, bare.pending) == (True, None, (Penalty(3, 1),))


def test_a_bid_in_the_middle_can_be_put_right():
    game = play(start(), SIXES, bid(2, "pair of nines"), bid(3, "pair of kings"))
    right = Taken((SIXES, bid(2, "pair of tens"), bid(3, "pair of kings")))
    assert game.apply(PutRight(0, right)).taken == right
    wrong = replace(right, bids=(SIXES, bid(2, "pair of aces"), bid(3, "pair of kings")))
    assert "not higher" in refusal_of(game.apply, PutRight(0, wrong))


def test_an_elimination_is_taken_back_and_the_game_reopened():
    game = play(start("classic", 2), Penalty(1, 2), SIXES, Call(0), NOT_THERE)
    assert game.winner == 0
    again = game.apply(PutRight(0, Taken((SIXES,), 0, THERE)))
    assert again.winner is None
    assert coming(again) == (1, 0, (2, 3))


def test_only_the_hand_put_right_changes_not_those_before():
    game = play(start(), *BEFORE, bid(2, "pair of kings"), Call(3), THERE)
    right = game.apply(PutRight(1, Taken((bid(2, "pair of kings"),), 0, THERE)))
    assert right.hands[0] == game.hands[0]
    assert right.penalties == (1, 0, 1, 0)


TWO_HANDS = [*BEFORE, Penalty(0, 1), bid(2, "pair of kings"), Call(3), THERE, SetFirst(1), bid(1, "pair of kings")]
REFUSED = [
    (PutRight(0, Taken((SIXES,), 2, THERE)), "Only this hand and the one before"),
    (PutRight(3, Taken()), "Only this hand and the one before"),
    (PutRight(-1, Taken()), "Only this hand and the one before"),
    (PutRight(2, Taken((SIXES,), 2, THERE)), "not over"),
    (PutRight(1, Taken((bid(2, "pair of kings"),), 3)), "must stay settled"),
    (PutRight(1, Taken((), 3, THERE)), "nothing to call"),
    (PutRight(1, Taken((bid(2, "pair of kings"),), 2, THERE)), "made the bid"),
    (PutRight(1, Taken((bid(2, "pair of kings"),), 4, THERE)), "no seat 4"),
    (PutRight(1, Taken((bid(2, "pair of twos"),), 3, THERE)), "lowest rank"),
    (PutRight(1, Taken((bid(2, "pair of kings"),), 3, cards("Kh Kh"))), "twice"),
    (PutRight(1, Taken((bid(2),), 3, cards("Kh Kd"))), "isn't recorded"),
    (PutRight(1, Taken((bid(2, "pair of kings"),), 3, Settle(Counted(Counts())))), "still to be counted"),
    (PutRight(2, Taken((bid(1, "pair of kings"), bid(2, "pair of queens")))), "not higher"),
]


@pytest.mark.parametrize(("event", "why"), REFUSED)
def test_what_cant_be_right_is_refused_with_the_reason_and_nothing_changes(event, why):
    game = play(start(), *TWO_HANDS)
    before = repr(game)
    said = refusal_of(game.apply, event)
    assert why in said
    assert is_sentence(said)
    assert repr(game) == before


def test_it_is_refused_where_what_came_after_would_no_longer_fit():
    game = play(start("classic", 3), Penalty(1, 2), *[bid(0, "pair of sixes"), Call(2), THERE], bid(1, "pair of nines"))
    wrong = PutRight(0, Taken((bid(0, "pair of sixes"),), 1, THERE))  # puts out who has bid since
    assert "Player 2 is out and can't bid" in refusal_of(game.apply, wrong)
    game = play(
        start("classic", 3), Penalty(1, 2), *[bid(0, "pair of sixes"), Call(2), THERE], Leave(2), bid(1, "two nines")
    )
    assert "Player 1 has won" in refusal_of(game.apply, wrong)
    game = play(start("classic", 3), *[bid(0, "pair of sixes"), Call(2), THERE], Penalty(1, 3))
    assert "can't have 4 penalties" in refusal_of(game.apply, wrong)


def test_a_total_other_than_dealt_is_asked_about_here_too():
    game = settled(*BEFORE)
    with pytest.raises(WrongTotal, match="4 were dealt, 3 shown"):
        game.apply(PutRight(0, Taken((SIXES,), 2, cards("6h 6d Kh"))))


def test_putting_right_what_was_right_changes_nothing():
    game = play(start(), *TWO_HANDS)
    assert game.apply(PutRight(1, game.hands[1].taken)) == game
    assert game.apply(PutRight(2, game.taken)) == game
