"""A disk that is full, read-only, failing or in use: play goes on in memory, says so, and recovers by itself."""

from __future__ import annotations

import errno
import io
import os
import sqlite3
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from device.store import Store
from device.store.faults import Fault, StoreFault
from device.store.file import StoreFile
from tests.device.stores import START, ReadOnly, files, in_memory, kept, opened, play, put, watched

EVENTS = {"events": [{"dealt": True}]}


@pytest.fixture
def path() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder / "commune.db"


class Faults:
    """Raises at one call, or from it on."""

    def __init__(self, make: Callable[[], Exception], *, at: int = 0, lasting: bool = False) -> None:
        self.make = make
        self.at = at
        self.lasting = lasting
        self.calls = 0

    def __call__(self) -> None:
        self.calls += 1
        if self.calls == self.at or (self.lasting and self.calls > self.at > 0):
            raise self.make()

    def connect(self, *args: Any, **options: Any) -> sqlite3.Connection:
        self()
        return watched(lambda *_: self())(*args, **options)


def sqlite_error(code: int | None) -> Exception:
    error = sqlite3.OperationalError("injected")
    if code is not None:
        error.sqlite_errorcode = code
    return error


def failing_disk() -> Faults:
    """Every call fails, until `at` is 0."""
    return Faults(partial(sqlite_error, sqlite3.SQLITE_IOERR), at=1, lasting=True)


def evening(path: Path, connect: Callable[..., sqlite3.Connection] = sqlite3.connect) -> list[Any]:
    """Play with faults, and see that nothing is lost while the box runs; what was entered."""
    store = opened(path, connect)
    game = store.new_game()
    made = store.commit(appended=[(game, START, None)], draft={"on": 0}, live=game, settings={"dim": 1})
    for number in range(3):
        store.commit(draft=store.draft, live=store.live, players=[f"Player {number}"])
        assert store.roster[0] == f"Player {number}"
        made += store.commit(appended=[(game, EVENTS, {"on": number})], draft={"on": number + 1}, live=game)
        assert [entry.number for entry in store.entries(game)] == made == list(range(1, number + 3))
        assert (store.live, store.draft, store.settings) == (game, {"on": number + 1}, {"dim": 1})
        assert store.trouble is None or len(store.trouble) <= 60
    store.games()
    bodies = [entry.body for entry in store.entries(game)]
    for _ in range(8):
        if store.trouble is None:
            break
        store.commit(draft={"on": 3}, live=game)
    store.close()
    return bodies


def check(path: Path, bodies: list[Any], before: int, *, lasting: bool) -> None:
    """See that the games from before are there; and the evening, where it could be written in the end."""
    with opened(path) as store:
        assert store.trouble is None
        assert len(store.entries(1)) == before or not before
        if lasting:
            return
        assert (store.notice, store.draft) == (None, {"on": 3})
        assert store.live is not None
        assert [entry.body for entry in store.entries(store.live)] == bodies
        assert store.roster[:2] == ("Player 2", "Player 1")
        assert store.settings == {"dim": 1}


def prepared(path: Path, before: int = 5) -> int:
    """A store with a game of so many entries, or none; its number."""
    put(path, {})
    if not before:
        return 0
    with opened(path) as store:
        return play(store, before)


CODES = [
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_ERROR, None,
]  # fmt: skip


@pytest.mark.parametrize("before", [0, 7])
@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("code", CODES)
def test_any_call_of_sqlite_may_fail(path: Path, code: int | None, lasting: bool, before: int) -> None:
    prepared(path, before)
    counted = Faults(partial(sqlite_error, code))
    evening(path, counted.connect)
    for at in range(1, counted.calls + 1):
        prepared(path, before)
        bodies = evening(path, Faults(partial(sqlite_error, code), at=at, lasting=lasting).connect)
        check(path, bodies, before, lasting=lasting)


@pytest.mark.parametrize("damaged", [False, True])
@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES, errno.EMFILE])
def test_any_call_of_the_system_may_fail(
    path: Path, number: int, lasting: bool, damaged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def attempt(at: int) -> int:
        prepared(path, 3)
        if damaged:
            path.write_bytes(b"#" * 100 + path.read_bytes()[100:])
        faults = Faults(lambda: OSError(number, os.strerror(number)), at=at, lasting=lasting)

        def failing(call: Callable[..., Any]) -> Callable[..., Any]:
            def called(*args: Any, **options: Any) -> Any:
                if str(path.parent) in str(args[0]) or isinstance(args[0], int):
                    faults()
                return call(*args, **options)

            return called

        with monkeypatch.context() as patched:
            for module, name in [
                *((os, name) for name in ("open", "stat", "rename", "unlink", "fsync", "fchmod", "chmod", "listdir")),
                (io, "open"),
            ]:
                patched.setattr(module, name, failing(getattr(module, name)))
            bodies = evening(path)
        if at:
            check(path, bodies, 3, lasting=lasting)
        return faults.calls

    for at in range(1, min(attempt(0), 90) + 1):
        attempt(at)


def test_every_fault_has_a_short_sentence() -> None:
    for fault in Fault:
        assert len(fault.value) <= 60
        assert fault.value.endswith(": playing on in memory")
        assert str(StoreFault(fault)) == fault.cause + "."


def test_a_full_disk_is_said_and_all_is_written_when_there_is_room(path: Path) -> None:
    pages = 8

    def limit(execute: Callable[[str], object], statement: str) -> None:
        if statement == "BEGIN IMMEDIATE":
            execute(f"PRAGMA max_page_count = {pages}")

    with opened(path, watched(limit)) as store:
        game = play(store)
        for number in range(60):
            store.commit(appended=[(game, EVENTS | {"pad": "x" * 900}, None)], draft={"on": number}, live=game)
        assert store.trouble == "Disk full: playing on in memory"
        assert [entry.number for entry in store.entries(game)] == list(range(1, 66))
        pages = 1000
        store.commit(draft={"on": 60}, live=game)
        assert store.trouble is None
    assert kept(path, game) == (65, {"on": 60})


def test_a_disk_that_becomes_read_only_under_an_open_file_is_found_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(path) as store:
        game = play(store)
        with monkeypatch.context() as patched:
            patched.setattr(os, "statvfs", ReadOnly)
            store.commit(appended=[(game, EVENTS, None)], draft={"on": 1}, live=game)
            assert store.trouble == "Store is read-only: playing on in memory"
            store.retry()
            assert store.trouble is not None
        store.retry()
        assert store.trouble is None
    assert kept(path, game) == (6, {"on": 1})


def test_the_first_commit_to_a_disk_that_was_read_only_is_durable(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_file = os.open

    def refusing(name: Any, flags: int, *mode: Any, **options: Any) -> int:
        if flags & os.O_RDWR and not flags & os.O_EXCL and str(name) == str(path):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return open_file(name, flags, *mode, **options)

    with opened(path) as reader:  # as long as somebody has it open its log stays, without which it can't be read either
        game = play(reader)
        with monkeypatch.context() as patched:
            patched.setattr(os, "open", refusing)
            store = opened(path)
            store.commit(appended=[(game, EVENTS, None)], draft={"on": 1}, live=game)
            assert store.trouble == "Store is read-only: playing on in memory"
            assert store.roster == ("Anna",)  # which opens it again, to be read
        store.commit(appended=[(game, EVENTS, None)], draft={"on": 2}, live=game)
        assert store.trouble is None
        store.close()
    assert kept(path, game) == (7, {"on": 2})


def test_nothing_is_tried_again_where_nothing_is_wrong(path: Path) -> None:
    with opened(path) as store:
        play(store)
        before = files(path)
        store.retry()
        assert files(path) == before


def test_what_could_not_be_read_at_the_start_is_found_when_it_can_be(path: Path) -> None:
    game = prepared(path)
    faults = failing_disk()
    with opened(path, faults.connect) as store:
        store.commit(draft={"screen": "setup"}, live=None, settings={"dim": 2})
        assert (store.trouble, store.live) == ("The disk fails: playing on in memory", None)
        faults.at = 0
        store.retry()
        assert (store.trouble, store.found, store.live) == (None, True, game)
        assert store.draft == {"screen": "bidding", "on": 4}
        assert (len(store.entries(game)), store.settings, store.roster) == (5, {"dim": 2}, ("Anna",))
        assert store.new_game() == game + 1
    with opened(path) as store:
        assert (store.live, store.draft, store.settings) == (game, {"screen": "bidding", "on": 4}, {"dim": 2})


def test_what_is_found_damaged_later_is_salvaged_as_at_the_start(path: Path) -> None:
    game = prepared(path)
    whole = path.read_bytes()
    faults = failing_disk()
    with opened(path, faults.connect) as store:
        store.commit(draft={"screen": "setup"}, live=None)
        path.write_bytes(b"#" * 100 + whole[100:])
        faults.at = 0
        store.retry()
        assert store.notice
        assert (store.trouble, store.found, store.live, len(store.entries(game))) == (None, True, game, 5)
    with opened(path) as store:
        assert (store.live, len(store.entries(game))) == (game, 5)


def test_a_game_that_was_begun_while_nothing_could_be_read_goes_on(path: Path) -> None:
    old = prepared(path)
    faults = failing_disk()
    with opened(path, faults.connect) as store:
        game = play(store, 3)
        faults.at = 0
        store.retry()
        assert (store.trouble, store.found, store.live) == (None, False, game)
        store.commit(draft={"on": 9}, live=game)
        assert (store.found, store.live, store.draft) == (False, game, {"on": 9})
    assert (kept(path)[0], kept(path, old)[0]) == (3, 5)


def test_what_seemed_to_be_flushed_is_flushed_before_more_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noting(*args: Any, **options: Any) -> sqlite3.Connection:
        done.append("open")
        return sqlite3.connect(*args, **options)

    with opened(path, noting) as store:
        game = play(store)
        monkeypatch.setattr(os, "sync", lambda: done.append("sync"))
        with monkeypatch.context() as patched:
            patched.setattr(os, "statvfs", ReadOnly)
            store.commit(draft={"on": 1}, live=game)
        done.clear()
        store.commit(draft={"on": 2}, live=game)
        assert done == ["sync", "open"]
        store.commit(draft={"on": 3}, live=game)
        assert done == ["sync", "open"]


def test_room_that_the_log_gives_back_is_used_at_once(path: Path) -> None:
    prepared(path, 5)
    faults = Faults(partial(sqlite_error, sqlite3.SQLITE_FULL))
    with opened(path, faults.connect) as store:
        assert store.live is not None
        faults.at = faults.calls + 1
        store.commit(appended=[(store.live, EVENTS, None)], draft={"on": 1}, live=store.live)
        assert store.trouble is None
        faults.at, faults.lasting = faults.calls + 1, True
        store.commit(appended=[(store.live, EVENTS, None)], draft={"on": 2}, live=store.live)
        assert store.trouble == "Disk full: playing on in memory"
        faults.at = 0
    assert kept(path, 1) == (7, {"on": 2})


def test_somebody_elses_lock_holds_nothing_up_for_long(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.store.store.LOCK_WAIT", 0.1)
    with opened(path) as store:
        game = play(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        store.commit(appended=[(game, EVENTS, None)], draft={"on": 1}, live=game)
        assert store.trouble == "The store is in use: playing on in memory"
        assert len(store.entries(game)) == 6
        other.execute("COMMIT")
        other.close()
        store.commit(draft={"on": 2}, live=game)
        assert store.trouble is None
    assert kept(path, game) == (6, {"on": 2})


def test_a_game_imported_while_nothing_could_be_written_and_the_one_that_waits_are_both_kept(path: Path) -> None:
    prepared(path)
    faults = failing_disk()
    store = opened(path, faults.connect)
    game = store.new_game()
    store.commit(appended=[(game, START, None), (game, EVENTS, None)], draft={"on": 1}, live=game)
    with opened(path) as other:
        other.new_game()
        imported = play(other, 4)
        assert imported >= game
    faults.at = 0
    store.commit(appended=[(game, EVENTS, None)], draft={"on": 2}, live=game)
    assert (store.trouble, store.live, len(store.entries(game))) == (None, game, 3)
    store.close()
    assert kept(path) == (3, {"on": 2})
    with opened(path) as store:
        assert [len(store.entries(game)) for game, _ in store.games()].count(3) == 1
        assert (len(store.entries(1)), len(store.entries(imported))) == (5, 4)


def test_two_boxes_on_one_store_go_on_apart(path: Path) -> None:
    with opened(path) as one:
        game = play(one)
        with opened(path) as two:
            two.commit(appended=[(game, EVENTS | {"by": 2}, None)], draft={"on": 2}, live=game)
            one.commit(appended=[(game, EVENTS | {"by": 1}, None)], draft={"on": 1}, live=game)
            assert one.entries(game)[5].body["by"] == 1
            assert two.entries(game)[5].body["by"] == 2
            assert (one.trouble, two.trouble) == (None, None)
    with opened(path) as store:
        assert {entries[5].body["by"] for number, _ in store.games() if (entries := store.entries(number))} == {1, 2}


def test_without_a_folder_it_plays_in_memory_until_there_is_one(path: Path) -> None:
    path = path.parent / "later" / path.name
    with opened(path) as store:
        assert store.trouble == "No folder for the store: playing on in memory"
        game = play(store)
        assert store.trouble is not None
        path.parent.mkdir()
        store.commit(draft={"on": 1}, live=game)
        assert store.trouble is None
    with opened(path) as store:
        assert (len(store.entries(game)), store.roster) == (5, ("Anna",))


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
    ("folder", "file", "trouble", "readable"),
    [
        (0o777, 0o000, "No permission to the store: playing on in memory", False),
        (0o777, 0o444, "Store is read-only: playing on in memory", True),
        (0o555, 0o444, "Store is read-only: playing on in memory", True),
        (0o555, 0o666, "Store is read-only: playing on in memory", True),
        (0o000, 0o666, "No permission to the store: playing on in memory", False),
    ],
)
def test_without_permission_it_reads_what_it_may_and_plays_in_memory(
    path: Path, folder: int, file: int, trouble: str, readable: bool
) -> None:
    prepared(path)
    content = path.read_bytes()

    def attempt() -> None:
        with opened(path) as store:
            assert store.trouble == trouble, store.trouble
            assert store.notice is None
            assert len(store.entries(1)) == (5 if readable else 0)
            assert store.draft == ({"screen": "bidding", "on": 4} if readable else None)
            game = play(store, 3)
            assert store.trouble == trouble, store.trouble
            assert len(store.entries(game)) == 3

    path.chmod(file)
    path.parent.chmod(folder)
    try:
        as_nobody(attempt)
    finally:
        path.parent.chmod(0o755)
        path.chmod(0o644)
    assert path.read_bytes() == content


def test_a_store_that_is_written_by_somebody_else_can_be_read_by_its_group(path: Path) -> None:
    def attempt() -> None:
        with StoreFile.open(path, writable=False) as file:
            assert len(file.read_entries(1)[0]) == 5

    with opened(path) as store:
        play(store)
        if os.geteuid() == 0:
            for each in (path.parent, *path.parent.iterdir()):
                os.chown(each, -1, 65534)
        path.parent.chmod(0o750)
        as_nobody(attempt)


def test_a_store_is_never_made_to_read_it(path: Path) -> None:
    with pytest.raises(StoreFault):
        StoreFile.open(path, writable=False)
    assert not path.exists()
    Store.open(path, wall_clock=lambda: pytest.fail("no time was asked for")).close()
