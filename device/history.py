"""What was recorded of a game, so that it can be taken back and done again, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.events import Call, Deal, Event, Leave, MakeBid, Penalty, PutRight, SetDealer, SetFirst, Settle
from engine.game import Game


@dataclass(frozen=True, slots=True)
class Done:
    """One thing that was recorded, and what was there before it.

    Attributes:
        events: what happened.
        words: what it was, for players.
        before: the game before it.
        screen: the screen before it, as data.
        entry: its number in the store; None until it is saved.
    """

    events: tuple[Event, ...]
    words: str
    before: Game
    screen: Any
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """One thing that was taken back.

    Attributes:
        done: what it was.
        entry: the number that taking it back has in the store.
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


def in_words(game: Game, events: Sequence[Event]) -> str:
    """What was recorded, in a few words: `Anna's pair of sixes`, `Ben's penalty`."""
    after = apply_all(game, events)
    last = events[-1]
    if isinstance(last, Settle):
        if last.void:
            return "the void hand"
        outcome = after.hands[-1].outcome
        assert outcome.penalized is not None
        name = game.name(outcome.penalized)
        return f"{name} being out" if outcome.eliminated else f"{name}'s penalty"
    if isinstance(last, MakeBid):
        return f"{game.name(last.seat)}'s {last.bid or 'bid'}"
    if isinstance(last, Call):
        return f"{game.name(last.seat)}'s call"
    if isinstance(last, Deal):
        return "the deal"
    if isinstance(last, PutRight):
        return "what was put right"
    return _correction_words(game, last)


def _correction_words(game: Game, correction: Penalty | Leave | SetDealer | SetFirst) -> str:
    name = game.name(correction.seat)
    if isinstance(correction, Penalty):
        return f"{name}'s {correction.by:+}"
    if isinstance(correction, Leave):
        return f"{name} leaving"
    return f"{name} {'dealing' if isinstance(correction, SetDealer) else 'bidding first'}"
