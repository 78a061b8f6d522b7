"""What is wrong with the box stands on the panel for as long as it is, and is no reason to stop."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.app import PULSE_EVERY
from tests.device.box import Box
from tests.device.stores import LOG, ReadOnly, watched
from tests.device.test_store_faults import Faults


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
def unreadable(tmp_path: Path) -> Iterator[tuple[Box, Faults]]:
    """A box that is on with a store that it can't read, in which a game is on; and its faults."""
    with Box(tmp_path) as box:
        box.press("ok", "ok")
    faults = Faults(calls=("open",))
    with watched(tmp_path, faults), Box(tmp_path, pulse=lambda troubles: None) as box:
        assert "NOT SAVED" in box.words
        assert box.session.game is None
        yield box, faults


def test_the_game_is_on_again_as_soon_as_it_can_be_read(unreadable: tuple[Box, Faults]) -> None:
    box, faults = unreadable
    faults.number = 0
    box.wait(PULSE_EVERY)
    assert box.session.game is not None
    assert "NOT SAVED" not in box.words


def test_a_press_before_it_can_be_read_loses_nothing(unreadable: tuple[Box, Faults]) -> None:
    box, faults = unreadable
    box.press("down")
    faults.number = 0
    box.press("down")
    assert box.session.game is not None
    assert "NOT SAVED" not in box.words


def test_what_was_done_about_a_damaged_store_is_said_without_a_press(tmp_path: Path) -> None:
    (tmp_path / LOG).write_bytes(b"#" * 5000)
    with watched(tmp_path, Faults(errno.ENOSPC, calls=("link", "rename"))):
        box = Box(tmp_path)
    with box:
        assert "NOT SAVED" in box.words
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
