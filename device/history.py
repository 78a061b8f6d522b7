"""The game that is on as its log has it: what was recorded can be taken back, and done again, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.store import Entry
from engine.errors import Refusal, Unreadable
from engine.events import Event, read_event
from engine.game import Game
from engine.record import read_start, write_start
from engine.value import replace, value
from engine.words import words_of

Body = dict[str, Any]
"""What an entry of the log says."""

WRONG = (Refusal, TypeError, ValueError, AttributeError, LookupError)
"""What can be raised by data that were saved and aren't what is expected there."""


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


class History:
    """A game that is on, and what of it can be taken back or done again.

    Whatever changes it gives the body of the entry that is to be added to the game's log; `entries` counts them.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.entries = 1
        self._done: list[Done] = []
        self._undone: list[Undone] = []

    @property
    def start(self) -> Body:
        """The body of the first entry of its log."""
        return {"start": write_start(self.game)}

    @property
    def last(self) -> tuple[str, ...]:
        """Ways to say what would be taken back, the longest first; none where there is nothing."""
        return self._done[-1].ways if self._done else ()

    @property
    def undone(self) -> tuple[str, ...]:
        """Ways to say what would be done again."""
        return self._undone[-1].done.ways if self._undone else ()

    def record(self, events: tuple[Event, ...], screen: Any) -> Body:
        """Take note of something that happened while `screen` was on, given as data.

        Raises:
            Refusal: it isn't legal.
        """
        self._happen(events, screen, self.entries + 1)
        self.entries += 1
        return {"events": [event.to_data() for event in events]}

    def take_back(self) -> tuple[Done, Body]:
        """Go back to before the last thing; what that was.

        Raises:
            Refusal: there is nothing to be taken back.
        """
        if not self._done:
            raise Refusal("This is the start of the game.")
        self.entries += 1
        done = self._back(self.entries).done
        return done, {"undo": done.entry}

    def do_again(self) -> tuple[Done, Body]:
        """Do again what was taken back last; what that is.

        Raises:
            Refusal: there is nothing to be done again.
        """
        if not self._undone:
            raise Refusal("Nothing was taken back.")
        undone = self._undone[-1]
        self.entries += 1
        return self._again(self.entries), {"undo": undone.entry}

    def _happen(self, events: tuple[Event, ...], screen: Any, entry: int) -> Done:
        after = apply_all(self.game, events)
        done = Done(events, words_of(self.game, events, after), self.game, screen, entry)
        self._done.append(done)
        self._undone.clear()
        self.game = after
        return done

    def _back(self, entry: int) -> Undone:
        undone = Undone(self._done.pop(), entry)
        self._undone.append(undone)
        self.game = undone.done.before
        return undone

    def _again(self, entry: int) -> Done:
        again = replace(self._undone.pop().done, entry=entry)
        self._done.append(again)
        self.game = apply_all(again.before, again.events)
        return again

    # From a log

    @classmethod
    def replayed(cls, entries: Sequence[Entry]) -> tuple[History | None, bool]:
        """The game that a log gives, None where not even its start can be read; and whether all of it could be."""
        history: History | None = None
        found: dict[int, Done | Undone] = {}
        for entry in entries:
            try:
                if "start" in entry.body:
                    history = cls(read_start(entry.body["start"]))
                elif history is None:
                    raise Unreadable("A game's first entry is its start.")
                else:
                    history.entries = entry.id
                    found[entry.id] = history._replay(entry, found)
            except WRONG:
                return history, False
        return history, True

    def _replay(self, entry: Entry, found: dict[int, Done | Undone]) -> Done | Undone:
        if "undo" not in entry.body:
            return self._happen(tuple(read_event(event) for event in entry.body["events"]), entry.before, entry.id)
        target = found[entry.body["undo"]]
        if isinstance(target, Done) and self._done[-1] is target:
            return self._back(entry.id)
        if isinstance(target, Undone) and self._undone[-1] is target:
            return self._again(entry.id)
        raise Unreadable("What was taken back is not what came last.")


def apply_all(game: Game, events: Sequence[Event]) -> Game:
    """The game after several events that belong together.

    Raises:
        Refusal: one of them isn't legal.
    """
    for event in events:
        game = game.apply(event)
    return game
