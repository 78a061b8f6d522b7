"""The store that a command at the shell looks into: the box's where there is one, or the simulator's."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.store.faults import Fault, StoreFault
from device.store.file import StoreFile
from device.store.now import kept_now
from device.store.places import BOX, FILE, simulator_folder, there
from engine.errors import Illegal, Refusal
from engine.game import Game
from engine.history import History


def add_state(parser: ArgumentParser) -> None:
    """`--state`."""
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="the folder of the store (default: the box's, or the simulator's)"
    )


def find_store(args: Namespace) -> Path:
    """Where the store is or would be; it is said which, unless `--state` did."""
    if args.state is not None:
        folder: Path = args.state
        if not folder.is_dir():
            raise Illegal(f"There is no folder {folder}.")
        return folder / FILE
    whose, folder = "box", BOX
    if not there(BOX / FILE):
        whose, folder = "simulator", simulator_folder(os.environ)
    print(f"commune: the {whose}'s store, {folder / FILE}", file=sys.stderr)
    return folder / FILE


def open_to_read(args: Namespace) -> StoreFile | None:
    """The store, or None where nothing has been kept yet, which is said.

    Raises:
        Refusal: it can't be read.
    """
    path = find_store(args)
    try:
        if there(path):
            return StoreFile.open(path, writable=False)
    except StoreFault as fault:
        raise _advised(fault) from None
    print("commune: Nothing has been kept yet.", file=sys.stderr)
    return None


def open_to_write(args: Namespace) -> StoreFile:
    """The store, made where there is none.

    Raises:
        Refusal: it can't be written.
    """
    path = find_store(args)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = StoreFile.open(path)
    except StoreFault as fault:
        raise _advised(fault) from None
    except OSError as error:
        raise Illegal(f"The folder {path.parent} can't be made: {error.strerror}.") from None
    if file.read_only:
        file.close()
        raise StoreFault(Fault.DENIED, f"{path} can be read, but not written.")
    return file


def read_game(file: StoreFile, number: int) -> tuple[Game | None, str]:
    """A game of the store, None where not even its start can be read; and what is wrong with it, or "".

    Raises:
        Refusal: there is none of this number, or the store can't be read.
    """
    if not file.last_entry(number):
        raise Illegal(f"There is no game {number}: commune games lists them.")
    entries, whole = file.read_entries(number)
    try:
        history = History.replay(entries)
    except Refusal as refusal:
        return None, f"Nothing of it can be read: {refusal}"
    wrong = history.wrong if whole else (*history.wrong, f"What came after entry {len(entries)} can't be read.")
    return history.game, " ".join(wrong)


def live_game(file: StoreFile) -> int | None:
    """The number of the game that is on; else of the last one; None where there are none."""
    return kept_now(file).live or file.last_game() or None


def complain(number: int, wrong: str) -> None:
    """Say what is wrong with a game."""
    sys.stdout.flush()
    print(f"commune: game {number}: {wrong}", file=sys.stderr)


def _advised(fault: StoreFault) -> Refusal:
    if fault.fault is Fault.DAMAGED:
        return Illegal(f"{fault} The box puts that right when it is started.")
    return fault
