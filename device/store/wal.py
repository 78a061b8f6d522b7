"""SQLite's write-ahead log, read without SQLite: which of its frames count, and whether it was damaged.

SQLite takes a log whose chain of checksums breaks for one that ends there, which is right after a power cut, and
forgets what follows. So a bit that flips in the middle would silently take back all that was committed since.
Source: "WAL-mode File Format" of SQLite's documentation.
"""

from __future__ import annotations

import struct
from pathlib import Path

from device.store.schema import PAGE
from engine.value import value

HEADER, FRAME = 32, 24  # bytes before the first frame, and before each frame's page
_MAGICS = {0x377F0682: "<", 0x377F0683: ">"}  # which says the order of bytes that the checksums go by


@value
class Log:
    """What a write-ahead log holds.

    Attributes:
        sound: whether nothing suggests that committed frames can't be reached.
        committed: pages that count, as (number of the page, where it begins in the log), oldest first; garbled ones
            among them where the log isn't sound.
        other: pages that don't, of older logs, unfinished commits, or behind what is garbled.
    """

    sound: bool = True
    committed: tuple[tuple[int, int], ...] = ()
    other: tuple[tuple[int, int], ...] = ()


def read_log(path: Path) -> Log:
    """The log in a file; an empty one where there is no file.

    Raises:
        OSError: it can't be read.
    """
    try:
        log = path.read_bytes()
    except FileNotFoundError:
        return Log()
    if len(log) < HEADER + FRAME:
        return Log()
    magic, _version, page, _number, salt1, salt2, *check = struct.unpack_from(">8I", log)
    frames = [(struct.unpack_from(">4I", log, at), at) for at in range(HEADER, len(log) - FRAME, FRAME + PAGE)]
    places = tuple((frame[0], at + FRAME) for frame, at in frames)
    order = _MAGICS.get(magic)
    if order is None or page != PAGE or _checksum(log[:24], (0, 0), order) != tuple(check):
        if not any(log[:HEADER]):
            return Log(other=places)
        commit = _last_commit(frames, frames[0][0][2:])
        return Log(False, places[:commit], places[commit:])
    good = commit = 0
    sums = (check[0], check[1])
    for frame, at in frames:
        if frame[2:] != (salt1, salt2) or len(log) < at + FRAME + PAGE:
            break
        sums = _checksum(log[at : at + 8] + log[at + FRAME : at + FRAME + PAGE], sums, order)
        if sums != struct.unpack_from(">2I", log, at + 16):
            break
        good += 1
        if frame[1]:  # the size of the database, which the last frame of a commit holds
            commit = good
    # A power cut can leave one commit unfinished, never two: each is flushed before the next.
    sound = sum(_is_commit(frame, (salt1, salt2)) for frame, _ in frames[good:]) < 2
    if not sound:
        commit = _last_commit(frames, (salt1, salt2))
    return Log(sound, places[:commit], places[commit:])


def _is_commit(frame: tuple[int, ...], salts: tuple[int, ...]) -> bool:
    return bool(frame[1]) and frame[2:] == salts


def _last_commit(frames: list[tuple[tuple[int, ...], int]], salts: tuple[int, ...]) -> int:
    """How many frames there are up to the last commit of the log with these salts, garbled ones among them."""
    return max((count for count, (frame, _) in enumerate(frames, 1) if _is_commit(frame, salts)), default=0)


def _checksum(part: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(part) // 4}I", part)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
