"""Who is penalized, who deals, who bids first and why, who is out and who has won."""

import pytest

from engine.errors import Illegal, ImpossibleCards, WrongTotal
from engine.game import Game
from engine.rules import Rules
from tests.engine.refusing import is_sentence, refusal_of
from tests.engine.tables import NOT_THERE, THERE, bid, cards, coming, counts, hand, opens, penalize, play, start, told

LEFT_OF_DEALER = "classic,first_bidder=left_of_dealer"
PENALIZED, LEFT_OF = "was penalized", "left of the dealer"


@pytest.mark.parametrize("rules", ["classic", "denexa"])
@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (2, 3), (3, 0)])
def test_in_the_first_hand_the_player_to_the_dealers_left_bids_first(rules, dealer, first):
    game = start(rules, 4, dealer)
    assert (*coming(game), game.why_first) == (dealer, first, (1, 1, 1, 1), LEFT_OF)


def test_the_caller_is_penalized_when_the_hand_is_there_and_the_bidder_when_not():
    assert hand(start(), 1, 3, THERE).penalties == (0, 0, 0, 1)
    assert hand(start(), 1, 3, NOT_THERE).penalties == (0, 1, 0, 0)


# Rules, penalties before the hand, dealer, bidder, caller, was it there; next dealer, first bidder, and why.
NEXT = [
    ("classic", "0000", 0, 1, 2, True, 1, 2, PENALIZED), ("classic", "0000", 3, 1, 2, False, 0, 1, PENALIZED),
    ("classic", "0020", 0, 1, 2, True, 1, 3, "left of Player 3, who is out"),
    ("classic", "0002", 0, 1, 3, True, 1, 0, "left of Player 4, who is out"),  # the last seat: wraps
    ("classic", "3002", 1, 1, 3, True, 2, 1, "left of Player 4, who is out"),  # wraps past another
    ("classic", "0200", 0, 1, 2, False, 2, 2, "left of Player 2, who is out"),  # it is the caller
    ("classic", "0233", 0, 1, 0, False, 0, 0, "left of Player 2, who is out"),  # and has won
    ("classic", "02330", 0, 1, 4, False, 4, 4, "left of Player 2, who is out"),  # two neighbours out already
    ("classic", "3031", 1, 1, 3, True, 3, 3, PENALIZED),  # two left, the loser survives
    ("classic", "3031", 3, 3, 1, False, 1, 3, PENALIZED),
    ("classic", "0200", 1, 1, 3, False, 2, 2, "left of Player 2, who is out"),  # the dealer goes out
    ("classic", "0030", 1, 0, 1, True, 3, 1, PENALIZED),  # the next dealer is out
    (LEFT_OF_DEALER, "0000", 0, 1, 3, True, 1, 2, LEFT_OF), (LEFT_OF_DEALER, "0020", 0, 1, 2, True, 1, 3, LEFT_OF),
    (LEFT_OF_DEALER, "0200", 0, 1, 2, False, 2, 3, LEFT_OF),  # who would have dealt is out
    (LEFT_OF_DEALER, "0200", 1, 1, 2, False, 2, 3, LEFT_OF),  # the dealer goes out
    (LEFT_OF_DEALER, "0003", 2, 1, 2, True, 0, 1, LEFT_OF), (LEFT_OF_DEALER, "3031", 3, 3, 1, True, 1, 3, LEFT_OF),
    ("denexa", "0002", 2, 1, 3, True, 0, 1, LEFT_OF),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "before", "dealer", "bidder", "caller", "there", "deals", "first", "why"), NEXT)
def test_the_deal_and_the_first_bid_pass_on(rules, before, dealer, bidder, caller, there, deals, first, why):
    penalties = (f"{seat} +{by}" for seat, by in enumerate(before) if by != "0")
    game = play(start(rules, len(before), dealer), *penalties)
    assert game.dealer == dealer
    assert opens(hand(game, bidder, caller, THERE if there else NOT_THERE)) == (deals, first, why)


def test_penalties_change_the_deal_until_they_put_a_player_out():
    games = [start("classic", 3)]
    for _ in range(3):
        games.append(penalize(games[-1], 1))
    assert [game.deal for game in games] == [(1, 1, 1), (1, 2, 1), (1, 3, 1), (1, 0, 1)]
    assert [hand.outcome.eliminated for hand in games[-1].hands] == [False, False, True]


def test_in_the_falling_variation_penalties_take_cards_away():
    game = penalize(penalize(start("classic,step=-1,first_cards=3", 2), 0), 0)
    assert game.deal == (1, 3)
    assert penalize(game, 0).winner == 1


def test_the_last_one_in_has_won_and_nothing_more_is_played():
    game = penalize(play(start("classic", 3), "0 +3; 1 +2"), 1)
    assert game.winner == 2
    assert game.legal.bids == game.legal.bidders == game.legal.callers == ()
    for event in told("deal; 2: pair of sixes; 2 calls; there; void"):
        assert "Player 3 has won" in refusal_of(game.apply, event, kind=Illegal)


def test_any_player_in_but_the_bidder_may_call():
    game = play(start("classic", 5), "3 +3; 1: pair of sixes")
    assert game.legal.callers == (0, 2, 4)
    assert "made the bid" in refusal_of(play, game, "1 calls")
    assert "is out" in refusal_of(play, game, "3 calls")


def test_where_only_the_next_player_may_call_those_out_are_skipped():
    game = play(start("classic,caller=next_player", 5), "2 +3; 1: pair of sixes")
    assert game.legal.callers == (3,)
    assert play(game, "3 calls").taken.caller == 3
    assert "Only the next player may call: Player 4" in refusal_of(play, game, "0 calls")
    assert play(game, "4: two sevens").legal.callers == (0,)


def test_bids_rise_but_need_not_all_be_recorded():
    game = play(start(), "3: pair of sixes")
    assert play(game, "3: pair of sevens").bidder == 3
    assert game.next_bidder == 0
    assert "not higher than pair of sixes: the lowest is pair of sevens" in refusal_of(play, game, "0: two sixes")


def test_after_the_highest_bid_a_call_is_the_only_move():
    game = play(start(), "1: five aces")
    assert (game.legal.bids, game.legal.bidders, game.legal.callers) == ((), (), (0, 2, 3))
    for event in told("2: five aces; 2: four aces; 2:"):
        assert "a call is the only move" in refusal_of(game.apply, event)


def test_what_is_legal_follows_the_hand():
    game = start()
    assert (len(game.legal.bids), game.legal.bidders, game.legal.callers) == (266, (0, 1, 2, 3), ())
    game = play(game, "1: five kings")
    assert (list(map(str, game.legal.bids)), game.legal.settle) == (["five aces"], False)
    game = play(game, "2 calls")
    assert (game.legal.bids, game.legal.settle) == ((), True)


SIXES = "1: pair of sixes; 2 calls"
OUT_OF_TURN = [
    ("", bid(-1, "pair of sixes"), "no seat -1"), ("", bid(4, "pair of sixes"), "no seat 4"),
    ("", bid(1, "pair of twos"), "lowest rank"), ("", *told("1 calls"), "nothing to call"),
    ("", THERE, "Nobody has called"), ("1: pair of sixes", THERE, "Nobody has called"),
    (SIXES, bid(3, "pair of aces"), "has called"), (SIXES, *told("3 calls"), "called already"),
    ("1: eights and fours", bid(2, "fours and eights"), "not higher"),  # named the other way round it is no raise
    ("1:", bid(2, "pair of sixes"), "isn't recorded"), ("1:; 2 calls", cards("6h 6d Kh 3c"), "isn't recorded"),
    (SIXES, counts({"6": 1}), "still to be counted: wild"), (SIXES, counts({"6": 5}), "deck has four"),
    (SIXES, cards("6h 6h Kh 3c"), "there twice"), (SIXES, cards("6h 6d Kh 3c", 60), "from 1 to 52"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "why"), OUT_OF_TURN)
def test_what_isnt_legal_is_refused_with_a_sentence_and_changes_nothing(before, event, why):
    game = play(start(), before)
    stood = hash(game), repr(game)
    said = refusal_of(game.apply, event)
    assert why in said
    assert is_sentence(said)
    assert (hash(game), repr(game)) == stood


def test_a_total_other_than_dealt_is_asked_about_and_may_be_kept():
    game = play(start(), SIXES)
    with pytest.raises(WrongTotal, match="4 were dealt, 5 shown: the hand is void, or 5 were dealt") as asked:
        game.apply(cards("6h 6d Kh 3c 9s"))
    assert (asked.value.dealt, asked.value.shown) == (4, 5)
    kept = game.apply(cards("6h 6d Kh 3c 9s", 5))
    assert (kept.hands[0].taken.settled.in_play, kept.penalties) == (5, (0, 0, 1, 0))
    assert game.apply(cards("6h 6d Kh 3c", 4)).hands[0].taken.settled.in_play is None  # what was told is not kept
    assert play(game, "void").penalties == (0, 0, 0, 0)
    assert refusal_of(game.apply, cards("6h 6h Kh 3c 9s"), kind=ImpossibleCards)  # before the total is asked about


def test_counts_settle_by_what_was_really_dealt():
    game = play(start("classic", 2), "1: pair of sixes; 0 calls")
    assert "still to be counted: wild" in refusal_of(game.apply, counts({"6": 0}))
    assert "only 2 are in play" in refusal_of(game.apply, counts({"6": 3}))
    for settled, holds in ((counts({"6": 1, "wild": 0}), False), (counts({"6": 2}), True), (counts({"6": 3}, 3), True)):
        assert game.apply(settled).hands[0].outcome.holds is holds


@pytest.mark.parametrize("events", ["", "deal", "2: pair of sixes", "2:", "2: pair of sixes; 3 calls"])
def test_a_void_hand_is_dealt_again_as_it_was(events):
    game = penalize(start(), 2)
    after = play(game, events, "void")
    assert (coming(after), after.why_first) == (coming(game), game.why_first)
    assert (after.hands[-1].outcome.holds, after.hands[-1].taken.caller) == (None, None)


NO_TABLES = [
    (1, 0, "at least 2"), (18, 0, "too many"), (["Ann"], 0, "at least 2"), (["Ann", " "], 0, "needs a name"),
    (["Ann", "Ann"], 0, "2 players are called Ann"), (2, 2, "seat from 0 to 1"), (2, -1, "seat from 0 to 1"),
    (2, None, "seat from 0 to 1"), (2, True, "seat from 0 to 1"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "dealer", "why"), NO_TABLES)
def test_a_table_that_cant_be_is_refused(players, dealer, why):
    assert why in refusal_of(Game.start, Rules.of("classic"), players, dealer)


def test_a_named_player_is_spoken_of_by_name():
    game = penalize(play(start("classic", ["Ann", "Ben", "Cleo"]), "1 +2"), 1)
    assert game.why_first == "left of Ben, who is out"
    assert "Ben is out and can't bid" in refusal_of(play, game, "1: pair of sixes")
    assert play(game, "0 leaves").winner == 2
