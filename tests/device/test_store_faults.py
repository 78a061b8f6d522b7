"""A disk that is full, read-only, failing or in use: play goes on in memory, says so, and recovers by itself."""

from __future__ import annotations

import errno
import os
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.store import Change, Store
from device.store.faults import Fault, StoreFault
from device.store.folder import Folder
from device.store.log import STEP, Log
from tests.device.stores import (
    DEALT,
    LOG,
    START,
    ReadOnly,
    files,
    in_memory,
    kept,
    opened,
    play,
    put,
    records,
    watched,
)

FAILS = "The disk fails: playing on in memory"


@pytest.fixture
def folder() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder


class Faults:
    """Raises at one call of the system, or from it on; as long as `number` isn't 0."""

    def __init__(
        self, number: int = errno.EIO, *, at: int = 1, lasting: bool = True, calls: tuple[str, ...] = ()
    ) -> None:
        self.number = number
        self.at = at
        self.lasting = lasting
        self.calls = calls
        self.count = 0

    def __call__(self, name: str) -> None:
        if self.calls and name not in self.calls:
            return
        self.count += 1
        if self.number and (self.count == self.at or (self.lasting and self.count > self.at)):
            raise OSError(self.number, os.strerror(self.number))


def evening(folder: Path) -> list[Any]:
    """Play with faults, and see that nothing is lost while the box runs; what was entered."""
    store = opened(folder)
    before = store.state.game
    store.commit(Change(True, ((START, None),), {"on": 0}, True, settings={"dim": 1}))
    for number in range(3):
        store.commit(Change(players=(f"Player {number}",)))
        assert store.state.roster[0] == f"Player {number}"
        store.commit(Change(entries=((DEALT, {"on": number}),), screen={"on": number + 1}))
        assert [entry.number for entry in store.state.entries] == list(range(1, number + 3))
        assert (store.state.on, store.state.screen) == (True, {"on": number + 1})
        assert store.state.settings == {"dim": 1}
        assert store.trouble is None or len(store.trouble) <= 60
    store.last_table()
    bodies = [entry.body for entry in store.state.entries]
    for _ in range(8):
        if store.trouble is None:
            break
        store.commit(Change(screen={"on": 3}))
    store.close()
    assert before <= store.state.game
    return bodies


def prepared(folder: Path, before: int = 5) -> None:
    """A folder with a game of so many entries that is on, or with nothing."""
    put(folder, {})
    if before:
        with opened(folder) as store:
            play(store, before)


@pytest.mark.parametrize("before", [0, 7, "damaged"])
@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES, errno.EMFILE])
def test_any_call_of_the_system_may_fail(folder: Path, number: int, lasting: bool, before: Any) -> None:
    def attempt(at: int) -> int:
        prepared(folder, 7 if before else 0)
        if before == "damaged":
            (folder / LOG).write_bytes(b"#" * 100 + (folder / LOG).read_bytes()[100:])
        faults = Faults(number if at else 0, at=at, lasting=lasting)
        with watched(folder, faults):
            bodies = evening(folder)
        with opened(folder) as store:
            assert store.trouble is None
            found = records(folder)
            if before and store.state.game != 1:
                assert found[1]["hands"]
            if lasting and at:
                return faults.count
            assert store.notice is None
            assert (store.state.screen, store.state.on, store.state.settings) == ({"on": 3}, True, {"dim": 1})
            assert [entry.body for entry in store.state.entries] == bodies
            assert store.state.roster[:3] == ("Player 2", "Player 1", "Player 0")
        return faults.count

    for at in range(1, min(attempt(0), 150) + 1):
        attempt(at)


def test_every_fault_has_a_short_sentence() -> None:
    for fault in Fault:
        assert len(fault.value) <= 60
        assert fault.value.endswith(": playing on in memory")
        assert str(StoreFault(fault)) == fault.cause + "."


def test_a_full_disk_is_said_when_the_log_has_no_room_and_all_is_written_when_there_is_some(folder: Path) -> None:
    with opened(folder) as store:
        play(store)
        said = 0
        full = Faults(errno.ENOSPC, calls=("fsync",))
        pwrite = os.pwrite

        def limited(file: int, content: bytes, at: int) -> int:
            """A disk on which files can't grow."""
            room = os.fstat(file).st_size - at if full.number else len(content)
            if room <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return pwrite(file, content[:room], at)

        with pytest.MonkeyPatch.context() as patched, watched(folder, full):
            patched.setattr(os, "pwrite", limited)
            for number in range(2 * STEP):
                store.commit(Change(entries=((DEALT, None),), screen={"on": number}))
                said += store.trouble is None
            assert store.trouble == "Disk full: playing on in memory"
            assert said > STEP / 2
            assert len(store.state.entries) == 5 + 2 * STEP
            full.number = 0
            store.commit(Change(screen={"on": 60}))
            assert store.trouble is None
    state = kept(folder)
    assert (len(state.entries), state.screen) == (5 + 2 * STEP, {"on": 60})


def test_a_disk_that_becomes_read_only_under_an_open_file_is_found_out_and_flushed_before_more_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    with opened(folder) as store:
        play(store)
        monkeypatch.setattr(os, "sync", lambda: done.append("sync"))
        with monkeypatch.context() as patched:
            patched.setattr(os, "statvfs", ReadOnly)
            store.commit(Change(entries=((DEALT, None),), screen={"on": 1}))
            assert store.trouble == "Store is read-only: playing on in memory"
            store.retry()
            assert store.trouble is not None
        done.clear()
        with watched(folder, lambda name: done.append(name) if "write" in name else None):
            store.retry()
        assert store.trouble is None
        assert done[:2] == ["sync", "pwrite"]
        store.commit(Change(players=("Ben",)))
        assert done.count("sync") == 1
    assert (len(kept(folder).entries), kept(folder).roster) == (6, ("Ben", "Anna"))


def test_nothing_is_tried_again_where_nothing_is_wrong(folder: Path) -> None:
    with opened(folder) as store:
        play(store)
        before = files(folder)
        store.retry()
        assert files(folder) == before


def test_what_was_not_flushed_for_certain_is_there_once(folder: Path) -> None:
    with opened(folder) as store:
        play(store)
        with watched(folder, Faults(calls=("fdatasync",))):
            store.commit(Change(entries=((DEALT, None),), screen={"on": 1}))
        assert store.trouble == FAILS
        with opened(folder) as other:
            other.commit(Change(players=("Cleo",)))
        store.commit(Change(entries=((DEALT, None),), screen={"on": 2}))
        assert (store.trouble, store.notice) == (None, None)
        assert len(store.state.entries) == 7
        assert store.state.roster == ("Cleo", "Anna")
    assert kept(folder) == store.state


def test_what_could_not_be_read_at_the_start_is_found_when_it_can_be(folder: Path) -> None:
    prepared(folder)
    before = kept(folder)
    faults = Faults()
    with watched(folder, faults), opened(folder) as store:
        store.commit(Change(screen={"screen": "setup"}, on=False, settings={"dim": 2}))
        assert (store.trouble, store.state.entries) == (FAILS, ())
        store.look()
        faults.number = 0
        store.retry()
        assert (store.trouble, store.found) == (None, True)
        assert (store.state.entries, store.state.screen, store.state.on) == (before.entries, before.screen, True)
        assert (store.state.settings, store.state.roster) == ({"dim": 2}, ("Anna",))
        after = store.state
    assert kept(folder) == after


def test_what_is_found_damaged_later_is_set_aside_as_at_the_start(folder: Path) -> None:
    prepared(folder)
    before = kept(folder)
    faults = Faults()
    with watched(folder, faults), opened(folder) as store:
        store.commit(Change(screen={"screen": "setup"}, on=False))
        (folder / LOG).write_bytes(b"#" * 100 + (folder / LOG).read_bytes()[100:])
        faults.number = 0
        store.retry()
        assert store.notice
        assert (store.trouble, store.found, store.state) == (None, True, before)


def test_a_game_that_was_begun_while_nothing_could_be_read_goes_on_and_the_one_before_is_left(folder: Path) -> None:
    prepared(folder)
    faults = Faults()
    with watched(folder, faults), opened(folder) as store:
        play(store, 3)
        faults.number = 0
        store.retry()
        assert (store.trouble, store.found, store.state.game) == (None, False, 2)
        store.commit(Change(screen={"on": 9}))
    assert (len(kept(folder).entries), kept(folder).screen, set(records(folder))) == (3, {"on": 9}, {1})


def test_games_that_begin_while_nothing_can_be_written_are_all_there_afterwards(folder: Path) -> None:
    prepared(folder)
    faults = Faults()
    with opened(folder) as store:
        with watched(folder, faults):
            for _ in range(3):
                play(store, 3)
        assert store.trouble
        Folder(folder).replace("game-2.json", b"imported meanwhile")
        store.retry()
        assert store.trouble is None
    assert kept(folder).game == 5
    assert sorted(Folder(folder).games()) == [1, 2, 3, 4]


def test_without_a_folder_it_plays_in_memory_until_there_is_one(folder: Path) -> None:
    folder = folder / "later"
    with opened(folder) as store:
        assert store.trouble == "No folder for the store: playing on in memory"
        game = play(store)
        assert store.trouble is not None
        folder.mkdir()
        store.commit(Change(screen={"on": 1}))
        assert store.trouble is None
    assert (kept(folder).game, len(kept(folder).entries), kept(folder).roster) == (game, 5, ("Anna",))


def as_nobody(work: Callable[[], None]) -> None:
    """Do it as somebody whom permissions bind, and see that it went well."""
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0
        return
    try:
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        work()
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


@pytest.mark.parametrize(
    ("mode", "file", "trouble", "readable"),
    [
        (0o777, 0o000, "No permission to the store: playing on in memory", False),
        (0o777, 0o444, "Store is read-only: playing on in memory", True),
        (0o555, 0o444, "Store is read-only: playing on in memory", True),
        (0o000, 0o666, "No permission to the store: playing on in memory", False),
    ],
)
def test_without_permission_it_reads_what_it_may_and_plays_in_memory(
    folder: Path, mode: int, file: int, trouble: str, readable: bool
) -> None:
    prepared(folder)
    before, content = kept(folder), files(folder)

    def attempt() -> None:
        with opened(folder) as store:
            assert (store.trouble, store.notice) == (trouble, None)
            assert (store.state.entries, store.state.screen) == (
                (before.entries, before.screen) if readable else ((), None)
            )
            play(store, 3)
            assert store.trouble == trouble
            assert len(store.state.entries) == 3

    (folder / LOG).chmod(file)
    folder.chmod(mode)
    try:
        as_nobody(attempt)
    finally:
        folder.chmod(0o755)
        (folder / LOG).chmod(0o644)
    assert files(folder) == content


def test_where_only_the_log_may_be_written_it_is_as_long_as_it_has_room(folder: Path) -> None:
    prepared(folder)

    def attempt() -> None:
        with opened(folder) as store:
            for number in range(STEP):
                store.commit(Change(screen={"on": number}))
            assert store.trouble is None
            play(store, 3)
            assert store.trouble == "No permission to the store: playing on in memory"

    (folder / LOG).chmod(0o666)
    folder.chmod(0o555)
    try:
        as_nobody(attempt)
    finally:
        folder.chmod(0o755)
    assert kept(folder).screen == {"on": STEP - 1}


def test_who_may_only_read_needs_no_lock_and_makes_nothing(folder: Path) -> None:
    def attempt() -> None:
        with Log(Folder(folder)) as log:
            log.read()
            assert len(log.state.entries) == 5

    with opened(folder) as store:
        play(store)
        if os.geteuid() == 0:
            for each in (folder, *folder.iterdir()):
                os.chown(each, -1, 65534)
        folder.chmod(0o750)
        with Folder(folder).locked():
            as_nobody(attempt)
    put(folder, {})
    with Log(Folder(folder)) as log:
        log.read()
        assert not log.there
    Store.open(folder, wall_clock=lambda: pytest.fail("no time was asked for")).close()
    assert files(folder) == {}
