"""`commune games`: the games that the box has kept."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from device.commands.batch import write_line
from device.commands.state import add_state, complain, open_to_read
from engine.game import Game, default_names

EXAMPLE = """\
  commune games
  commune games --all --json"""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--last", type=int, default=20, metavar="N", help="how many (default: the last 20)")
    parser.add_argument("--all", action="store_true", help="all of them")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    add_state(parser)


def run(args: Namespace) -> int:
    """List games, the newest first: number, start, players, hands, who has won.

    Returns:
        The exit status: 0, or 1 where something of a game can't be read.

    Raises:
        Refusal: the store can't be read.
    """
    store = open_to_read(args)
    if store is None:
        return 0
    status = 0
    with store:
        numbers = store.games()
        listed = numbers if args.all else numbers[: max(0, args.last)]
        for number in listed:
            game, (record, wrong) = store.play(number)
            if wrong:
                complain(number, wrong)
                status = 1
            if game and record:
                started = record.get("began", "").replace("T", " ")
                live = store.state.on and number == store.state.game
                if args.json:
                    write_line(_to_data(number, started, game, live))
                else:
                    print(_in_words(number, started, game, live))
        if not numbers:
            print("commune: No game has been kept yet.", file=sys.stderr)
        elif len(listed) < len(numbers):
            print("commune: There are older ones: commune games --all lists them too.", file=sys.stderr)
    return status


def _to_data(number: int, started: str, game: Game, live: bool) -> dict[str, object]:
    return {
        "game": number,
        "started": started,
        "players": list(game.players),
        "hands": len(game.hands),
        "winner": game.winner,
        "live": live,
    }


def _in_words(number: int, started: str, game: Game, live: bool) -> str:
    seats = len(game.players)
    players = f"{seats} players" if game.players == default_names(seats) else ", ".join(game.players)
    hands = f"{len(game.hands)} hand{'' if len(game.hands) == 1 else 's'}"
    if game.winner is not None:
        end = f"{game.name(game.winner)} has won"
    else:
        end = "under way" if live else "not finished"
    return f"{number:4}  {started[:16]:16}  {players}  {hands}, {end}"
