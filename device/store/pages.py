"""Rows read straight from the pages of a store, whatever else in it is damaged.

Every row carries its checksum and entries never change, so each copy of a row that is found, in whichever page, is
either right or recognizably garbled; neither the header nor the tree above the pages is needed.
Source: "Database File Format", 1.6 and 2, of SQLite's documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from device.store.entries import Row
from device.store.file import beside
from device.store.schema import PAGE
from device.store.wal import Log, read_log

_INTERIOR, _LEAF = 2, 10  # kinds of pages that hold rows of tables without rowid
_LOCAL = (PAGE - 12) * 64 // 255 - 23  # bytes of a row that a page holds at most; the rest goes to pages of its own
_LEAST = (PAGE - 12) * 32 // 255 - 23
_LARGEST = 1 << 20  # a row said to be larger is garbled


def read_rows(path: Path) -> Iterator[tuple[bool, Row]]:
    """Every row that can be read, garbled ones included, with whether its commit is known to have been finished.

    The sure ones come first, the newest of them first of all. Places that the disk can't read are left out.

    Raises:
        OSError: the file or its log can't be opened.
    """
    with ExitStack() as stack:
        log, logged, main = Log(), None, None
        if beside(path, "-wal").is_file():  # to read from a pipe is to wait
            log = read_log(beside(path, "-wal"))
            logged = stack.enter_context(beside(path, "-wal").open("rb"))
        if path.is_file():
            main = stack.enter_context(path.open("rb"))
        newest = dict(log.committed)

        def page(number: int) -> bytes:
            if number in newest:
                return _read(logged, newest[number])
            return _read(main, (number - 1) * PAGE)

        for _, at in reversed(log.committed):
            yield from ((True, row) for row in _rows(_read(logged, at), page))
        at = PAGE  # the first page holds the names of the tables
        while content := _read(main, at):
            yield from ((True, row) for row in _rows(content, page))
            at += PAGE
        for _, at in reversed(log.other):
            yield from ((False, row) for row in _rows(_read(logged, at), page))


def _read(file: BinaryIO | None, at: int) -> bytes:
    """The page there, filled up with zeros; nothing behind the end."""
    if file is None or at < 0:
        return b""
    try:
        file.seek(at)
        content = file.read(PAGE)
    except OSError:  # a place that the disk can't read
        content = b"\0"
    return content.ljust(PAGE, b"\0") if content else b""


def _rows(content: bytes, page: Callable[[int], bytes]) -> Iterator[Row]:
    if not content or content[0] not in (_INTERIOR, _LEAF):
        return
    pointers, child = (12, 4) if content[0] == _INTERIOR else (8, 0)
    count = min(int.from_bytes(content[3:5], "big"), PAGE // 2)
    for at in range(pointers, min(pointers + 2 * count, PAGE), 2):
        with suppress(IndexError, ValueError):
            yield _record(_payload(content, int.from_bytes(content[at : at + 2], "big") + child, page))


def _payload(content: bytes, at: int, page: Callable[[int], bytes]) -> bytes:
    size, at = _varint(content, at)
    if size > _LARGEST:
        raise ValueError
    if size <= _LOCAL:
        return content[at : at + size]
    local = _LEAST + (size - _LEAST) % (PAGE - 4)
    local = local if local <= _LOCAL else _LEAST
    found = bytearray(content[at : at + local])
    following = content[at + local : at + local + 4]
    while len(found) < size:
        more = page(int.from_bytes(following, "big"))
        if not more:
            raise ValueError
        found += more[4 : 4 + size - len(found)]
        following = more[:4]
    return bytes(found)


def _record(payload: bytes) -> Row:
    """The values of a record. Raises IndexError or ValueError where it can't be one."""
    end, at = _varint(payload, 0)
    values: list[object] = []
    place = end
    while at < end:
        kind, at = _varint(payload, at)
        if kind in (0, 8, 9):
            values.append({0: None, 8: 0, 9: 1}[kind])
            continue
        size = (kind - 13) // 2 if kind >= 13 else {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}.get(kind)
        if size is None or place + size > len(payload) or len(values) > 10:
            raise ValueError
        content = payload[place : place + size]
        place += size
        values.append(int.from_bytes(content, "big", signed=True) if kind < 13 else content.decode())
    return tuple(values)


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """SQLite's integer of one to nine bytes, and where it ends."""
    value = 0
    for place in range(at, at + 8):
        byte = content[place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + 1
    return value << 8 | content[at + 8], at + 9
