"""What a box keeps, in plain text: nothing raises, and nothing that was shown is lost while the box runs.

The files in the state folder:

    commune.jsonl         what is on now: the game, the screen, names, settings, tags of cards (`log`)
    game-12.json          a game that was left, a record (`games`)
    damaged-1-…           a file that was damaged, as it was
    box.lock              held while a box is on (`lock`)

A commit goes to memory first; then all that waits goes to the log in one write and one flush. Where that can't be done
it goes on waiting, and the next commit tries again; so a disk that is full for an hour costs nothing but the promise
for that hour. Where anything about the log is doubtful it is written anew from memory: that is all there is to do about
faults.

Why not SQLite: what is kept is one log that is only added to and a few short lists, with no query, and all of it is in
memory anyway; but to keep what a box promises, its files had to be read by our own readers of its page and log formats,
1,783 lines of them. Sixty games on ext4, an entry a hand, each damage tried 300 times (`damage_bench`, `store_bench`):

                                                   SQLite, own readers    text
    to disk per press; flushes                     8-24 KiB; 1-1.6        8.3 KiB, half of it blank pages; 1
    start after a power cut                        27-71 ms               1-2 ms
    4 KiB zeroed: entries lost, games hurt         29.2, 11               22.4, 1
    tail cut: the same                             602, 60                22.5, 1
    a bit flipped in the log: losses unnoticed     1                      0
    wrong content taken for right                  0                      0
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import reduce
from pathlib import Path

from device.closing import Closing
from device.store.faults import Fault, StoreFault
from device.store.folder import WAIT, Folder
from device.store.lines import Json
from device.store.log import Log
from device.store.places import FILE, OLD, name_of
from device.store.state import Change, State

WAIT_IN_TROUBLE = 0.05
"""Seconds that a lock is waited for where nothing could be written before."""


class Store(Closing):
    """What the box keeps. Made by `Store.open`; for one thread.

    Attributes:
        trouble: why nothing can be written now, a sentence of at most 60 characters to be shown all the time, or None.
        notice: what was done about damage, a sentence to be shown once, or None.
        found: whether what was on couldn't be read at the start and now could; whoever has taken it over sets it back.
        state: what is kept, whether it could be written or not.
    """

    def __init__(self, folder: Path, *, wall_clock: Callable[[], datetime]) -> None:
        self.trouble: str | None = None
        self.notice: str | None = None
        self.found = False
        self.state = State()
        self._wall_clock = wall_clock
        self._folder = Folder(folder)
        self._log = Log(self._folder)
        self._waiting: list[Json] = []  # lines
        self._unread = False  # whether there may be a log that couldn't be read yet

    @classmethod
    def open(cls, folder: Path, *, wall_clock: Callable[[], datetime]) -> Store:
        """The store in a folder, which must be there; nothing is written before there is something to keep.

        A folder that can't be read or written is no reason not to play: see `trouble` and `notice`.

        Args:
            wall_clock: what time it is, for people.
        """
        store = cls(folder, wall_clock=wall_clock)
        store._start()
        return store

    def close(self) -> None:
        """Try once more to write what waits, and close the files."""
        if self._waiting:
            self._flush()
        self._log.close()

    # What is kept

    def last_table(self) -> Json | None:
        """What the last game was started from, as a log's first entry or a record has it; None where there was none."""
        if self.state.entries:
            start = self.state.entries[0].body.get("start")
            return start if isinstance(start, dict) else None
        with suppress(StoreFault):
            for number in sorted(self._folder.games(), reverse=True):
                from device.store.games import read_game

                recorded = read_game(self._folder, number)
                if recorded is not None and recorded.record is not None:
                    return recorded.record
        return None

    def look(self) -> None:
        """Take over what others have changed. What is amiss is found out when something is to be written."""
        if self._unread:
            return
        with suppress(StoreFault):
            self._log.look()
        if not self._waiting:
            self.state = self._log.state

    def commit(self, *changes: Change) -> None:
        """Keep all this, durable when this returns; or in memory, see `trouble`.

        Raises:
            TypeError, ValueError: something of it isn't JSON, or no name; then nothing is kept.
        """
        at, state = self._wall_clock().isoformat(" ", "seconds"), self.state
        lines: list[Json] = []
        for change in changes:
            state = state.after(lines[-1]) if lines else state
            lines.append(state.line(change, at))
        self._waiting += lines
        self._flush(lines)

    def retry(self) -> None:
        """Where nothing could be written, try whether it can be now."""
        if self.trouble is not None:
            self._flush()

    # How it is done

    def _start(self) -> None:
        try:
            with self._folder.locked():
                if os.path.exists(self._folder.path / OLD):
                    from device.store.takeover import take_over

                    self.notice = take_over(self._folder)
                self._log.read()
                self.state = self._log.state
                if self._log.found.damaged:
                    self._write()
                elif not self._log.there and self._folder.games():
                    self.notice = "What was on is gone: there are only the games before it."
                self._log.check_writable()
        except StoreFault as fault:
            self.trouble = fault.fault.value
            self._unread = not self._log.there

    def _flush(self, lines: Sequence[Json] = ()) -> None:
        """Try to write what waits, of which some lines have come just now."""
        try:
            with self._folder.locked(WAIT if self.trouble is None else WAIT_IN_TROUBLE):
                if self.trouble == Fault.READ_ONLY.value:
                    os.sync()  # what seemed to be flushed while it was read-only
                if self._unread:
                    self._find()
                self._write(here=self._log.look())
        except StoreFault as fault:
            self.trouble = fault.fault.value
            self.state = reduce(State.after, lines, self.state)
        else:
            self.trouble = None
            self._waiting.clear()
            self.state = self._log.state

    def _find(self) -> None:
        """Read what couldn't be read at the start. What was on then is on again, if no game has begun meanwhile.

        Raises:
            StoreFault: it still can't be.
        """
        self._log.read()
        self._unread = False
        if not any("entries" in line for line in self._waiting):
            state = self._log.state
            self._waiting = [line | {"on": state.on, "screen": state.screen} for line in self._waiting]
            self.found = self._log.there

    def _write(self, *, here: bool = True) -> None:
        """Write what waits; begin the log anew where it isn't as it was left. To be called under the lock.

        Args:
            here: whether what is in its place is this log.

        Raises:
            StoreFault: it can't be.
        """
        notice = None
        if not here and not os.path.lexists(self._folder.path / FILE):
            notice = "The store was taken away: what is on now went into a new one."
        elif not here or self._log.found.damaged:
            notice = f"The store was damaged: set aside as {self._folder.set_aside(FILE)}; what could be read was kept."
        self._log.add(self._said(), anew=notice is not None)
        self.notice = notice or self.notice

    def _said(self) -> list[Json]:
        """What waits, as it follows on what is in the log."""
        state = self._log.state
        said: list[Json] = []
        for line in self._waiting:
            state = state.after(said[-1]) if said else state
            said.append(state.next(line, self._free_number))
        return said

    def _free_number(self, state: State) -> int:
        """The next number for a game: it is given to no other, whatever became of the files."""
        number = 1 + (state.last or max(self._folder.games(), default=0))
        while os.path.lexists(self._folder.path / name_of(number)):
            number += 1
        return number
