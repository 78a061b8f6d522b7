"""What was on when a store was last written: all that is read at the start."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from device.store.entries import Entry, Json
from device.store.faults import Fault, StoreFault
from device.store.file import StoreFile
from device.store.roster import kept_roster
from device.store.waiting import Taught
from engine.value import value


@value
class Now:
    """What was on.

    Attributes:
        live: the number of the game that was on, or None.
        draft: what screen was on, or None.
        last: the highest number of a game, 0 where there are none.
        entries: the live game's.
        settings: by name.
        roster: names, the one used last first.
        tags: what tags of cards stand for, the one that was taught last at the end.
    """

    live: int | None = None
    draft: Json | None = None
    last: int = 0
    entries: tuple[Entry, ...] = ()
    settings: Mapping[str, Any] = MappingProxyType({})
    roster: tuple[str, ...] = ()
    tags: Mapping[str, Taught] = MappingProxyType({})


def read_now(file: StoreFile, *, strict: bool = True) -> Now:
    """What was on.

    Args:
        strict: whether what was kept must fit together. If not (after a salvage), the draft of a game that lost entries
            is left out, and where nothing says which game was on, it was the last one.

    Raises:
        StoreFault: it can't be read; or it doesn't fit together.
    """
    file.check_last()
    settings = dict(file.kept("setting"))
    last = file.last_game()
    kept = kept_now(file)
    live, draft = kept.live, kept.draft
    if live is None and draft is None and not strict:
        live = last or None
    entries, whole = ((), True) if live is None else file.read_entries(live)
    if not whole or len(entries) != kept.entries:
        if strict:
            raise StoreFault(
                Fault.DAMAGED, f"game {live} has {len(entries)} entries that can be read, not {kept.entries}."
            )
        live, draft = live if entries else None, None
    return Now(live, draft, last, entries, settings, kept_roster(file), kept_tags(file))


def kept_tags(file: StoreFile) -> dict[str, Taught]:
    """What tags of cards stand for, the one that was taught last at the end.

    Raises:
        StoreFault: it can't be read.
    """
    kept = reversed(file.kept("tag"))
    return {tag: (taught[0], taught[1]) for tag, taught in kept if _is_taught(taught)}


def _is_taught(value: Any) -> bool:
    """What was forgotten is None, and what a hand has written into the file may be anything."""
    return isinstance(value, list) and len(value) == 2 and type(value[0]) is int and isinstance(value[1], str)


class KeptNow(NamedTuple):
    """The draft, the live game's number, and how many entries it has."""

    live: int | None = None
    draft: Json | None = None
    entries: int = 0

    def to_data(self) -> Json:
        return self._asdict()


def kept_now(file: StoreFile) -> KeptNow:
    """What the store keeps of that.

    Raises:
        StoreFault: it can't be read.
    """
    for _, now in file.kept("now"):
        return KeptNow(**now)
    return KeptNow()
