"""An entry of a game's log as the store keeps it. Nothing is ever changed or deleted."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from typing import Any

from engine.value import value

Json = dict[str, Any]
Row = tuple[Any, ...]


@value
class Entry:
    """One thing that happened in a game.

    Attributes:
        game: the game's number in the store, from 1.
        number: its place in the game's log, from 1, without gaps; with the game it names the entry.
        at: the wall time, for people: nothing is ordered by it.
        body: what it says, see `engine.history`.
        before: the draft that was on before it, which an undo brings back.
    """

    game: int
    number: int
    at: str
    body: Json
    before: Json | None

    def to_row(self) -> Row:
        """As the table holds it, its checksum last: a bit that flips in a file is noticed."""
        fields = (self.game, self.number, self.at, to_text(self.body), to_text(self.before))
        return (*fields, checksum(*fields))

    @classmethod
    def from_row(cls, row: Row) -> Entry | None:
        """The entry that a row holds, or None where it isn't as it was written."""
        *fields, check = row
        if check != checksum(*fields):
            return None
        game, number, at, body, before = fields
        try:
            said = json.loads(body)
            return cls(game, number, at, said, json.loads(before)) if isinstance(said, dict) else None
        except (TypeError, ValueError, RecursionError):
            return None


def prefix(rows: Iterable[Row]) -> tuple[tuple[Entry, ...], bool]:
    """The entries of one game, in order, up to the first that is missing or garbled; and whether that was all."""
    found: list[Entry] = []
    for row in rows:
        entry = Entry.from_row(row)
        if entry is None or entry.number != len(found) + 1:
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
