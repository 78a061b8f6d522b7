"""Buttons at the seats: who presses first has called, always, and once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.buttons.debounce import STUCK_AFTER
from device.panel.light import DARK_AFTER, Light
from device.screens.call import Call
from device.sound import Sound
from tests.device.box import Box


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """Four players, cards dealt; the first bids next, seat 1."""
    with Box(tmp_path, seats=6) as box:
        box.press("ok", "ok")
        assert box.screen == "bidding"
        yield box


def call_of(box: Box) -> Call:
    assert isinstance(box.session.screen, Call)
    return box.session.screen


@pytest.mark.parametrize("seat", range(4))
def test_whoever_presses_has_called_the_player_to_the_right_where_no_bid_was_recorded(box: Box, seat: int) -> None:
    box.call(seat)
    call = call_of(box)
    assert (call.caller, call.bidder, call.bid) == (seat, (seat - 1) % 4, None)
    box.press("back")
    assert box.screen == "bidding"


@pytest.mark.parametrize("seat", range(4))
def test_whoever_presses_has_called_the_bid_that_was_recorded(box: Box, seat: int) -> None:
    box.press("ok", "ok")
    game = box.session.game
    assert game is not None
    assert game.bidder is not None
    box.call(seat)
    call = call_of(box)
    assert call.caller == seat
    assert call.bidder == (game.bidder if seat != game.bidder else (seat - 1) % 4)
    assert call.bid == game.bid


def test_a_call_counts_before_the_deal_was_said_and_is_kept(tmp_path: Path) -> None:
    with Box(tmp_path, seats=4) as box:
        box.press("ok")
        assert box.screen == "deal"
        box.call(2)
        assert call_of(box).caller == 2
    with Box(tmp_path, seats=4) as box:
        assert call_of(box).caller == 2


@pytest.mark.parametrize(("seats", "first"), [((2, 3), 2), ((3, 2), 3), ((1, 0, 3), 1)])
def test_of_several_the_first_press_wins(box: Box, seats: tuple[int, ...], first: int) -> None:
    box.call(*seats)
    assert call_of(box).caller == first
    box.call(*seats[1:])
    assert call_of(box).caller == first


def test_the_first_press_wins_even_where_it_comes_to_be_known_of_last(box: Box) -> None:
    box.inbox.edge(3, True, 200.0002)
    box.app.step()
    box.inbox.edge(2, True, 200.0001)
    box.inbox.edge(1, True, 200.0003)
    box.app.step()
    assert call_of(box).caller == 2


def test_a_caller_that_was_put_right_stays(box: Box) -> None:
    box.inbox.edge(3, True, 100.5)
    box.app.step()
    box.press("left", "up", "ok")
    assert call_of(box).caller == 2
    box.inbox.edge(1, True, 100.4)
    box.app.step()
    assert call_of(box).caller == 2


def test_the_question_who_called_is_answered_by_a_seat(box: Box) -> None:
    box.press("call")
    assert box.screen == "who"
    box.call(3)
    assert call_of(box).caller == 3


def test_where_nobody_can_call_a_seat_does_nothing(tmp_path: Path) -> None:
    with Box(tmp_path, seats=6) as box:
        assert box.screen == "setup"
        before = box.words
        box.call(0)
        assert (box.screen, box.words, box.heard) == ("setup", before, [])
        box.press("ok")
        box.call(4)
        assert box.screen == "deal", "nobody sits there"


def lose(box: Box, seat: int) -> None:
    """Let a player call wrongly until they are out."""
    for _ in range(3):
        box.call(seat)
        box.press("up", "ok")


def test_a_player_who_is_out_is_told_so(tmp_path: Path) -> None:
    with Box(tmp_path, seats=4) as box:
        box.press("ok")
        lose(box, 1)
        game = box.session.game
        assert game is not None
        assert 1 not in game.players_in
        assert box.screen == "deal"
        box.call(1)
        assert box.screen == "deal"
        assert "Player 2 is out." in box.words
        box.call(2)
        assert call_of(box).caller == 2
        assert "is out" not in box.words


def test_a_call_from_the_dark_counts(tmp_path: Path) -> None:
    with Box(tmp_path, dims=True, seats=4) as box:
        box.press("ok")
        box.wait(DARK_AFTER + 1)
        assert box.glass.light is Light.DARK
        box.call(3)
        assert box.glass.light is Light.FULL
        assert call_of(box).caller == 3


def test_a_stuck_seat_button_is_named_and_the_others_call(box: Box) -> None:
    box.fingers.press(1)
    box.app.step()
    box.wait(STUCK_AFTER + 1)
    assert box.session.troubles == ("seat 2 is stuck: it is ignored.",)
    box.press("back")
    box.call(0)
    assert call_of(box).caller == 0
    box.fingers.release(1)
    box.app.step()
    box.wait(1)
    assert box.session.troubles == ()
    assert box.app.deadline is None


# What is heard


def test_a_press_that_does_something_clicks_and_no_other(box: Box) -> None:
    box.heard.clear()
    box.press("left")
    assert box.heard == []
    box.press("ok")
    assert box.heard == [Sound.CLICK]
    box.press("hold-up")
    assert box.heard == [Sound.CLICK] * 2, "repeats make no sound"
    box.press("back")
    box.call(2)
    assert box.heard == [Sound.CLICK] * 4
    box.call(3)
    assert box.heard == [Sound.CLICK] * 4


@pytest.mark.parametrize(("word", "sound"), [("up", Sound.THERE), ("down", Sound.NOT_THERE)])
def test_the_verdict_is_heard_once(box: Box, word: str, sound: Sound) -> None:
    box.call(2)
    box.heard.clear()
    box.press(word)
    assert box.screen == "verdict"
    assert box.heard == [sound]
    box.press("back")
    assert box.heard == [sound, Sound.CLICK]


def test_what_is_heard_is_saved(box: Box) -> None:
    heard_unsaved = []
    box.app._buzz = lambda sound: heard_unsaved.append(box.session.changed)
    box.press("ok", "ok")
    box.call(2)
    box.press("up")
    assert heard_unsaved == [False] * 4


def test_a_verdict_that_was_taken_back_is_heard_when_it_is_given_again(box: Box) -> None:
    box.call(2)
    box.press("up", "back")
    box.heard.clear()
    box.press("up")
    assert box.heard == [Sound.THERE]
