"""A game that is put away: BACK gets back into it until the next begins, and then it is a record; which game it is."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from tests.device.box import Box
from tests.device.refereeing import Referee
from tests.device.stores import opened, records

HAND = ("ok", "ok", "ok", "call", "up", "ok")
"""Dealt, a bid, called, and it was there."""


def put_away(box: Box) -> None:
    """End the game from the menu."""
    Referee(box).menu("End the game")
    box.press("ok")
    assert box.screen == "setup", box.words


def test_back_gets_back_into_a_game_that_was_put_away(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.press("back")
        assert box.screen == "setup"
        box.press("ok", *HAND)
        before = box.words, box.session.game
        put_away(box)
        assert "BACK" in box.words
    with Box(tmp_path) as box:
        assert (box.screen, box.session.game) == ("setup", None)
        box.press("back")
        assert (box.words, box.session.game) == before
        box.press("back")
        assert box.session.game.hands == ()
    with Box(tmp_path) as box:
        assert box.session.game is not None
    assert records(tmp_path) == {}


def test_once_the_next_has_begun_it_is_a_record_and_back_leads_nowhere(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.press("ok", *HAND)
        put_away(box)
        box.press("ok")
        assert box.screen == "deal"
        box.press("back")
        assert box.screen == "deal"
        put_away(box)
        box.press("back")
        assert box.session.game is not None
        assert box.session.game.hands == ()
    (record,) = records(tmp_path).values()
    assert len(record["hands"]) == 1


def test_a_game_that_is_under_way_is_a_record_too_with_the_hand_that_is_on(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.press("ok", *HAND, "ok", "ok", "ok")
        put_away(box)
        box.press("ok")
    (record,) = records(tmp_path).values()
    assert [len(hand["bids"]) for hand in record["hands"]] == [1, 1]
    assert ["at" in hand for hand in record["hands"]] == [True, False]


def test_games_that_follow_one_another_are_of_one_evening(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        for _ in range(2):
            box.press("ok")
            for _ in range(30):
                if box.screen == "deal":
                    box.press(*HAND)
            assert box.screen == "ending"
        box.press("ok")
        put_away(box)
        box.press("ok")
    with opened(tmp_path) as store:
        found = [*records(tmp_path).values(), store.state.entries[0].body["start"]]
    ids = [game["id"] for game in found]
    assert len(set(ids)) == 4
    assert all(re.fullmatch("[0-9a-f]{32}", each) for each in ids)
    assert [game["evening"] for game in found] == [ids[0], ids[0], ids[0], ids[3]]
    assert [game["began"] for game in found[:3]] == ["2026-01-01T00:00:00+00:00"] * 3


def test_a_clock_that_was_never_set_is_not_believed(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.store._wall_clock = lambda: datetime(1970, 1, 1, 0, 0, 7)
        box.press("ok", *HAND)
        put_away(box)
        box.press("ok")
    (record,) = records(tmp_path).values()
    assert "began" not in record
    assert "at" not in record["hands"][0]
