"""State folders to be damaged, and what went into them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from device.store import Change, State, Store
from device.store.folder import Folder
from device.store.games import read_game

START = {"start": {"rules": {"preset": "classic"}, "seats": 3, "dealer": 0}}
DEALT = {"events": [{"dealt": True}]}
LOG = "commune.jsonl"
CALLS = (
    "open", "stat", "fstat", "rename", "link", "unlink", "pread", "pwrite", "fsync", "fdatasync", "chmod", "listdir",
    "statvfs",
)  # fmt: skip
"""What a store asks of the system."""


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder in memory where there is one: thousands of stores are flushed to it."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        yield Path(name)


@contextmanager
def watched(folder: Path, before: Callable[[str], object]) -> Iterator[None]:
    """Within, `before` is told of every call of the system that concerns a folder, before it is made; it may raise.
    What it asks of the system itself is its own affair."""
    busy = False

    def watching(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **options: Any) -> Any:
            nonlocal busy
            if not busy and (isinstance(args[0], int) or str(folder) in str(args[0])):
                busy = True
                try:
                    before(name)
                finally:
                    busy = False
            return call(*args, **options)

        return called

    with pytest.MonkeyPatch.context() as patched:
        for name in CALLS:
            patched.setattr(os, name, watching(name, getattr(os, name)))
        yield


class ReadOnly:
    """What `os.statvfs` says of a disk that has become read-only."""

    f_flag = os.ST_RDONLY

    def __init__(self, path: Path) -> None:
        """Of any path."""


def noon() -> datetime:
    return datetime(2026, 5, 1, 12, 0)


def opened(folder: Path) -> Store:
    return Store.open(folder, wall_clock=noon)


def play(store: Store, entries: int = 5) -> int:
    """A game with some entries, which is left on; its number."""
    start = {"start": START["start"] | {"id": uuid4().hex}}
    store.commit(Change(True, ((start, {"screen": "setup"}),), {"screen": "deal"}, True, players=("Anna",)))
    for number in range(1, entries):
        body = DEALT | {"pad": "é" * 20 * number}
        store.commit(Change(entries=((body, {"screen": "deal"}),), screen={"screen": "bidding", "on": number}))
    return store.state.game


def kept(folder: Path) -> State:
    """What is kept in a folder, opened again without fault or damage."""
    with opened(folder) as store:
        assert (store.trouble, store.notice) == (None, None)
        return store.state


def records(folder: Path) -> dict[int, Any]:
    """The records of the games that were left, by number; None where one can't be read."""
    found = {number: read_game(Folder(folder), number) for number in sorted(Folder(folder).games())}
    return {number: recorded and recorded.record for number, recorded in found.items()}


def files(folder: Path) -> dict[str, bytes]:
    """What is in the files of a folder, by name."""
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def put(folder: Path, found: dict[str, bytes]) -> None:
    """Files in a folder, and nothing else."""
    for each in folder.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    for name, content in found.items():
        (folder / name).write_bytes(content)
