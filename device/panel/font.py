"""The panel's type: bitmap fonts in fixed cells, and how any text at all becomes cells."""

from __future__ import annotations

import re
import struct
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from PIL import Image

from engine.value import value

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are the first outside, as in Pillow."""

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_HEBREW = re.compile("[\u0590-\u05ff]+(?: +[\u0590-\u05ff]+)*")


@value
class Font:
    """A font whose every character is as wide and as high as its cell.

    A value that is cheap to make: its file is read when a glyph is first needed.
    """

    width: int
    """Of a cell, in pixels."""
    height: int
    """Of a cell, in pixels, room for accents and descenders included."""
    ascent: int
    """From the cell's top to the baseline, in pixels: fonts of two sizes align by it."""

    def shape(self, text: str) -> str:
        """Returns the characters that stand for a text on the panel, one to a cell.

        Marks are composed with their letters, or dropped where the font has no such letter. Every kind of white
        space becomes a blank; control and formatting characters vanish; what can't be shown becomes U+FFFD.

        >>> SMALL.shape("Zoe\u0308\\t\u2460 \u65e5\\x07")
        'Zoë 1 �'
        """
        if text.isascii() and text.isprintable():
            return text
        return _shape(self, text)

    def measure(self, text: str) -> int:
        """Returns how wide a text is drawn, in pixels."""
        return self.width * len(self.shape(text))

    def covers(self, text: str) -> bool:
        """Returns whether every visible character of a text is shown as itself or as its nearest letter."""
        return REPLACEMENT not in self.shape(text)

    def glyph(self, character: str) -> Image.Image:
        """Returns the picture of a single character in its cell (of ﬁ, the f), lit pixels white; not to be drawn on.

        Raises OSError or ValueError when the font's file can't be read.
        """
        return _glyph(self, self.shape(character)[:1])

    def picture(self, text: str) -> Image.Image:
        """Returns the picture of a text, `measure(text)` wide and `height` high; not to be drawn on.

        Raises OSError or ValueError when the font's file can't be read.
        """
        return _picture(self, self.shape(text))

    def ink(self, text: str) -> Box | None:
        """Returns the box round what is lit in a text's picture, or None when nothing is."""
        return self.picture(text).getbbox()

    def looks(self, text: str) -> bytes:
        """Returns a text's pixels, cell by cell: two texts look alike if and only if theirs are equal.

        A Latin A and a Greek one are the same in print, and all that can't be shown looks the same.

        >>> SMALL.looks("Anna") == SMALL.looks("\N{CYRILLIC CAPITAL LETTER A}nna")
        True
        """
        table, blank = _table(self), bytes(-(-self.width // 8) * self.height)
        return b"".join(table.find(cell) or blank for cell in _as_seen(self.shape(text).rstrip()))


TINY = Font(5, 8, ascent=7)
SMALL = Font(6, 12, ascent=10)
MEDIUM = Font(8, 16, ascent=12)
LARGE = Font(12, 24, ascent=19)
HUGE = Font(16, 32, ascent=26)
FONTS = (HUGE, LARGE, MEDIUM, SMALL, TINY)
"""All fonts for text, the biggest first."""


@value
class _Table:
    """A font file as it was read (its form is told in fonts/build.py)."""

    content: bytes
    codes: tuple[int, ...]
    start: int
    size: int

    def find(self, character: str) -> bytes | None:
        """Returns a character's packed rows, or None when the font hasn't got it."""
        code = ord(character)
        index = bisect_left(self.codes, code)
        if index == len(self.codes) or self.codes[index] != code:
            return None
        begin = self.start + index * self.size
        return self.content[begin : begin + self.size]


@lru_cache
def _table(font: Font) -> _Table:
    path = Path(__file__).with_name("fonts") / f"panel-{font.width}x{font.height}.font"
    content = path.read_bytes()
    size = -(-font.width // 8) * font.height
    try:
        kind, width, height, count = struct.unpack_from("<4sBBH", content)
        codes = struct.unpack_from(f"<{count}H", content, 8)
    except struct.error:
        raise ValueError(f"{path} is damaged") from None
    start = 8 + 2 * count
    if (kind, width, height) != (b"CELL", font.width, font.height) or len(content) != start + count * size:
        raise ValueError(f"{path} is damaged")
    return _Table(content, codes, start, size)


@lru_cache(maxsize=256)
def _glyph(font: Font, character: str) -> Image.Image:
    table = _table(font)
    rows = None if character in ("", " ") else table.find(character) or table.find(REPLACEMENT)
    if rows is None:
        return Image.new("1", (font.width, font.height))
    return Image.frombytes("1", (font.width, font.height), rows)


@lru_cache(maxsize=128)
def _picture(font: Font, shaped: str) -> Image.Image:
    picture = Image.new("1", (font.width * len(shaped), font.height))
    for index, character in enumerate(_as_seen(shaped)):
        if character != " ":
            picture.paste(_glyph(font, character), (index * font.width, 0))
    return picture


def _as_seen(shaped: str) -> str:
    """Characters from left to right: Hebrew is read the other way, and so are the blanks between its words."""
    return _HEBREW.sub(lambda run: run[0][::-1], shaped)


@lru_cache(maxsize=512)
def _shape(font: Font, text: str) -> str:
    table = _table(font)
    return "".join(cell for char in unicodedata.normalize("NFC", text) for cell in _cells(table, char))


def _cells(table: _Table, char: str) -> Iterator[str]:
    """The characters that stand for one character of composed text: usually itself."""
    if char.isspace():
        yield " "
    elif table.find(char):
        yield char
    elif unicodedata.category(char) not in ("Cc", "Cf", "Mn", "Me"):
        yield from _nearest(table, char)


def _nearest(table: _Table, char: str) -> str:
    """A letter with as many of its marks as the font has, or what it is made of (ﬁ, ①), or the replacement."""
    letter, *marks = list(unicodedata.normalize("NFD", char))
    for kept in range(len(marks), -1, -1):
        composed = unicodedata.normalize("NFC", letter + "".join(marks[:kept]))
        if len(composed) == 1 and table.find(composed):
            return composed
    plain = unicodedata.normalize("NFKD", char)
    if all(part == " " or table.find(part) or unicodedata.combining(part) for part in plain):
        return "".join(part for part in plain if not unicodedata.combining(part)) or REPLACEMENT
    return REPLACEMENT
