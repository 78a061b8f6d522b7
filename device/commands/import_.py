"""`commune import`: records of games into what the box keeps."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from datetime import datetime

from device.commands.batch import lines_of, read_objects
from device.commands.state import add_state, open_to_write
from device.store.entries import Entry
from device.store.file import StoreFile
from engine.errors import Unreadable
from engine.game import Game
from engine.history import log_of
from engine.record import WrongRecord, read_record

EXAMPLE = """\
  commune import evenings.jsonl
  commune export 3 --state old | commune import -"""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", help="records of games, one JSON object a line (-: standard input)")
    add_state(parser)


def run(args: Namespace) -> int:
    """Keep every game of a file; a line that is wrong is refused, and it goes on.

    Returns:
        The exit status: 0, or 1 where some line was wrong.

    Raises:
        Refusal: the file can't be read, or the store can't be written.
    """
    wrong = 0
    kept: list[int] = []
    lines = lines_of(args.file)
    first = next(lines, None)  # before a store is made for a file that isn't there
    if first is None:
        print("commune: There is nothing in it.", file=sys.stderr)
        return 0
    with open_to_write(args) as file:
        for number, line in enumerate(_chain(first, lines), 1):
            for data in read_objects([line]):
                try:
                    if isinstance(data, Unreadable):
                        raise WrongRecord(str(data))
                    game = read_record(data)
                except WrongRecord as refusal:
                    wrong += 1
                    hand = "" if refusal.hand is None else f", hand {refusal.hand + 1}"
                    print(f"commune: line {number}{hand}: {refusal}", file=sys.stderr)
                else:
                    kept.append(keep_game(file, game, datetime.now()))
    print(_in_words(kept))
    return 1 if wrong else 0


def keep_game(file: StoreFile, game: Game, at: datetime) -> int:
    """Keep a game, in a transaction of its own, so that a box that runs beside waits no longer than for that.

    Returns:
        Its number.

    Raises:
        StoreFault: it can't be written.
    """
    with file.transaction():
        number = file.last_game() + 1
        file.append(
            Entry(number, entry.number, at.isoformat(" ", "seconds"), entry.body, None) for entry in log_of(game)
        )
    return number


def _chain(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _in_words(kept: list[int]) -> str:
    if not kept:
        return "No game was kept."
    if len(kept) == 1:
        return f"Kept as game {kept[0]}."
    if kept[-1] - kept[0] == len(kept) - 1:
        return f"Kept as games {kept[0]} to {kept[-1]}."
    return f"Kept {len(kept)} games."  # a box that runs beside has begun some in between
