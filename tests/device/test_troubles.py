"""What is wrong with the box stands on the panel for as long as it is, and is no reason to stop."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.app import PULSE_EVERY
from device.store import Store
from device.store.faults import Fault, StoreFault
from tests.device.box import Box
from tests.device.stores import ReadOnly


def test_a_trouble_is_said_at_once_flagged_until_it_is_over_and_explained_in_the_menu(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.inbox.trouble("panel", "It is dark")
        box.app.step()
        assert box.words.startswith("It is dark")
        assert "PANEL" in box.words
        box.press("down")
        assert not box.words.startswith("It is dark")
        assert "PANEL" in box.words
        assert box.session.troubles == ("It is dark",)
        box.press("hold-call", "down", "ok")
        assert "It is dark" in box.words
        box.inbox.trouble("panel", "")
        box.app.step()
        assert "PANEL" not in box.words
        assert "All is well" in box.words
        assert box.session.troubles == ()


@pytest.mark.parametrize("text", ["It is dark", "It is dark: Connection timed out"])
def test_nothing_is_said_any_more_of_a_trouble_that_is_over(tmp_path: Path, text: str) -> None:
    with Box(tmp_path) as box:
        box.press("down")
        before = box.words
        box.inbox.trouble("panel", text)
        box.app.step()
        assert box.words != before
        box.inbox.trouble("panel", "")
        box.app.step()
        assert box.words == before


def test_the_same_trouble_told_again_is_nothing_new(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.inbox.trouble("panel", "It is dark")
        box.press("down")
        frames = box.glass.frames
        box.inbox.trouble("panel", "It is dark")
        box.inbox.trouble("reader", "")
        box.app.step()
        assert box.glass.frames == frames


def test_the_pulse_comes_when_the_loop_goes_round_and_is_its_only_deadline(tmp_path: Path) -> None:
    pulses: list[float] = []
    with Box(tmp_path, pulse=lambda troubles: pulses.append(time.monotonic())) as box:
        assert len(pulses) == 1
        for count in range(2, 5):
            assert box.app.deadline == 100.0 + (count - 1) * PULSE_EVERY
            box.clock.advance(PULSE_EVERY)
            box.app.step()
            box.app.step()
            assert len(pulses) == count


def test_a_disk_that_can_be_written_again_is_found_without_a_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Box(tmp_path, pulse=lambda troubles: None) as box:
        with monkeypatch.context() as patched:
            patched.setattr(os, "statvfs", ReadOnly)
            box.press("down")
            box.wait(PULSE_EVERY)
            assert "NOT SAVED" in box.words
        frames = box.glass.frames
        box.wait(PULSE_EVERY)
        assert "NOT SAVED" not in box.words
        assert box.glass.frames == frames + 1
        box.wait(PULSE_EVERY)
        assert box.glass.frames == frames + 1


@pytest.fixture
def unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Box, list[bool]]]:
    """A box that is on with a store that it can't read, in which a game is on; and whether it still can't."""
    with Box(tmp_path) as box:
        box.press("ok", "ok")
    still = [True]
    connect = sqlite3.connect

    def failing(*args: Any, **options: Any) -> sqlite3.Connection:
        if still[0]:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        return connect(*args, **options)

    monkeypatch.setitem(Store.open.__func__.__kwdefaults__, "connect", failing)  # type: ignore[attr-defined]
    with Box(tmp_path, pulse=lambda troubles: None) as box:
        assert "NOT SAVED" in box.words
        assert box.session.game is None
        yield box, still


def test_the_game_is_on_again_as_soon_as_it_can_be_read(unreadable: tuple[Box, list[bool]]) -> None:
    box, still = unreadable
    still[0] = False
    box.wait(PULSE_EVERY)
    assert box.session.game is not None
    assert "NOT SAVED" not in box.words


def test_a_press_before_it_can_be_read_loses_nothing(unreadable: tuple[Box, list[bool]]) -> None:
    box, still = unreadable
    box.press("down")
    still[0] = False
    box.press("down")
    assert box.session.game is not None
    assert "NOT SAVED" not in box.words


def test_what_was_done_about_a_damaged_store_is_said_without_a_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(*_: Any) -> None:
        raise StoreFault(Fault.FULL)

    (tmp_path / "commune.db").write_bytes(b"#" * 5000)
    with monkeypatch.context() as patched:
        patched.setattr("device.store.store.replace_damaged", refusing)
        box = Box(tmp_path)
    with box:
        assert "NOT SAVED" in box.words
        while not box.store.notice:
            assert box.store.trouble
            box.session.recover()
        assert "The store was damaged" in box.words
        assert "NOT SAVED" not in box.words


def test_the_watchdog_is_fed_before_a_disk_is_tried_that_may_take_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    with Box(tmp_path, pulse=lambda troubles: done.append("fed")) as box:
        with monkeypatch.context() as patched:
            patched.setattr(os, "statvfs", ReadOnly)
            box.press("down")
        done.clear()
        retry = box.store.retry
        box.store.retry = lambda: (done.append("tried"), retry())[1]  # type: ignore[method-assign]
        box.wait(PULSE_EVERY)
        assert done == ["fed", "tried", "fed"]


def test_without_a_pulse_nothing_is_due(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        assert box.app.deadline is None
