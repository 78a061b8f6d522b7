"""The roster: the names that are known, the one who played last first; nobody is on it in two spellings."""

from __future__ import annotations

from device.store.file import StoreFile
from engine.names import is_taken


def kept_roster(file: StoreFile) -> tuple[str, ...]:
    """The names on the roster of a store.

    Raises:
        StoreFault: it can't be read.
    """
    return tuple(name for name, is_in in file.kept("player") if is_in)


def keep_player(file: StoreFile, name: str, is_in: bool) -> None:
    """Put a name at the head of a store's roster, in place of the same in other capitals; or take it off.

    Raises:
        StoreFault: it can't be written.
    """
    for other in kept_roster(file):
        if is_taken(name, [other]):
            file.keep("player", other, False)
    if is_in:
        file.keep("player", name, True)
