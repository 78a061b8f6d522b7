"""Games that were left, as records: a file each, `game-12.json`, in the form of docs/rules.md with a checksum round it.

    {"check":"…","game":12,"hands":"…","record":{"id":"…","began":"…","rules":{…},"players":[…],"dealer":0,"hands":[…]}}

`hands` is the `id` that would follow from what the record says, so that a copy without one is known again.

A file a game, since that is what damage costs then: never more than one game, whatever is cut off or zeroed. A game
that goes on further elsewhere takes its place by a renaming; and the newest of 10,000 are listed by the names of the
files, and by reading as many files as are shown. A record that isn't as it was written was damaged, or edited by hand:
it is set aside, and `commune import` takes it."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import NamedTuple

from device.store.faults import Fault, StoreFault
from device.store.folder import GAME, Folder
from device.store.lines import Json, from_line, to_line
from device.store.places import name_of
from device.store.state import Entry, State
from engine.errors import Refusal
from engine.history import History
from engine.record import derived_id

HEAD = 160
"""Bytes in which a file says both ids."""
_IDS = re.compile(rb'"(?:hands|id)":"([0-9a-f]{32})"')

EARLIEST = "2026"
"""No clock that was ever set says less: a Pi has none of its own, and starts with some earlier day."""


class Recorded(NamedTuple):
    """A game as it is kept.

    Attributes:
        record: the record, or None where nothing can be read.
        wrong: what is wrong with it, in sentences; or "".
    """

    record: Json | None
    wrong: str = ""


def read_game(folder: Folder, number: int) -> Recorded | None:
    """A game that was left; None where there is none of that number. Where it isn't as it was written it is set aside,
    if it may be.

    Raises:
        StoreFault: the file can't be read.
    """
    try:
        content = folder.read(name_of(number))
    except StoreFault as fault:
        if fault.fault is not Fault.DAMAGED:
            raise
        content = b""  # a folder, or a pipe
    if content is None:
        return Recorded(None, "It was damaged, and was set aside.") if number in folder.games() else None
    data = from_line(content.strip()) or {}
    record, wrong = data.get("record"), data.get("wrong", "")
    if isinstance(record, dict) and data.get("game") == number and isinstance(wrong, str):
        return Recorded(record, wrong)
    name = name_of(number)
    with suppress(StoreFault):
        name = folder.set_aside(name, gone=True)
    return Recorded(
        None, f"It was damaged, or edited: if it is a record still, commune import {folder.path / name} takes it."
    )


def to_file(number: int, record: Json, follows: str, wrong: str = "") -> tuple[str, bytes]:
    """The name and the content of the file of a game that was left.

    Args:
        follows: the `id` that follows from what the record holds.
        wrong: what is wrong with it.
    """
    data = {"game": number, "hands": follows, "record": record} | ({"wrong": wrong} if wrong else {})
    return name_of(number), to_line(data) + b"\n"


def known_games(folder: Folder, state: State) -> dict[str, int]:
    """The numbers of all games, damaged ones too, by the `id` that they have, and by that which follows from what they
    hold."""
    known: dict[str, int] = {}
    for name in sorted(folder.names()):
        if match := GAME.fullmatch(name):
            with suppress(OSError):
                file = os.open(f"{folder.path}/{name}", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                for digits in _IDS.findall(os.read(file, HEAD)):
                    known[digits.decode()] = int(match[1])
                os.close(file)
    if record := record_of(state.entries).record:
        known |= {record.get("id", ""): state.game, derived_id(record): state.game}
    return known


def leave(folder: Folder, state: State) -> None:
    """Make a record of the game whose log is kept. A log that holds what a record can't is set aside beside it.

    Raises:
        StoreFault: it can't be written.
    """
    record, wrong = record_of(state.entries)
    if wrong:
        said = [entry._asdict() for entry in state.entries]
        folder.replace(f"game-{state.game}-log.jsonl", b"".join(to_line(each) + b"\n" for each in said))
    if record is not None:
        folder.replace(*to_file(state.game, record, derived_id(record), wrong))


def record_of(entries: tuple[Entry, ...]) -> Recorded:
    """The game that a log gives, as a record."""
    try:
        history = History.replay(entries)
    except Refusal as refusal:
        return Recorded(None, f"Nothing of it can be read: {refusal}")
    times = {entry.number: time_of(entry.at) for entry in entries}
    return Recorded(history.to_record(times), " ".join(history.wrong))


def time_of(at: str) -> str | None:
    """A wall time as records hold it; None where the clock can't have been set."""
    return at.replace(" ", "T") if at >= EARLIEST else None
