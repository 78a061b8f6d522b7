"""Makes the panel's font files from the bitmap fonts of the X Window System.

Needed only to change the fonts; what it writes is kept beside it. On Debian::

    apt-get download xfonts-terminus xfonts-base
    for package in xfonts-*.deb; do dpkg-deb -x "$package" unpacked; done
    python device/panel/fonts/build.py unpacked/usr/share/fonts/X11/misc

A font file is, in order: the four bytes ``CELL``; width and height of the cell in pixels, a byte each; the number
of characters, two bytes; the characters' code points in rising order, two bytes each; the glyphs in the same order,
each its rows from the top, a row padded to whole bytes with its leftmost pixel in the highest bit. Numbers are
little-endian. So one file is read with one read, and a glyph is found by bisection, without building anything.
"""

from __future__ import annotations

import gzip
import struct
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

HERE = Path(__file__).parent
Rows = tuple[int, ...]  # a glyph: a number per row, the leftmost pixel in the highest of `width` bits

# Which of the originals becomes which cell. From 16 pixels up the bold cut reads better lit on black.
SOURCES = {
    (5, 8): "5x8.pcf.gz",
    (6, 12): "ter-u12n_unicode.pcf.gz",
    (8, 16): "ter-u16b_unicode.pcf.gz",
    (12, 24): "ter-u24b_unicode.pcf.gz",
    (16, 32): "ter-u32b_unicode.pcf.gz",
}
MARK_SIZES = (40, 48)


def wanted(code: int) -> bool:
    """Whether a character is shipped: letters, digits, punctuation and signs; no box drawing, nothing unseen."""
    if 0x2500 <= code < 0x25A0 or 0x2800 <= code < 0x2900 or 0xE000 <= code < 0xF900:
        return False
    return unicodedata.category(chr(code)) not in ("Cc", "Cf", "Cn", "Mn", "Me", "Zs")


class Pcf:
    """A font in the X server's portable compiled format.

    Only what these fonts use: glyph rows with the leftmost pixel in the highest bit.
    """

    METRICS, BITMAPS, ENCODINGS, ACCELERATORS = 4, 8, 32, 2

    def __init__(self, path: Path) -> None:
        self._bytes = gzip.decompress(path.read_bytes())
        self._tables: dict[int, tuple[int, int]] = {}
        (count,) = struct.unpack_from("<I", self._bytes, 4)
        for place in range(8, 8 + 16 * count, 16):
            kind, form, _, offset = struct.unpack_from("<4I", self._bytes, place)
            self._tables[kind] = (form, offset)
        self.ascent: int = self._unpack(self.ACCELERATORS, "i", 12)[0]
        self._metrics = list(self._read_metrics())
        glyphs = self._unpack(self.BITMAPS, "I", 4)[0]
        self._offsets = self._unpack(self.BITMAPS, f"{glyphs}I", 8)
        self._pixels = self._tables[self.BITMAPS][1] + 8 + 4 * glyphs + 16

    def _unpack(self, table: int, form: str, skip: int) -> tuple[int, ...]:
        flags, offset = self._tables[table]
        order = ">" if flags & 4 else "<"
        return struct.unpack_from(order + form, self._bytes, offset + skip)

    def _read_metrics(self) -> Iterator[tuple[int, ...]]:
        """For each glyph: left and right edge, advance, ascent, descent."""
        flags, offset = self._tables[self.METRICS]
        if flags & 0x100:
            for index in range(self._unpack(self.METRICS, "H", 4)[0]):
                start = offset + 6 + 5 * index
                yield tuple(byte - 128 for byte in self._bytes[start : start + 5])
        else:
            for index in range(self._unpack(self.METRICS, "I", 4)[0]):
                yield self._unpack(self.METRICS, "5h", 8 + 12 * index)

    def characters(self) -> Iterator[tuple[int, int]]:
        """The code points there are, each with the index of its glyph."""
        low, high, first, last = self._unpack(self.ENCODINGS, "4H", 4)
        place = 14
        for row in range(first, last + 1):
            for column in range(low, high + 1):
                (index,) = self._unpack(self.ENCODINGS, "H", place)
                place += 2
                if index != 0xFFFF:
                    yield row * 256 + column, index

    def rows(self, index: int, width: int, height: int) -> Rows:
        """A glyph in a cell of that size; raises ValueError when it sticks out."""
        left, right, _, ascent, descent = self._metrics[index]
        padding = 1 << (self._tables[self.BITMAPS][0] & 3)
        stride = -(-(right - left) // (8 * padding)) * padding
        cell = [0] * height
        for row in range(ascent + descent):
            start = self._pixels + self._offsets[index] + row * stride
            pixels = int.from_bytes(self._bytes[start : start + stride], "big")
            shift = width - left - 8 * stride
            pixels = pixels << shift if shift >= 0 else pixels >> -shift
            top = self.ascent - ascent + row
            if not pixels:
                continue
            if not 0 <= top < height or pixels >> width:
                raise ValueError(f"glyph {index} doesn't fit into {width}×{height}")
            cell[top] = pixels
        return tuple(cell)


def additions() -> dict[tuple[int, int], dict[int, Rows]]:
    """The glyphs drawn by hand in additions.txt, by cell and code point; raises ValueError for a bad drawing."""
    drawn: dict[tuple[int, int], dict[int, Rows]] = {}
    blocks = HERE.joinpath("additions.txt").read_text("utf-8").split("\n\n")
    for block in blocks:
        heading, *picture = [line for line in block.splitlines() if line and not line.startswith(";")] or [""]
        if not heading:
            continue
        cell, character = heading.split()
        width, height = map(int, cell.split("x"))
        if len(picture) != height or any(len(row) != width for row in picture):
            raise ValueError(f"{heading}: the drawing isn't {width} by {height}")
        rows = tuple(int(row.replace(".", "0").replace("#", "1"), 2) for row in picture)
        drawn.setdefault((width, height), {})[ord(character)] = rows
    return drawn


def stroke(x: float, y: float, start: tuple[float, float], end: tuple[float, float]) -> float:
    """The distance of a point from a line."""
    (x0, y0), (x1, y1) = start, end
    along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2)
    along = min(1.0, max(0.0, along))
    return float(((x - x0 - along * (x1 - x0)) ** 2 + (y - y0 - along * (y1 - y0)) ** 2) ** 0.5)


def tick(x: float, y: float) -> bool:
    """Whether a point of the unit square is lit: a full disc with a dark tick in it."""
    dark = min(stroke(x, y, (0.23, 0.54), (0.42, 0.73)), stroke(x, y, (0.42, 0.73), (0.77, 0.33))) < 0.075
    return not dark and (x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.25


def cross(x: float, y: float) -> bool:
    """Whether a point of the unit square is lit: a bare diagonal cross, open where the tick's disc is full."""
    return min(stroke(x, y, (0.11, 0.11), (0.89, 0.89)), stroke(x, y, (0.89, 0.11), (0.11, 0.89))) < 0.11


def mark(lit: Callable[[float, float], bool], size: int) -> Rows:
    """A mark in a square cell: a pixel is lit when more than half of it is."""
    fine = 8
    steps = [(step + 0.5) / fine for step in range(fine)]

    def pixel(column: int, row: int) -> bool:
        covered = sum(lit((column + across) / size, (row + down) / size) for down in steps for across in steps)
        return covered * 2 > fine * fine

    return tuple(sum(pixel(column, row) << (size - 1 - column) for column in range(size)) for row in range(size))


def write(width: int, height: int, glyphs: dict[int, Rows]) -> None:
    """Writes the font file of a cell."""
    codes = sorted(glyphs)
    stride = -(-width // 8)
    head = struct.pack("<4sBBH", b"CELL", width, height, len(codes)) + struct.pack(f"<{len(codes)}H", *codes)
    body = b"".join((row << (8 * stride - width)).to_bytes(stride, "big") for code in codes for row in glyphs[code])
    HERE.joinpath(f"panel-{width}x{height}.font").write_bytes(head + body)


def main(originals: Path) -> None:
    """Writes all font files; raises OSError when an original isn't there."""
    drawn = additions()
    for (width, height), source in SOURCES.items():
        font = Pcf(originals / source)
        glyphs = {code: font.rows(index, width, height) for code, index in font.characters() if wanted(code)}
        write(width, height, glyphs | drawn.get((width, height), {}))
    for size in MARK_SIZES:
        write(size, size, {ord("✓"): mark(tick, size), ord("✗"): mark(cross, size)})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
