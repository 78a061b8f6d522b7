"""What version 0.1 kept is taken over once and whole, whatever comes between; and again after a downgrade."""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from device.store.folder import Folder
from tests.device.box import Box
from tests.device.stores import in_memory, kept, opened, play, put, records, watched
from tests.device.test_frozen import FROZEN
from tests.device.test_store_faults import Faults

OLD = "commune.db"


@pytest.fixture
def folder() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder / "state"


class Killed(BaseException):
    """The process ends here."""


def left_by_0_1(folder: Path, name: str = "imported") -> None:
    """A state folder of version 0.1, as it left it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(FROZEN / name, folder)
    (folder / "expected.json").unlink()


def everything(folder: Path) -> tuple[Any, Any]:
    """All that is kept in a folder."""
    with opened(folder) as store:
        assert store.trouble is None
        return store.state, records(folder)


@pytest.mark.parametrize("name", ["imported", "cut", "damaged"])
def test_killed_at_any_moment_it_begins_again_and_all_is_there_once(folder: Path, name: str) -> None:
    left_by_0_1(folder, name)
    whole = everything(folder)
    assert len(whole[1]) in (1, 11, 12)

    def attempt(at: int) -> int:
        left_by_0_1(folder, name)
        calls = 0

        def killed(_: str) -> None:
            nonlocal calls
            calls += 1
            if calls == at:
                raise Killed

        with watched(folder, killed), suppress(Killed):
            opened(folder).close()
        return calls

    for at in range(1, attempt(0) + 1):
        attempt(at)
        assert everything(folder) == whole, f"killed at call {at}"
        assert not (folder / OLD).exists()
        (aside,) = [each for each in folder.iterdir() if each.name.endswith(OLD)]
        assert aside.name == ("damaged-1-" if name == "damaged" else "taken-over-1-") + OLD


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_where_it_can_not_be_taken_over_the_box_plays_in_memory_and_the_next_start_does(
    folder: Path, number: int
) -> None:
    left_by_0_1(folder, "ended")
    before = everything(folder)
    calls = Faults(0)
    left_by_0_1(folder, "ended")
    with watched(folder, calls):
        opened(folder).close()
    for at in range(1, calls.count + 1, 3):
        left_by_0_1(folder, "ended")
        with watched(folder, Faults(number, at=at)), opened(folder) as store:
            play(store, 2)
            assert store.trouble
        state, left = everything(folder)
        assert (state.entries, state.screen) == (before[0].entries, before[0].screen)
        assert left == before[1]


def test_upgrade_downgrade_upgrade_keeps_what_was_played_with_either(folder: Path) -> None:
    left_by_0_1(folder, "cut")
    with Box(folder) as box:
        box.press("ok", "call", "up")
        shown = box.session.game.hands
        ids = {box.store.state.entries[0].body["start"]["id"]}
    shutil.copy(FROZEN / "ended" / OLD, folder / OLD)
    expected = json.loads((FROZEN / "ended" / "expected.json").read_text())
    with Box(folder) as box:
        assert box.words == expected["words"]
        assert box.store.notice is None
    state, left = everything(folder)
    assert state.game == 4
    assert sorted(left) == [1, 2, 3]
    assert {left[2]["id"]} == ids
    assert len(left[2]["hands"]) == len(shown) > 0
    shutil.copy(FROZEN / "ended" / OLD, folder / OLD)
    shutil.copy(FROZEN / "cut" / OLD, folder / "commune.db-wal")
    assert everything(folder)[1] == left
    assert everything(folder)[0] == state
    assert sorted(each.name for each in folder.glob("taken-over-*.db")) == [f"taken-over-{n}-{OLD}" for n in (1, 2, 3)]
    with opened(folder) as store:
        assert play(store, 2) == 5


def test_names_settings_and_decks_are_those_of_the_one_that_was_played_with_last(folder: Path) -> None:
    folder.mkdir()
    with opened(folder) as store:
        play(store, 2)
    shutil.copy(FROZEN / "decks" / OLD, folder / OLD)
    state, _ = everything(folder)
    assert state.roster == ("Anna Maria", "Ben", "Anna")
    assert (state.settings, len(state.tags)) == ({"chances": False}, 20)


def database(path: Path, *kept_rows: tuple[Any, ...], entries: tuple[tuple[Any, ...], ...] = ()) -> None:
    """A store of version 0.1 with these rows, whatever they say."""
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE entries (game, id, at, body, before, checksum, PRIMARY KEY (game, id))")
        made.execute("CREATE TABLE kept (kind, name, value, change, checksum, PRIMARY KEY (kind, name))")
        for table, rows in (("kept", kept_rows), ("entries", entries)):
            for row in rows:
                check = crc32("\n".join(map(str, row)).encode())
                made.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * (len(row) + 1))})", (*row, check))
    made.close()


@pytest.mark.parametrize(
    "rows",
    [
        [("now", "", "3", 1)], [("now", "", '{"live": "x", "draft": 3}', 1)], [("tag", "AA", '["x"]', 1)],
        [("player", "Anna", "{", 1)], [("setting", "x", "NaN", 1)], [("player", 3, "true", 1)],
        [("now", "", "{}", None)],
    ],
)  # fmt: skip
def test_rows_that_say_what_rows_do_not_keep_no_box_from_starting(folder: Path, rows: list[tuple[Any, ...]]) -> None:
    folder.mkdir()
    start = json.dumps({"start": {"rules": {"preset": "classic"}, "seats": 3, "dealer": 0}})
    database(
        folder / OLD, *rows, entries=((1, 1, "", start, "null"), ("x", 1, "", start, "null"), (2, 1, "", "[]", "3"))
    )
    with opened(folder) as store:
        assert store.trouble is None
        play(store)
    assert not (folder / OLD).exists()
    assert len(kept(folder).entries) == 5


def test_where_nothing_says_which_game_was_on_it_was_the_last(folder: Path) -> None:
    folder.mkdir()
    start = json.dumps({"start": {"rules": {"preset": "classic"}, "seats": 3, "dealer": 0}})
    dealt = json.dumps({"events": [{"dealt": True}]})
    database(folder / OLD, entries=((1, 1, "", start, "null"), (2, 1, "", start, "null"), (2, 2, "", dealt, "null")))
    state, left = everything(folder)
    assert (state.game, state.on, len(state.entries), state.screen) == (2, True, 2, None)
    assert set(left) == {1}


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 9000])
def test_what_is_no_database_is_set_aside(folder: Path, content: bytes) -> None:
    folder.mkdir()
    put(folder, {OLD: content})
    with opened(folder) as store:
        assert store.trouble is None
        play(store)
    assert (folder / OLD).exists() is False
    assert sorted(Folder(folder).games()) == []
