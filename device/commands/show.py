"""`commune show`: a game that the box has kept, hand by hand."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from device.commands.batch import write_line
from device.commands.replay import ending, print_hand, standing_data
from device.commands.state import add_state, complain, open_to_read
from device.store.state import State
from engine.errors import Illegal
from engine.game import Game
from engine.record import replay

EXAMPLE = """\
  commune show
  commune show 12 --json"""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("game", nargs="?", type=int, metavar="GAME", help="its number (default: the live or last one)")
    parser.add_argument("--json", action="store_true", help="as a record, with what stands and the screen that is on")
    add_state(parser)


def run(args: Namespace) -> int:
    """Show a game, in words as `commune replay` does, or as JSON.

    Returns:
        The exit status: 0, or 1 where there is nothing, or something of the game can't be read.

    Raises:
        Refusal: there is no such game, or the store can't be read.
    """
    store = open_to_read(args)
    if store is None:
        return 1
    with store:
        if args.game is None and not store.games():
            raise Illegal("No game has been kept yet.")
        number = args.game if args.game is not None else store.state.game if store.state.on else store.games()[0]
        game, (record, wrong) = store.play(number)
        if game and record and args.json:
            write_line(record | {"standing": standing_data(game), "screen": _screen(store.state, number)})
        elif game and record:
            _print(number, game, record)
    if wrong:
        complain(number, wrong)
    return 1 if wrong else 0


def _print(number: int, game: Game, record: dict[str, Any]) -> None:
    for hands, shown in enumerate(replay(record)):
        print_hand(number - 1, hands - 1, shown)
    print(ending(game))


def _screen(state: State, number: int) -> str | None:
    """The name of the screen that is on, for the game that is on."""
    here = state.on and state.game == number and isinstance(state.screen, dict)
    screen = state.screen.get("screen") if here else None
    return screen if isinstance(screen, str) else None
