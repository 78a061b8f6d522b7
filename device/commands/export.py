"""`commune export`: games that the box has kept, as records."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from device.commands.batch import write_line
from device.commands.state import add_state, complain, open_to_read
from engine.errors import Illegal

EXAMPLE = """\
  commune export > evenings.jsonl
  commune export 3 12 | commune replay"""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("games", nargs="*", type=int, metavar="GAME", help="their numbers (default: all)")
    parser.add_argument("--all", action="store_true", help="all, the one under way included")
    add_state(parser)


def run(args: Namespace) -> int:
    """Write games, one JSON object a line, the oldest first or in the order asked for.

    Returns:
        The exit status: 0, or 1 where something of a game can't be read.

    Raises:
        Refusal: there is no such game, or the store can't be read.
    """
    if args.games and args.all:
        raise Illegal("Say which games, or --all, not both.")
    store = open_to_read(args)
    if store is None:
        return 0
    status = 0
    with store:
        for number in args.games or store.games()[::-1]:
            record, wrong = store.read(number)
            if record:
                write_line(record)
            if wrong:
                complain(number, wrong)
                status = 1
    return status
