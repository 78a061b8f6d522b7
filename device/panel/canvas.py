"""What a screen draws on: the panel's 128 by 64 pixels, and a record of what was put where.

The record is what tests ask ("was anything cut off? do two words overlap?") and what prints a screen as words. Text
is judged by its ink, the box round the pixels that are lit: cells have blank rows above and below most letters, and
a screen may tuck lines together by them.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops

from device.panel.font import SMALL, Box, Font
from device.panel.hints import KEY_FONT, arrange
from device.panel.layout import shorten

WIDTH, HEIGHT = 128, 64
LIT, DARK = 255, 0
TITLE: Box = (0, 0, WIDTH, 13)
"""Where `Canvas.title` writes; a thin rule closes it at its foot."""
BODY: Box = (0, 13, WIDTH, 52)
"""What is left between the title and the hints: 39 pixels high."""
HINTS: Box = (0, 52, WIDTH, 64)
"""The strip that says what the buttons do, on every screen."""


class Anchor(Enum):
    """Which part of a text its x names."""

    LEFT = 0
    CENTRE = 1
    RIGHT = 2


class Mark(Enum):
    """A verdict as a picture, told apart upside down and across a table: a full disc against a bare cross."""

    TICK = "✓"
    CROSS = "✗"


MARK_SIZES = (48, 40)


class Text(NamedTuple):
    """A text as it was drawn."""

    text: str
    """The characters on the panel (what the font has no picture of is U+FFFD)."""
    box: Box
    """The cells, blank rows included; it may reach over the panel's edge."""
    font: Font
    inverted: bool = False

    @property
    def height(self) -> int:
        """Of the font, in pixels."""
        return self.font.height

    @property
    def ink(self) -> Box | None:
        """The box round what can be seen, or None for blanks; of inverted text, the whole of its bar."""
        if self.inverted:
            return self.box if self.text else None
        ink = self.font.ink(self.text)
        if ink is None:
            return None
        left, top = self.box[:2]
        return (left + ink[0], top + ink[1], left + ink[2], top + ink[3])


class Canvas:
    """An empty, dark frame to draw on. What lies outside the panel is cut off, and told by `faults`."""

    def __init__(self) -> None:
        self._image = Image.new("1", (WIDTH, HEIGHT))
        self._texts: list[Text] = []
        self._strokes: list[Box] = []
        self._areas: list[Box] = []
        self._shortened: list[str] = []

    @property
    def image(self) -> Image.Image:
        """The frame, mode "1", 128 by 64. Not copied: draw no more once it is handed on."""
        return self._image

    @property
    def texts(self) -> tuple[Text, ...]:
        """What was drawn as text, in the order of drawing; marks count as text."""
        return tuple(self._texts)

    def text(
        self, x: int, y: int, text: str, font: Font, *, anchor: Anchor = Anchor.LEFT, inverted: bool = False
    ) -> int:
        """Draws a line of text with its cells' top at y, and returns its right edge, where the next could start.

        The x is the left edge, the middle or the right edge (the first pixel outside), as the anchor says.
        Inverted text is dark in a lit bar. Nothing is shortened: `layout` has what fits text into a width.
        """
        shaped = font.shape(text)
        width = font.width * len(shaped)
        left = x - (0, width // 2, width)[anchor.value]
        box = (left, y, left + width, y + font.height)
        if shaped:
            if inverted:
                self._image.paste(LIT, box)
            self._image.paste(DARK if inverted else LIT, box, font.picture(shaped))
            self._texts.append(Text(shaped, box, font, inverted))
        return box[2]

    def fill(self, box: Box, *, lit: bool = True) -> None:
        """Lights, or darkens, a whole box."""
        if _is_empty(box):
            return
        self._areas.append(box)
        self._image.paste(LIT if lit else DARK, box)

    def rectangle(self, box: Box) -> None:
        """Draws the outline of a box, one pixel wide, inside it."""
        if _is_empty(box):
            return
        left, top, right, bottom = box
        for side in (
            (left, top, right, top + 1),
            (left, bottom - 1, right, bottom),
            (left, top, left + 1, bottom),
            (right - 1, top, right, bottom),
        ):
            self._strokes.append(side)
            self._image.paste(LIT, side)

    def line(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Draws a line one pixel wide, both ends included."""
        box = (min(x0, x1), min(y0, y1), max(x0, x1) + 1, max(y0, y1) + 1)
        if x0 == x1 or y0 == y1:
            self._strokes.append(box)
            self._image.paste(LIT, box)
            return
        self._areas.append(box)
        steps = max(abs(x1 - x0), abs(y1 - y0))
        for step in range(steps + 1):
            # In whole numbers, halves away from the start: the same pixels on every machine.
            x = x0 + ((x1 - x0) * step * 2 + steps) // (2 * steps)
            y = y0 + ((y1 - y0) * step * 2 + steps) // (2 * steps)
            if 0 <= x < WIDTH and 0 <= y < HEIGHT:
                self._image.putpixel((x, y), LIT)

    def invert(self, box: Box) -> None:
        """Swaps lit and dark in a box, to point at what is drawn there."""
        if _is_empty(box):
            return
        self._areas.append(box)
        inside = _within(box)
        if not _is_empty(inside):
            self._image.paste(ImageChops.invert(self._image.crop(inside)), inside)

    def mark(self, x: int, y: int, mark: Mark, size: int = MARK_SIZES[0]) -> None:
        """Draws a verdict's mark with its top left corner there; raises ValueError for a size there isn't."""
        if size not in MARK_SIZES:
            raise ValueError(f"a mark is {' or '.join(map(str, MARK_SIZES))} pixels, not {size}")
        self.text(x, y, mark.value, Font(size, size, ascent=size))

    def title(self, text: str, right: str = "") -> None:
        """Writes what the screen is about along the top, something short at the right, and a rule below."""
        room = WIDTH
        if (seen := SMALL.ink(right)) is not None:
            room = WIDTH - seen[2] - SMALL.width
            self.text(WIDTH - seen[2], TITLE[1], right, SMALL)
        fitted = shorten(text, SMALL, room)
        if fitted != SMALL.shape(text):
            self._shortened.append(text)
        self.text(0, TITLE[1], fitted, SMALL)
        self.line(0, TITLE[3] - 1, WIDTH - 1, TITLE[3] - 1)

    def hints(self, *hints: tuple[str, str], foot: int = HINTS[3]) -> None:
        """Writes along the foot what the buttons do: pairs of a button's name and what a press of it does.

        The first stands at the left, the last at the right, the rest evenly between. The names are dark on lit keys.
        The meanings are as big as fits, and shortened, which is a fault, only when nothing else helps. Where one line
        isn't enough, a second goes above it, its foot at the first one's top.
        """
        top = foot - (HINTS[3] - HINTS[1])
        row, texts, shortened = _hint_row(hints)
        self._image.paste(LIT, (0, top, WIDTH, foot), row)
        for text in texts:
            left, above, right, below = text.box
            self._texts.append(Text(text.text, (left, above + top, right, below + top), text.font, text.inverted))
        self._shortened += shortened

    def faults(self) -> list[str]:
        """Returns what is wrong with the drawing, in words: cut off, overlapping, crossed by a line, shortened."""
        seen = [(text, ink) for text in self._texts if (ink := text.ink) is not None]
        found = [f"shortened: {text}" for text in self._shortened]
        found += [f"cut off: {text.text!r} at {ink}" for text, ink in seen if _within(ink) != ink]
        found += [f"cut off: shape at {box}" for box in self._strokes + self._areas if _within(box) != box]
        for index, (text, ink) in enumerate(seen):
            found += [f"overlap: {text.text!r}, {other.text!r}" for other, its in seen[:index] if _meet(ink, its)]
            found += [f"crossed: {text.text!r} by {stroke}" for stroke in self._strokes if _meet(ink, stroke)]
        return found

    def as_text(self) -> str:
        """Returns what was written, in reading order: a line of text for each row of the panel."""
        rows: list[list[Text]] = []
        for text in sorted(self._texts, key=lambda text: (text.box[1] + text.box[3], text.box[0])):
            middle = (text.box[1] + text.box[3]) // 2
            if rows and middle < min(rows[-1], key=lambda other: other.height).box[3] - 2:
                rows[-1].append(text)
            else:
                rows.append([text])
        return "\n".join(_join(sorted(row, key=lambda text: text.box[0])) for row in rows)


@lru_cache(maxsize=64)
def _hint_row(hints: tuple[tuple[str, str], ...]) -> tuple[Image.Image, tuple[Text, ...], tuple[str, ...]]:
    """A row of hints as a picture, not to be drawn on, with its texts and what had to be shortened.

    Kept, since a screen is drawn for every press, half of what is on it are hints, and they seldom change.
    """
    height = HINTS[3] - HINTS[1]
    row = Canvas()
    shortened = []
    for hint in arrange(hints, WIDTH):
        if hint.button:
            row._image.paste(LIT, (hint.x, 2, hint.x + hint.key, height - 1))
            row._image.paste(LIT, (hint.x + 1, 1, hint.x + hint.key - 1, height))
            row.text(hint.button_x, 3, hint.button, KEY_FONT, inverted=True)
        row.text(hint.meaning_x, 3 + KEY_FONT.ascent - hint.font.ascent, hint.meaning, hint.font)
        if hint.shortened:
            shortened.append(hint.meaning)
    return row.image.crop((0, 0, WIDTH, height)), row.texts, tuple(shortened)


def _within(box: Box) -> Box:
    return (max(0, box[0]), max(0, box[1]), min(WIDTH, box[2]), min(HEIGHT, box[3]))


def _is_empty(box: Box) -> bool:
    return box[0] >= box[2] or box[1] >= box[3]


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _join(row: list[Text]) -> str:
    """Texts side by side as one line, two blanks where there is a gap between them."""
    line = ""
    for before, text in zip([None, *row], row, strict=False):
        if before is not None:
            line += " " if text.box[0] - before.box[2] < before.font.width else "  "
        line += text.text.strip()
    return line
