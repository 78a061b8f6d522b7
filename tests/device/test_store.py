"""What the store keeps, and that it is there again; what it costs; and that others may write and copy beside it."""

from __future__ import annotations

import itertools
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.store import Change, State, Store, log
from device.store.folder import Folder
from device.store.lines import PAGE
from engine.errors import Illegal
from tests.device.stores import DEALT, LOG, START, files, in_memory, kept, opened, play, put, records, watched


@pytest.fixture
def folder() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    with opened(folder) as store:
        yield store


def test_a_new_store_holds_nothing_and_writes_nothing(store: Store, folder: Path) -> None:
    assert (store.trouble, store.notice, store.found, store.state) == (None, None, False, State())
    assert store.last_table() is None
    store.retry()
    store.close()
    assert files(folder) == {}


def test_what_was_committed_is_there_after_opening_again(folder: Path) -> None:
    tags = (("AA", (1, "Ks")), ("BB", (1, "2s")), ("AA", None), ("AA", (2, "As")))
    with opened(folder) as store:
        game = play(store, 1)
        store.commit(
            Change(entries=((DEALT, {"screen": "deal"}), ({"undo": 2}, None)), settings={"chances": False}, tags=tags),
            Change(screen={"screen": "bidding", "rank": 4}, players=("Anna", "Ben"), settings={"dim": 60}),
        )
        state = store.state
    assert kept(folder) == state
    assert [(entry.number, entry.body, entry.before) for entry in state.entries] == [
        (1, state.entries[0].body, {"screen": "setup"}), (2, DEALT, {"screen": "deal"}), (3, {"undo": 2}, None),
    ]  # fmt: skip
    assert {entry.at for entry in state.entries} == {"2026-05-01 12:00:00"}
    assert (state.game, state.on, state.screen) == (game, True, {"screen": "bidding", "rank": 4})
    assert (state.roster, state.settings) == (("Ben", "Anna"), {"chances": False, "dim": 60})
    assert list(state.tags.items()) == [("BB", (1, "2s")), ("AA", (2, "As"))]


def test_names_are_trimmed_unique_and_ordered_by_last_use_and_forgotten(store: Store) -> None:
    for name in ("Anna", " Ben ", "Zoë", "anna"):
        store.commit(Change(players=(name,)))
    assert store.state.roster == ("anna", "Zoë", "Ben")
    store.commit(Change(forgotten=("ZOË", "Nobody")))
    assert store.state.roster == ("anna", "Ben")


@pytest.mark.parametrize(
    ("wrong", "error"),
    [({"players": (name,)}, Illegal) for name in ("", "  ", "a" * 41, "a\x07b", "\ud800")]
    + [({"screen": {"screen": object()}}, TypeError)],
)
def test_what_is_no_name_or_not_json_is_refused_and_nothing_of_the_commit_is_kept(
    store: Store, wrong: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        store.commit(Change(True, ((START, None),)), Change(**wrong))
    store.commit(Change(screen={"screen": "setup"}))
    assert store.state == State(screen={"screen": "setup"})


def test_a_game_that_is_left_is_a_record_when_the_next_begins_and_the_log_keeps_it_until_then(folder: Path) -> None:
    with opened(folder) as store:
        play(store)
        store.commit(Change(on=False, screen={"screen": "setup"}))
        assert (records(folder), len(store.state.entries), store.state.on) == ({}, 5, False)
        start = store.state.entries[0].body["start"]
        assert store.last_table() == start
        assert start.items() > START["start"].items()
        store.commit(Change(on=True))
        assert (store.state.game, store.state.on) == (1, True)
        play(store, 2)
    assert (kept(folder).game, len(kept(folder).entries)) == (2, 2)
    hand = {"dealer": 0, "first": 1, "deal": [1, 1, 1], "bids": []}
    assert records(folder) == {1: {**start, "began": "2026-05-01T12:00:00", "hands": [hand]}}


def test_without_a_log_the_last_table_is_that_of_the_last_record_and_its_number_is_not_given_again(
    folder: Path,
) -> None:
    with opened(folder) as store:
        for _ in range(3):
            play(store, 2)
    (folder / LOG).unlink()
    (folder / "game-2.json").write_text("{}")
    with opened(folder) as store:
        assert (store.last_table() or {})["seats"] == 3
        assert play(store, 1) == 3
    assert set(records(folder)) == {1, 2}


# What it costs


def counted(folder: Path, *changes: Change, store: Store) -> Counter[str]:
    """How often a commit asks which call of the system."""
    calls: Counter[str] = Counter()
    with watched(folder, lambda name: calls.update([name])):
        store.commit(*changes)
    return calls


def test_a_commit_is_one_write_and_one_flush_of_a_page_that_nothing_else_is_in(folder: Path, store: Store) -> None:
    play(store, 2)
    press = Change(screen={"screen": "bidding", "cursor": 3})
    for _ in range(3 * log.STEP):
        before = (folder / LOG).read_bytes()
        calls = counted(folder, press, store=store)
        after = (folder / LOG).read_bytes()
        assert {name: calls[name] for name in ("pwrite", "fdatasync")} == {"pwrite": 1, "fdatasync": 1}
        assert set(calls) <= {"open", "stat", "fstat", "pread", "pwrite", "fdatasync", "statvfs"}
        assert calls.total() < 10
        changed = [
            at for at in range(0, len(after), PAGE) if before[at : at + PAGE].strip() != after[at : at + PAGE].strip()
        ]
        assert [before[at : at + PAGE].strip() for at in changed] == [b""]


def test_presses_that_waited_share_a_flush(folder: Path, store: Store) -> None:
    play(store, 2)
    calls = counted(folder, *[Change(entries=((DEALT, None),)) for _ in range(5)], store=store)
    assert (calls["pwrite"], calls["fdatasync"]) == (1, 1)
    assert len(kept(folder).entries) == 7


def test_the_leaving_of_a_game_and_the_begin_of_the_next_are_three_flushes(folder: Path, store: Store) -> None:
    play(store)
    calls = counted(folder, Change(True, ((START, None),), {"screen": "deal"}, True), store=store)
    assert (calls["fsync"], calls["fdatasync"]) == (3, 0)


def test_the_log_is_begun_anew_when_it_is_full_and_nothing_of_it_is_lost(
    folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MOST", 12)
    game = play(store, 2)
    for number in range(60):
        store.commit(Change(entries=((DEALT | {"pad": "x" * 900}, None),), screen={"on": number}))
        assert (folder / LOG).stat().st_size < 4 * (len(store.state.entries) + 60) * PAGE
    assert kept(folder) == store.state
    assert (store.state.game, len(store.state.entries), store.state.screen) == (game, 62, {"on": 59})


def test_what_is_long_takes_more_pages(folder: Path, store: Store) -> None:
    for size in (*range(3 * PAGE - 500, 3 * PAGE + 50, 7), 100):
        store.commit(Change(screen={"pad": "é" * (size // 2) + "x" * (size % 2)}))
    assert kept(folder) == store.state


def test_everybody_can_read_the_files(folder: Path, store: Store) -> None:
    play(store)
    play(store)
    store.commit(Change(players=("Zoë",)))
    lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines() if line.strip()]
    assert [line.get("format") for line in lines] == [1] + [None] * (len(lines) - 1)
    assert [line["n"] for line in lines[1:]] == list(range(lines[0]["n"] + 1, lines[0]["n"] + len(lines)))
    assert lines[-1]["players"] == ["Zoë"]
    assert "Zoë" in (folder / LOG).read_text()
    assert json.loads((folder / "game-1.json").read_text())["record"] == records(folder)[1]


def test_the_files_can_be_read_by_the_group_and_nobody_else_whatever_the_umask(folder: Path, store: Store) -> None:
    before = os.umask(0o077)
    try:
        play(store)
        play(store)
    finally:
        os.umask(before)
    assert {each.stat().st_mode & 0o777 for each in folder.iterdir()} == {0o640}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes as somebody else")
def test_who_writes_keeps_owner_group_and_mode(folder: Path, store: Store) -> None:
    os.chown(folder, 65534, 65534)
    play(store)
    os.chmod(folder / LOG, 0o600)
    play(store)
    owners = {
        each.name: (each.stat().st_uid, each.stat().st_gid, each.stat().st_mode & 0o777) for each in folder.iterdir()
    }
    assert owners == {LOG: (65534, 65534, 0o600), "game-1.json": (65534, 65534, 0o640)}


# Others


def test_somebody_may_read_and_write_beside_it(folder: Path, store: Store) -> None:
    play(store)
    with opened(folder) as other:
        other.commit(Change(players=("Cleo",)))
        assert store.state.roster == ("Anna",)
        store.look()
        assert (store.state.roster, other.state) == (("Cleo", "Anna"), store.state)
        store.commit(Change(entries=((DEALT, None),)))
        other.commit(Change(players=("Zoë",), tags=(("AA", (1, "As")),)))
        store.commit(Change(screen={"on": 1}))
        assert (store.state.roster, dict(store.state.tags)) == (("Zoë", "Cleo", "Anna"), {"AA": (1, "As")})
    assert kept(folder) == store.state


@pytest.mark.parametrize("most", [log.MOST, 6])
@pytest.mark.parametrize("turns", sorted(set(itertools.permutations("AAABBB"))), ids="".join)
def test_two_writers_lose_nothing_in_whatever_order_they_write_and_look(
    folder: Path, turns: tuple[str, ...], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MOST", most)
    with opened(folder) as a, opened(folder) as b:
        names = set()
        for number, turn in enumerate(turns):
            writer, other = (a, b) if turn == "A" else (b, a)
            names.add(f"{turn}{number}")
            with watched(folder, lambda name, other=other: name in ("pwrite", "rename", "fsync") and other.look()):
                writer.commit(Change(players=(f"{turn}{number}",)))
            assert (a.trouble, b.trouble, a.notice, b.notice) == (None, None, None, None)
        assert set(kept(folder).roster) == names


def test_what_is_half_written_is_not_read_yet_and_is_when_it_is_whole(
    folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(store)
    with opened(folder) as other:
        pwrite = os.pwrite

        def in_pieces(file: int, content: bytes, at: int) -> int:
            other.look()
            seen.append(other.state.roster)
            return pwrite(file, content[:700], at)

        seen: list[Any] = []
        monkeypatch.setattr(os, "pwrite", in_pieces)
        store.commit(Change(players=("Zoë",), settings={"pad": "x" * 3000}))
        monkeypatch.undo()
        assert set(seen[:4]) == {("Anna",)}
        other.look()
        other.commit(Change(players=("Ben",)))
        assert other.state.roster == ("Ben", "Zoë", "Anna")
    assert kept(folder).roster == ("Ben", "Zoë", "Anna")


def test_whoever_waits_for_a_lock_too_long_goes_on_in_memory(
    folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.store.store.WAIT", 0.1)
    game = play(store)
    with Folder(folder).locked():
        store.commit(Change(entries=((DEALT, None),), screen={"on": 1}))
        assert store.trouble == "The store is in use: playing on in memory"
        assert (store.state.game, len(store.state.entries)) == (game, 6)
    store.commit(Change(screen={"on": 2}))
    assert store.trouble is None
    assert kept(folder) == store.state


def test_a_copy_taken_at_any_moment_opens_and_holds_every_game_left_before(folder: Path, tmp_path: Path) -> None:
    """The files are copied one after another, a call of the system between each, in the order of their names or against
    it."""

    def evening(store: Store) -> Iterator[None]:
        for _ in range(3):
            play(store, 3)
            yield
        store.commit(Change(on=False))

    def copied(start: int, reverse: bool) -> int:
        """Copy from so many calls on, and see what there is; how many calls there were."""
        put(folder, {})
        copy: dict[str, bytes] = {}
        names: list[str] | None = None
        calls = left = 0
        here: list[int] = []

        def tick(_: str) -> None:
            nonlocal calls, names
            calls += 1
            if names is None and calls >= start:
                names = sorted((each.name for each in folder.iterdir()), reverse=not reverse)
                here.append(left)
            elif names:
                name = names.pop()
                if (folder / name).exists():
                    copy[name] = (folder / name).read_bytes()

        with opened(folder) as store:
            for _ in evening(store):
                pass
        put(folder, {})
        with opened(folder) as store, watched(folder, tick):
            for done, _ in enumerate(evening(store)):
                left = done
        while names:
            tick("")
        put(tmp_path, copy)
        state = kept(tmp_path)
        if here:
            there = set(records(tmp_path)) | ({state.game} if state.entries else set())
            assert there >= set(range(1, here[0] + 1))
            assert state.game >= here[0]
        return calls

    for reverse in (False, True):
        total = copied(10**9, reverse)
        for start in range(1, total, 3):
            copied(start, reverse)
