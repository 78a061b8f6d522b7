"""Whatever is tried at the table, what stands is right, and nothing but a sentence comes of what is refused."""

import json
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.events import Call, MakeBid, read_event
from engine.game import Game
from engine.record import read_record, write_record
from tests.engine.evenings import TABLES, evenings, events
from tests.engine.refusing import is_sentence, refusal_of

LONG = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def check(game):
    """What must hold of any game at any time."""
    rules = game.rules
    assert all(0 <= count <= rules.lives for count in game.penalties)
    assert game.players_in
    assert (game.winner is None) == (len(game.players_in) > 1)
    assert {game.dealer, game.first} <= set(game.players_in)
    for seat, cards in enumerate(game.deal):
        assert cards == (rules.first_cards + rules.step * game.penalties[seat] if seat in game.players_in else 0)
    assert all((cards > 0) == (seat in game.players_in) for seat, cards in enumerate(game.deal))
    assert sum(game.deal) <= rules.deck
    assert set(game.callers) <= set(game.players_in) - {game.bidder}
    bids = [made.bid for made in game.taken.bids if made.bid is not None]
    assert all(low < high for low, high in pairwise(bids))
    if rules.first_bidder == "left_of_dealer" and game.why_first != "set by hand" and not game.standing.first_set:
        assert game.first == game.standing.left_of(game.dealer)


@given(st.data())
@LONG
def test_every_step_keeps_the_game_whole_and_leaves_the_one_before_alone(data):
    rules = data.draw(st.sampled_from(TABLES))
    game = Game.start(rules, data.draw(st.integers(2, 4)))
    for _ in range(data.draw(st.integers(1, 25))):
        event = data.draw(events(game))
        before = repr(game)
        said = refusal_of(game.apply, event)
        assert is_sentence(said)
        assert repr(game) == before
        if said is None:
            game = game.apply(event)
            check(game)


@given(evenings())
@LONG
def test_the_same_events_give_an_equal_game_also_from_their_data(evening):
    game, accepted = evening
    again = Game.start(game.rules, len(game.players), game.first_dealer)
    for event in accepted:
        data = json.loads(json.dumps(event.to_data()))
        assert read_event(data) == event
        again = again.apply(read_event(data))
    assert again == game
    assert hash(again) == hash(game)


@given(evenings())
@LONG
def test_a_record_in_out_and_in_again_is_the_same_game(evening):
    game, _ = evening
    record = json.loads(json.dumps(write_record(game)))
    assert read_record(record) == game
    assert write_record(read_record(record)) == record


@given(evenings())
@LONG
def test_what_is_said_to_be_legal_is_accepted_and_nothing_else(evening):
    game, _ = evening
    seats = range(len(game.players))
    callers = [seat for seat in seats if refusal_of(game.apply, Call(seat)) is None]
    assert callers == ([] if game.legal.settle else list(game.legal.callers))
    for bid in (*game.legal.bids[:1], *game.legal.bids[-1:]):
        bidders = [seat for seat in seats if refusal_of(game.apply, MakeBid(seat, bid)) is None]
        assert bidders == list(game.legal.bidders)
    if not game.legal.bids:
        assert all(refusal_of(game.apply, MakeBid(seat)) for seat in seats)
