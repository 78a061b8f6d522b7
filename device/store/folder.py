"""The folder of a store: its files by their names, each replaced as a whole, or set aside where it is damaged."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from device.store.faults import Fault, StoreFault, faults

MODE = 0o640
"""Of new files: the owner's shell is in the box's group, and may look."""

WAIT = 2.0
"""Seconds that somebody else's lock is waited for."""

GAME = re.compile(r"(?:damaged-\d+-)?game-(\d{1,9})(?:-log)?\.jsonl?")
"""The names of files of games, with their numbers."""


class Folder:
    """A state folder. Every call may raise a StoreFault."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def locked(self, wait: float = WAIT) -> Iterator[None]:
        """Be the only one that writes there; readers need no lock.

        Raises:
            StoreFault: there is no folder, or somebody else has the lock for so many seconds.
        """
        with faults():
            held = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            _lock(held, time.monotonic() + wait)
            yield
        finally:
            os.close(held)

    def open(self, name: str, flags: int = os.O_RDONLY) -> int | None:
        """A file, opened; None where there is none.

        Raises:
            StoreFault: it can't be, or a folder, a pipe or a device is in its place.
        """
        with faults():
            try:
                file = os.open(self.path / name, flags | os.O_NONBLOCK | os.O_CLOEXEC)
            except FileNotFoundError:
                if os.path.isdir(self.path):
                    return None
                raise
            if not stat.S_ISREG(os.fstat(file).st_mode):
                os.close(file)
                raise StoreFault(Fault.DAMAGED, f"{self.path / name} is not a file.")
            return file

    def read(self, name: str) -> bytes | None:
        """All of a file; None where there is none."""
        file = self.open(name)
        if file is None:
            return None
        with faults(), os.fdopen(file, "rb") as opened:
            return opened.read()

    def replace(self, name: str, content: bytes) -> None:
        """Put a file with that content in the place of what was there, or of nothing. The content is durable, and
        whatever happens one of the two is there; which one is only certain after `flush`. It is whose the old one was.
        """
        file = self._part(name, content)
        with faults():
            try:
                os.fsync(file)
            finally:
                os.close(file)
            os.rename(self.path / f"{name}.part", self.path / name)

    def replace_all(self, files: Mapping[str, bytes]) -> None:
        """Replace many files, by name, with one flush for all."""
        for name, content in files.items():
            os.close(self._part(name, content))
        os.sync()
        with faults():
            for name in files:
                os.rename(self.path / f"{name}.part", self.path / name)
        self.flush()

    def _part(self, name: str, content: bytes) -> int:
        """Write what is to take the place of a file beside it; the new file, still open."""
        path, part = self.path / name, self.path / f"{name}.part"
        with faults():
            try:
                os.unlink(part)
            except FileNotFoundError:
                pass
            except OSError:  # a folder
                self.set_aside(part.name)
            file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
            try:
                self._give(file, path)
                write(file, content, 0)
            except BaseException:
                os.close(file)
                raise
        return file

    def _give(self, file: int, path: Path) -> None:
        """Give a file owner, group and mode of the one whose place it takes; or those of the folder, and ours."""
        try:
            old = os.stat(path)
            mode = stat.S_IMODE(old.st_mode)
        except FileNotFoundError:
            old, mode = os.stat(self.path), MODE
        with suppress(PermissionError):  # only root gives files away
            os.chown(file, old.st_uid, old.st_gid)
        os.chmod(file, mode)

    def flush(self) -> None:
        """Make durable which files there are."""
        with faults():
            folder = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(folder)
            except OSError as error:
                if error.errno != errno.EINVAL:  # a file system that can't, or needn't
                    raise
            finally:
                os.close(folder)

    def set_aside(self, name: str, why: str = "damaged", *, gone: bool = False) -> str:
        """Keep a file under a number, in no danger of what is put in its place; its name from now on.

        Args:
            why: what that begins with.
            gone: whether nothing is to be put in its place.
        """
        path, highest = self.path / name, 0
        with faults():
            for aside in self.names():
                if match := re.fullmatch(rf"{why}-(\d+)-.*", aside):
                    if os.path.samefile(path, self.path / aside):
                        break  # that much was done before
                    highest = max(highest, int(match[1]))
            else:
                aside = f"{why}-{highest + 1}-{name}"
                try:
                    os.link(path, self.path / aside)  # so that at no instant there is none
                except OSError:  # a folder, or a file system without links
                    os.rename(path, self.path / aside)
                    return aside
            if gone:
                os.unlink(path)
        return aside

    def names(self) -> list[str]:
        """The names of all files."""
        with faults():
            return os.listdir(self.path)

    def games(self) -> set[int]:
        """The numbers of the games that there are files of, of damaged ones too."""
        return {int(match[1]) for name in self.names() if (match := GAME.fullmatch(name))}


def write(file: int, content: bytes, at: int) -> None:
    """Write all of it at a place of an open file.

    Raises:
        OSError: it can't be, or only a part.
    """
    while content:
        written = os.pwrite(file, content, at)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        content, at = content[written:], at + written


def _lock(held: int, until: float) -> None:
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= until:
                raise StoreFault(Fault.BUSY, "somebody else is writing there.") from None
            time.sleep(0.01)
        except OSError:
            return  # a file system without locks
