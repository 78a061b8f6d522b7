"""Readers on pseudo-terminals: what the box opens is a terminal, and a test holds the other end."""

from __future__ import annotations

import os
import select
import time
import tty
from functools import reduce
from operator import xor
from pathlib import Path

from device.closing import Closing

PATIENCE = 10.0
"""Seconds that something may take on a busy machine."""


def frame(tag: str, *, end: bytes = b"\x03") -> bytes:
    """The frame of a tag: ten hexadecimal characters."""
    return b"\x02%s%02X%s" % (tag.encode(), reduce(xor, bytes.fromhex(tag)), end)


class Wire(Closing):
    """A reader under a name that stays, as /dev/serial/by-id gives one."""

    def __init__(self, name: Path) -> None:
        self.name = name
        self._far = -1
        self.plug()

    def plug(self) -> None:
        """Plug it in: another terminal, the same name."""
        self._far, near = os.openpty()
        tty.setraw(near)
        self.name.unlink(missing_ok=True)
        self.name.symlink_to(os.ttyname(near))
        os.close(near)

    def unplug(self) -> None:
        self.name.unlink()
        os.close(self._far)
        self._far = -1

    def send(self, data: bytes, *, speed: int = 0) -> None:
        """Write bytes; with a speed, in bits per second, one after another, ten bits each."""
        pieces = [data] if not speed else [data[at : at + 1] for at in range(len(data))]
        start = time.monotonic()
        for place, piece in enumerate(pieces, 1):
            while piece:
                piece = piece[os.write(self._far, piece) :]
            if speed:
                time.sleep(max(0.0, start + place * 10 / speed - time.monotonic()))

    def close(self) -> None:
        if self._far >= 0:
            self.unplug()


class Heard:
    """What a reader's thread said, to be waited for."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.stamps: list[float] = []
        self.told: list[tuple[str, str]] = []
        self._woken, self._wake = os.pipe()

    def swept(self, tag: str, at: float) -> None:
        self.tags.append(tag)
        self.stamps.append(at)
        os.write(self._wake, b"\0")

    def tell(self, text: str, detail: str) -> None:
        self.told.append((text, detail))
        os.write(self._wake, b"\0")

    def wait(self, *, tags: int = 0, told: int = 0) -> None:
        """Wait until there are so many."""
        end = time.monotonic() + PATIENCE
        while len(self.tags) < tags or len(self.told) < told:
            left = end - time.monotonic()
            assert left > 0, f"heard only {self.tags} and {self.told}"
            if select.select([self._woken], [], [], left)[0]:
                os.read(self._woken, 4096)
