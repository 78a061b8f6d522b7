"""What a box keeps besides the games that were left: the game, the screen, names, settings, and tags of cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from device.store.lines import Json
from engine.names import is_taken, kept_name
from engine.value import replace, value

Tagged = tuple[int, str]
"""What a tag stands for: the number of a deck, and a card in it."""

PIECE = 6
"""Entries that a page holds, mostly."""

NOTHING: Mapping[str, Any] = {}


class Entry(NamedTuple):
    """One thing that happened in a game.

    Attributes:
        number: its place in the game's log, from 1, without gaps.
        at: the wall time, `2026-05-01 21:30:00`, for people: nothing is ordered by it.
        body: what it says, see `engine.history`.
        before: the screen that was on before it, as data, which an undo brings back; or None.
    """

    number: int
    at: str
    body: Json
    before: Any = None

    @classmethod
    def of(cls, data: Json) -> Entry:
        """The entry that a line holds.

        Raises:
            KeyError, TypeError, ValueError: it holds none.
        """
        return cls(int(data["number"]), str(data["at"]), dict(data["body"]), data["before"])


@value
class Change:
    """What one commit adds to what is kept.

    Attributes:
        begins: whether another game begins, whose entries follow; the one before is left.
        entries: what is added to the log of the game: bodies and the screens before them, as for `Entry`.
        screen: what is on now, as data; None where that is as it was.
        on: whether a game is on, or the one that was is put away; None where that is as it was.
        settings: those that changed, by name.
        players: names to be put at the head of the roster, the last one first.
        forgotten: names to be taken off it.
        tags: what tags stand for from now on, or None for those to be forgotten, in order.
    """

    begins: bool = False
    entries: tuple[tuple[Json, Any], ...] = ()
    screen: Any = None
    on: bool | None = None
    settings: Mapping[str, Any] = NOTHING
    players: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    tags: tuple[tuple[str, Tagged | None], ...] = ()

    def then(self, later: Change) -> Change:
        """This and a later change, in which no other game begins, as one."""
        added = {
            name: getattr(self, name) + getattr(later, name) for name in ("entries", "players", "forgotten", "tags")
        }
        on, screen = self.on if later.on is None else later.on, later.screen or self.screen
        return Change(self.begins, on=on, screen=screen, settings={**self.settings, **later.settings}, **added)


@value
class State:
    """What is kept, as a value.

    Attributes:
        game: the number of the game whose log this is, 0 before the first.
        last: the highest number that was given to a game, to an imported one, too.
        entries: its log.
        on: whether it is on; else it was put away, and no other has begun yet.
        screen: what screen is on, as data, or None where that isn't known.
        settings: by name.
        roster: the names of players, the one who played last first; nobody is on it in two spellings.
        tags: what tags of cards stand for, the one that was taught last at the end.
        broken: whether entries of the game are missing.
    """

    game: int = 0
    last: int = 0
    entries: tuple[Entry, ...] = ()
    on: bool = False
    screen: Any = None
    settings: Mapping[str, Any] = NOTHING
    roster: tuple[str, ...] = ()
    tags: Mapping[str, Tagged] = NOTHING
    broken: bool = False

    def after(self, data: Json) -> State:
        """After what a line of the log says; what could not follow is left out.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: it isn't what a line says.
        """
        game = int(data.get("game", self.game))
        here = self if game == self.game else replace(self, game=game, entries=(), broken=False)
        entries = list(here.entries)
        for entry in map(Entry.of, data.get("entries", ())):
            if entry.number == len(entries) + 1:
                entries.append(entry)
        return replace(
            here,
            last=max(here.last, game, int(data.get("last", 0))),
            entries=tuple(entries),
            broken=here.broken or len(entries) - len(here.entries) < len(data.get("entries", ())),
            on=bool(data.get("on", here.on)),
            screen=data.get("screen", here.screen),
            settings={**here.settings, **data.get("settings", {})},
            roster=_roster(data.get("roster", here.roster), data.get("players", ()), data.get("forgotten", ())),
            tags=_tags(here.tags, data.get("tags", ())),
        )

    def line(self, change: Change, at: str) -> Json:
        """What the log says of a change that is made to this, at that wall time.

        Raises:
            TypeError, ValueError: something of it can't be said in JSON.
            Refusal: there is a name that can't be one.
        """
        first = 1 if change.begins else len(self.entries) + 1
        entries = [Entry(number, at, *each)._asdict() for number, each in enumerate(change.entries, first)]
        said = {name: getattr(change, name) for name in ("screen", "on", "settings", "forgotten", "tags")}
        said |= {"players": [kept_name(name) for name in change.players], "entries": entries}
        said |= {"game": self.game + change.begins} if entries else {}
        data: Json = json.loads(json.dumps({name: each for name, each in said.items() if each or each is False}))
        return data

    def next(self, line: Json, number: Callable[[State], int]) -> Json:
        """The line as it can follow here, what is there already left out: of an attempt to write it that failed it
        can't be known whether it did. A game that begins gets that number of this state."""
        entries = [Entry.of(entry) for entry in line.get("entries", ())]
        if not entries:
            return line
        begun = line["game"] == self.game and entries[0] in self.entries[:1]
        if entries[0].number == 1 and not begun:
            return line | {"game": number(self)}
        new = [entry for entry in entries if entry not in self.entries[entry.number - 1 : entry.number]]
        numbered = (entry._replace(number=at) for at, entry in enumerate(new, len(self.entries) + 1))
        return line | {"game": self.game, "entries": [entry._asdict() for entry in numbered]}

    def lines(self) -> Iterator[Json]:
        """Lines that say all of it, the log of the game in pieces of about a page."""
        lists = {"settings": dict(self.settings), "roster": self.roster, "tags": list(self.tags.items())}
        yield {"game": self.game, "last": self.last, "on": self.on, "screen": self.screen} | lists
        for at in range(0, len(self.entries), PIECE):
            yield {"game": self.game, "entries": [entry._asdict() for entry in self.entries[at : at + PIECE]]}


def _roster(names: Iterable[str], added: Iterable[str], forgotten: Iterable[str]) -> tuple[str, ...]:
    for name in added:
        names = (name, *(other for other in names if not is_taken(name, [other])))
    return tuple(str(other) for other in names if not forgotten or not is_taken(other, forgotten))


def _tags(tags: Mapping[str, Tagged], changed: Iterable[Any]) -> Mapping[str, Tagged]:
    known = dict(tags)
    for tag, tagged in changed:
        known.pop(tag, None)
        if tagged is not None:
            number, card = tagged
            known[tag] = (int(number), str(card))
    return known
