"""A damaged store: what can be read goes into a new one, and the old one aside, never deleted.

At whatever instant the power goes, one of the two is in place, or the new one waits beside it, complete.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from device.store.entries import Entry
from device.store.faults import StoreFault
from device.store.file import MODE, Connect, StoreFile, beside, told
from device.store.kept import kept_value
from device.store.now import Now, kept_now, read_now
from device.store.pages import read_rows
from device.store.schema import PAGE, migrate
from engine.value import value

READY = "-ready"  # what a new store's name ends in, complete, until it takes its place


@value
class Salvaged:
    """What came of a damaged store.

    Attributes:
        aside: where it is now; its name.
        games: how many games were kept; None where that isn't known any more.
        cut: how many of them lack what came after an entry that couldn't be read.
    """

    aside: str
    games: int | None = None
    cut: int = 0

    def __str__(self) -> str:
        if self.games is None:
            return f"The store was damaged: set aside as {self.aside}; what could be read was kept."
        kept = f"{self.games} game{'' if self.games == 1 else 's'} kept"
        cut = f", {self.cut} of them not to the end" if self.cut else ""
        return f"The store was damaged: set aside as {self.aside}; {kept}{cut}."


def replace_damaged(path: Path, connect: Connect) -> Salvaged:
    """Put a new store with all that can be read in the place of a damaged one, and that aside.

    Raises:
        StoreFault: the folder can't be written; the damaged store is where it was.
    """
    part = beside(path, "-part")
    finished = finish(path)
    if finished:
        return finished
    with told(path):
        try:
            part.unlink(missing_ok=True)
            os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, MODE))
            part.chmod(MODE)
            with closing(connect(part, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode = OFF")  # it counts only once it is whole
                games, cut = copy_readable(path, connection)
            part.rename(beside(path, READY))
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise
    finished = finish(path)
    return Salvaged(finished.aside if finished else "", games, cut)


def finish(path: Path) -> Salvaged | None:
    """Put a new store that waits beside the old one, if there is one, in its place.

    Raises:
        StoreFault: the folder can't be written.
    """
    ready = beside(path, READY)
    with told(path):
        if not ready.exists():
            return None
        aside = _free_name(path)
        _sync(path.parent)
        for suffix in ("-wal", "-shm", ""):  # the log first: beside the new store it would be taken for its own
            with suppress(FileNotFoundError):
                beside(path, suffix).rename(beside(aside, suffix))
        _sync(path.parent)
        ready.rename(path)
        _sync(path.parent)
        return Salvaged(aside.name)


def read_damaged(path: Path) -> Now:
    """What was on in a damaged store that can't be replaced; only the live game is read.

    Raises:
        StoreFault: there isn't memory enough.
    """
    highest = 0

    def none(game: int) -> bool:
        nonlocal highest
        highest = max(highest, game)
        return False

    with told(path):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
            copy_readable(path, memory, none)
            live = kept_now(StoreFile(path, memory)).live or highest
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
            copy_readable(path, memory, lambda game: game == live)
            return read_now(StoreFile(path, memory), strict=False)


def copy_readable(
    path: Path, connection: sqlite3.Connection, wanted: Callable[[int], bool] = lambda game: True
) -> tuple[int, int]:
    """Copy what can be read of a damaged store into an empty database: each game up to the first entry that can't be.

    Args:
        wanted: which games, by number.

    Returns:
        How many games there are now, and how many of them lack what came after.

    Raises:
        sqlite3.Error: the new one can't be written.
        OSError: the damaged one can't be opened.
    """
    connection.execute(f"PRAGMA page_size = {PAGE}")
    migrate(connection)
    connection.execute("BEGIN")
    with suppress(RecursionError):
        for sure, row in read_rows(path):
            if len(row) == 6 and type(row[0]) is int and wanted(row[0]) and Entry.from_row(row):
                connection.execute("INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?, ?)", row)
            elif len(row) == 5 and type(row[3]) is int:
                with suppress(StoreFault):
                    kept_value(row)
                    connection.execute(_KEEP_NEWEST if sure else _KEEP_FIRST, row)
    ((whole,),) = connection.execute("SELECT count(DISTINCT game) FROM entries").fetchall()
    ((cut,),) = connection.execute(f"SELECT count(DISTINCT game) FROM ({_LOOSE}) WHERE place > 1").fetchall()
    connection.execute(f"DELETE FROM entries WHERE (game, id) IN (SELECT game, id FROM ({_LOOSE}))")
    ((games,),) = connection.execute("SELECT count(DISTINCT game) FROM entries").fetchall()
    connection.execute("COMMIT")
    return games, min(cut, whole)


_KEEP_FIRST = "INSERT OR IGNORE INTO kept VALUES (?, ?, ?, ?, ?)"
_KEEP_NEWEST = """INSERT INTO kept VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    value = excluded.value, change = excluded.change, checksum = excluded.checksum WHERE excluded.change > change"""
# Entries behind a gap: their place, counted, isn't their id.
_LOOSE = """SELECT game, id, place FROM (
    SELECT game, id, row_number() OVER (PARTITION BY game ORDER BY id) AS place FROM entries) WHERE place <> id"""


def _free_name(path: Path) -> Path:
    """A name with a number that no damaged store has had yet."""
    numbered = re.compile(rf"{re.escape(path.stem)}-damaged-(\d+){re.escape(path.suffix)}(-wal|-shm)?")
    found = [int(match[1]) for name in os.listdir(path.parent) if (match := numbered.fullmatch(name))]
    return path.with_name(f"{path.stem}-damaged-{max(found, default=0) + 1}{path.suffix}")


def _sync(folder: Path) -> None:
    """Make renamings in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
