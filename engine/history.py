"""A game as its log has it: what every entry means, what can be taken back, and what can be done again.

A log is only ever added to. Its entries are numbered from 1 without gaps, and what an entry says is one of

    {"start": …}    the first entry: rules, players and first dealer, as records hold them, and which game it is
    {"events": […]} things that happened together, as records hold them
    {"undo": n}     entry n is taken back, the last that counted; or n was such a taking back, and is itself undone
    {"resume": n}   entry n could not be read: it and all that came after it count no more, and play goes on from here

Source: rules.md, "Records", for what the first two hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from engine.errors import Refusal, Unreadable, quoted
from engine.events import Event, read_event
from engine.game import Game, apply_all
from engine.record import NOBODYS, Identity, read_start, write_record, write_start
from engine.value import replace, value
from engine.words import words_of

Body = dict[str, Any]
"""What an entry says."""


class Logged(Protocol):
    """An entry as a log keeps it: `number` is its place, from 1; `before` the screen that was on before it, as data."""

    @property
    def number(self) -> int: ...
    @property
    def body(self) -> Body: ...
    @property
    def before(self) -> Any: ...


@value
class Entry:
    """What is to be added to a log.

    Attributes:
        number: its place in the log, from 1.
        body: what it says, as above.
        before: the screen that was on before it, as data: to be brought back when it is taken back.
    """

    number: int
    body: Body
    before: Any = None


@value
class Done:
    """One thing that was recorded.

    Attributes:
        entry: the number of the entry that made it count.
        events: what happened.
        ways: ways to say what it was, the longest first.
        game: the game before it.
        before: the screen before it, as data.
    """

    entry: int
    events: tuple[Event, ...]
    ways: tuple[str, ...]
    game: Game
    before: Any


@value
class History:
    """A game and its log, as a value: whatever is done to it gives the next one and the entry to be added to the log.

    Attributes:
        game: the game as it stands.
        entries: how many entries the log has.
        done: what can be taken back, the last at the end.
        undone: what can be done again, each with the number of the entry that took it back; the next at the end.
        unread: the number of the entry that could not be read, where none says yet that play goes on; or None.
        wrong: what of the log doesn't count since it could not be read, a sentence for each time.
        identity: which game it is, as far as its start says.
    """

    game: Game
    entries: int = 1
    done: tuple[Done, ...] = ()
    undone: tuple[tuple[Done, int], ...] = ()
    unread: int | None = None
    wrong: tuple[str, ...] = ()
    identity: Identity = NOBODYS

    @property
    def last(self) -> tuple[str, ...]:
        """Ways to say what would be taken back, the longest first; none where there is nothing."""
        return self.done[-1].ways if self.done else ()

    @property
    def again(self) -> tuple[str, ...]:
        """Ways to say what would be done again."""
        return self.undone[-1][0].ways if self.undone else ()

    @classmethod
    def begin(cls, game: Game, identity: Identity = NOBODYS) -> tuple[History, Entry]:
        """A game before its first hand, and the first entry of its log."""
        return cls(game, identity=identity), Entry(1, {"start": write_start(game) | identity.to_data()})

    @classmethod
    def replay(cls, log: Sequence[Logged]) -> History:
        """What a log gives, up to the first entry that can't be read and that no later one says to be left out.

        Raises:
            Unreadable: not even the start of the game can be read.
        """
        counting, wrong = _counting(log)
        start = counting[0].body.get("start") if counting else None
        if start is None:
            raise Unreadable("A game's first entry is its start.")
        history = cls(read_start(start), wrong=wrong, identity=Identity.of(start))
        for entry in counting[1:]:
            try:
                history = history._read(entry)
            except Refusal as refusal:
                sentence = f"Entry {entry.number} is wrong, so the game is shown as it was before: {refusal}"
                return replace(history, entries=len(log), unread=entry.number, wrong=(*wrong, sentence))
        return replace(history, entries=len(log))

    def to_record(self, times: Mapping[int, str | None]) -> dict[str, Any]:
        """The game as a record; `times` are the wall times of the log's entries, as records hold them, by number."""
        games = [*(done.game for done in self.done), self.game]
        settled = [
            times.get(done.entry)
            for done, after in zip(self.done, games[1:], strict=True)
            for _ in after.hands[len(done.game.hands) :]
        ]
        began = self.identity.began or times.get(1)
        return write_record(self.game, replace(self.identity, began=began, settled=tuple(settled)))

    def resume(self) -> tuple[History, Entry]:
        """Go on from before the entry that could not be read."""
        after = replace(self, entries=self.entries + 1, unread=None)
        return after, Entry(after.entries, {"resume": self.unread})

    def record(self, events: tuple[Event, ...], before: Any = None) -> tuple[History, Entry]:
        """Something happens while the screen `before` is on.

        Raises:
            Refusal: it isn't legal.
        """
        number = self.entries + 1
        game = apply_all(self.game, events)
        done = Done(number, events, words_of(self.game, events, game), self.game, before)
        after = replace(self, game=game, entries=number, done=(*self.done, done), undone=())
        return after, Entry(number, events_body(events), before)

    def take_back(self, before: Any = None) -> tuple[History, Entry]:
        """Go back to before the last thing.

        Raises:
            Refusal: there is nothing to be taken back.
        """
        if not self.done:
            raise Refusal("This is the start of the game.")
        number, last = self.entries + 1, self.done[-1]
        undone = (*self.undone, (last, number))
        after = replace(self, game=last.game, entries=number, done=self.done[:-1], undone=undone)
        return after, Entry(number, {"undo": last.entry}, before)

    def do_again(self, before: Any = None) -> tuple[History, Entry]:
        """Do again what was taken back last.

        Raises:
            Refusal: there is nothing to be done again.
        """
        if not self.undone:
            raise Refusal("Nothing was taken back.")
        number, (last, undone) = self.entries + 1, self.undone[-1]
        done, game = replace(last, entry=number), apply_all(self.game, last.events)
        after = replace(self, game=game, entries=number, done=(*self.done, done), undone=self.undone[:-1])
        return after, Entry(number, {"undo": undone}, before)

    def _read(self, entry: Logged) -> History:
        """With one more entry of the log.

        Raises:
            Refusal: it can't be read, or what it says can't be.
        """
        here = replace(self, entries=entry.number - 1)
        if "undo" not in entry.body:
            return here.record(_read_events(entry.body), entry.before)[0]
        undone = entry.body["undo"]
        if self.done and undone == self.done[-1].entry:
            return here.take_back()[0]
        if self.undone and undone == self.undone[-1][1]:
            return here.do_again()[0]
        raise Unreadable(f"entry {quoted(undone)}, which it takes back, is not what came last.")


def _counting(log: Sequence[Logged]) -> tuple[list[Logged], tuple[str, ...]]:
    """The entries that count, and a sentence for every stretch of them that a later entry says not to."""
    found: list[Logged] = []
    wrong: list[str] = []
    left_out = len(log) + 1  # from this number on nothing counts, up to the entry that says so
    for entry in reversed(log):
        if entry.number >= left_out:
            continue
        left_out = len(log) + 1
        resumed = entry.body.get("resume")
        if type(resumed) is int and 1 < resumed < entry.number:
            left_out = resumed
            last = entry.number - 1
            which = f"Entry {resumed}" if last == resumed else f"Entries {resumed} to {last}"
            wrong.append(f"{which} could not be read and {'does' if last == resumed else 'do'}n't count.")
        else:
            found.append(entry)
    return found[::-1], tuple(reversed(wrong))


def _read_events(body: Body) -> tuple[Event, ...]:
    events = body.get("events")
    if not isinstance(events, list) or not events:
        raise Unreadable("it holds no events.")
    return tuple(read_event(event) for event in events)


def events_body(events: Iterable[Event]) -> Body:
    """What an entry says of events that belong together."""
    return {"events": [event.to_data() for event in events]}
