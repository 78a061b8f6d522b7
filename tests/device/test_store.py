"""What the store keeps, and that it is there again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.store import Store
from engine.errors import Illegal
from tests.device.stores import START, kept, opened, play


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "commune.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with opened(path) as store:
        yield store


def test_a_new_store_holds_nothing(store: Store) -> None:
    assert (store.trouble, store.notice, store.live, store.draft) == (None, None, None, None)
    assert (store.games(), store.roster, dict(store.settings)) == ([], (), {})


def test_what_was_committed_is_there_after_opening_again(path: Path) -> None:
    with opened(path) as store:
        game = play(store, 1)
        made = store.commit(
            appended=[(game, {"events": [{"dealt": True}]}, {"screen": "deal"}), (game, {"undo": 2}, None)],
            draft={"screen": "bidding", "rank": 4},
            live=game,
            settings={"dim": 60},
            players=["Anna", "Ben"],
        )
        entries = store.entries(game)
    assert made == [2, 3]
    with opened(path) as store:
        assert store.live == game
        assert store.draft == {"screen": "bidding", "rank": 4}
        assert store.entries(game) == entries
        assert store.settings == {"dim": 60}
        assert store.roster == ("Ben", "Anna")
        assert store.games() == [(game, "2026-05-01 12:00:00")]
        assert store.new_game() == game + 1


def test_names_are_trimmed_unique_and_ordered_by_last_use(store: Store) -> None:
    for name in ("Anna", " Ben ", "Zoë", "Anna"):
        store.commit(draft=store.draft, live=store.live, players=[name])
    assert store.roster == ("Anna", "Zoë", "Ben")


@pytest.mark.parametrize(
    ("wrong", "error"),
    [({"players": [name]}, Illegal) for name in ("", "  ", "a" * 41, "a\x07b", "\ud800")]
    + [({"draft": {"screen": object()}}, TypeError)],
)
def test_what_is_no_name_or_not_json_is_refused_and_nothing_of_the_commit_is_kept(
    store: Store, wrong: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        store.commit(**{"appended": [(1, START, None)], "draft": {}, "live": 1} | wrong)
    assert (store.live, store.entries(1)) == (None, ())


def test_a_commit_is_one_transaction(path: Path) -> None:
    said: list[str] = []

    def connect(*args: Any, **options: Any) -> sqlite3.Connection:
        connection = sqlite3.connect(*args, **options)
        connection.set_trace_callback(said.append)
        return connection

    with opened(path, connect) as store:
        game = play(store, 1)
        said.clear()
        store.commit(
            appended=[(game, {"events": []}, None)] * 3, draft={}, live=game, settings={"dim": 1}, players=["Anna"]
        )
        assert [line for line in said if line.startswith(("BEGIN", "COMMIT"))] == ["BEGIN IMMEDIATE", "COMMIT"]
        said.clear()
        store.flush()
        store.entries(game)
        assert said == []


def test_the_file_can_be_read_by_the_group_and_nobody_else(path: Path) -> None:
    with opened(path) as store:
        play(store, 1)
        modes = {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}
    assert modes == {"commune.db": 0o640, "commune.db-wal": 0o640, "commune.db-shm": 0o640}


def test_somebody_may_read_and_write_beside_it(store: Store, path: Path) -> None:
    game = play(store, 1)
    with opened(path) as other:
        assert other.live == game
        other.commit(draft=other.draft, live=other.live, players=["Cleo"])
        imported = other.new_game()
        other.commit(appended=[(imported, START, None)], draft=other.draft, live=other.live)
    store.look()
    assert store.roster == ("Cleo", "Anna")
    assert [number for number, _ in store.games()] == [imported, game]
    assert store.new_game() == imported + 1


def test_games_are_listed_newest_first_in_pages(store: Store) -> None:
    games = [play(store, 1) for _ in range(5)]
    assert [game for game, _ in store.games(limit=2)] == [games[4], games[3]]
    assert [game for game, _ in store.games(limit=2, before=games[3])] == [games[2], games[1]]


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "50 % of #1? Ä" / "commune.db"
    path.parent.mkdir()
    with opened(path) as store:
        play(store, 1)
    assert [each.name for each in path.parent.iterdir()] == ["commune.db"]
    assert kept(path)[0] == 1
