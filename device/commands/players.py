"""`commune players`: the names that the box offers."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from device.commands.state import add_state, open_to_read, open_to_write
from device.store.state import Change
from engine.errors import Illegal, listed, quoted
from engine.names import is_taken, kept_name

EXAMPLE = """\
  commune players
  commune players add Anna 'Jean Luc' Zoë
  commune players forget Anna"""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("what", nargs="?", choices=("add", "forget"), help="what to do (default: list them)")
    parser.add_argument("names", nargs="*", metavar="NAME", help="names, each in quotes where it has blanks")
    add_state(parser)


def run(args: Namespace) -> int:
    """List the names, the one used last first; add some or forget some.

    Returns:
        The exit status: 0, or 1 where a name to be forgotten wasn't there.

    Raises:
        Refusal: a name is wrong, or the store can't be read or written.
    """
    if args.what is None:
        return _list(args)
    adds = args.what == "add"
    names = [kept_name(name) if adds else " ".join(name.split()) for name in args.names]
    if not names:
        raise Illegal(f"Say whom, as in: commune players {args.what} Anna.")
    with open_to_write(args) as store, store.locked():
        unknown = [] if adds else [name for name in names if not is_taken(name, store.state.roster)]
        store.write(Change(players=tuple(names[::-1])) if adds else Change(forgotten=tuple(names)))
    if unknown:
        print(f"commune: {listed([quoted(name) for name in unknown])}: not on the list.", file=sys.stderr)
    return 1 if unknown else 0


def _list(args: Namespace) -> int:
    store = open_to_read(args)
    if store is None:
        return 0
    with store:
        names = store.state.roster
    for name in names:
        print(name)
    if not names:
        print("commune: There are no names yet: commune players add NAME adds one.", file=sys.stderr)
    return 0
