"""An entry of a game, and what is left of a game's entries when the undos among them are done.

Nothing is ever changed or deleted: an undo is an entry that cancels another, so it can be cancelled too.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from engine.value import value

Json = dict[str, Any]
Row = tuple[Any, ...]


@value
class Entry:
    """One thing that happened in a game.

    Attributes:
        game: the game's number in the store, from 1.
        id: its place in the game, from 1, without gaps; with the game it names the entry.
        at: the wall time, for people: nothing is ordered by it.
        body: `{"start": …}` (the first of each game), `{"events": […]}`, or `{"undo": id}`, where the id is of an entry
            before it in the same game.
        before: the draft that was on before it, which an undo brings back.
    """

    game: int
    id: int
    at: str
    body: Json
    before: Json | None

    @property
    def undoes(self) -> int | None:
        """The id of the entry that this one cancels, or None."""
        undone = self.body.get("undo")
        return undone if type(undone) is int else None

    def to_row(self) -> Row:
        """As the table holds it, its checksum last: a bit that flips in a file is noticed."""
        fields = (self.game, self.id, self.at, to_text(self.body), to_text(self.before))
        return (*fields, checksum(*fields))

    @classmethod
    def from_row(cls, row: Row) -> Entry | None:
        """The entry that a row holds, or None where it isn't as it was written."""
        *fields, check = row
        if check != checksum(*fields):
            return None
        game, number, at, body, before = fields
        try:
            return cls(game, number, at, json.loads(body), json.loads(before))
        except (TypeError, ValueError, RecursionError):
            return None


def effective(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries of one game that count, in order: not cancelled, and no undos.

    >>> start, bid, undo, redo = [
    ...     Entry(1, id, "", body, None)
    ...     for id, body in enumerate([{"start": {}}, {"events": []}, {"undo": 2}, {"undo": 3}], 1)
    ... ]
    >>> [entry.id for entry in effective([start, bid])], [entry.id for entry in effective([start, bid, undo])]
    ([1, 2], [1])
    >>> [entry.id for entry in effective([start, bid, undo, redo])]
    [1, 2]
    """
    cancelled = set()
    for entry in reversed(entries):  # what comes later decides whether an undo counts itself
        if entry.undoes is not None and entry.id not in cancelled:
            cancelled.add(entry.undoes)
    return tuple(entry for entry in entries if entry.undoes is None and entry.id not in cancelled)


def prefix(rows: Iterable[Row]) -> tuple[tuple[Entry, ...], bool]:
    """The entries of one game, in order, up to the first that is missing or garbled; and whether that was all."""
    found: list[Entry] = []
    for row in rows:
        entry = Entry.from_row(row)
        if entry is None or entry.id != len(found) + 1:
            return tuple(found), False
        found.append(entry)
    return tuple(found), True


def to_text(value: object) -> str:
    """The value as compact JSON, in ASCII.

    Raises:
        TypeError, ValueError: it can't be said in JSON.
    """
    return json.dumps(value, separators=(",", ":"))


def checksum(*fields: object) -> int:
    """The CRC-32 of a row's fields."""
    return zlib.crc32("\n".join(map(str, fields)).encode("utf-8", "surrogatepass"))
