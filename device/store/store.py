"""The store as the box uses it: nothing raises, nothing that was shown is lost while the box runs.

What is on now (the draft, the live game) is in memory as well as in the file. A commit goes to memory first, then all
that waits goes to the file in one transaction. Where that can't be done it goes on waiting, and the next commit tries
again; so a disk that is full for an hour costs nothing but the promise for that hour.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from device.closing import Closing
from device.store.entries import Entry, Json, to_text
from device.store.faults import Fault, StoreFault
from device.store.file import Connect, StoreFile, check_whole
from device.store.now import KeptNow, Now, kept_tags, read_now
from device.store.roster import keep_player, kept_roster
from device.store.salvage import finish, read_damaged, replace_damaged
from device.store.waiting import Taught, Waiting
from engine.names import kept_name

Found = TypeVar("Found")

LOCK_WAIT = 2.0  # seconds that a commit waits for somebody else's lock
LOCK_WAIT_IN_TROUBLE = 0.05
MOST_REPLACED = 8  # damaged stores, from one start to the next


class Store(Closing):
    """What the box keeps. Made by `Store.open`; for one thread.

    Attributes:
        trouble: why nothing can be written now, a sentence of at most 60 characters to be shown all the time, or None.
        notice: what was done about a damaged store, a sentence to be shown once, or None.
        live: the number of the game that is on, or None.
        draft: what screen is on, with its half-entered values, or None before the first commit and where it was lost.
        found: whether that has changed, since what was on couldn't be read at the start and now can.
    """

    def __init__(self, path: Path, *, wall_clock: Callable[[], datetime], connect: Connect) -> None:
        self.trouble: str | None = None
        self.notice: str | None = None
        self.live: int | None = None
        self.draft: Json | None = None
        self.found = False
        self._path = path
        self._wall_clock = wall_clock
        self._connect = connect
        self._file: StoreFile | None = None
        self._games: dict[int, list[Entry]] = {}  # the live game's entries, and those of games that wait
        self._numbers: dict[int, int] = {}  # what number a game has in the file, where somebody else had taken it
        self._highest = 0  # the highest number given to a game
        self._roster: tuple[str, ...] = ()
        self._tags: dict[str, Taught] = {}
        self._settings: Json = {}
        self._waiting = Waiting()
        self._unread = False  # whether there may be a store in place that couldn't be read yet
        self._damaged = False  # whether a damaged store is in place that couldn't be replaced yet
        self._repair_after = 0  # how many times not to try it
        self._repairs = 0  # attempts that failed
        self._replaced = 0

    @classmethod
    def open(cls, path: Path, *, wall_clock: Callable[[], datetime], connect: Connect = sqlite3.connect) -> Store:
        """The store in a file, made where there is none; its folder must be there.

        A file that can't be read or written is no reason not to play: see `trouble` and `notice`.

        Args:
            wall_clock: what time it is, for people.
            connect: what opens the file, as `sqlite3.connect`.
        """
        store = cls(path, wall_clock=wall_clock, connect=connect)
        store._start()
        return store

    def close(self) -> None:
        """Try once more to write what waits, and close the file."""
        self.flush()
        self._let_go()

    # What is kept

    def entries(self, game: int) -> tuple[Entry, ...]:
        """All entries of a game, cancelled ones too, up to the first that can't be read; none of an unknown game."""
        return self.read_entries(game)[0]

    def read_entries(self, game: int) -> tuple[tuple[Entry, ...], bool]:
        """The same, and whether that was all."""
        if game in self._games:
            return tuple(self._games[game]), True
        nothing: tuple[tuple[Entry, ...], bool] = ((), False)
        return self._read(lambda file: file.read_entries(self._numbers.get(game, game)), nothing)

    def games(self, *, limit: int = 20, before: int | None = None) -> list[tuple[int, str]]:
        """Games' numbers and the wall times of their starts, newest first; those before a number, for paging."""
        none: list[tuple[int, str]] = []
        kept = self._read(lambda file: list(islice(file.games(before), limit)), none)
        rows = dict(kept) | {
            game: entries[0].at
            for game, entries in self._games.items()
            if entries and (before is None or game < before)
        }
        return sorted(rows.items(), reverse=True)[:limit]

    @property
    def roster(self) -> tuple[str, ...]:
        """The names of players as they were last looked at, the one who played last first."""
        return self._waiting.roster(self._roster)

    @property
    def settings(self) -> Mapping[str, Any]:
        """Settings by name."""
        return self._settings

    @property
    def tags(self) -> Mapping[str, Taught]:
        """What tags stand for, as it was last looked at: a deck's number and a card; the one taught last at the end."""
        return self._waiting.known(self._tags)

    def look(self) -> None:
        """Look at what others may have changed: the roster, and what tags stand for."""
        self._roster = self._read(kept_roster, self._roster)
        self._tags = self._read(kept_tags, self._tags)

    # What happens

    def new_game(self) -> int:
        """A number for a new game; there is nothing of it before its first entry is committed."""
        self._highest = max(self._highest, self._read(StoreFile.last_game, 0)) + 1
        self._games[self._highest] = []  # it isn't to be read, should the file have one of that number after all
        return self._highest

    def commit(
        self,
        *,
        appended: Iterable[tuple[int, Json, Json | None]] = (),
        draft: Json | None,
        live: int | None,
        settings: Mapping[str, Any] | None = None,
        players: Iterable[str] = (),
        tags: Iterable[tuple[str, Taught | None]] = (),
    ) -> list[int]:
        """Keep all this, in one transaction, durable when this returns; or in memory, see `trouble`.

        Args:
            appended: new entries: the game's number, body, and the draft that was on before.
            draft: what screen is on now.
            live: the game that is on now.
            settings: those that changed.
            players: names to have at the head of the roster, the last one first.
            tags: what tags stand for from now on, or None for those to be forgotten, in order.

        Returns:
            The new entries' ids.

        Raises:
            TypeError, ValueError: something of it isn't JSON, or no name; then nothing is kept.
        """
        at = self._wall_clock().isoformat(" ", "seconds")
        ready = [(game, _copy(body), _copy(before)) for game, body, before in appended]
        draft, settings, names = _copy(draft), _copy(dict(settings or {})), [kept_name(name) for name in players]
        made = []
        for game, body, before in ready:
            entries = self._remembered(game)
            entries.append(Entry(game, len(entries) + 1, at, body, before))
            self._waiting.append(entries[-1])
            made.append(entries[-1].number)
        self.draft, self.live = draft, live
        if live is not None:
            self._remembered(live)
        self._settings |= settings
        self._waiting.settings |= settings
        self._waiting.players += names
        self._waiting.tags += tags
        self._waiting.now = True
        self.flush()
        return made

    def retry(self) -> None:
        """Where nothing could be written, try whether it can be now."""
        if self.trouble is not None:
            self._waiting.now = True
            self.flush()

    def flush(self) -> None:
        """Try to write what waits."""
        if not self._waiting:
            return
        if self._file is not None and self._file.read_only:
            self._let_go()  # opened anew, it may be found writable
        for _ in range(2):
            try:
                if self.trouble == Fault.READ_ONLY.value:
                    os.sync()  # what seemed to be flushed while it was read-only
                if self._may_find:
                    self._find()
                self._write(self._opened())
            except StoreFault as fault:
                self._cope(fault, starting=self._may_find)
                if fault.fault is not Fault.FULL:
                    return
                # else closing the file has written its log into it, whose room may be enough
            else:
                self._recovered()
                return

    # How it is done

    def _start(self) -> None:
        try:
            self._finish()
            check_whole(self._path)
            self._load(self._opened())
        except StoreFault as fault:
            self._cope(fault, starting=True)
            self._unread = fault.fault is not Fault.DAMAGED

    @property
    def _may_find(self) -> bool:
        """Whether what was on couldn't be read at the start, and no game has been begun meanwhile."""
        return self._unread and not self._waiting.entries

    def _find(self) -> None:
        """Take over what was on, and couldn't be read at the start.

        Raises:
            StoreFault: it still can't.
        """
        self._let_go()
        check_whole(self._path)
        self._take(read_now(self._opened()))

    def _load(self, file: StoreFile) -> None:
        """Take over what was on when the file was last written.

        Raises:
            StoreFault: it can't be read, or not all of it.
        """
        self._take(read_now(file))
        try:
            file.check_writable()
        except StoreFault as fault:
            if fault.fault is Fault.DAMAGED:
                raise
            self.trouble = fault.fault.value

    def _take(self, now: Now) -> None:
        self.live, self.draft = now.live, now.draft
        self._games = {} if now.live is None else {now.live: list(now.entries)}
        self._settings = {**now.settings, **self._waiting.settings}
        self._roster = now.roster
        self._tags = dict(now.tags)
        self._highest = max(self._highest, now.last)
        self.found = self._unread and (now.live is not None or now.draft is not None)
        self._unread = False

    def _opened(self) -> StoreFile:
        if self._damaged:
            raise StoreFault(Fault.DAMAGED)
        if self._file is not None and not self._file.in_place:
            self.notice = "The store was taken away: what is on now went into a new one."
            self._let_go()
            self._keep_all()
        if self._file is None:
            self._finish()
            wait = LOCK_WAIT if self.trouble is None else LOCK_WAIT_IN_TROUBLE
            self._file = StoreFile.open(self._path, connect=self._connect, wait=wait)
        return self._file

    def _finish(self) -> None:
        """Finish what was interrupted while a damaged store was replaced."""
        salvaged = finish(self._path)
        if salvaged:
            self.notice = str(salvaged)

    def _let_go(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, file: StoreFile) -> None:
        if file.read_only:
            raise StoreFault(Fault.READ_ONLY)
        with file.transaction():
            for game, first in self._waiting.entries.items():
                self._write_game(file, game, first)
            for name in self._waiting.players:
                keep_player(file, name, True)
            for name, value in self._waiting.settings.items():
                file.keep("setting", name, value)
            for tag, taught in self._waiting.tags:
                file.keep("tag", tag, taught)
            if self._waiting.now:
                entries = 0 if self.live is None else len(self._remembered(self.live))
                live = None if self.live is None else self._numbers.get(self.live, self.live)
                file.keep("now", "", KeptNow(live, self.draft, entries).to_data())

    def _write_game(self, file: StoreFile, game: int, first: int) -> None:
        """Write what the file lacks of a game. Where it has another of that number (a game was imported while nothing
        could be written), this one gets a new number there."""
        entries = self._games[game]
        number = self._numbers.get(game, game)
        last = file.last_entry(number)
        if last >= first:
            kept, _ = file.read_entries(number)
            if len(kept) != last or len(kept) > len(entries) or not all(map(_same, kept, entries)):
                number = self._numbers[game] = max(self._highest, file.last_game()) + 1
                self._highest = number
                last = 0
        file.append(_numbered(entries[last:], number))

    def _remembered(self, game: int) -> list[Entry]:
        """The game's entries in memory, read where they aren't there yet."""
        if game not in self._games:
            self._games[game] = list(self.entries(game))
        return self._games[game]

    def _recovered(self) -> None:
        self._unread = False
        self._roster = self._waiting.roster(self._roster)
        self._tags = self._waiting.known(self._tags)
        self._waiting = Waiting()
        self._games = {game: entries for game, entries in self._games.items() if game == self.live or not entries}
        if self.trouble is None:
            return
        self.trouble = None
        self._repairs = 0
        with suppress(StoreFault):
            if self._file is not None:
                self._file.wait(LOCK_WAIT)
                self._settings = dict(self._file.kept("setting"))

    def _read(self, reading: Callable[[StoreFile], Found], otherwise: Found) -> Found:
        """What `reading` gives; where the file can't be read, something else, and it is said."""
        for _ in range(2):
            try:
                return reading(self._opened())
            except StoreFault as fault:
                self._cope(fault)
                if self.trouble is not None:
                    break
        return otherwise

    def _cope(self, fault: StoreFault, *, starting: bool = False) -> None:
        """Go on in memory; where the store is damaged, go on in a new one."""
        self._let_go()
        if fault.fault is Fault.DAMAGED:
            self._repair(starting)
        else:
            self.trouble = fault.fault.value

    def _repair(self, starting: bool) -> None:
        """Put a new store in the place of the damaged one. Reading it all takes its time, so where the new one can't be
        written that is tried again at the 2nd, 4th, 8th … occasion from then; and where one store after another is
        found damaged, it isn't the stores."""
        if self._repair_after > 0 or self._replaced >= MOST_REPLACED:
            self._repair_after -= 1
            self.trouble = self.trouble or Fault.DAMAGED.value
            return
        self._damaged = True
        try:
            notice = str(replace_damaged(self._path, self._connect))
            self._damaged = False
            self._replaced += 1
            if starting:
                self._take(read_now(self._opened(), strict=False))
            else:
                self._keep_all()
                self._write(self._opened())
            self.notice = notice
            self._recovered()
        except StoreFault as fault:
            self._let_go()
            self.trouble = fault.fault.value
            self._repairs = min(self._repairs + 1, 12)
            self._repair_after = 2**self._repairs - 1
            if starting and self._damaged:
                with suppress(StoreFault):
                    self._take(read_damaged(self._path))

    def _keep_all(self) -> None:
        """Let everything that is in memory wait for being written."""
        for game in self._games:
            self._waiting.entries[game] = 1
        self._waiting.settings = self._settings | self._waiting.settings
        known = self._waiting.roster(self._roster)
        self._waiting.players += reversed(known)
        self._waiting.tags = list(self._waiting.known(self._tags).items())
        self._waiting.now = True


def _copy(value: Any) -> Any:
    """The value as it will be read again, so that memory and file are alike."""
    return json.loads(to_text(value))


def _same(kept: Entry, entry: Entry) -> bool:
    return (kept.number, kept.at, kept.body, kept.before) == (entry.number, entry.at, entry.body, entry.before)


def _numbered(entries: Iterable[Entry], number: int) -> Iterator[Entry]:
    return (Entry(number, entry.number, entry.at, entry.body, entry.before) for entry in entries)
