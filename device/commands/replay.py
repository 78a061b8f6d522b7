"""`commune replay`: a recorded game, hand by hand."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from device.commands.batch import lines_of, read_objects, write_line
from engine.errors import Unreadable, listed
from engine.events import Correction
from engine.game import Game
from engine.hands import Hand, Outcome
from engine.record import WrongRecord, replay
from engine.words import correction_sentence

EXAMPLE = "  commune replay evening.jsonl"


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="games, one JSON object a line (default, or -: stdin)")
    parser.add_argument("--json", action="store_true", help="a JSON line for each hand")
    parser.add_argument("--batch", action="store_true", help="the same")


def run(args: Namespace) -> int:
    """Replay every game of a file, in words or as a JSON line for each hand.

    Returns:
        The exit status: 0; where some line was wrong 1 as JSON, 2 in words.

    Raises:
        Unreadable: the file can't be read.
    """
    as_json = args.batch or args.json
    status = 0
    for number, data in enumerate(read_objects(lines_of(args.file))):
        hands = -1
        try:
            if isinstance(data, Unreadable):
                raise WrongRecord(str(data))
            for hands, game in enumerate(replay(data)):
                if not as_json:
                    print_hand(number, hands - 1, game)
                elif hands and game.hands[hands - 1 :]:
                    write_line({"game": number, "hand": hands - 1} | _to_data(game))
            if not as_json:
                print(ending(game))
        except WrongRecord as wrong:
            status = _report(number, wrong, as_json)
    return status


def _report(number: int, wrong: WrongRecord, as_json: bool) -> int:
    """Say what is wrong with a record; the exit status that follows."""
    if as_json:
        at = {} if wrong.hand is None else {"hand": wrong.hand}
        write_line({"game": number} | at | {"error": str(wrong)})
        return 1
    at_hand = "" if wrong.hand is None else f", hand {wrong.hand + 1}"
    sys.stdout.flush()
    print(f"commune: game {number + 1}{at_hand}: {wrong}", file=sys.stderr)
    return 2


def _to_data(game: Game) -> dict[str, Any]:
    """What followed from the last hand, and what stands before the next deal."""
    outcome = game.hands[-1].outcome
    return {"holds": outcome.holds, "penalized": outcome.penalized, "eliminated": outcome.eliminated} | standing_data(
        game
    )


def standing_data(game: Game) -> dict[str, Any]:
    """`penalties`, `next` and `winner`, as records expect them."""
    return {
        "penalties": list(game.penalties),
        "next": game.standing.told if game.winner is None else None,
        "winner": game.winner,
    }


def print_hand(number: int, hand: int, game: Game) -> None:
    """Print a hand that is over, counted from 0, or for -1 what the game, counted from 0, began with."""
    if hand < 0:
        print(f"Game {number + 1}: {game.rules}, {len(game.players)} players: {', '.join(game.players)}.")
        _print_corrections(game, game.opening)
    elif game.hands[hand:]:
        _print_hand(game, game.hands[hand], hand)


def _print_hand(game: Game, hand: Hand, number: int) -> None:
    before, outcome = hand.standing, hand.outcome
    why = before.why_first(game.players)
    print(f"Hand {number + 1}: {game.name(before.dealer)} deals, {game.name(before.first)} bids first ({why}).")
    print(f"  Cards: {_dealt(game, hand)}.")
    for bid in hand.taken.bids:
        print(f"  {game.name(bid.seat)}: {bid.bid or 'a bid that was not recorded'}.")
    if outcome.penalized is None or hand.taken.caller is None:
        print("  The hand is void.")
    else:
        print(f"  {game.name(hand.taken.caller)} calls. {_found(outcome)}")
        fate = " and is out" if outcome.eliminated else ""
        print(f"  {game.name(outcome.penalized)} is penalized{fate}.")
    _print_corrections(game, hand.corrections)


def _found(outcome: Outcome) -> str:
    if not outcome.verdict:
        return "It is there." if outcome.holds else "It is not there."
    return f"It is there: {outcome.verdict.reason}" if outcome.holds else f"It is not there. {outcome.verdict.reason}"


def _dealt(game: Game, hand: Hand) -> str:
    """How many cards everybody got: `1 each`, or `1 for Anna and Ben, 2 for Cleo`."""
    deal = hand.standing.deal
    names = {
        cards: [game.name(seat) for seat, count in enumerate(deal) if count == cards]
        for cards in sorted(set(deal) - {0})
    }
    groups = [f"{cards} each" if len(names) == 1 else f"{cards} for {listed(seats)}" for cards, seats in names.items()]
    settled = hand.taken.settled
    otherwise = "" if settled is None or settled.in_play is None else f" ({settled.in_play} were dealt)"
    return ", ".join(groups) + otherwise


def _print_corrections(game: Game, corrections: tuple[Correction, ...]) -> None:
    for correction in corrections:
        print(f"  Then {correction_sentence(game, correction)}.")


def ending(game: Game) -> str:
    """How the game ended, or who is still in, a sentence."""
    hands = f"after {len(game.hands)} hand{'' if len(game.hands) == 1 else 's'}"
    if game.winner is not None:
        return f"{game.name(game.winner)} has won {hands}."
    return f"The game is not over {hands}: {listed([game.name(seat) for seat in game.players_in])} are in."
