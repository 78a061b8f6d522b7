"""`commune import`: records of games into what the box keeps."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from itertools import chain

from device.commands.batch import lines_of, read_objects
from device.commands.state import Opened, add_state, open_to_write
from device.store.games import known_games, to_file
from device.store.lines import Json
from engine.errors import Unreadable
from engine.game import Game
from engine.record import Identity, WrongRecord, derived_id, goes_on_from, read_record, write_record

AT_ONCE = 100
"""Games that are written with one flush."""
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
    lines = lines_of(args.file)
    first = next(lines, None)  # before a store is made for a file that isn't there
    if first is None:
        print("commune: There is nothing in it.", file=sys.stderr)
        return 0
    wrong = 0
    with open_to_write(args) as store:
        games = Games(store)
        for number, line in enumerate(chain([first], lines), 1):
            for data in read_objects([line]):
                try:
                    if isinstance(data, Unreadable):
                        raise WrongRecord(str(data))
                    games.add(data)
                except WrongRecord as refusal:
                    wrong += 1
                    hand = "" if refusal.hand is None else f", hand {refusal.hand + 1}"
                    print(f"commune: line {number}{hand}: {refusal}", file=sys.stderr)
                except Same as same:
                    print(f"commune: line {number}: {same}", file=sys.stderr)
        games.write()
    print(_in_words(games.added))
    return 1 if wrong else 0


class Same(Exception):
    """A game is there already; a sentence about it."""


class Games:
    """The games of a store, and what is added to them. Of two copies of one game the one stays that goes on further.

    Attributes:
        added: the numbers of the games that were added, or that go on further now.
    """

    def __init__(self, store: Opened) -> None:
        self.added: list[int] = []
        self._store = store
        self._known = known_games(store.folder, store.state)
        self._waiting: list[tuple[Json, str]] = []  # records, each with the id that follows from what it holds

    def add(self, data: Json) -> None:
        """Have a record kept that isn't there, or that goes on further than what is.

        Raises:
            WrongRecord: it can't be read, or differs from what there is of its game; Same: it adds nothing.
            StoreFault: it can't be written.
        """
        game, identity = read_record(data), Identity.of(data)
        record = write_record(game, identity)
        follows = derived_id(record)
        record = {"id": identity.id or follows} | record
        if record["id"] in {each["id"] for each, _ in self._waiting} or len(self._waiting) == AT_ONCE:
            self.write()
        if record["id"] in self._known:
            self._compare(self._known[record["id"]], game)
        self._waiting.append((record, follows))

    def write(self) -> None:
        """Write what waits, durable when this returns; a box that runs beside waits no longer than that takes.

        Raises:
            StoreFault: it can't be written.
        """
        if not self._waiting:
            return
        with self._store.locked():
            highest = max([self._store.state.last, *self._store.games()])
            files = {}
            for record, follows in self._waiting:
                number = self._known.get(record["id"], highest + 1)
                highest = max(highest, number)
                name, content = to_file(number, record, follows)
                files[name] = content
                self._known |= {record["id"]: number, follows: number}
                self.added.append(number)
            self._store.folder.replace_all(files)
            self._store.write_line({"last": highest})
        self._waiting.clear()

    def _compare(self, number: int, game: Game) -> None:
        """See that a game goes on further than what there is of it.

        Raises:
            WrongRecord: they differ; Same: it doesn't.
        """
        there, _ = self._store.play(number)
        if there is None:
            return  # nothing that can be read
        if goes_on_from(there, game):
            raise Same(f"It is game {number}, which is there already.")
        if not goes_on_from(game, there):
            raise WrongRecord(f"It is a copy of game {number}, but not the same: neither was changed.")
        if number == self._store.state.game:
            raise Same(f"It is game {number}, which the box has on: it goes on there.")


def _in_words(added: list[int]) -> str:
    if not added:
        return "No game was kept."
    if len(added) == 1:
        return f"Kept as game {added[0]}."
    if added == list(range(added[0], added[-1] + 1)):
        return f"Kept as games {added[0]} to {added[-1]}."
    return f"Kept {len(added)} games."
