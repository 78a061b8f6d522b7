"""What a table corrects by hand: penalties, players who leave, the dealer, the first bidder; during a hand it waits."""

import pytest

from engine.events import Leave, Penalty, SetDealer, SetFirst
from tests.engine.refusing import refusal_of
from tests.engine.tables import NOT_THERE, coming, hand, opens, penalize, play, start, told

CLASSIC, LEFT = "classic", "classic,first_bidder=left_of_dealer"
PENALIZED, LEFT_OF, BY_HAND = "was penalized", "left of the dealer", "set by hand"

# After a first hand in which seat 2 of 4 was penalized, so that seat 1 deals and seat 2 (the penalized one, and the one
# left of the dealer) bids first: the corrections; then dealer, first bidder and why.
AFTER_A_HAND = [
    (CLASSIC, "", 1, 2, PENALIZED), (CLASSIC, "3 +1", 1, 2, PENALIZED), (CLASSIC, "1 leaves", 2, 2, PENALIZED),
    (CLASSIC, "2 +2", 1, 3, "left of Player 3, who is out"),
    (CLASSIC, "2 leaves", 1, 3, "left of Player 3, who has left"),
    (CLASSIC, "2 leaves; 3 leaves", 1, 0, "left of Player 4, who has left"),
    (CLASSIC, "1 +3; 2 +2", 3, 3, "left of Player 3, who is out"), (CLASSIC, "3 deals", 3, 2, PENALIZED),
    (CLASSIC, "0 first", 1, 0, BY_HAND), (CLASSIC, "0 first; 2 deals", 2, 0, BY_HAND),
    (CLASSIC, "0 first; 3 +1", 1, 0, BY_HAND),
    (CLASSIC, "0 first; 0 leaves", 1, 1, "left of Player 1, who has left"),
    (CLASSIC, "2 +2; 2 -1", 1, 3, "as before"),  # nobody becomes penalized by it
    (LEFT, "", 1, 2, LEFT_OF), (LEFT, "3 +1", 1, 2, LEFT_OF), (LEFT, "2 leaves", 1, 3, LEFT_OF),
    (LEFT, "1 leaves", 2, 3, LEFT_OF), (LEFT, "1 +3", 2, 3, LEFT_OF), (LEFT, "3 deals", 3, 0, LEFT_OF),
    (LEFT, "2 +2; 2 -1", 1, 2, LEFT_OF), (LEFT, "0 first", 1, 0, BY_HAND), (LEFT, "0 first; 3 +1", 1, 0, BY_HAND),
    (LEFT, "0 first; 1 leaves", 2, 0, BY_HAND), (LEFT, "0 first; 3 deals; 2 first", 3, 2, BY_HAND),
    (LEFT, "3 deals; 1 first", 3, 1, BY_HAND),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "corrections", "dealer", "first", "why"), AFTER_A_HAND)
def test_dealer_and_first_bidder_are_put_right_after_every_correction_which_waits_for_the_end_of_a_hand(
    rules, corrections, dealer, first, why
):
    game = play(penalize(start(rules), 2), corrections)
    assert opens(game) == (dealer, first, why)
    assert game.hands[-1].corrections == told(corrections)

    called = play(start(rules), "1: pair of sixes", corrections, "2 calls")
    assert coming(called) == coming(start(rules))
    assert called.pending == told(corrections)
    over = play(called, "there")
    assert (*opens(over), over.pending) == (dealer, first, why, ())
    assert over == play(start(rules), "1: pair of sixes; 2 calls; there", corrections)


def test_corrections_during_a_hand_wait_from_its_deal_on_and_also_for_a_void_one():
    game = play(start(), "deal; 3 +1")
    assert game.penalties == (0, 0, 0, 0)
    over = play(game, "void")
    assert (over.penalties, over.dealer, over.first) == ((0, 0, 0, 1), 0, 1)


# Nothing is settled yet, neither before the first hand nor after a void one: seat 0 of 4 deals, seat 1 bids first. The
# corrections; then dealer, first bidder and why, which is the same by both rules.
UNSETTLED = [
    ("", 0, 1, LEFT_OF), ("2 deals", 2, 3, LEFT_OF), ("3 deals", 3, 0, LEFT_OF), ("0 leaves", 1, 2, LEFT_OF),
    ("1 leaves", 0, 2, LEFT_OF), ("1 +3", 0, 2, LEFT_OF), ("1 +3; 1 -3", 0, 1, LEFT_OF), ("2 +1", 0, 1, LEFT_OF),
    ("3 first", 0, 3, BY_HAND), ("3 first; 2 +3", 0, 3, BY_HAND), ("2 deals; 0 first", 2, 0, BY_HAND),
    ("3 first; 2 deals", 2, 3, LEFT_OF), ("0 first; 2 deals", 2, 3, LEFT_OF),
    ("3 first; 3 leaves", 0, 0, "left of Player 4, who has left"),
    ("3 first; 3 leaves; 0 leaves", 1, 1, "left of Player 1, who has left"),
]  # fmt: skip


@pytest.mark.parametrize("before", ["", "void", "3 deals; 0: pair of sixes; void; 0 deals"])
@pytest.mark.parametrize(("rules", "later"), [(CLASSIC, PENALIZED), (LEFT, LEFT_OF)])
@pytest.mark.parametrize(("corrections", "dealer", "first", "why"), UNSETTLED)
def test_whoever_deals_the_player_to_their_left_bids_first_while_nothing_is_settled(
    rules, later, before, corrections, dealer, first, why
):
    game = play(start(rules), before, corrections)
    assert opens(game) == opens(play(game, "void")) == (dealer, first, why)
    assert hand(game, first, game.standing.left_of(first), NOT_THERE).why_first == later


def test_the_reason_is_another_as_soon_as_it_is_not_true_any_more():
    game = play(penalize(start(), 1), "1 +2; 2 +3")
    assert (game.first, game.why_first) == (3, "left of Player 3, who is out")
    assert play(game, "2 leaves").why_first == "left of Player 3, who has left"
    assert play(game, "2 -1").why_first == "as before"
    assert play(game, "1 -1").why_first == "left of Player 3, who is out"


def test_before_the_first_hand_they_take_effect_at_once():
    game = play(start(LEFT), "2 deals; 3 +2")
    assert coming(game) == (2, 3, (1, 1, 1, 3))
    assert game.opening == (SetDealer(2), Penalty(3, 2))


def test_a_penalty_by_hand_changes_the_deal_and_who_is_in():
    game = play(start(), "2 +1; 3 +3")
    assert (game.deal, game.players_in) == ((1, 1, 2, 0), (0, 1, 2))
    assert play(game, "3 -1").deal == (1, 1, 2, 3)


def test_a_player_who_leaves_keeps_the_penalties_and_is_skipped_for_good():
    game = play(start(), "2 +1; 2 leaves")
    assert (game.penalties, game.deal) == ((0, 0, 1, 0), (1, 1, 0, 1))
    assert "Player 3 has left and can't bid" in refusal_of(play, game, "2: pair of sixes")
    assert play(game, "2 -1").players_in == (0, 1, 3)


def test_the_first_bidder_set_by_hand_counts_for_one_hand_that_is_not_void():
    game = play(start(LEFT), "3 first; 3: pair of sixes; void")
    assert (game.first, game.why_first) == (3, BY_HAND)
    game = hand(game, 3, 0, NOT_THERE)
    assert opens(game) == (1, 2, LEFT_OF)
    assert opens(play(game, "1 leaves")) == (2, 3, LEFT_OF)


@pytest.mark.parametrize("rules", [CLASSIC, LEFT])
def test_a_penalty_taken_back_reopens_a_finished_game(rules):
    game = penalize(play(start(rules, 3), "0 +2; 2 +3"), 0)
    assert game.winner == 1
    again = play(game, "0 -1")
    assert (again.winner, again.players_in) == (None, (0, 1))
    assert {again.dealer, again.first} <= {0, 1}
    assert (penalize(again, 0).winner, penalize(again, 1).winner) == (1, None)


def test_a_game_ends_when_all_others_leave_and_cant_lose_its_last_player():
    game = play(start("classic", 3), "0 leaves; 2 leaves")
    assert game.winner == 1
    assert all("last one in" in refusal_of(play, game, out) for out in ("1 leaves", "1 +3"))


REFUSED = [
    ("", "1 +4", "can't have 4 penalties"), ("", "1 -1", "can't have -1 penalties"), ("", "1 +0", "at least one"),
    ("", "4 +1", "no seat 4"), ("1 leaves", "1 leaves", "has left already"), ("", "-1 first", "no seat -1"),
    ("1 leaves", "1 deals", "has left and can't deal"), ("1 +3", "1 first", "is out and can't bid first"),
    ("deal; 1 +2", "1 +2", "can't have 4 penalties"),  # those that wait are reckoned in
    ("deal; 1 leaves", "1 deals", "has left and can't deal"),
    ("deal; 0 leaves; 1 leaves; 2 leaves", "3 leaves", "last one in"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "correction", "why"), REFUSED)
def test_a_correction_that_cant_be_is_refused_with_the_reason(before, correction, why):
    assert why in refusal_of(play(start(), before).apply, *told(correction))


def test_a_correction_that_the_end_of_the_hand_overtakes_falls_away_and_can_be_said():
    before = play(start("classic", 3), "1 +2; 1: pair of sixes")
    game = play(before, "1 first; 1 +1; 0 +1; 2 calls; not there")
    assert (game.penalties, game.first) == ((1, 3, 0), 2)
    assert (game.hands[-1].corrections, game.hands[-1].dropped) == (told("0 +1"), told("1 first; 1 +1"))
    assert game == play(before, "2 calls; not there; 0 +1")  # as its record is read back


def test_who_a_correction_can_be_made_for():
    game = play(start(), "1 +3; 2 leaves; deal; 1 -1")
    assert game.seats_for(Penalty) == (0, 1, 2, 3)
    for kind in (Leave, SetDealer, SetFirst):
        assert game.seats_for(kind) == (0, 1, 3)  # what waits is reckoned in
    over = play(start("classic", 3), "0 leaves; 2 leaves")
    assert (over.seats_for(Leave), over.seats_for(SetDealer)) == ((), ())


def test_penalties_are_brought_to_a_number_from_what_will_be():
    game = play(start(), "deal; 1 +1")
    assert [game.penalty_to(1, count) for count in (3, 0, 1)] == [Penalty(1, 2), Penalty(1, -1), None]


COUNTED = [
    ("classic", ["0", "2", "out", "left"], ["penalty 0 of 3", "penalty 2 of 3", "is out!", "is out!"]),
    ("denexa", ["3", "1", "out", "left"], ["3 tokens left", "1 token left", "is out!", "is out!"]),
]


@pytest.mark.parametrize(("rules", "counts", "fates"), COUNTED)
def test_everybodys_count_is_what_the_table_counts(rules, counts, fates):
    standing = play(start(rules), "1 +2; 2 +3; 3 leaves").standing
    assert [standing.count(seat) for seat in range(4)] == counts
    assert [standing.fate(seat) for seat in range(4)] == fates
