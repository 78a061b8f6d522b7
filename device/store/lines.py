"""A line of the store's files: one JSON object with a checksum, and lines in pages of their own.

    {"check":"1a2b3c4d","n":7,"draft":{…}}

The checksum is the CRC-32, in hexadecimal digits, of all that stands behind it: `"n":7,"draft":{…}}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from zlib import crc32

Json = dict[str, Any]

PAGE = 4096
"""Bytes that a disk writes as one, and that a power cut may spoil as one: no two lines of a log share a page."""
BLANK = b" " * (PAGE - 1) + b"\n"
"""A page into which a line is to be written."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_HEAD = b'{"check":"'
_BODY = len(_HEAD) + 8 + len(b'",')


def to_line(data: Json) -> bytes:
    """An object, of one key at least, as a line without its end.

    Raises:
        TypeError, ValueError: it can't be said in JSON.
    """
    body = _encode(data)[1:].encode()
    return b'%s%08x",%s' % (_HEAD, crc32(body), body)


def from_line(line: bytes) -> Json | None:
    """The object that a line holds, or None where it isn't as it was written."""
    body = line[_BODY:]
    if line[:_BODY] != b'%s%08x",' % (_HEAD, crc32(body)):
        return None
    try:
        data = json.loads(b"{" + body)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def to_pages(line: bytes) -> bytes:
    """A line in pages of its own: blanks behind it, and the end of the line as the last byte of the last page."""
    pages = len(line) // PAGE + 1
    return line.ljust(pages * PAGE - 1) + b"\n"


def read_pages(content: bytes) -> Iterator[tuple[int, int, Json | None]]:
    """What stands in the pages of a file, one after another, blank ones left out: the first page, counted from 0; the
    one behind the last; and what the line says. Of a line that can't be read every page comes by itself, with None."""
    pages = [content[at : at + PAGE] for at in range(0, len(content), PAGE)]
    starts = [page.startswith(_HEAD) for page in pages]
    at = 0
    while at < len(pages):
        data, behind = None, at + 1
        for end in range(at + 1, len(pages) + 1 if starts[at] else 0):
            line = b"".join(pages[at:end])
            data = from_line(line[: line.rfind(b"}") + 1])
            if data is not None:
                behind = end
            if data is not None or end == len(pages) or starts[end] or pages[end] == BLANK:
                break
        if data is not None or not pages[at].isspace():
            yield at, behind, data
        at = behind
