"""The store that a command at the shell looks into: the box's where there is one, or the simulator's."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from device.closing import Closing
from device.store.faults import Fault, StoreFault
from device.store.folder import Folder
from device.store.games import Recorded, read_game, record_of
from device.store.lines import Json
from device.store.log import Log
from device.store.places import BOX, FILE, OLD, simulator_folder
from device.store.state import Change, State
from engine.errors import Illegal, Refusal
from engine.game import Game
from engine.record import read_record


def add_state(parser: ArgumentParser) -> None:
    """`--state`."""
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="the folder of the store (default: the box's, or the simulator's)"
    )


def find_store(args: Namespace) -> Path:
    """The folder where the store is or would be; it is said which, unless `--state` did."""
    if args.state is not None:
        folder: Path = args.state
        if not folder.is_dir():
            raise Illegal(f"There is no folder {folder}.")
        return folder
    whose, folder = "box", BOX
    if not there(BOX / FILE) and not there(BOX / OLD):
        whose, folder = "simulator", simulator_folder(os.environ)
    print(f"commune: the {whose}'s store, {folder}", file=sys.stderr)
    return folder


def there(path: Path) -> bool:
    """Whether there is a store, or nothing may be known about it, which is to be said when it is opened."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


class Opened(Closing):
    """The store in a folder, opened by a command.

    Raises:
        StoreFault: what is on now can't be read, or not all of it.
    """

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._log = Log(folder)
        self._read()

    def _read(self) -> None:
        self._log.read()
        if self._log.found.damaged:
            self.close()
            file = self.folder.path / FILE
            raise StoreFault(Fault.DAMAGED, f"{file}. The box puts that right when it is started.")

    @property
    def state(self) -> State:
        """What is on now."""
        return self._log.state

    def close(self) -> None:
        """Close the files."""
        self._log.close()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Be the only one that writes there; what others have written meanwhile is known then.

        Raises:
            StoreFault: somebody else writes for too long, or what is on now can't be read.
        """
        with self.folder.locked():
            self._read()
            yield

    def games(self) -> list[int]:
        """The numbers of all games, the newest first."""
        return sorted(self.folder.games() | ({self.state.game} if self.state.entries else set()), reverse=True)

    def read(self, number: int) -> Recorded:
        """A game as a record, and what is wrong with it.

        Raises:
            Refusal: there is none of this number, or it can't be read.
        """
        if number == self.state.game and self.state.entries:
            return record_of(self.state.entries)
        found = read_game(self.folder, number)
        if found is None:
            raise Illegal(f"There is no game {number}: commune games lists them.")
        return found

    def play(self, number: int) -> tuple[Game | None, Recorded]:
        """A game, None where not even its start can be read, with its record.

        Raises:
            Refusal: as for `read`.
        """
        found = self.read(number)
        if found.record is None:
            return None, found
        try:
            return read_record(found.record), found
        except Refusal as refusal:
            return None, Recorded(found.record, f"The rules refuse it: {refusal}")

    def write(self, change: Change) -> None:
        """Keep a change, under the lock.

        Raises:
            Refusal: it can't be written.
        """
        self.write_line(self.state.line(change, datetime.now().isoformat(" ", "seconds")))

    def write_line(self, line: Json) -> None:
        """Keep what a line of the log says, under the lock.

        Raises:
            Refusal: it can't be written.
        """
        self._log.add([line])


def open_to_read(args: Namespace) -> Opened | None:
    """The store, or None where nothing has been kept yet, which is said.

    Raises:
        Refusal: it can't be read.
    """
    folder = Folder(find_store(args))
    _check_taken_over(folder)
    if there(folder.path / FILE) or folder.games():
        return Opened(folder)
    print("commune: Nothing has been kept yet.", file=sys.stderr)
    return None


def open_to_write(args: Namespace) -> Opened:
    """The store, whose folder is made where there is none; it is written while it is `locked`.

    Raises:
        Refusal: it can't be read.
    """
    folder = Folder(find_store(args))
    try:
        folder.path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Illegal(f"The folder {folder.path} can't be made: {error.strerror}.") from None
    _check_taken_over(folder)
    return Opened(folder)


def _check_taken_over(folder: Folder) -> None:
    if there(folder.path / OLD) and not there(folder.path / FILE):
        raise Illegal(f"{folder.path} was kept by an earlier version: the box takes it over when it is started.")


def complain(number: int, wrong: str) -> None:
    """Say what is wrong with a game."""
    sys.stdout.flush()
    print(f"commune: game {number}: {wrong}", file=sys.stderr)
