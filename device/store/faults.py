"""What can be wrong with a store, in words for the panel."""

from __future__ import annotations

import errno
import sqlite3
from enum import Enum

from engine.errors import Refusal


class Fault(Enum):
    """Why the store can't be read or written; `value` is the sentence for the panel, at most 60 characters."""

    FULL = "Disk full: playing on in memory"
    READ_ONLY = "Store is read-only: playing on in memory"
    DENIED = "No permission to the store: playing on in memory"
    FAILING = "The disk fails: playing on in memory"
    BUSY = "The store is in use: playing on in memory"
    NO_FOLDER = "No folder for the store: playing on in memory"
    NEWER = "Store of a newer version: playing on in memory"
    DAMAGED = "The store is damaged: playing on in memory"
    UNUSABLE = "The store can't be written: playing on in memory"

    @property
    def cause(self) -> str:
        """The sentence without its consequence: `Disk full`."""
        return self.value.partition(":")[0]


class StoreFault(Refusal):
    """The store can't be read or written.

    Attributes:
        fault: why.
    """

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(f"{fault.cause}: {detail}" if detail else f"{fault.cause}.")
        self.fault = fault


def fault_of(error: sqlite3.Error | OSError) -> Fault:
    """What an error of SQLite or of the system means."""
    if isinstance(error, OSError):
        return _ERRNOS.get(error.errno or 0, Fault.FAILING)
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # text that isn't UTF-8, a number out of range: what was written was neither
        return Fault.DAMAGED
    return _CODES.get(code & 0xFF, Fault.DAMAGED)


_ERRNOS = {
    errno.ENOSPC: Fault.FULL,
    errno.EDQUOT: Fault.FULL,
    errno.EROFS: Fault.READ_ONLY,
    errno.EACCES: Fault.DENIED,
    errno.EPERM: Fault.DENIED,
    errno.ENOENT: Fault.NO_FOLDER,
    errno.ENOTDIR: Fault.NO_FOLDER,
    errno.EMFILE: Fault.UNUSABLE,
    errno.ENFILE: Fault.UNUSABLE,
}
# What is left out (a table that isn't there, a file that is no database, rows that contradict each other) is damage.
_CODES = {
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_PERM: Fault.DENIED,
    sqlite3.SQLITE_AUTH: Fault.DENIED,
    sqlite3.SQLITE_IOERR: Fault.FAILING,
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_PROTOCOL: Fault.BUSY,
    sqlite3.SQLITE_CANTOPEN: Fault.UNUSABLE,
    sqlite3.SQLITE_NOMEM: Fault.UNUSABLE,
    sqlite3.SQLITE_INTERRUPT: Fault.UNUSABLE,
    sqlite3.SQLITE_ABORT: Fault.UNUSABLE,
    sqlite3.SQLITE_NOLFS: Fault.FULL,
}
