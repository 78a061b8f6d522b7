"""A hand settled by cards shown one by one, as soon as no further card can change the verdict."""

import pytest

from engine.bids import Bid
from engine.cards import parse_cards
from engine.counts import Counts
from engine.errors import Illegal, ImpossibleCards
from engine.events import Call, MakeBid, Settle
from engine.game import Game
from engine.record import read_record, write_record
from engine.reveal import Sighting, find
from engine.rules import Rules
from engine.settlement import CardsSeen
from engine.value import replace
from tests.engine.tables import play
from tests.engine.vectors import read

GAMES = read("games")
GAME = Game.start(Rules.of("classic", first_cards=3), 3, dealer=0)
CALLED = play(GAME, MakeBid(1, Bid.parse("three sixes")), Call(2))


def seen(cards: str, counted: dict | None = None, in_play: int | None = None) -> Settle:
    return Settle(CardsSeen(parse_cards(cards), Counts.from_data(counted or {})), in_play)


@pytest.mark.parametrize("record", GAMES[::8], ids=lambda record: str(record["rules"]))
def test_every_recorded_hand_comes_out_alike_by_the_cards_that_are_shown_until_it_is_settled(record):
    early = 0
    game = read_record(record)
    again = Game.start(game.rules, game.players, game.first_dealer)
    for hand in game.hands:
        cards = hand.taken.settled.by.cards
        in_play = len(cards)
        shown = next(
            cards[:count]
            for count in range(in_play + 1)
            if find(hand.taken.bids[-1].bid, Sighting(in_play, cards[:count]), game.rules).holds is not None
        )
        again = play(again, *hand.taken.bids, Call(hand.taken.caller))
        if shown:
            with pytest.raises(Illegal, match="more to be shown"):
                again.apply(Settle(CardsSeen(shown[:-1])))
        again = again.apply(Settle(CardsSeen(shown)))
        assert again.hands[-1].outcome.penalized == hand.outcome.penalized
        early += len(shown) < in_play
    assert (again.penalties, again.winner) == (game.penalties, game.winner)
    assert early > 0
    assert write_record(read_record(write_record(again))) == write_record(again)


@pytest.mark.parametrize(
    ("settled", "holds", "reason"),
    [
        (seen("6s 6d 6c"), True, "6s 6d 6c."),
        (seen("6s Kd 2c 6h"), True, "6s 6h, and 2c as a six."),
        (seen("Ks Kd Kh 9s 9d 9c 8s"), False, "Missing: three sixes."),
        (seen("6s", {"6": 3}), True, None),
        (seen("6s", {"6": 2, "wild": 0}), False, None),
        (seen("2s 2c", {"6": 1}), True, None),
    ],
)
def test_what_was_seen_settles_it_with_the_proof_where_it_follows_from_the_cards(settled, holds, reason):
    outcome = CALLED.apply(settled).hands[-1].outcome
    assert outcome.holds is holds
    assert outcome.penalized == (2 if holds else 1)
    assert (outcome.verdict and outcome.verdict.reason) == reason


@pytest.mark.parametrize(
    ("settled", "error", "words"),
    [
        (seen("6s 6d"), Illegal, "That doesn't settle three sixes yet: 7 more to be shown."),
        (seen("6s 6s 6d"), ImpossibleCards, "The six of spades is there twice: the deck has one."),
        (seen("6s 6d", {"6": 1}), ImpossibleCards, "2 sixes were shown already, so 1 can't be all of them."),
        (seen("6s 6d 6c", in_play=2), ImpossibleCards, "3 cards can't be: only 2 are in play."),
    ],
)
def test_what_does_not_settle_it_or_can_not_be_is_refused_and_says_why(settled, error, words):
    with pytest.raises(error) as refusal:
        CALLED.apply(settled)
    assert str(refusal.value) == words


def test_a_hand_that_cannot_fail_holds_with_no_proof():
    # Of 52 cards 44 are neither an ace nor wild, so among 45 there is one.
    game = Game.start(Rules.of("classic"), 2)
    called = play(game, MakeBid(1, Bid.parse("ace high")), Call(0))
    outcome = called.apply(replace(seen(""), in_play=45)).hands[-1].outcome
    assert (outcome.holds, outcome.verdict) == (True, None)
