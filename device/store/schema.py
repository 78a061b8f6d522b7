"""The tables, their versions, and what a sound file of ours begins with.

Both tables are kept in the order of their keys, so that a game's entries lie together, and each row ends with its
checksum. `kept` holds what is replaced: `now` (the draft, which game is on, how many entries it has), players,
settings, and what tags of cards stand for, one row each; its `change` counts upwards over all its rows, so that the
newest of several copies can be told.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from device.store.faults import Fault, StoreFault
from device.store.kept import kept_row, kept_value

APPLICATION_ID = 0x436F6D6D  # "Comm", in the header of every store
PAGE = 4096  # bytes; salvage counts on it

# What leads from version 0 (an empty file) to 1, from 1 to 2, and so on. Steps are added, never changed.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE entries (
            game INTEGER NOT NULL, id INTEGER NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, before TEXT NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (game, id)
        ) WITHOUT ROWID""",
        """CREATE TABLE kept (
            kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, change INTEGER NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (kind, name)
        ) WITHOUT ROWID""",
    ),
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the newest version, in one transaction; one that is there already costs one look.

    Raises:
        StoreFault: it is of a newer version, or of another program.
        sqlite3.Error: it can't be read or written.
    """
    version = _version(connection)
    if version == len(MIGRATIONS):
        return
    if version > len(MIGRATIONS):
        raise StoreFault(*_newer(connection, version))
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)  # somebody else may have been quicker
        for step in MIGRATIONS[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute("REPLACE INTO kept VALUES (?, ?, ?, ?, ?)", kept_row("version", "", len(MIGRATIONS), 0))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _newer(connection: sqlite3.Connection, version: int) -> tuple[Fault, str]:
    """What it means that the header says a newer version: that, or a flipped bit, since a row says it too."""
    with suppress(sqlite3.Error, StoreFault):
        (row,) = connection.execute("SELECT * FROM kept WHERE kind = 'version'").fetchall()
        if kept_value(row) <= len(MIGRATIONS):
            return Fault.DAMAGED, "its header is garbled."
    return Fault.NEWER, f"it has version {version}, and this program knows {len(MIGRATIONS)}."


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def check_header(path: Path) -> bool:
    """Whether the file holds anything; only its first hundred bytes are read.

    A garbled header can make SQLite take a file for read-only, or for another program's, so it is looked at here.
    Source: "Database File Format", 1.3, of SQLite's documentation.

    Raises:
        StoreFault: it isn't a header as SQLite writes it for a store.
        OSError: the file can't be read.
    """
    with path.open("rb") as file:
        header = file.read(100)
    if not header:
        return False
    fixed = (
        header[:16] == b"SQLite format 3\0"
        and header[16:18] == PAGE.to_bytes(2, "big")
        and header[18:20] in (b"\1\1", b"\2\2")  # without and with WAL
        and header[20:24] == b"\0\x40\x20\x20"
        and header[44:48] in (bytes(4), b"\0\0\0\4")  # the schema's format, 0 until there are tables
        and header[56:60] in (bytes(4), b"\0\0\0\1")  # UTF-8
        and header[72:92] == bytes(20)
    )
    ours = header[68:72] in (bytes(4), APPLICATION_ID.to_bytes(4, "big"))
    if len(header) < 100 or not fixed or not ours:
        raise StoreFault(Fault.DAMAGED, f"{path} is not a store of Commune.")
    return True
