"""Stores to be damaged, and what went into them."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from device.store import Entry, Store

START = {"start": {"rules": {"preset": "classic"}, "seats": 3, "dealer": 0}}
SUFFIXES = ("", "-wal", "-shm")


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder in memory where there is one: thousands of stores are flushed to it."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        yield Path(name)


def watched(before: Callable[[Callable[[str], object], str], object]) -> Callable[..., sqlite3.Connection]:
    """Connects to stores; `before` is told of every statement, and may execute another first, or fail."""

    class Connection(sqlite3.Connection):
        def execute(self, *args: Any) -> sqlite3.Cursor:
            before(super().execute, args[0])
            return super().execute(*args)

    return partial(sqlite3.connect, factory=Connection)


class ReadOnly:
    """What `os.statvfs` says of a disk that has become read-only."""

    f_flag = os.ST_RDONLY

    def __init__(self, path: Path) -> None:
        """Of any path."""


def noon() -> datetime:
    return datetime(2026, 5, 1, 12, 0)


def opened(path: Path, connect: Callable[..., sqlite3.Connection] = sqlite3.connect) -> Store:
    return Store.open(path, wall_clock=noon, connect=connect)


def play(store: Store, entries: int = 5) -> int:
    """A game with some entries, which is left on."""
    game = store.new_game()
    store.commit(appended=[(game, START, {"screen": "setup"})], draft={"screen": "deal"}, live=game, players=["Anna"])
    for number in range(1, entries):
        body = {"events": [{"dealt": True}], "pad": "é" * 20 * number}
        store.commit(appended=[(game, body, {"screen": "deal"})], draft={"screen": "bidding", "on": number}, live=game)
    return game


def contents(store: Store) -> dict[int, tuple[Entry, ...]]:
    return {game: store.entries(game) for game, _ in store.games(limit=1000)}


def kept(path: Path, game: int | None = None) -> tuple[int, Any]:
    """How many entries of a game, or of the live one, are in a store that is opened again; and the draft."""
    with opened(path) as store:
        return len(store.entries(game or store.live or 0)), store.draft


def files(path: Path) -> dict[str, bytes]:
    """What is in the store's files, by suffix."""
    there = {suffix: path.with_name(path.name + suffix) for suffix in SUFFIXES}
    return {suffix: each.read_bytes() for suffix, each in there.items() if each.exists()}


def put(path: Path, found: dict[str, Any]) -> None:
    """Files in the place of a store, and nothing else in its folder."""
    for each in path.parent.iterdir():
        each.rmdir() if each.is_dir() else each.unlink()
    for suffix, content in found.items():
        path.with_name(path.name + suffix).write_bytes(content)
