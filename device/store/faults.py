"""What can be wrong with a store, in words for the panel."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def faults() -> Iterator[None]:
    """Tell errors of the system as faults of the store.

    Raises:
        StoreFault: there was one.
    """
    try:
        yield
    except OSError as error:
        where = f"{error.filename} " if error.filename else ""
        fault = _ERRNOS.get(error.errno or 0, Fault.FAILING)
        raise StoreFault(fault, f"{where}({error.strerror or error}).") from error


_ERRNOS = {
    errno.ENOSPC: Fault.FULL,
    errno.EDQUOT: Fault.FULL,
    errno.EROFS: Fault.READ_ONLY,
    errno.EACCES: Fault.DENIED,
    errno.EPERM: Fault.DENIED,
    errno.ENOENT: Fault.NO_FOLDER,
    errno.ENOTDIR: Fault.NO_FOLDER,
    errno.EISDIR: Fault.DAMAGED,
    errno.ELOOP: Fault.DAMAGED,
    errno.ENXIO: Fault.DAMAGED,
    errno.EMFILE: Fault.UNUSABLE,
    errno.ENFILE: Fault.UNUSABLE,
}
