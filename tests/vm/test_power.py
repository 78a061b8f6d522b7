"""The power is cut, at any moment. Everything that the screen had shown is there afterwards, and no press counts twice.

The disk has a write cache that loses what was not flushed, or most of it. The last scenarios prove that these can fail:
with the flush of each commit left out of the box's program, something is lost.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.vm.build import copy_image
from tests.vm.cache import cache
from tests.vm.cutting import Cuts, Recording, forget_flush, look_into, shorten_log
from tests.vm.evening import Evening, Follower
from tests.vm.keys import HIGH
from tests.vm.machine import PATIENCE, Machine
from tests.vm.panel import side_by_side
from tests.vm.table import START, Table

pytestmark = pytest.mark.vm


@pytest.fixture(scope="module")
def evening() -> Evening:
    """The evening that is played."""
    return Evening()


@pytest.fixture
def memory(box_image: Path) -> Iterator[Path]:
    """A folder in memory, where there is one: a disk is copied into it for each computed cut."""
    shared = Path("/dev/shm")
    roomy = os.access(shared, os.W_OK) and shutil.disk_usage(shared).free > 2 * box_image.stat().st_size
    with tempfile.TemporaryDirectory(prefix="commune-", dir=shared if roomy else None) as name:
        yield Path(name)


@pytest.mark.parametrize(
    "cuts", [pytest.param(2, id="two cuts"), pytest.param(100, id="100 cuts", marks=pytest.mark.long)]
)
def test_what_was_shown_is_there_after_a_cut(
    cuts: int, disk: Path, memory: Path, evening: Evening, say: Callable[[str], None]
) -> None:
    chance = Random(cuts)
    shown = sent = 0
    unflushed = []
    for number in range(cuts + 1):
        with Machine(disk, keep=True, high=HIGH) as machine:
            follower = Follower(evening, 0)
            resumed = _resumed(machine, follower, evening, range(shown, sent + 1), f"cut {number}")
            if resumed == len(evening.words):
                resumed = 0  # the evening is over
                machine.run("systemctl stop commune; rm -rf /var/lib/commune/*; systemctl start commune", check=True)
                _resumed(machine, follower, evening, [0], "a new evening")
            if number == 0:
                machine.wait_listening()
                shorten_log(machine)
                machine.run("sync", check=True)
                _resumed(machine, follower, evening, [0], "a shorter log")
            if number == cuts:
                assert machine.run("journalctl -b -u commune --no-pager | grep -c Traceback").output.strip() == "0"
                break
            follower, sent = _play(machine, evening, resumed, chance)
            unflushed.append(machine.cut_power(chance))
            shown = follower.feed(machine.heard(follower.transfers))
        left = look_into(copy_image(disk, memory / "left.img"), memory)
        assert left.wrong == ""
        assert evening.keeps(left.kept, range(shown, sent + 1))
    assert any(unflushed) or cuts < 10, "no cut came while something was being written"
    say(f"{cuts} cuts; writes that were not flushed at the cut: {unflushed}")


@pytest.mark.long
def test_cuts_of_a_box_that_does_not_flush_lose_something(disk: Path, memory: Path, evening: Evening) -> None:
    with Machine(disk, keep=True, high=HIGH) as machine:
        machine.wait_listening()
        forget_flush(machine)
        machine.run("sync", check=True)
        machine.wait_listening()
        machine.power_off()
    reached = 0
    for _ in range(5):
        with Machine(disk, keep=True, high=HIGH) as machine:
            follower = Follower(evening, reached)
            _resumed(machine, follower, evening, [reached], "a cut that lost nothing")
            machine.wait_listening()
            follower.feed(machine.heard(follower.transfers))
            for number in range(reached, reached + 5):
                _press(machine, follower, evening, number)
            machine.cut_power()
            reached = follower.shown
        left = look_into(copy_image(disk, memory / "left.img"), memory)
        if left.wrong or not evening.keeps(left.kept, [reached]):
            return
    pytest.fail("nothing was lost without flushes: these cuts prove nothing")


@pytest.mark.long
def test_switched_off_at_the_table_it_comes_back_where_it_was(disk: Path, tmp_path: Path) -> None:
    with Machine(disk, keep=True, high=HIGH) as machine:
        table = Table(machine, tmp_path)
        table.shows()
        machine.wait_listening()
        table.press(*START, "ok", "hold-call", "up", "ok", "ok")
        machine.wait_off()
        table.shows()  # the last picture stays on the panel
        table.box.close()
    with Machine(disk, high=HIGH) as machine:
        table = Table(machine, tmp_path)
        table.shows()
        table.box.close()


@pytest.mark.long
def test_what_was_kept_is_there_after_the_disk_has_failed(disk: Path, tmp_path: Path) -> None:
    for folder in ("before", "after"):
        (tmp_path / folder).mkdir()
    with Machine(disk, keep=True, high=HIGH) as machine:
        table = Table(machine, tmp_path / "before")
        table.shows()
        machine.wait_listening()
        table.press(*START, "ok", "ok", "right")
        shutil.copytree(tmp_path / "before", tmp_path / "after", dirs_exist_ok=True)
        machine.disk.failing = True
        for word in ("up", "ok", "call"):
            table.press_unseen(word)
            table.shows_unsaved()
        machine.cut_power()
        table.box.close()
    with Machine(disk, high=HIGH) as machine:
        table = Table(machine, tmp_path / "after")
        table.shows()
        machine.wait_listening()
        table.press("up", "ok")
        table.box.close()


@pytest.mark.parametrize(
    "cuts", [pytest.param(150, id="150 computed cuts"), pytest.param(3000, id="3000", marks=pytest.mark.long)]
)
def test_what_was_shown_is_there_wherever_the_writes_are_cut(
    cuts: int, disk: Path, box_image: Path, evening: Evening, memory: Path, say: Callable[[str], None]
) -> None:
    recording = _record(disk, evening, 20, before=shorten_log)
    tried = Cuts(recording, evening, copy_image(box_image, disk), memory)
    assert tried.renewals, "no cut can come while the log is begun anew"
    started = time.monotonic()
    result = tried.try_many(cuts, Random(1))
    assert result.lost == []
    assert result.unsound == []
    say(f"{cuts} cuts of {len(recording.events)} events, {(time.monotonic() - started) / cuts:.2f} s each")


def test_a_box_that_does_not_flush_is_found_out(
    disk: Path, box_image: Path, evening: Evening, memory: Path, say: Callable[[str], None]
) -> None:
    recording = _record(disk, evening, 8, before=forget_flush)
    result = Cuts(recording, evening, copy_image(box_image, disk), memory).try_many(60, Random(1))
    assert result.lost + result.unsound, "nothing was lost without flushes: these scenarios prove nothing"
    say(f"without flushes something was lost in {len(result.lost + result.unsound)} of 60 cuts")


def _resumed(machine: Machine, follower: Follower, evening: Evening, allowed: range | list[int], name: str) -> int:
    """The moment that the box has come back at; it must be one of these."""
    end = time.monotonic() + PATIENCE
    while not (found := evening.resumed(follower.seen, allowed)):
        if time.monotonic() > end:
            expected = [evening.moments[number].resumed for number in allowed]
            file = side_by_side(cache() / "failed" / f"{name.replace(' ', '-')}.png", follower.seen, *expected)
            raise AssertionError(f"after {name} none of the moments {list(allowed)} is on the screen: {file}")
        follower.feed(machine.heard(follower.transfers, 1.0))
    return found[0]


def _play(machine: Machine, evening: Evening, start: int, chance: Random) -> tuple[Follower, int]:
    """Press on from a moment, and stop at a random one, or while something is written; who follows what is shown, and
    the moment pressed for last."""
    machine.wait_listening()
    follower = Follower(evening, start)
    follower.feed(machine.heard(0))
    last = min(start + chance.randrange(1, 6), len(evening.words))
    for number in range(start, last - 1):
        _press(machine, follower, evening, number)
    machine.press_and_go(evening.words[last - 1])
    if chance.random() < 0.5:
        time.sleep(chance.uniform(0.0, 1.0))
        return follower, last
    end = time.monotonic() + 2.0
    while not machine.disk.unflushed and time.monotonic() < end:
        time.sleep(0.0002)
    return follower, last


def _press(machine: Machine, follower: Follower, evening: Evening, number: int) -> None:
    """Make that press of the evening, and wait until what it does is shown."""
    assert follower.shown == number
    machine.press_and_go(evening.words[number])
    end = time.monotonic() + PATIENCE
    while follower.feed(machine.heard(follower.transfers, 0.5)) <= number:
        if time.monotonic() > end:
            expected = evening.moments[number + 1].shown
            file = side_by_side(cache() / "failed" / f"press-{number}.png", follower.seen, expected)
            raise AssertionError(f"press {number} of the evening, {evening.words[number]}, was not shown: {file}")


def _record(disk: Path, evening: Evening, presses: int, before: Callable[[Machine], None] | None = None) -> Recording:
    """Play so many presses, remembering all that is written."""
    with Machine(disk, keep=True, log=True, high=HIGH) as machine:
        follower = Follower(evening, 0)
        _resumed(machine, follower, evening, [0], "power-on")
        machine.wait_listening()
        if before:
            before(machine)
            machine.wait_listening()
        for number in range(presses):
            _press(machine, follower, evening, number)
        machine.cut_power()
        return Recording(machine.disk.events, machine.heard(0), presses)
