"""No screen, no draft and no entry of a log ends the box; what is at fault is said on the panel and logged in full."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any

import pytest

from device.journal import goes_to_journal
from device.journal import lines as lines_for
from device.screens.bidding import Bidding
from device.screens.deal import Deal
from device.screens.menu import Menu
from device.store import Change
from device.store.games import record_of
from engine.record import write_record
from tests.device.box import Box
from tests.device.stores import opened, watched

START = {"start": {"rules": {"preset": "classic", "lives": 1}, "seats": 3, "dealer": 0}}
SIXES = {"events": [{"seat": 1, "bid": {"category": "pair", "ranks": ["6"]}}]}


def fault(*_: Any) -> Any:
    raise ZeroDivisionError("a fault of ours")


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The errors that were logged, each with its traceback."""
    return [logging.Formatter().format(record) for record in caplog.records if record.levelno >= logging.ERROR]


def kept(folder: Path, bodies: list[Any], draft: Any) -> None:
    """A store with a game under way, whatever its log and draft say."""
    with opened(folder) as store:
        store.commit(Change(True, tuple((body, {"screen": "deal"}) for body in bodies), draft, True))


@pytest.mark.errors
def test_a_press_that_raises_changes_nothing_and_is_told_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Box(tmp_path) as box:
        box.press("ok", "ok", "hold-call")
        before, entries = box.session.game, box.store.state.entries
        with monkeypatch.context() as patched:
            patched.setattr(Menu, "press", fault)
            box.press("down")
        assert (box.screen, box.session.game, box.store.state.entries) == ("bidding", before, entries)
        assert "Something went wrong" in box.words
        box.press("ok", "ok")
        assert "Something went wrong" not in box.words
        assert len(box.session.game.taken.bids) == 1
    (error,) = logged(caplog)
    assert "Traceback" in error
    assert error.endswith("ZeroDivisionError: a fault of ours")
    assert "on the screen menu" in error


@pytest.mark.errors
def test_a_screen_that_cannot_be_drawn_gives_way_to_the_one_that_the_game_is_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Box(tmp_path) as box:
        box.press("ok", "ok")
        with monkeypatch.context() as patched:
            patched.setattr(Menu, "draw", fault)
            box.press("hold-call")
            assert box.screen == "bidding"
            assert "Something went wrong" in box.words
        assert box.store.state.screen == {"screen": "bidding"}, "what was kept can be shown"
    assert len(logged(caplog)) == 1


@pytest.mark.errors
def test_even_the_screen_that_the_game_is_at_may_be_at_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Box(tmp_path, seats=4) as box:
        box.press("ok")
        with monkeypatch.context() as patched:
            patched.setattr(Bidding, "draw", fault)
            patched.setattr(Deal, "draw", fault)
            box.press("ok")
            assert box.words == "Something went wrong"
            box.sweep("Ks")
        assert box.session.game.under_way
        box.press("ok")
        assert box.screen == "picker"
    with Box(tmp_path) as again:
        assert again.screen == "picker"


@pytest.mark.errors
def test_what_is_swept_or_called_from_a_seat_is_survived_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Box(tmp_path, seats=4) as box:
        box.press("ok", "ok")
        for patched in ("device.decks.recognised", "device.screens.call.call_from_seat"):
            monkeypatch.setattr(patched, fault)
        box.sweep("Ks")
        assert "Something went wrong" in box.words
        box.press("down", "back")
        box.call(2)
        assert "Something went wrong" in box.words
        assert box.screen == "bidding"


DRAFTS = [
    {"screen": "who", "asks": "caller", "under": {"screen": "deal"}, "seat": 99, "back": None},
    {"screen": "who", "asks": 3, "under": 3, "seat": "x", "back": 3},
    {"screen": "verdict"},
    {"screen": "menu", "under": None, "chosen": [1]},
    {"screen": "told", "sentence": 3, "under": {"screen": "deal"}},
    {"screen": "put_right", "under": {"screen": "deal"}, "hand": 5},
]
UNREADABLE = [
    None,
    [],
    3,
    "deal",
    {},
    {"screen": "nonsense"},
    {"screen": "deal", "more": 1},
    {"bid": {}},
    {"card": "Kx"},
]


@pytest.mark.parametrize("draft", UNREADABLE)
def test_a_draft_that_cannot_be_read_falls_back_to_the_screen_that_the_game_is_at(draft: Any, tmp_path: Path) -> None:
    kept(tmp_path, [START, SIXES], draft)
    with Box(tmp_path) as box:
        assert box.screen == "bidding"


@pytest.mark.errors
@pytest.mark.parametrize("draft", DRAFTS)
def test_no_draft_ends_the_box(draft: Any, tmp_path: Path) -> None:
    kept(tmp_path, [START, SIXES], draft)
    for _ in range(2):
        with Box(tmp_path) as box:
            assert box.screen == "bidding"
            assert len(box.session.game.taken.bids) == 1


WON = [
    {"events": [{"caller": 2}, {"agreed": True}]},
    {"events": [{"seat": 1, "bid": {"category": "pair", "ranks": ["6"]}}, {"caller": 0}, {"agreed": True}]},
]


def test_a_game_whose_end_cannot_be_read_goes_on_before_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept(tmp_path, [START, SIXES, WON[0], {"events": [{"seat": 9}]}, WON[1]], {"screen": "ending", "page": 1})
    for _ in range(2):
        with Box(tmp_path) as box:
            assert box.session.game.winner is None
            assert box.screen == "deal"
    assert "Entry 4 is wrong" in caplog.text


def test_what_is_played_behind_an_entry_that_cannot_be_read_is_there_at_every_start(tmp_path: Path) -> None:
    kept(tmp_path, [START, SIXES, {"events": [{"caller": 1}]}, SIXES], {"screen": "bidding"})
    with Box(tmp_path) as box:
        assert "Damaged: " in box.words
        assert box.store.state.entries[-1].body == {"resume": 3}
        box.press("ok", "right", "ok", "call", "up", "ok")
        shown = box.words
        record = write_record(box.session.game)
        assert len(record["hands"]) == 1
    for _ in range(2):
        with Box(tmp_path) as box:
            assert (box.words, write_record(box.session.game)) == (shown, record)
            box.press("back")
            assert box.screen == "call"
            box.press("up", "ok")


def test_a_press_asks_the_disk_for_nothing_but_its_own_commit(tmp_path: Path) -> None:
    asked: list[str] = []
    with watched(tmp_path, asked.append), Box(tmp_path) as box:
        assert asked.count("pread") <= 1, "what is kept is read once"
        box.press("down", "up", "ok")
        for word in ("ok", "ok", "right", "ok", "call", "left", "up", "back", "up", "ok"):
            asked.clear()
            box.press(word)
            assert asked == ["open", "pread", "statvfs", "pwrite", "fdatasync", "statvfs"]


def test_a_settling_press_applies_each_event_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.game import Game

    applied: list[str] = []
    apply = Game.apply
    monkeypatch.setattr(Game, "apply", lambda game, event: applied.append(type(event).__name__) or apply(game, event))
    with Box(tmp_path) as box:
        box.press("ok", "ok", "ok", "ok", "call")
        applied.clear()
        box.press("up")
        assert applied == ["Call", "Settle"]


def test_the_journal_gets_every_line_with_its_level_and_a_shell_a_word_of_whose_it_is() -> None:
    try:
        fault()
    except ZeroDivisionError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "It is %s.", ("wrong",), (type(error), error, None))
    lines = lines_for(journal=True).format(record).splitlines()
    assert lines[0] == "<3>It is wrong."
    assert len(lines) > 1
    assert all(line.startswith("<3>") for line in lines)
    assert lines_for(journal=False).format(record).startswith("commune: It is wrong.\n")
    assert not goes_to_journal({})
    assert not goes_to_journal({"JOURNAL_STREAM": "1:2"})


def test_a_log_is_read_by_the_shell_as_by_the_box(tmp_path: Path) -> None:
    kept(tmp_path, [START, SIXES, {"undo": 9}], {"screen": "bidding"})
    with Box(tmp_path) as box:
        record = write_record(box.session.game)
    found = record_of(opened(tmp_path).state.entries)
    assert found.record == record | {"began": "2026-05-01T12:00:00"}
    assert found.wrong == "Entry 3 could not be read and doesn't count."


def test_the_thread_that_opens_a_box_need_not_be_the_one_that_plays_on_it(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        thread = threading.Thread(target=lambda: box.press("ok", "ok"))
        thread.start()
        thread.join()
        assert (box.store.trouble, box.store.notice, box.screen) == (None, None, "bidding")
