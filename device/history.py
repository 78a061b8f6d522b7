"""What was recorded of a game, so that it can be taken back and done again, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import Call, Deal, Event, Leave, MakeBid, Penalty, PutRight, SetDealer, SetFirst, Settle
from engine.game import Game
from engine.value import value


@value
class Done:
    """One thing that was recorded, and what was there before it.

    Attributes:
        events: what happened.
        ways: ways to say what it was, the longest first.
        before: the game before it.
        screen: the screen before it, as data.
        entry: its number in the game's log.
    """

    events: tuple[Event, ...]
    ways: tuple[str, ...]
    before: Game
    screen: Any
    entry: int


@value
class Undone:
    """One thing that was taken back.

    Attributes:
        done: what it was.
        entry: the number that taking it back has in the game's log.
    """

    done: Done
    entry: int


def apply_all(game: Game, events: Sequence[Event]) -> Game:
    """The game after several events that belong together.

    Raises:
        Refusal: one of them isn't legal.
    """
    for event in events:
        game = game.apply(event)
    return game


def in_words(game: Game, events: Sequence[Event]) -> tuple[str, ...]:
    """Ways to say what was recorded, the longest first: `Anna's pair of sixes`, `Anna's pair`, `a bid`."""
    last = events[-1]
    if isinstance(last, Settle):
        outcome = apply_all(game, events).hands[-1].outcome
        if outcome.penalized is None:
            return ("the void hand",)
        what = "being out" if outcome.eliminated else "penalty"
        name = game.name(outcome.penalized)
        return (f"{name} {what}" if outcome.eliminated else f"{name}'s {what}", "the verdict")
    if isinstance(last, MakeBid):
        name = game.name(last.seat)
        kind = (f"{name}'s {last.bid}", f"{name}'s {last.bid.category.words}", str(last.bid)) if last.bid else ()
        return (*kind, f"{name}'s bid", "the bid")
    if isinstance(last, Call):
        return (f"{game.name(last.seat)}'s call", "the call")
    if isinstance(last, Deal):
        return ("the deal",)
    if isinstance(last, PutRight):
        return ("what was put right",)
    return _correction_words(game, last)


def _correction_words(game: Game, correction: Penalty | Leave | SetDealer | SetFirst) -> tuple[str, ...]:
    name = game.name(correction.seat)
    if isinstance(correction, Penalty):
        return (f"{name}'s {correction.by:+}", "the penalty")
    if isinstance(correction, Leave):
        return (f"{name} leaving", "the leaving")
    what = "dealing" if isinstance(correction, SetDealer) else "bidding first"
    return (f"{name} {what}", what)
