"""Files that were cut, flipped or replaced: the box starts, says so, keeps what can be read, and goes on."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from device.store import Entry
from device.store.schema import MIGRATIONS
from tests.device.stores import START, contents, files, in_memory, opened, play, put

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def path() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder / "commune.db"


@pytest.fixture(scope="module")
def closed(path: Path) -> Files:
    """A store as it is left when it is closed: no log."""
    put(path, {})
    with opened(path) as store:
        for _ in range(3):
            play(store)
    return files(path)


@pytest.fixture(scope="module")
def cut_off(path: Path, closed: Files) -> Files:
    """A store as a power cut leaves it: the last commits are in the log."""
    put(path, closed)
    with opened(path) as store:
        play(store)
        return files(path)


def start(path: Path, found: Files, whole: Files) -> tuple[bool, bool]:
    """Start with damaged files, and see that all is in order that can be.

    Returns:
        Whether all that was in the whole ones was there, and whether damage was noticed.
    """
    games, draft = whole_contents(path, tuple(whole.items()))
    put(path, found)
    with opened(path) as store:
        assert store.trouble is None
        kept = contents(store)
        for game, entries in kept.items():
            assert entries == games.get(game, ())[: len(entries)]
        if store.notice:
            assert store.notice.startswith("The store was damaged: set aside as commune-damaged-1.db; ")
            there = aside(path)
            assert set(found) != {""} or there == found[""]
        noticed = store.notice is not None
        if store.draft is not None:
            assert store.live is not None
        all_there = kept == games and store.draft == draft
        game = play(store)
        after = store.entries(game)
    with opened(path) as store:
        assert (store.trouble, store.notice, store.live, store.entries(game)) == (None, None, game, after)
    return all_there, noticed


@cache
def whole_contents(path: Path, whole: tuple[tuple[str, bytes], ...]) -> tuple[dict[int, tuple[Entry, ...]], object]:
    put(path, dict(whole))
    with opened(path) as store:
        return contents(store), store.draft


def aside(path: Path, suffix: str = "", number: int = 1) -> bytes:
    """What was set aside of a damaged store."""
    return path.with_name(f"commune-damaged-{number}.db{suffix}").read_bytes()


def lengths(content: bytes) -> list[int]:
    """A dense sample of lengths, and all about the ends of pages and frames."""
    edges = {at + near for at in range(0, len(content), 4096) for near in (-1, 0, 1, 16, 99, 100)}
    edges |= {32 + at + near for at in range(0, len(content), 4120) for near in (-1, 0, 1, 24)}
    return sorted(at for at in edges | set(range(0, len(content), 131)) if 0 <= at < len(content))


def test_a_closed_store_cut_at_any_length(path: Path, closed: Files) -> None:
    for length in lengths(closed[""]):
        all_there, noticed = start(path, {"": closed[""][:length]}, closed)
        assert not all_there
        assert noticed or length == 0, f"cut at {length}"


def test_a_store_with_its_log_cut_at_any_length(path: Path, cut_off: Files) -> None:
    for length in lengths(cut_off[""]):
        all_there, noticed = start(path, cut_off | {"": cut_off[""][:length]}, cut_off)
        assert all_there or noticed, f"cut at {length}"


def test_a_log_cut_at_any_length_is_what_a_power_cut_leaves(path: Path, cut_off: Files) -> None:
    for length in lengths(cut_off["-wal"]):
        _, noticed = start(path, cut_off | {"-wal": cut_off["-wal"][:length]}, cut_off)
        assert not noticed, f"cut at {length}"


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1 << random.Random(at).randrange(8)]) + content[at + 1 :]


def test_a_flipped_bit_in_a_closed_store_costs_at_most_what_is_in_its_page(path: Path, closed: Files) -> None:
    lost = 0
    places = [*range(100), *range(100, len(closed[""]), 23)]
    for at in places:
        all_there, noticed = start(path, {"": flipped(closed[""], at)}, closed)
        lost += not all_there
        if at < 100 and noticed:
            assert all_there, f"the header, flipped at {at}, takes nothing along"
    assert lost < len(places) / 2


def test_a_flipped_bit_in_a_log_costs_nothing_but_in_its_last_commit(path: Path, cut_off: Files) -> None:
    log = cut_off["-wal"]
    for at in [*range(56), *range(56, len(log), 211)]:
        all_there, noticed = start(path, cut_off | {"-wal": flipped(log, at)}, cut_off)
        last = at > len(log) - 3 * 4120  # there it is what a power cut leaves
        assert all_there or last, f"flipped at {at}"
        assert noticed or last, f"flipped at {at}"


def test_damage_in_the_shared_memory_is_no_matter(path: Path, cut_off: Files) -> None:
    for content in (b"", b"x", os.urandom(32768), bytes(32768), flipped(cut_off["-shm"], 16)):
        assert start(path, cut_off | {"-shm": content}, cut_off) == (True, False)


NOISE = random.Random(1).randbytes(50000)


@pytest.mark.parametrize("garbage", [b"garbage", b"garbage" * 5000, NOISE], ids=len)
def test_a_garbage_log_beside_a_sound_store_takes_nothing_along(path: Path, closed: Files, garbage: bytes) -> None:
    all_there, noticed = start(path, closed | {"-wal": garbage}, closed)
    assert all_there
    assert noticed or len(garbage) < 4120  # no log that short holds a page


def test_an_empty_file_with_a_log_is_read_from_the_log(path: Path, cut_off: Files) -> None:
    put(path, {"": b"", "-wal": cut_off["-wal"]})
    with opened(path) as store:
        assert store.notice == "The store was damaged: set aside as commune-damaged-1.db; 2 games kept."
        assert store.draft == {"screen": "bidding", "on": 4}
    assert aside(path, "-wal") == cut_off["-wal"]


@pytest.mark.parametrize("content", [b"", b"\0" * 8192, b"no database at all", NOISE[:20000]], ids=len)
def test_what_is_no_store_is_replaced(path: Path, content: bytes) -> None:
    put(path, {"": content})
    with opened(path) as store:
        assert (store.trouble, store.live, store.games()) == (None, None, [])
        play(store)
        assert store.trouble is None


def test_the_store_of_another_program_is_set_aside(path: Path) -> None:
    put(path, {})
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE entries (mine)")
        other.execute("PRAGMA user_version = 7")
        other.execute("PRAGMA application_id = 77")
    other.close()
    content = path.read_bytes()
    with opened(path) as store:
        assert store.notice == "The store was damaged: set aside as commune-damaged-1.db; 0 games kept."
    assert aside(path) == content


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_a_folder_or_a_pipe_in_the_place_of_a_file_is_set_aside(
    path: Path, closed: Files, suffix: str, make: Callable[[Path], None]
) -> None:
    put(path, closed if suffix else {})
    make(path.with_name(path.name + suffix))
    with opened(path) as store:
        assert store.trouble is None
        assert store.notice is not None
        assert len(store.games()) == (3 if suffix else 0)
        play(store)
        assert store.trouble is None


def test_damaged_stores_are_numbered_and_none_is_overwritten(path: Path, closed: Files) -> None:
    put(path, {})
    path.with_name("commune-damaged-4.db-wal").write_bytes(b"left")
    for number in (5, 6):
        path.write_bytes(b"damaged %d" % number)
        with opened(path) as store:
            assert store.notice is not None
            assert f"commune-damaged-{number}.db" in store.notice
    assert [aside(path, number=number) for number in (5, 6)] == [b"damaged 5", b"damaged 6"]


def test_a_game_with_a_garbled_entry_keeps_what_came_before(path: Path, closed: Files) -> None:
    put(path, closed)
    with opened(path) as store:
        whole = contents(store)
    at = closed[""].index(b'"seats"') + 3  # in the start of the first game, or of another: any will do
    put(path, {"": closed[""][:at] + b"#" + closed[""][at + 1 :]})
    with opened(path) as store:
        kept = contents(store)
    assert sum(kept.get(game) == entries for game, entries in whole.items()) == len(whole) - 1


def test_what_was_interrupted_while_a_damaged_store_was_replaced_is_finished(path: Path, closed: Files) -> None:
    """The new one was ready, and the old one still there, or already away."""
    for damaged in (True, False):
        put(path, {"-ready": closed[""]} | ({"": b"damaged", "-wal": b"log"} if damaged else {}))
        with opened(path) as store:
            assert store.trouble is None
            assert len(store.games()) == 3
            assert store.notice is not None
        if damaged:
            assert (aside(path), aside(path, "-wal")) == (b"damaged", b"log")


def test_damage_found_while_playing_loses_nothing_of_what_is_on(path: Path, closed: Files) -> None:
    put(path, closed)
    with opened(path) as store:
        game = play(store)
        entries = store.entries(game)
        with path.open("r+b") as file:
            file.write(b"\xff" * len(closed[""]))
        store._let_go()  # what SQLite remembers of the file
        store.commit(draft=store.draft, live=store.live, players=["Ben"])
        assert (store.trouble, store.entries(game), store.roster) == (None, entries, ("Ben", "Anna"))
        assert store.notice is not None
    with opened(path) as store:
        assert (store.live, store.entries(game), store.roster) == (game, entries, ("Ben", "Anna"))
        assert store.draft == {"screen": "bidding", "on": 4}


def test_a_store_taken_away_while_playing_is_made_anew(path: Path, closed: Files) -> None:
    put(path, closed)
    with opened(path) as store:
        game = play(store)
        entries = store.entries(game)
        put(path, {})
        store.commit(draft={"screen": "standing"}, live=game)
        assert (store.trouble, store.notice) == (None, "The store was taken away: what is on now went into a new one.")
    with opened(path) as store:
        assert (store.live, store.draft, store.roster) == (game, {"screen": "standing"}, ("Anna",))
        assert store.entries(game) == entries


def test_a_newer_version_is_left_alone(path: Path, closed: Files) -> None:
    put(path, closed)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA user_version = 9")
    connection.execute("DROP TABLE kept")
    connection.close()
    content = path.read_bytes()
    with opened(path) as store:
        assert store.trouble == "Store of a newer version: playing on in memory"
        game = play(store)
        assert store.trouble == "Store of a newer version: playing on in memory"
        assert len(store.entries(game)) == 5
    assert {each.name for each in path.parent.iterdir()} <= {"commune.db", "commune.db-wal", "commune.db-shm"}
    assert path.read_bytes() == content


def test_an_older_version_is_migrated(path: Path, closed: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.store.schema.MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE photos (game)",)))
    put(path, closed)
    with opened(path) as store:
        assert (store.trouble, store.notice, len(store.games())) == (None, None, 3)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    assert connection.execute("SELECT count(*) FROM photos").fetchone() == (0,)
    connection.close()


def test_a_migration_that_fails_changes_nothing(path: Path, closed: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    put(path, closed)
    steps = (*MIGRATIONS, ("CREATE TABLE photos (game)", "CREATE TABLE entries (game)"))
    with monkeypatch.context() as patched:
        patched.setattr("device.store.schema.MIGRATIONS", steps)
        opened(path).close()
    aside = path.with_name("commune-damaged-1.db")
    assert (aside if aside.exists() else path).read_bytes()[96:] == closed[""][96:]


def test_the_box_starts_without_the_store_that_it_can_not_replace(
    path: Path, closed: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = b"#" * 100 + closed[""][100:]
    put(path, {"": damaged})

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", fail)
        store = opened(path)
        assert store.trouble == "Disk full: playing on in memory"
        assert (store.live, store.draft) == (3, {"screen": "bidding", "on": 4})
        assert len(store.entries(3)) == 5
        store.commit(appended=[(3, START, None)], draft={"screen": "deal"}, live=3)
        assert path.read_bytes() == damaged
    for _ in range(4):
        store.commit(draft={"screen": "deal"}, live=3)
    assert store.trouble is None
    store.close()
    with opened(path) as store:
        assert len(store.entries(3)) == 6
        assert len(store.games()) == 3
