"""Who is penalized, who deals, who bids first and why, who is out and who has won."""

import pytest

from engine.errors import Illegal, ImpossibleCards, Refusal, WrongTotal
from engine.events import Call, Deal, Leave, Penalty
from engine.game import Game
from engine.rules import Rules
from tests.engine.refusing import is_sentence, refusal_of
from tests.engine.tables import NOT_THERE, THERE, VOID, bid, cards, coming, counts, hand, penalize, play, start

LEFT_OF_DEALER = "classic,first_bidder=left_of_dealer"


def with_penalties(game, *penalties):
    return play(game, *(Penalty(seat, by) for seat, by in enumerate(penalties) if by))


@pytest.mark.parametrize("rules", ["classic", "denexa"])
@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (2, 3), (3, 0)])
def test_in_the_first_hand_the_player_to_the_dealers_left_bids_first(rules, dealer, first):
    game = start(rules, 4, dealer)
    assert coming(game) == (dealer, first, (1, 1, 1, 1))
    assert game.why_first == "left of the dealer"


def test_the_caller_is_penalized_when_the_hand_is_there_and_the_bidder_when_not():
    assert hand(start(), 1, 3, THERE).penalties == (0, 0, 0, 1)
    assert hand(start(), 1, 3, NOT_THERE).penalties == (0, 1, 0, 0)


# Rules, penalties before the hand, dealer, bidder, caller, was it there; next dealer, first bidder, and why.
NEXT = [
    ("classic", (0, 0, 0, 0), 0, 1, 2, True, 1, 2, "was penalized"),
    ("classic", (0, 0, 0, 0), 3, 1, 2, False, 0, 1, "was penalized"),
    ("classic", (0, 0, 2, 0), 0, 1, 2, True, 1, 3, "left of Player 3, who is out"),
    ("classic", (0, 0, 0, 2), 0, 1, 3, True, 1, 0, "left of Player 4, who is out"),  # the last seat: wraps
    ("classic", (3, 0, 0, 2), 1, 1, 3, True, 2, 1, "left of Player 4, who is out"),  # wraps past another
    ("classic", (0, 2, 0, 0), 0, 1, 2, False, 2, 2, "left of Player 2, who is out"),  # it is the caller
    ("classic", (0, 2, 3, 3), 0, 1, 0, False, 0, 0, "left of Player 2, who is out"),  # and has won
    ("classic", (0, 2, 3, 3, 0), 0, 1, 4, False, 4, 4, "left of Player 2, who is out"),  # two neighbours out already
    ("classic", (3, 0, 3, 1), 1, 1, 3, True, 3, 3, "was penalized"),  # two left, the loser survives
    ("classic", (3, 0, 3, 1), 3, 3, 1, False, 1, 3, "was penalized"),
    ("classic", (0, 2, 0, 0), 1, 1, 3, False, 2, 2, "left of Player 2, who is out"),  # the dealer goes out
    ("classic", (0, 0, 3, 0), 1, 0, 1, True, 3, 1, "was penalized"),  # the next dealer is out
    (LEFT_OF_DEALER, (0, 0, 0, 0), 0, 1, 3, True, 1, 2, "left of the dealer"),
    (LEFT_OF_DEALER, (0, 0, 2, 0), 0, 1, 2, True, 1, 3, "left of the dealer"),
    (LEFT_OF_DEALER, (0, 2, 0, 0), 0, 1, 2, False, 2, 3, "left of the dealer"),  # who would have dealt is out
    (LEFT_OF_DEALER, (0, 2, 0, 0), 1, 1, 2, False, 2, 3, "left of the dealer"),  # the dealer goes out
    (LEFT_OF_DEALER, (0, 0, 0, 3), 2, 1, 2, True, 0, 1, "left of the dealer"),
    (LEFT_OF_DEALER, (3, 0, 3, 1), 3, 3, 1, True, 1, 3, "left of the dealer"),
    ("denexa", (0, 0, 0, 2), 2, 1, 3, True, 0, 1, "left of the dealer"),
]


@pytest.mark.parametrize(("rules", "before", "dealer", "bidder", "caller", "there", "deals", "first", "why"), NEXT)
def test_the_deal_and_the_first_bid_pass_on(rules, before, dealer, bidder, caller, there, deals, first, why):
    game = with_penalties(start(rules, len(before), dealer), *before)
    assert game.dealer == dealer
    after = hand(game, bidder, caller, THERE if there else NOT_THERE)
    assert (after.dealer, after.first, after.why_first) == (deals, first, why)


def test_penalties_change_the_deal_until_they_put_a_player_out():
    game = start("classic", 3)
    deals = [game.deal]
    for _ in range(3):
        game = penalize(game, 1)
        deals.append(game.deal)
    assert deals == [(1, 1, 1), (1, 2, 1), (1, 3, 1), (1, 0, 1)]
    assert game.hands[-1].outcome.eliminated
    assert not game.hands[-2].outcome.eliminated


def test_in_the_falling_variation_penalties_take_cards_away():
    game = penalize(penalize(start("classic,step=-1,first_cards=3", 2), 0), 0)
    assert game.deal == (1, 3)
    assert penalize(game, 0).winner == 1


def test_the_last_one_in_has_won_and_nothing_more_is_played():
    game = penalize(with_penalties(start("classic", 3), 3, 2, 0), 1)
    assert game.winner == 2
    assert game.legal.bids == game.legal.bidders == game.legal.callers == ()
    for event in (Deal(), bid(2, "pair of sixes"), Call(2), THERE, VOID):
        with pytest.raises(Illegal, match="Player 3 has won"):
            game.apply(event)


def test_any_player_in_but_the_bidder_may_call():
    game = with_penalties(start("classic", 5), 0, 0, 0, 3).apply(bid(1, "pair of sixes"))
    assert game.legal.callers == (0, 2, 4)
    assert "made the bid" in refusal_of(game.apply, Call(1))
    assert "is out" in refusal_of(game.apply, Call(3))


def test_where_only_the_next_player_may_call_those_out_are_skipped():
    game = with_penalties(start("classic,caller=next_player", 5), 0, 0, 3).apply(bid(1, "pair of sixes"))
    assert game.legal.callers == (3,)
    assert game.apply(Call(3)).taken.caller == 3
    assert "Only the next player may call: Player 4" in refusal_of(game.apply, Call(0))
    assert game.apply(bid(4, "two sevens")).legal.callers == (0,)


def test_bids_rise_but_need_not_all_be_recorded():
    game = start().apply(bid(3, "pair of sixes"))
    assert game.apply(bid(3, "pair of sevens")).bidder == 3
    assert game.next_bidder == 0
    assert "not higher than pair of sixes: the lowest is pair of sevens" in refusal_of(game.apply, bid(0, "two sixes"))


def test_the_same_two_pair_the_other_way_round_is_no_raise():
    game = start().apply(bid(1, "eights and fours"))
    assert "not higher" in refusal_of(game.apply, bid(2, "fours and eights"))


def test_after_the_highest_bid_a_call_is_the_only_move():
    game = start().apply(bid(1, "five aces"))
    assert (game.legal.bids, game.legal.bidders, game.legal.callers) == ((), (), (0, 2, 3))
    for event in (bid(2, "five aces"), bid(2, "four aces"), bid(2)):
        assert "a call is the only move" in refusal_of(game.apply, event)


def test_what_is_legal_follows_the_hand():
    game = start()
    assert (len(game.legal.bids), game.legal.bidders, game.legal.callers) == (266, (0, 1, 2, 3), ())
    game = game.apply(bid(1, "five kings"))
    assert list(map(str, game.legal.bids)) == ["five aces"]
    assert not game.legal.settle
    game = game.apply(Call(2))
    assert (game.legal.bids, game.legal.settle) == ((), True)


OUT_OF_TURN = [
    ([Call(1)], "nothing to call"),
    ([THERE], "Nobody has called"),
    ([bid(1, "pair of sixes"), THERE], "Nobody has called"),
    ([bid(1, "pair of sixes"), Call(2), bid(3, "pair of aces")], "has called"),
    ([bid(1, "pair of sixes"), Call(2), Call(3)], "called already"),
    ([bid(1, "pair of twos")], "lowest rank"),
    ([bid(4, "pair of sixes")], "no seat 4"),
    ([bid(-1, "pair of sixes")], "no seat -1"),
    ([bid(1), bid(2, "pair of sixes")], "isn't recorded"),
    ([bid(1), Call(2), cards("6h 6d Kh 3c")], "isn't recorded"),
    ([bid(1, "pair of sixes"), Call(2), counts({"6": 1})], "still to be counted: wild"),
    ([bid(1, "pair of sixes"), Call(2), cards("6h 6h Kh 3c")], "there twice"),
    ([bid(1, "pair of sixes"), Call(2), counts({"6": 5})], "deck has four"),
    ([bid(1, "pair of sixes"), Call(2), cards("6h 6d Kh 3c", 60)], "from 1 to 52"),
]


@pytest.mark.parametrize(("events", "why"), OUT_OF_TURN)
def test_what_isnt_legal_is_refused_with_a_sentence_and_changes_nothing(events, why):
    game = play(start(), *events[:-1])
    before = hash(game), repr(game)
    said = refusal_of(game.apply, events[-1])
    assert why in said
    assert is_sentence(said)
    assert (hash(game), repr(game)) == before


def test_a_total_other_than_dealt_is_asked_about_and_may_be_kept():
    game = play(start(), bid(1, "pair of sixes"), Call(2))
    with pytest.raises(WrongTotal, match="4 were dealt, 5 shown: the hand is void, or 5 were dealt") as asked:
        game.apply(cards("6h 6d Kh 3c 9s"))
    assert (asked.value.dealt, asked.value.shown) == (4, 5)
    kept = game.apply(cards("6h 6d Kh 3c 9s", 5))
    assert kept.hands[0].taken.settled.in_play == 5
    assert kept.penalties == (0, 0, 1, 0)
    assert game.apply(VOID).penalties == (0, 0, 0, 0)


def test_cards_that_cant_be_are_refused_before_the_total_is_asked_about():
    game = play(start(), bid(1, "pair of sixes"), Call(2))
    with pytest.raises(ImpossibleCards):
        game.apply(cards("6h 6h Kh 3c 9s"))


def test_in_play_as_told_is_not_worth_keeping():
    game = play(start(), bid(1, "pair of sixes"), Call(2), cards("6h 6d Kh 3c", 4))
    assert game.hands[0].taken.settled.in_play is None


def test_counts_settle_by_what_was_really_dealt():
    game = play(start("classic", 2), bid(1, "pair of sixes"), Call(0))
    assert "still to be counted: wild" in refusal_of(game.apply, counts({"6": 0}))
    assert game.apply(counts({"6": 1, "wild": 0})).hands[0].outcome.holds is False
    assert game.apply(counts({"6": 2})).hands[0].outcome.holds is True
    assert "only 2 are in play" in refusal_of(game.apply, counts({"6": 3}))
    assert game.apply(counts({"6": 3}, 3)).hands[0].outcome.holds is True


def test_a_void_hand_is_dealt_again_as_it_was():
    game = penalize(start("classic", 4), 2)
    for events in ([], [Deal()], [bid(2, "pair of sixes")], [bid(2)], [bid(2, "pair of sixes"), Call(3)]):
        after = play(game, *events, VOID)
        assert coming(after) == coming(game)
        assert after.why_first == game.why_first
        assert after.hands[-1].outcome.holds is None
        assert after.hands[-1].taken.caller is None


@pytest.mark.parametrize(
    ("players", "dealer", "why"),
    [
        (1, 0, "at least 2"),
        (18, 0, "too many"),
        (["Ann"], 0, "at least 2"),
        (["Ann", "Ann"], 0, "2 players are called Ann"),
        (["Ann", " "], 0, "needs a name"),
        (2, 2, "seat from 0 to 1"),
        (2, -1, "seat from 0 to 1"),
        (2, None, "seat from 0 to 1"),
        (2, True, "seat from 0 to 1"),
    ],
)
def test_a_table_that_cant_be_is_refused(players, dealer, why):
    with pytest.raises(Refusal, match=why):
        Game.start(Rules.of("classic"), players, dealer)


def test_a_named_player_is_spoken_of_by_name():
    game = Game.start(Rules.of("classic"), ["Ann", "Ben", "Cleo"])
    game = penalize(penalize(penalize(game, 1), 1), 1)
    assert game.why_first == "left of Ben, who is out"
    assert "Ben is out and can't bid" in refusal_of(game.apply, bid(1, "pair of sixes"))
    assert game.apply(Leave(0)).winner == 2
