"""What a table corrects by hand: penalties, players who leave, the dealer, the first bidder; during a hand it waits."""

import pytest

from engine.events import Call, Deal, Leave, Penalty, SetDealer, SetFirst
from tests.engine.refusing import refusal_of
from tests.engine.tables import NOT_THERE, THERE, VOID, bid, coming, hand, penalize, play, start

CLASSIC, LEFT = "classic", "classic,first_bidder=left_of_dealer"

# After a first hand in which seat 2 of 4 was penalized, so that seat 1 deals and seat 2 (the penalized one, and the one
# left of the dealer) bids first: the corrections; then dealer, first bidder and why.
AFTER_A_HAND = [
    (CLASSIC, [], 1, 2, "was penalized"),
    (CLASSIC, [Penalty(3, 1)], 1, 2, "was penalized"),
    (CLASSIC, [Penalty(2, 2)], 1, 3, "left of Player 3, who is out"),
    (CLASSIC, [Leave(2)], 1, 3, "left of Player 3, who has left"),
    (CLASSIC, [Leave(2), Leave(3)], 1, 0, "left of Player 4, who has left"),
    (CLASSIC, [Leave(1)], 2, 2, "was penalized"),
    (CLASSIC, [Penalty(1, 3), Penalty(2, 2)], 3, 3, "left of Player 3, who is out"),
    (CLASSIC, [SetDealer(3)], 3, 2, "was penalized"),
    (CLASSIC, [SetFirst(0)], 1, 0, "set by hand"),
    (CLASSIC, [SetFirst(0), SetDealer(2)], 2, 0, "set by hand"),
    (CLASSIC, [SetFirst(0), Penalty(3, 1)], 1, 0, "set by hand"),
    (CLASSIC, [SetFirst(0), Leave(0)], 1, 1, "left of Player 1, who has left"),
    (CLASSIC, [Penalty(2, 2), Penalty(2, -1)], 1, 3, "as before"),  # nobody becomes penalized by it
    (LEFT, [], 1, 2, "left of the dealer"),
    (LEFT, [Penalty(3, 1)], 1, 2, "left of the dealer"),
    (LEFT, [Leave(2)], 1, 3, "left of the dealer"),
    (LEFT, [Leave(1)], 2, 3, "left of the dealer"),
    (LEFT, [Penalty(1, 3)], 2, 3, "left of the dealer"),
    (LEFT, [SetDealer(3)], 3, 0, "left of the dealer"),
    (LEFT, [SetFirst(0)], 1, 0, "set by hand"),
    (LEFT, [SetFirst(0), Penalty(3, 1)], 1, 0, "set by hand"),
    (LEFT, [SetFirst(0), Leave(1)], 2, 0, "set by hand"),
    (LEFT, [SetFirst(0), SetDealer(3), SetFirst(2)], 3, 2, "set by hand"),
    (LEFT, [SetDealer(3), SetFirst(1)], 3, 1, "set by hand"),
    (LEFT, [Penalty(2, 2), Penalty(2, -1)], 1, 2, "left of the dealer"),
]


@pytest.mark.parametrize(("rules", "corrections", "dealer", "first", "why"), AFTER_A_HAND)
def test_dealer_and_first_bidder_are_put_right_after_every_correction(rules, corrections, dealer, first, why):
    game = play(penalize(start(rules), 2), *corrections)
    assert (game.dealer, game.first, game.why_first) == (dealer, first, why)
    assert game.hands[-1].corrections == tuple(corrections)


@pytest.mark.parametrize(("rules", "corrections", "dealer", "first", "why"), AFTER_A_HAND)
def test_the_same_made_during_the_hand_waits_for_its_end(rules, corrections, dealer, first, why):
    game = play(start(rules), bid(1, "pair of sixes"), *corrections, Call(2))
    assert coming(game) == coming(start(rules))
    assert game.pending == tuple(corrections)
    over = game.apply(THERE)
    assert (over.dealer, over.first, over.why_first, over.pending) == (dealer, first, why, ())
    assert over == play(hand_of(rules), *corrections)


def hand_of(rules):
    return play(start(rules), bid(1, "pair of sixes"), Call(2), THERE)


def test_corrections_during_a_hand_wait_from_its_deal_on_and_also_for_a_void_one():
    game = play(start(), Deal(), Penalty(3, 1))
    assert game.penalties == (0, 0, 0, 0)
    over = game.apply(VOID)
    assert over.penalties == (0, 0, 0, 1)
    assert (over.dealer, over.first) == (0, 1)


# Nothing is settled yet, neither before the first hand nor after a void one: seat 0 of 4 deals, seat 1 bids first. The
# corrections; then dealer, first bidder and why, which is the same by both rules.
UNSETTLED = [
    ([], 0, 1, "left of the dealer"),
    ([SetDealer(2)], 2, 3, "left of the dealer"),
    ([SetDealer(3)], 3, 0, "left of the dealer"),
    ([Leave(0)], 1, 2, "left of the dealer"),
    ([Leave(1)], 0, 2, "left of the dealer"),
    ([Penalty(1, 3)], 0, 2, "left of the dealer"),
    ([Penalty(1, 3), Penalty(1, -3)], 0, 1, "left of the dealer"),
    ([Penalty(2, 1)], 0, 1, "left of the dealer"),
    ([SetFirst(3)], 0, 3, "set by hand"),
    ([SetFirst(3), Penalty(2, 3)], 0, 3, "set by hand"),
    ([SetFirst(3), Leave(3)], 0, 0, "left of Player 4, who has left"),
    ([SetFirst(3), Leave(3), Leave(0)], 1, 1, "left of Player 1, who has left"),
    ([SetFirst(3), SetDealer(2)], 2, 3, "left of the dealer"),
    ([SetFirst(0), SetDealer(2)], 2, 3, "left of the dealer"),
    ([SetDealer(2), SetFirst(0)], 2, 0, "set by hand"),
]


@pytest.mark.parametrize("before", [[], [VOID], [SetDealer(3), bid(0, "pair of sixes"), VOID, SetDealer(0)]])
@pytest.mark.parametrize("rules", [CLASSIC, LEFT])
@pytest.mark.parametrize(("corrections", "dealer", "first", "why"), UNSETTLED)
def test_whoever_deals_the_player_to_their_left_bids_first_while_nothing_is_settled(
    rules, before, corrections, dealer, first, why
):
    game = play(start(rules), *before, *corrections)
    assert (game.dealer, game.first, game.why_first) == (dealer, first, why)
    again = game.apply(VOID)
    assert (again.dealer, again.first, again.why_first) == (dealer, first, why)
    settled = hand(game, first, game.standing.left_of(first), NOT_THERE)
    assert settled.why_first == ("was penalized" if rules == CLASSIC else "left of the dealer")


def test_the_reason_is_another_as_soon_as_it_is_not_true_any_more():
    game = play(penalize(start(), 1), Penalty(1, 2), Penalty(2, 3))
    assert (game.first, game.why_first) == (3, "left of Player 3, who is out")
    assert game.apply(Leave(2)).why_first == "left of Player 3, who has left"
    assert game.apply(Penalty(2, -1)).why_first == "as before"
    assert game.apply(Penalty(1, -1)).why_first == "left of Player 3, who is out"


def test_before_the_first_hand_they_take_effect_at_once():
    game = play(start(LEFT), SetDealer(2), Penalty(3, 2))
    assert coming(game) == (2, 3, (1, 1, 1, 3))
    assert game.opening == (SetDealer(2), Penalty(3, 2))


def test_a_penalty_by_hand_changes_the_deal_and_who_is_in():
    game = play(start(), Penalty(2, 1), Penalty(3, 3))
    assert game.deal == (1, 1, 2, 0)
    assert game.players_in == (0, 1, 2)
    assert game.apply(Penalty(3, -1)).deal == (1, 1, 2, 3)


def test_a_player_who_leaves_keeps_the_penalties_and_is_skipped_for_good():
    game = play(start(), Penalty(2, 1), Leave(2))
    assert game.penalties == (0, 0, 1, 0)
    assert game.deal == (1, 1, 0, 1)
    assert "Player 3 has left and can't bid" in refusal_of(game.apply, bid(2, "pair of sixes"))
    assert game.apply(Penalty(2, -1)).players_in == (0, 1, 3)


def test_the_first_bidder_set_by_hand_counts_for_one_hand():
    game = play(start(LEFT), SetFirst(3))
    assert (game.first, game.why_first) == (3, "set by hand")
    game = hand(game, 3, 0, NOT_THERE)
    assert (game.dealer, game.first, game.why_first) == (1, 2, "left of the dealer")
    game = game.apply(Leave(1))
    assert (game.dealer, game.first, game.why_first) == (2, 3, "left of the dealer")


def test_a_void_hand_keeps_the_first_bidder_set_by_hand():
    game = play(start(LEFT), SetFirst(3), bid(3, "pair of sixes"), VOID)
    assert (game.first, game.why_first) == (3, "set by hand")


@pytest.mark.parametrize("rules", [CLASSIC, LEFT])
def test_a_penalty_taken_back_reopens_a_finished_game(rules):
    game = penalize(play(start(rules, 3), Penalty(0, 2), Penalty(2, 3)), 0)
    assert game.winner == 1
    again = game.apply(Penalty(0, -1))
    assert again.winner is None
    assert again.players_in == (0, 1)
    assert again.dealer in again.players_in
    assert again.first in again.players_in
    assert penalize(again, 0).winner == 1
    assert penalize(again, 1).winner is None


def test_a_game_ends_when_all_others_leave_and_cant_lose_its_last_player():
    game = play(start("classic", 3), Leave(0), Leave(2))
    assert game.winner == 1
    assert "last one in" in refusal_of(game.apply, Leave(1))
    assert "last one in" in refusal_of(game.apply, Penalty(1, 3))


REFUSED = [
    ([Penalty(1, 4)], "can't have 4 penalties"),
    ([Penalty(1, -1)], "can't have -1 penalties"),
    ([Penalty(1, 0)], "at least one"),
    ([Penalty(4, 1)], "no seat 4"),
    ([Leave(1), Leave(1)], "has left already"),
    ([Leave(1), SetDealer(1)], "has left and can't deal"),
    ([Penalty(1, 3), SetFirst(1)], "is out and can't bid first"),
    ([SetFirst(-1)], "no seat -1"),
    ([Deal(), Penalty(1, 2), Penalty(1, 2)], "can't have 4 penalties"),  # those that wait are reckoned in
    ([Deal(), Leave(1), SetDealer(1)], "has left and can't deal"),
    ([Deal(), Leave(0), Leave(1), Leave(2), Leave(3)], "last one in"),
]


@pytest.mark.parametrize(("events", "why"), REFUSED)
def test_a_correction_that_cant_be_is_refused_with_the_reason(events, why):
    game = play(start(), *events[:-1])
    assert why in refusal_of(game.apply, events[-1])


def test_a_correction_that_the_end_of_the_hand_overtakes_falls_away_and_can_be_said():
    before = play(start("classic", 3), Penalty(1, 2), bid(1, "pair of sixes"))
    game = play(before, SetFirst(1), Penalty(1, 1), Penalty(0, 1), Call(2), NOT_THERE)
    assert game.penalties == (1, 3, 0)
    assert game.hands[-1].corrections == (Penalty(0, 1),)
    assert game.hands[-1].dropped == (SetFirst(1), Penalty(1, 1))
    assert game.first == 2
    assert game == play(before, Call(2), NOT_THERE, Penalty(0, 1))  # as its record is read back


def test_who_a_correction_can_be_made_for():
    game = play(start(), Penalty(1, 3), Leave(2), Deal(), Penalty(1, -1))
    assert game.seats_for(Penalty) == (0, 1, 2, 3)
    assert game.seats_for(Leave) == (0, 1, 3)
    assert game.seats_for(SetDealer) == game.seats_for(SetFirst) == (0, 1, 3)  # what waits is reckoned in
    over = play(start("classic", 3), Leave(0), Leave(2))
    assert (over.seats_for(Leave), over.seats_for(SetDealer)) == ((), ())


def test_penalties_are_brought_to_a_number_from_what_will_be():
    game = play(start(), Deal(), Penalty(1, 1))
    assert game.penalty_to(1, 3) == Penalty(1, 2)
    assert game.penalty_to(1, 0) == Penalty(1, -1)
    assert game.penalty_to(1, 1) is None


@pytest.mark.parametrize(
    ("rules", "counts", "fates"),
    [
        ("classic", ["0", "2", "out", "left"], ["penalty 0 of 3", "penalty 2 of 3", "is out!", "is out!"]),
        ("denexa", ["3", "1", "out", "left"], ["3 tokens left", "1 token left", "is out!", "is out!"]),
    ],
)
def test_everybodys_count_is_what_the_table_counts(rules, counts, fates):
    standing = play(start(rules), Penalty(1, 2), Penalty(2, 3), Leave(3)).standing
    assert [standing.count(seat) for seat in range(4)] == counts
    assert [standing.fate(seat) for seat in range(4)] == fates
