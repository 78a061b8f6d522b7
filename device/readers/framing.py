"""From bytes to tags, in every form that readers have. Pure: no port, clock or thread.

A reader is a small class over bytes: `feed` takes what came, split or joined in whatever way, and gives the tags in it;
`pause` is called when nothing came for `PAUSE` while it was `waiting`. What is kept between two calls is bounded, and
nothing that comes over a wire is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from operator import xor
from typing import Protocol

from device.readers.wiring import Kind

PAUSE = 0.05
"""Seconds without a byte that end a line."""

LONGEST = 64
"""Bytes of the longest line that can be a tag."""


class Framing(Protocol):
    """One form in which readers speak."""

    @property
    def waiting(self) -> bool:
        """Whether a pause would mean something now."""

    def feed(self, data: bytes) -> list[str]:
        """The tags that end in these bytes."""

    def pause(self) -> list[str]:
        """The tags that end because nothing came for a while."""


class Lines:
    """Text, ended by CR, LF, both, or a pause: barcode modules such as the GM65.

    After anything that isn't text, or is too long, all is noise until there is a pause: scans are far apart, and in a
    flood of random bytes a line like `2c` would come by chance.
    """

    def __init__(self) -> None:
        self._line = b""
        self._noise = False

    @property
    def waiting(self) -> bool:
        return self._noise or bool(self._line)

    def feed(self, data: bytes) -> list[str]:
        if self._noise:
            return []
        *lines, self._line = _ENDS.split(self._line + data)
        found = []
        for line in lines:
            found += self._take(line)
        if len(self._line) > LONGEST:
            self._noise = True
        if self._noise:
            self._line = b""
        return found

    def pause(self) -> list[str]:
        line, self._line = self._line, b""
        found = self._take(line)
        self._noise = False
        return found

    def _take(self, line: bytes) -> list[str]:
        if not line or self._noise:
            return []
        text = _text(line)
        self._noise = text is None
        return [text] if text else []


class Frames:
    """The RDM6300's frames, and the ID-12LA's: 02, ten hexadecimal characters, two of checksum, perhaps CR LF, 03.

    The checksum is the XOR of the five bytes that the ten characters stand for. A tag is those ten, in upper case.
    """

    waiting = False

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[str]:
        data = self._rest + data
        found = []
        end = 0
        for frame in _FRAME.finditer(data):
            end = frame.end()
            if reduce(xor, bytes.fromhex(frame[1].decode())) == int(frame[2], 16):
                found.append(frame[1].decode().upper())
        self._rest = data[end:][1 - _LONGEST_FRAME :]
        return found

    def pause(self) -> list[str]:
        return []


class Auto:
    """Whichever it is, lines or frames. A frame is no text, and a line no frame."""

    def __init__(self) -> None:
        self._lines = Lines()
        self._frames = Frames()

    @property
    def waiting(self) -> bool:
        return self._lines.waiting

    def feed(self, data: bytes) -> list[str]:
        return self._frames.feed(data) + self._lines.feed(data)

    def pause(self) -> list[str]:
        return self._lines.pause()


FRAMINGS: dict[Kind, Callable[[], Framing]] = {
    Kind.AUTO: Auto,
    Kind.LINES: Lines,
    Kind.RDM6300: Frames,
    Kind.ID12LA: Frames,
}
"""What understands each kind of reader."""

GONE_AFTER = 1.0
"""Seconds without a tag after which it has left the reader; while it is near, readers say it again and again."""

MOST = 32
"""Tags near at once, or swept within `GONE_AFTER`; more are no cards, but something gone wrong."""

_ENDS = re.compile(rb"[\r\n]")
_FRAME = re.compile(rb"\x02([0-9A-Fa-f]{10})([0-9A-Fa-f]{2})(?:\r\n)?\x03")
_LONGEST_FRAME = 16


class Presence:
    """Which tags are near: so that one that is said again and again was swept once."""

    def __init__(self) -> None:
        self._near: dict[str, float] = {}

    def comes(self, tag: str, at: float) -> bool:
        """Whether a tag that was read at `at`, in seconds of one clock, has just come near."""
        self._near = {near: last for near, last in self._near.items() if at - last < GONE_AFTER}
        came = tag not in self._near
        if came and len(self._near) >= MOST:
            return False
        self._near[tag] = at
        return came


def _text(line: bytes) -> str | None:
    """The line as text, "" for one of blanks, None for what is no text."""
    try:
        text = line.decode().strip(" \t")
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() and len(line) <= LONGEST else None
