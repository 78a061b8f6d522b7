"""The store's file, by what can be read from it and written to it. Every call may raise a `StoreFault`."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from device.closing import Closing
from device.store.entries import Entry, Row, prefix
from device.store.faults import Fault, StoreFault, fault_of
from device.store.kept import kept_row, kept_value
from device.store.schema import PAGE, check_header, migrate
from device.store.wal import read_log

Connect = Callable[..., sqlite3.Connection]

LOG_PAGES = 250  # the log's length, about, which is read whole at the start
MODE = 0o640  # the owner's shell is in the box's group, and may look


class StoreFile(Closing):
    """An open store.

    Attributes:
        path: where it is.
        read_only: whether it can only be read.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self._connection: sqlite3.Connection | None = connection
        self._inode: tuple[int, int] | None = None

    @classmethod
    def open(
        cls, path: Path, *, connect: Connect = sqlite3.connect, wait: float = 5, writable: bool = True
    ) -> StoreFile:
        """The store in a file.

        Args:
            connect: what opens it, as `sqlite3.connect`.
            wait: how long somebody else's lock is waited for, in seconds.
            writable: whether it may be written: made where there is none, and brought to this version.

        Raises:
            StoreFault: it can't be opened.
        """
        with told(path):
            check_regular(path)
            log = beside(path, "-wal")
            # Where SQLite can't put its log beside the file, it can only be read, and nobody can be writing it.
            alone = not log.exists() and not os.access(path.parent, os.W_OK)
            read_only = not writable or not _make(path) or alone
            if not check_header(path) and (read_only or _size(log)):
                raise StoreFault(Fault.DAMAGED, f"{path} is empty.")  # SQLite would delete the log
            inode = _inode(path)
            options = "immutable=1" if alone else "mode=ro" if read_only else "mode=rw"
            name = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
            file = cls(
                path,
                # The thread that opens a store need not be the one that plays.
                connect(
                    f"file:{name}?{options}", uri=True, timeout=wait, isolation_level=None, check_same_thread=False
                ),
                read_only=read_only,
            )
            file._inode = inode
            try:
                file._set_up()
            except BaseException:
                file.close()
                raise
            return file

    def _set_up(self) -> None:
        connection = self._connection
        if connection is None:
            return
        if not self.read_only:
            connection.execute(f"PRAGMA page_size = {PAGE}")
            ((journal,),) = connection.execute("PRAGMA journal_mode").fetchall()
            if journal != "wal":
                connection.execute("PRAGMA journal_mode = WAL").fetchall()
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}").fetchall()
        migrate(connection)

    def close(self) -> None:
        """Close the file; a fault then changes nothing that was durable."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def wait(self, seconds: float) -> None:
        """How long somebody else's lock is waited for from now on."""
        self._run(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    @property
    def in_place(self) -> bool:
        """Whether the file is still where it was opened, or was taken away."""
        try:
            return _inode(self.path) == self._inode
        except OSError:
            return False

    # Reading

    def read_entries(self, game: int) -> tuple[tuple[Entry, ...], bool]:
        """The game's entries, up to the first that is missing or garbled; and whether that was all."""
        return prefix(self._run("SELECT * FROM entries WHERE game = ? ORDER BY id", game))

    def last_entry(self, game: int) -> int:
        """The id of the game's last entry, 0 where there is none."""
        return self._number("SELECT max(id) FROM entries WHERE game = ?", game)

    def last_game(self) -> int:
        """The highest number of a game, 0 where there is none."""
        return self._number("SELECT max(game) FROM entries")

    def games(self, before: int | None = None) -> Iterator[tuple[int, str]]:
        """Every game's number and the wall time of its start, newest first; or only those before a number."""
        game = self.last_game() + 1 if before is None else before
        while game := self._number("SELECT max(game) FROM entries WHERE game < ?", game):
            rows = self._run("SELECT at FROM entries WHERE game = ? ORDER BY id LIMIT 1", game)
            yield game, str(rows[0][0]) if rows else ""

    def kept(self, kind: str) -> list[tuple[str, Any]]:
        """Names and values of one kind, the one that was changed last first.

        Raises:
            StoreFault: one is garbled, too.
        """
        rows = self._run("SELECT * FROM kept WHERE kind = ? ORDER BY change DESC", kind)
        with told(self.path):
            return [(row[1], kept_value(row)) for row in rows]

    def check_last(self) -> None:
        """Look at the entry that is last in the file: another table in its place would show here."""
        for row in self._run("SELECT * FROM entries ORDER BY game DESC, id DESC LIMIT 1"):
            if Entry.from_row(row) is None:
                raise StoreFault(Fault.DAMAGED, f"the last entry of {self.path} is garbled.")

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written within is durable when it ends, or none of it; where that can't be said, it raises."""
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
            self._check_flushed()
        except BaseException:
            if self._connection is not None and self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
            raise

    def _check_flushed(self) -> None:
        """ext4 takes bytes, and says that it has flushed them, when it has become read-only under an open file."""
        with told(self.path):
            if os.statvfs(self.path.parent).f_flag & os.ST_RDONLY:
                raise StoreFault(Fault.READ_ONLY, f"{self.path} can't be written.")

    def check_writable(self) -> None:
        """Find out whether the file could be written, without writing; somebody else's lock is no obstacle."""
        if self.read_only:
            raise StoreFault(Fault.READ_ONLY, f"{self.path} can't be written.")
        try:
            with self.transaction():
                pass
        except StoreFault as fault:
            if fault.fault is not Fault.BUSY:
                raise

    def append(self, entries: Iterable[Entry]) -> None:
        """Add entries."""
        for entry in entries:
            self._run("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", *entry.to_row())

    def keep(self, kind: str, name: str, value: object) -> None:
        """Replace what is kept under a name."""
        change = self._number("SELECT max(change) FROM kept") + 1
        self._run("REPLACE INTO kept VALUES (?, ?, ?, ?, ?)", *kept_row(kind, name, value, change))

    def _number(self, query: str, *values: object) -> int:
        ((number,),) = self._run(query, *values)
        if number is not None and type(number) is not int:
            raise StoreFault(Fault.DAMAGED, f"{self.path} holds {number!r} for a number.")
        return number or 0

    def _run(self, statement: str, *values: object) -> list[Row]:
        with told(self.path):
            if self._connection is None:
                raise StoreFault(Fault.UNUSABLE, f"{self.path} is closed.")
            return self._connection.execute(statement, values).fetchall()


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Tell errors of SQLite and of the system as faults of the store.

    Raises:
        StoreFault: there was one.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreFault(fault_of(error), f"{path} ({error}).") from error
    except UnicodeDecodeError as error:  # what SQLite says of a damaged file can quote it
        raise StoreFault(Fault.DAMAGED, f"{path} is garbled.") from error


def beside(path: Path, suffix: str) -> Path:
    """The file that SQLite keeps beside a store: `-wal` or `-shm`."""
    return path.with_name(path.name + suffix)


def check_regular(path: Path) -> None:
    """Refuse a folder, a pipe or a device in the place of a file.

    Raises:
        StoreFault: there is one.
    """
    for each in (path, beside(path, "-wal"), beside(path, "-shm")):
        try:
            mode = each.stat().st_mode
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(mode):
            raise StoreFault(Fault.DAMAGED, f"{each} is not a file.")


def check_whole(path: Path) -> None:
    """Look whether the file was cut, or SQLite would lose commits because the log beside it is damaged.

    To be called before it is opened: closing a file takes away the locks that the process has on it.

    Raises:
        StoreFault: it was, or it would.
    """
    with told(path):
        check_regular(path)
        if not path.exists() or not check_header(path):
            return
        log = beside(path, "-wal")
        for _ in range(3):
            before = _stamp(path), _stamp(log)
            found = read_log(log)
            with path.open("rb") as file:
                pages = int.from_bytes(file.read(32)[28:], "big")
            logged = {page for page, _ in found.committed}
            missing = any(page not in logged for page in range(_size(path) // PAGE + 1, pages + 1))
            if found.sound and not missing:
                return
            if (_stamp(path), _stamp(log)) == before:  # or somebody is writing, and what was read is of two minds
                raise StoreFault(Fault.DAMAGED, f"{path} was cut." if missing else f"{log} is garbled.")


def _make(path: Path) -> bool:
    """Make an empty file where there is none; whether it can be written."""
    try:
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE), "wb") as file:
            os.fchmod(file.fileno(), MODE)  # whatever the umask
        return True
    except FileExistsError:
        pass
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CLOEXEC))
    except PermissionError:
        return False
    except OSError as error:
        if fault_of(error) is Fault.READ_ONLY:
            return False
        raise
    return True


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def _inode(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino
