"""What was taken down wrongly is put right in place, in this hand or the one before, or refused and nothing changes."""

import pytest

from engine.errors import WrongTotal
from engine.events import PutRight, Taken
from tests.engine.refusing import is_sentence, refusal_of
from tests.engine.tables import bid, cards, coming, counts, play, start, taken

SIXES = "1: pair of sixes; 2 calls"
BEFORE = f"{SIXES}; cards 6h 6d Kh 3c"  # seat 2 is penalized

# What was taken down; what is right, and how it is settled where that needs more words; the penalties that follow.
RIGHT = {
    "the bid": (BEFORE, "1: pair of sevens; 2 calls; cards 6h 6d Kh 3c", None, (0, 1, 0, 0)),
    "the bidder": (BEFORE, "3: pair of sixes; 2 calls; cards 6h Qd Kh 3c", None, (0, 0, 0, 1)),
    "the caller": (BEFORE, "1: pair of sixes; 3 calls; cards 6h 6d Kh 3c", None, (0, 0, 0, 1)),
    "a card": (BEFORE, f"{SIXES}; cards 6h 7d Kh 3c", None, (0, 1, 0, 0)),
    "how many were dealt": (BEFORE, SIXES, cards("6h 7d Kh 3c 2c", 5), (0, 0, 1, 0)),
    "by counts": (BEFORE, SIXES, counts({"6": 1, "wild": 0}), (0, 1, 0, 0)),
    "by agreement": (BEFORE, "1:; 2 calls; not there", None, (0, 1, 0, 0)),
    "void after all": (BEFORE, "1: pair of sixes; void", None, (0, 0, 0, 0)),
    "not void after all": ("1: pair of sixes; void", f"{SIXES}; there", None, (0, 0, 1, 0)),
    "one more bid": (BEFORE, "1: pair of sixes; 2: pair of kings; 3 calls; cards 6h 6d Kh 3c", None, (0, 0, 1, 0)),
}


@pytest.mark.parametrize(("before", "right", "settled", "penalties"), RIGHT.values(), ids=RIGHT)
def test_the_hand_before_is_worked_out_again_and_what_came_after_is_kept(before, right, settled, penalties):
    put_right = PutRight(0, taken(right, settled))
    straight = play(start(), right, *[settled] * (settled is not None))
    game = play(start(), before, put_right)
    assert game == straight
    assert (game.penalties, game.hands[0].taken) == (penalties, put_right.taken)

    after = "0 +1; 3 first; deal; 3: pair of kings; 0 +1; 0: three kings; 3 calls"
    later = play(start(), before, after, put_right)
    assert later == play(straight, after)
    assert later.taken == taken("3: pair of kings; 0: three kings; 3 calls")
    assert play(later, "void").penalties == (penalties[0] + 2, *penalties[1:])


def test_this_hand_is_put_right_while_it_is_under_way():
    game = play(start(), "deal; 1: pair of sixes; 3 +1; 2 calls")
    right = game.apply(PutRight(0, taken("0: pair of fives; 1: pair of nines; 3 calls")))
    assert (right.bid, right.bidder, right.taken.caller) == (bid(1, "pair of nines").bid, 1, 3)
    assert right.pending == game.pending != ()
    assert game.apply(PutRight(0, taken("1: pair of sixes"))).legal.callers == (0, 2, 3)
    bare = game.apply(PutRight(0, Taken()))
    assert (bare.under_way, bare.bidder, bare.pending) == (True, None, game.pending)


def test_a_bid_in_the_middle_can_be_put_right():
    game = play(start(), "1: pair of sixes; 2: pair of nines; 3: pair of kings")
    right = taken("1: pair of sixes; 2: pair of tens; 3: pair of kings")
    assert game.apply(PutRight(0, right)).taken == right
    wrong = taken("1: pair of sixes; 2: pair of aces; 3: pair of kings")
    assert "not higher" in refusal_of(game.apply, PutRight(0, wrong))


def test_an_elimination_is_taken_back_and_the_game_reopened():
    game = play(start("classic", 2), "1 +2; 1: pair of sixes; 0 calls; not there")
    again = game.apply(PutRight(0, taken("1: pair of sixes; 0 calls; there")))
    assert (game.winner, again.winner) == (0, None)
    assert coming(again) == (1, 0, (2, 3))


def test_only_the_hand_put_right_changes_not_those_before():
    game = play(start(), BEFORE, "2: pair of kings; 3 calls; there")
    right = game.apply(PutRight(1, taken("2: pair of kings; 0 calls; there")))
    assert right.hands[0] == game.hands[0]
    assert right.penalties == (1, 0, 1, 0)


TWO_HANDS = f"{BEFORE}; 0 +1; 2: pair of kings; 3 calls; there; 1 first; 1: pair of kings"
KINGS = "2: pair of kings; 3 calls"
REFUSED = [
    (0, f"{SIXES}; there", None, "Only this hand and the one before"),
    (3, "", None, "Only this hand and the one before"), (-1, "", None, "Only this hand and the one before"),
    (2, f"{SIXES}; there", None, "not over"), (1, KINGS, None, "must stay settled"),
    (1, "3 calls; there", None, "nothing to call"), (1, "2: pair of kings; 2 calls; there", None, "made the bid"),
    (1, "2: pair of kings; 4 calls; there", None, "no seat 4"),
    (1, "2: pair of twos; 3 calls; there", None, "lowest rank"), (1, f"{KINGS}; cards Kh Kh", None, "twice"),
    (1, "2:; 3 calls; cards Kh Kd", None, "isn't recorded"), (1, KINGS, counts({}), "still to be counted"),
    (2, "1: pair of kings; 2: pair of queens", None, "not higher"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "right", "settled", "why"), REFUSED)
def test_what_cant_be_right_is_refused_with_the_reason_and_nothing_changes(number, right, settled, why):
    game = play(start(), TWO_HANDS)
    before = repr(game)
    said = refusal_of(game.apply, PutRight(number, taken(right, settled)))
    assert why in said
    assert is_sentence(said)
    assert repr(game) == before


NO_LONGER_FITS = [
    ("1 +2; {}; 1: pair of nines", "Player 2 is out and can't bid"),  # who has bid since would have been put out
    ("1 +2; {}; 2 leaves; 1: two nines", "Player 1 has won"), ("{}; 1 +3", "can't have 4 penalties"),
]  # fmt: skip


@pytest.mark.parametrize(("events", "why"), NO_LONGER_FITS)
def test_it_is_refused_where_what_came_after_would_no_longer_fit(events, why):
    game = play(start("classic", 3), events.format("0: pair of sixes; 2 calls; there"))
    assert why in refusal_of(game.apply, PutRight(0, taken("0: pair of sixes; 1 calls; there")))


def test_a_total_other_than_dealt_is_asked_about_here_too():
    short = PutRight(0, taken(f"{SIXES}; cards 6h 6d Kh"))
    assert "4 were dealt, 3 shown" in refusal_of(play(start(), BEFORE).apply, short, kind=WrongTotal)


def test_putting_right_what_was_right_changes_nothing():
    game = play(start(), TWO_HANDS)
    assert game == game.apply(PutRight(1, game.hands[1].taken)) == game.apply(PutRight(2, game.taken))
