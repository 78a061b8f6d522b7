"""A hand settled by cards shown one by one, as soon as no further card can change the verdict."""

import pytest

from engine.cards import parse_cards
from engine.counts import Counts
from engine.errors import Illegal, ImpossibleCards
from engine.events import Call, Settle
from engine.game import Game
from engine.record import read_record, write_record
from engine.reveal import Sighting, find
from engine.settlement import CardsSeen
from tests.engine.refusing import refusal_of
from tests.engine.tables import play, start
from tests.engine.vectors import read

CALLED = play(start("classic,first_cards=3", 3), "1: three sixes; 2 calls")


def seen(cards: str, counted: dict | None = None, in_play: int | None = None) -> Settle:
    return Settle(CardsSeen(parse_cards(cards), Counts.from_data(counted or {})), in_play)


@pytest.mark.parametrize("record", read("games")[::8], ids=lambda record: str(record["rules"]))
def test_every_recorded_hand_comes_out_alike_by_the_cards_that_are_shown_until_it_is_settled(record):
    early = 0
    game = read_record(record)
    again = Game.start(game.rules, game.players, game.first_dealer)
    for hand in game.hands:
        cards, bid = hand.taken.settled.by.cards, hand.taken.bids[-1].bid
        in_play = len(cards)
        shown = cards
        while shown and find(bid, Sighting(in_play, shown[:-1]), game.rules).holds is not None:
            shown = shown[:-1]
        again = play(again, *hand.taken.bids, Call(hand.taken.caller))
        if shown:
            assert "more to be shown" in refusal_of(again.apply, Settle(CardsSeen(shown[:-1])), kind=Illegal)
        again = again.apply(Settle(CardsSeen(shown)))
        assert again.hands[-1].outcome.penalized == hand.outcome.penalized
        early += len(shown) < in_play
    assert (again.penalties, again.winner) == (game.penalties, game.winner)
    assert early > 0
    assert write_record(read_record(write_record(again))) == write_record(again)


SETTLED = [
    (seen("6s 6d 6c"), True, "6s 6d 6c."), (seen("6s Kd 2c 6h"), True, "6s 6h, and 2c as a six."),
    (seen("Ks Kd Kh 9s 9d 9c 8s"), False, "Missing: three sixes."), (seen("6s", {"6": 3}), True, None),
    (seen("6s", {"6": 2, "wild": 0}), False, None), (seen("2s 2c", {"6": 1}), True, None),
]  # fmt: skip


@pytest.mark.parametrize(("settled", "holds", "reason"), SETTLED)
def test_what_was_seen_settles_it_with_the_proof_where_it_follows_from_the_cards(settled, holds, reason):
    outcome = CALLED.apply(settled).hands[-1].outcome
    assert (outcome.holds, outcome.penalized) == (holds, 2 if holds else 1)
    assert (outcome.verdict and outcome.verdict.reason) == reason


REFUSED = [
    (seen("6s 6d"), Illegal, "That doesn't settle three sixes yet: 7 more to be shown."),
    (seen("6s 6s 6d"), ImpossibleCards, "The six of spades is there twice: the deck has one."),
    (seen("6s 6d", {"6": 1}), ImpossibleCards, "2 sixes were shown already, so 1 can't be all of them."),
    (seen("6s 6d 6c", in_play=2), ImpossibleCards, "3 cards can't be: only 2 are in play."),
]


@pytest.mark.parametrize(("settled", "kind", "words"), REFUSED)
def test_what_does_not_settle_it_or_can_not_be_is_refused_and_says_why(settled, kind, words):
    assert refusal_of(CALLED.apply, settled, kind=kind) == words


def test_a_hand_that_cannot_fail_holds_with_no_proof():
    # Of 52 cards 44 are neither an ace nor wild, so among 45 there is one.
    outcome = play(start("classic", 2), "1: ace high; 0 calls", seen("", in_play=45)).hands[-1].outcome
    assert (outcome.holds, outcome.verdict) == (True, None)
