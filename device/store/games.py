"""Games of the engine, from the entries of the store and into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from device.store.entries import Entry, Json, effective
from engine.errors import Refusal, Unreadable
from engine.events import Call, Correction, Deal, Event, Taken, read_event
from engine.game import Game
from engine.record import read_record, write_start
from engine.value import value


class Entries(Protocol):
    """What entries are read from: the store."""

    def read_entries(self, game: int, /) -> tuple[tuple[Entry, ...], bool]: ...


@value
class Loaded:
    """A game as far as it could be read.

    Attributes:
        game: the game, or None where not even its start can be read.
        wrong: why it ends before its last entry, a sentence, or None.
    """

    game: Game | None
    wrong: str | None = None


def load_game(store: Entries, game: int) -> Loaded:
    """A game of the store."""
    entries, whole = store.read_entries(game)
    loaded = fold(entries)
    if whole or loaded.wrong:
        return loaded
    return Loaded(loaded.game, f"What came after entry {len(entries)} can't be read.")


def fold(entries: Sequence[Entry]) -> Loaded:
    """The game that its entries give, up to one that the rules refuse."""
    game: Game | None = None
    for entry in effective(entries):
        try:
            game = _start(entry) if game is None else _apply(game, entry)
        except Refusal as refusal:
            return Loaded(game, f"Entry {entry.id} is wrong, so the game is shown as it was before: {refusal}")
    return Loaded(game, None if game else "Nothing of it can be read.")


def _start(entry: Entry) -> Game:
    start = entry.body.get("start")
    if not isinstance(start, dict):
        raise Unreadable("a game's first entry is its start.")
    return read_record(start | {"hands": []})


def _apply(game: Game, entry: Entry) -> Game:
    events = entry.body.get("events")
    if not isinstance(events, list):
        raise Unreadable("it holds no events.")
    for event in events:
        game = game.apply(read_event(event))
    return game


def start_body(game: Game) -> Json:
    """The body of the first entry of a game."""
    return {"start": write_start(game)}


def events_body(events: Sequence[Event]) -> Json:
    """The body of an entry of events that belong together."""
    return {"events": [event.to_data() for event in events]}


def bodies(game: Game) -> Iterator[Json]:
    """The bodies that give this game: its start, and one for each hand with the corrections made then."""
    yield start_body(game)
    if game.opening:
        yield events_body(game.opening)
    for hand in game.hands:
        yield events_body(_events(hand.taken, hand.corrections))
    if game.under_way:
        yield events_body([Deal(), *_events(game.taken, game.pending)])


def _events(taken: Taken, corrections: Sequence[Correction]) -> list[Event]:
    events: list[Event] = list(taken.bids)
    if taken.caller is not None:
        events.append(Call(taken.caller))
    if taken.settled is not None:
        events.append(taken.settled)
    return events + list(corrections)
