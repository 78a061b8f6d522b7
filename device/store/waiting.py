"""What was committed but isn't in the file yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from device.store.entries import Entry, Json
from engine.names import is_taken

Taught = tuple[int, str]
"""What a tag stands for: the number of a deck, and a card in it."""


class Waiting:
    """What waits to be written.

    Attributes:
        entries: by game, the id of the first entry that waits; those after it wait too.
        players: names put at the head of the roster, in order.
        settings: those that changed.
        tags: those that were taught (a deck's number and a card) or forgotten (None), in order.
        now: whether the draft or the live game changed.
    """

    def __init__(self) -> None:
        self.entries: dict[int, int] = {}
        self.players: list[str] = []
        self.settings: Json = {}
        self.tags: list[tuple[str, Taught | None]] = []
        self.now = False

    def __bool__(self) -> bool:
        return bool(self.now or self.entries or self.players or self.settings or self.tags)

    def append(self, entry: Entry) -> None:
        """An entry that waits."""
        self.entries.setdefault(entry.game, entry.number)

    def roster(self, kept: Iterable[str]) -> tuple[str, ...]:
        """The roster as it will be, from the one that is kept; the name used last first."""
        names = list(kept)
        for name in self.players:
            names = [name, *(other for other in names if not is_taken(name, [other]))]
        return tuple(names)

    def known(self, kept: Mapping[str, Taught]) -> dict[str, Taught]:
        """The tags as they will be, from those that are kept; the one that was taught last comes last."""
        tags = dict(kept)
        for tag, taught in self.tags:
            tags.pop(tag, None)
            if taught is not None:
                tags[tag] = taught
        return tags
