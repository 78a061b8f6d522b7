"""The log of what is on now, as text: a line a commit, written into blank pages and flushed before anything is shown.

The first line names the format, says which log it is, and up to which line of it all is in the lines that follow:

    {"check":"…","format":1,"log":"<32 hexadecimal digits>","n":40}
    {"check":"…","n":41,"game":12,"on":true,"screen":{…},"settings":{…},"roster":[…],"tags":[…]}
    {"check":"…","n":42,"entries":[{"number":1,"at":"…","body":{…},"before":{…}}, …]}
    {"check":"…","n":43,"entries":[…],"screen":{…}}

The last is such as a commit writes: whatever it doesn't name stays as it was (`State.after`). Lines are numbered, so
that one that is missing is noticed. Each stands in pages of its own, since a power cut may spoil the whole page that is
being written; and the file is longer than what is in it, so that a commit changes nothing but that page: one write, one
flush. It is begun anew from what is in memory when it is full, when a game is left, and whenever anything is doubtful.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress

from device.closing import Closing
from device.store.faults import Fault, StoreFault, faults
from device.store.folder import Folder, write
from device.store.lines import BLANK, PAGE, Json, read_pages, to_line, to_pages
from device.store.places import FILE
from device.store.state import State
from engine.value import replace, value

FORMAT = 1
STEP = 64
"""Pages by which the file grows."""
MOST = 256
"""Pages from which on it is begun anew; or twice those that it had when it was begun, should they be more."""

SECTOR = 512
"""Bytes that a disk writes as one at least."""

SHORTEST = len('{"check":"12345678","n":1}')

MALFORMED = (AttributeError, KeyError, RecursionError, TypeError, ValueError)
"""What a line raises that doesn't say what lines say."""


@value
class Found:
    """What was found in a log.

    Attributes:
        state: what it says.
        log: which log it is: 32 hexadecimal digits.
        number: that of its last line.
        end: the page behind that.
        damaged: whether something of it was lost.
        torn: whether what stands behind it is neither blank nor a line: a power cut has spoilt what was being written.
    """

    state: State = State()
    log: str = ""
    number: int = 0
    end: int = 0
    damaged: bool = False
    torn: bool = False


class Log(Closing):
    """The log in a folder.

    Attributes:
        found: what it says.
        there: whether there is one.
        sound: whether it can be added to as it is.
    """

    def __init__(self, folder: Folder) -> None:
        self.found = Found()
        self.there = self.sound = False
        self._folder = folder
        self._file: int | None = None
        self._place = ""  # its name by /proc, as long as it is there
        self._denied: StoreFault | None = None
        self._last = b""  # the last page that holds a line
        self._size = self._begun = 0  # pages of the file, and those that it was begun with

    @property
    def state(self) -> State:
        """What is kept."""
        return self.found.state

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def read(self) -> None:
        """Read all of it.

        Raises:
            StoreFault: it can't be read, or it is of a newer version.
        """
        self.there = self.sound = False
        try:
            self._open()
            if self._file is None:
                return
            content = self._content()
            self.found = _read(content)
        except StoreFault as fault:
            self.close()
            if fault.fault is not Fault.DAMAGED:
                raise
            content, self.found = b"", replace(self.found, damaged=True)
        self._size = len(content) // PAGE
        self._last = content[: self.found.end * PAGE][-PAGE:]
        self.there, self.sound = True, not self.found.damaged and not self.found.torn

    def _open(self) -> None:
        """Open the file, if there is one, to read it only where no more is allowed.

        Raises:
            StoreFault: it can't be.
        """
        self.close()
        self._denied = None
        try:
            self._file = self._folder.open(FILE, os.O_RDWR)
        except StoreFault as fault:
            if fault.fault not in (Fault.DENIED, Fault.READ_ONLY):
                raise
            self._file = self._folder.open(FILE)
            self._denied = StoreFault(Fault.READ_ONLY, f"{self._folder.path / FILE} can't be written.")
        self._place = os.path.join(os.path.realpath(self._folder.path), FILE)

    def _content(self, first: int = 0, pages: int | None = None) -> bytes:
        """What is in the file from a page on, all or so many of them."""
        if self._file is None:
            return b""
        with faults():
            size = os.fstat(self._file).st_size if pages is None else pages * PAGE
            return os.pread(self._file, size, first * PAGE)

    # What others write

    def look(self) -> bool:
        """Take over what others have added, or begun anew, since; whether what is there is still this log.

        Raises:
            StoreFault: it can't be read, or it is of a newer version.
        """
        if self._denied is not None:
            self.close()  # opened anew, it may be found writable
        if not self._in_place():
            return self._find()
        if self.found.damaged:
            return True
        content = self._content(self.found.end - 1, 2)
        if content[:PAGE] != self._last:
            return False
        if content[PAGE:] in (b"", BLANK):
            return True
        sound = self.sound
        self.read()
        self.sound = self.sound and sound
        return True

    def _in_place(self) -> bool:
        """Whether the open file is the one that is in the folder."""
        if self._file is None:
            return False
        with suppress(OSError):  # where there is /proc. To ask for the file's times would make the next write dearer
            return os.readlink(f"/proc/self/fd/{self._file}") == self._place
        with faults():
            try:
                return os.path.samestat(os.stat(self._folder.path / FILE), os.fstat(self._file))
            except FileNotFoundError:
                return False

    def _find(self) -> bool:
        """Take over the log that is there in place of this one, if it goes on where this one ended."""
        other = Log(self._folder)
        other.read()
        goes_on = other.found.log == self.found.log and other.found.number >= self.found.number
        if (goes_on or not self.there) and not other.found.damaged and other.there >= self.there:
            self.close()
            vars(self).update(vars(other))
            return True
        other.close()
        return False

    # Writing

    def add(self, said: Sequence[Json], *, anew: bool = False) -> None:
        """Add lines, durable when this returns; of a game that they leave there is a record then. To be called under
        the lock, after `look`.

        Args:
            anew: whether the file can't be added to, but must be begun anew.

        Raises:
            StoreFault: they could not be written, or it isn't certain; then the log is as it was, or is not sound.
        """
        if self._denied is not None:
            self._open()  # it may be writable by now
        if self._denied is not None:
            raise self._denied
        state, number = self.found.state, self.found.number
        lines = []
        for each in said:
            if each.get("game", state.game) != state.game:
                anew = True
                if state.entries:
                    from device.store.games import leave

                    leave(self._folder, state)
            state, number = state.after(each), number + 1
            lines.append({"n": number} | each)
        content = b"".join(to_pages(to_line(line)) for line in lines)
        end = self.found.end + len(content) // PAGE
        if anew or not self.sound or end > max(MOST, 2 * self._begun):
            self._begin(state)
            return
        self._check_mounted()  # else the bytes would seem to be there until the power goes
        self.sound, grown = False, STEP if end > self._size else 0
        with faults():
            if self._file is not None and content:
                write(self._file, content + BLANK * grown, self.found.end * PAGE)
                os.fdatasync(self._file)
        self._check_mounted()
        self._size = max(self._size, end + grown)
        self.found, self._last = replace(self.found, state=state, number=number, end=end), content[-PAGE:]
        self.sound = True

    def _begin(self, state: State) -> None:
        """Begin it anew with all that is kept.

        Raises:
            StoreFault: it could not be written, or it isn't certain.
        """
        self.sound = False
        log, begun = self.found.log or os.urandom(16).hex(), self.found.number
        lines: list[Json] = [{"format": FORMAT, "log": log, "n": begun}]
        lines += ({"n": number} | said for number, said in enumerate(state.lines(), begun + 1))
        content = b"".join(to_pages(to_line(line)) for line in lines)
        self._folder.replace(FILE, content + BLANK * STEP)
        self._folder.flush()
        self._check_mounted()
        self._open()
        end = len(content) // PAGE
        self.found = Found(state, log, begun + len(lines) - 1, end)
        self._last, self._size, self._begun = content[-PAGE:], end + STEP, end
        self.there = self.sound = True

    def _check_mounted(self) -> None:
        """ext4 takes bytes, and says that it has flushed them, when it has become read-only under an open file."""
        with faults():
            if os.statvfs(self._folder.path).f_flag & os.ST_RDONLY:
                raise StoreFault(Fault.READ_ONLY, f"{self._folder.path} can't be written.")

    def check_writable(self) -> None:
        """Find out, without writing, whether it could be written.

        Raises:
            StoreFault: it couldn't.
        """
        if self._denied is not None:
            raise self._denied
        self._check_mounted()
        if not self.sound and not os.access(self._folder.path, os.W_OK):
            raise StoreFault(Fault.DENIED, f"{self._folder.path} can't be written.")


def _read(content: bytes) -> Found:
    """What a whole log says.

    Raises:
        StoreFault: it is of a newer version.
    """
    _, end, data = next(read_pages(content), (0, 0, None))
    data = data or {}
    if type(version := data.get("format")) is int and version > FORMAT:
        raise StoreFault(Fault.NEWER, f"it has version {version}, and this program knows {FORMAT}.")
    log, number, cut = data.get("log"), data.get("n"), len(content) % PAGE > 0
    if version != FORMAT or not isinstance(log, str) or type(number) is not int:
        return _follow(Found(damaged=True), content)
    return _follow(Found(log=log, number=number, end=end, damaged=cut), content[end * PAGE :])


def _follow(found: Found, content: bytes) -> Found:
    """What a log says with what stands behind it."""
    state, number, end, damaged = found.state, found.number, found.end, found.damaged
    garbage = b""
    for at, behind, data in read_pages(content):
        if data is None:
            garbage = content[at * PAGE : behind * PAGE]
            continue
        try:
            numbered = int(data["n"])
            state = state.after(data)
        except MALFORMED:
            damaged = True
            continue
        damaged = damaged or bool(garbage) or numbered != number + 1
        number, end, garbage = max(number, numbered), found.end + behind, b""
    damaged = damaged or state.broken or _is_whole(garbage)
    if state.broken:  # what was on belongs to what is missing
        state = replace(state, broken=False, screen=None)
    return replace(found, state=state, number=number, end=end, damaged=damaged, torn=bool(garbage))


def _is_whole(garbage: bytes) -> bool:
    """Whether what isn't right was once written to its end, as a bit that flips leaves it. What a power cut leaves of a
    page ends where the old one, which was blank, goes on, or is noise."""
    text = garbage.decode("utf-8", "replace").strip()
    if len(text) < SHORTEST or " " * SECTOR in text or sum(letter < " " for letter in text) > 1:
        return False
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos < len(text) - len("false") and not error.msg.startswith("Unterminated")
    return True
