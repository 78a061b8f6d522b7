"""Stores to be damaged, and what went into them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from device.store import Entry, Store

START = {"start": {"rules": {"preset": "classic"}, "seats": 3, "dealer": 0}}
SUFFIXES = ("", "-wal", "-shm")


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
