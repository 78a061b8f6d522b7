"""`commune show`: a game that the box has kept, hand by hand."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from device.commands.batch import write_line
from device.commands.replay import ending, print_hand, standing_data
from device.commands.state import add_state, complain, live_game, open_to_read, read_game
from device.store.file import StoreFile
from device.store.now import kept_now
from engine.errors import Illegal
from engine.game import Game
from engine.record import replay, write_record

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
    file = open_to_read(args)
    if file is None:
        return 1
    with file:
        number = live_game(file) if args.game is None else args.game
        if number is None:
            raise Illegal("No game has been kept yet.")
        game, wrong = read_game(file, number)
        if game and args.json:
            write_line(write_record(game) | {"standing": standing_data(game), "screen": _screen(file, number)})
        elif game:
            _print(number, game)
    if wrong:
        complain(number, wrong)
    return 1 if wrong else 0


def _print(number: int, game: Game) -> None:
    for hands, shown in enumerate(replay(write_record(game))):
        print_hand(number - 1, hands - 1, shown)
    print(ending(game))


def _screen(file: StoreFile, number: int) -> str | None:
    """The name of the screen that is on, for the game that is on."""
    now = kept_now(file)
    screen = now.draft.get("screen") if now.live == number and isinstance(now.draft, dict) else None
    return screen if isinstance(screen, str) else None
