"""What version 0.1 kept, a SQLite database, taken over once; to be deleted when nobody has such a store any more.

The database is only read, by plain SELECT, and renamed when all of it is durable in the new form: whatever cuts this
short, it begins again at the next start. A game has the `id` that follows from what it holds, so that none is taken
over twice. Of a damaged database what can be read is taken over; it stays beside the rest.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any
from zlib import crc32

from device.store.folder import Folder
from device.store.games import known_games, leave, record_of
from device.store.lines import Json
from device.store.log import MALFORMED, Log
from device.store.places import OLD
from device.store.state import Entry, State
from engine.record import derived_id

Games = dict[int, tuple[Entry, ...]]


def take_over(folder: Folder) -> str | None:
    """Take over the database in a folder, under its lock; what is to be said about damage, or None.

    Raises:
        StoreFault: something can't be written; then it begins again with the next start.
    """
    whole = False
    with closing(Log(folder)) as log, suppress(*MALFORMED):
        log.read()
        games, lists, sound = _read(folder)
        now: Json = lists.get("now", {}).get("", {"live": max(games, default=None)})
        log.add([_names(lists), *_games(folder, games, now, log.state)], anew=True)
        whole = sound
    aside = folder.set_aside(OLD, "taken-over" if whole else "damaged", gone=True)
    return None if whole else f"The store was damaged: set aside as {aside}; what could be read was kept."


def _games(folder: Folder, games: Games, now: Json, state: State) -> Iterator[Json]:
    """Make records of all games but the last, and a line for that, with the screen that was on."""
    known, used = known_games(folder, state), folder.games() | {state.game}
    last = now.get("live") or max(games, default=0)
    for old, entries in sorted(games.items(), key=lambda game: (game[0] == last, game[0])):
        record = record_of(entries).record
        if record is None or (digits := derived_id(record)) in known:
            continue
        number = max(used) + 1 if old in used else old
        used.add(number)
        start = {"start": {**entries[0].body["start"], "id": digits}}
        entries = (entries[0]._replace(body=start), *entries[1:])
        if old != last:
            leave(folder, State(number, entries=entries))
        else:
            screen = now.get("draft") if now.get("live") is None or now.get("entries") == len(entries) else None
            on = now.get("live") is not None
            yield {"game": number, "on": on, "entries": [entry._asdict() for entry in entries], "screen": screen}


def _names(lists: Json) -> Json:
    """A line that says names, settings and tags, in addition to those that there are already."""
    players = [name for name, is_in in lists.get("player", {}).items() if is_in]
    tags = [(tag, taught) for tag, taught in lists.get("tag", {}).items() if isinstance(taught, list)]
    return {"players": players, "settings": lists.get("setting", {}), "tags": tags}


def _read(folder: Folder) -> tuple[Games, Json, bool]:
    """The games by number; what else was kept, by kind and name, the one that was changed last at the end; and whether
    that is all there was."""
    rows: dict[tuple[int, int], Entry] = {}
    lists: Json = {}
    broken: list[object] = []
    for mended in (False, True):
        broken.append(mended)
        with suppress(sqlite3.Error), closing(_opened(folder, mended)) as database:
            for kind, name, text, _ in _sound(database, "kept ORDER BY change", broken):
                lists.setdefault(str(kind), {})[str(name)] = json.loads(text)
            order = "game DESC, id DESC" if mended else "game, id"  # of a damaged one its other end may be read, too
            for game, number, at, body, before in _sound(database, f"entries ORDER BY {order}", broken):
                rows[int(game), int(number)] = Entry(int(number), str(at), dict(json.loads(body)), json.loads(before))
            broken.remove(mended)
        if not broken:
            break
    games: Games = {}
    for (game, number), entry in sorted(rows.items()):
        if number == len(games.get(game, ())) + 1:
            games[game] = (*games.get(game, ()), entry)
    return games, lists, not broken


def _opened(folder: Folder, mended: bool) -> sqlite3.Connection:
    """The database; or a copy in memory, with what the header of every store says."""
    if not mended:
        return sqlite3.connect(folder.path / OLD)
    content = folder.read(OLD) or b""
    database = sqlite3.connect(":memory:")
    database.deserialize(b"SQLite format 3\0\x10\0\1\1\0@  " + content[24:])
    return database


def _sound(database: sqlite3.Connection, rows: str, broken: list[object]) -> Iterator[tuple[Any, ...]]:
    """Rows that are as they were written, without their checksums; the others go to `broken`."""
    for *row, check in database.execute(f"SELECT * FROM {rows}"):
        if crc32("\n".join(map(str, row)).encode("utf-8", "surrogatepass")) == check:
            yield tuple(row)
        else:
            broken.append(row)
