"""A card reader's port, and the thread that listens there. It sleeps until bytes come.

pyserial is imported in that thread: a box without a reader never loads it, and one with a reader needn't wait for it.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Self

from device.closing import Closing
from device.readers.framing import FRAMINGS, PAUSE, Presence
from device.readers.wiring import Reader

if TYPE_CHECKING:
    from serial import Serial

FIRST_WAIT, LONGEST_WAIT = 0.5, 5.0
"""Seconds until a port that isn't there is tried again: twice as long each time."""

GATHER = 0.02
"""Seconds that the rest of a tag is waited for once some of it has come: noise at line speed costs no more wake-ups."""

CHUNK = 4096
"""Bytes that are read at once: what the kernel keeps of a line."""

MUCH = 1024
"""Bytes at once after which nothing is waited for: more come than a line brings while we gather."""

BY_NAME = (Path("/dev/serial/by-id"), Path("/dev/serial/by-path"))
"""Where a port has a name that stays when it is unplugged and comes back."""

GOODBYE = 1.0
"""Seconds that the thread has to end; a driver may hang."""


class ReaderThread(Closing):
    """Listens to a reader as long as it is open, for `with`; the port is opened when it is there, and again after loss.

    `swept` is called in the reader's thread with every tag that comes near, and when, in seconds of `clock`. `told` is
    called there when something is wrong with the reader, with a sentence for players of at most 60 characters and one
    for the log, and with two empty ones when all is well again. Neither may raise.
    """

    def __init__(
        self,
        reader: Reader,
        *,
        swept: Callable[[str, float], None],
        told: Callable[[str, str], None],
        clock: Callable[[], float] = time.monotonic,
        wait: float = FIRST_WAIT,
    ) -> None:
        self._reader = reader
        self._swept = swept
        self._told = told
        self._clock = clock
        self._first_wait = wait
        self._port = reader.port
        self._wrong: str | None = None
        self._presence = Presence()
        self.opened = threading.Event()
        """Set while the port is open."""
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name="reader", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def close(self) -> None:
        """End the thread, if it can, and the port with it."""
        os.write(self._wake, b"\0")
        self._thread.join(GOODBYE)
        if not self._thread.is_alive():
            os.close(self._wake)
            os.close(self._woken)

    def _run(self) -> None:
        import termios

        wait = self._first_wait
        while True:
            try:
                with self._open() as port:
                    self._port = stable(self._port)
                    self.opened.set()
                    self._tell("", "")
                    wait = self._first_wait
                    if self._listen(port):
                        return
            except (OSError, ImportError, ValueError, TypeError, termios.error) as error:
                self._tell(_why(error), f"the card reader on {self._port} is tried again: {error}")
            self.opened.clear()
            if self._sleep(wait):
                return
            wait = min(2 * wait, LONGEST_WAIT)

    def _open(self) -> Serial:
        from serial import Serial

        # A lock of its own keeps a second box away; `timeout` 0 because what is asleep here is `select`.
        return Serial(self._port, self._reader.speed, timeout=0, exclusive=True)

    def _listen(self, port: Serial) -> bool:
        """Hand on tags until the box stops, which is True; OSError when the port is lost."""
        framing = FRAMINGS[self._reader.kind]()
        while True:
            ready, _, _ = select([port, self._woken], [], [], PAUSE if framing.waiting else None)
            if self._woken in ready:
                return True
            if not ready:
                self._hand_on(framing.pause())
                continue
            data = port.read(CHUNK)
            tags = framing.feed(data)
            self._hand_on(tags)
            if not tags and len(data) < MUCH and self._sleep(GATHER):
                return True

    def _hand_on(self, tags: Iterable[str]) -> None:
        for tag in tags:
            at = self._clock()
            if self._presence.comes(tag, at):
                self._swept(tag, at)

    def _sleep(self, seconds: float) -> bool:
        """Whether the box stopped meanwhile."""
        return bool(select([self._woken], [], [], seconds)[0])

    def _tell(self, text: str, detail: str) -> None:
        if text != self._wrong and not (text == "" and self._wrong is None):
            self._told(text, detail)
        self._wrong = text


def stable(port: str, folders: Iterable[Path] = BY_NAME) -> str:
    """The name that an open port keeps when it comes back after it was unplugged; the same where it has none."""
    if any(Path(port).is_relative_to(folder) for folder in folders):
        return port
    for folder in folders:
        try:
            links = sorted(folder.iterdir())
        except OSError:
            continue
        for link in links:
            if os.path.realpath(link) == os.path.realpath(port):
                return str(link)
    return port


def _why(error: Exception) -> str:
    """Why a port can't be used, as a sentence for players."""
    if isinstance(error, ImportError):
        return "The card reader needs pyserial, which is missing."
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.EACCES, errno.EPERM):
        return "The box has no right to use the card reader."
    if number in (errno.EAGAIN, errno.EBUSY):
        return "Another program has the card reader."
    if number is None or number in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO):
        return "The card reader isn't there: is it plugged in?"
    return f"The card reader fails: {os.strerror(number)}."[:60]
