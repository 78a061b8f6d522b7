"""How the line at the foot of every screen is set: what each button does, as keys and words in one row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from device.panel.font import SMALL, TINY, Font
from device.panel.layout import ELLIPSIS
from engine.value import replace, value

KEY_FONT = TINY
_RIM = 2
_AFTER_KEY = 3
_ATTEMPTS = ((SMALL, 6), (SMALL, 3), (TINY, 4), (TINY, 3))
"""The font of the meanings and the least room between two hints, the most legible first."""


@value
class Hint:
    """A button's name on a key, and beside it what a press of it does."""

    button: str
    meaning: str
    font: Font
    """Of the meaning."""
    x: int = 0
    """Where the key begins, in pixels."""
    shortened: bool = False

    @property
    def key(self) -> int:
        """The width of the key in pixels, its rim included; nothing without a name."""
        return _RIM + KEY_FONT.measure(self.button) + _RIM - 1 if self.button else 0

    @property
    def button_x(self) -> int:
        """Where the button's name begins, in pixels."""
        return self.x + _RIM

    @property
    def meaning_x(self) -> int:
        """Where the meaning begins, in pixels."""
        return self.x + self.key + (_AFTER_KEY if self.button and self.meaning else 0)

    @property
    def width(self) -> int:
        """In pixels, to the end of what can be seen."""
        seen = self.font.ink(self.meaning)
        return self.meaning_x - self.x + (seen[2] if seen else 0)


@lru_cache(maxsize=64)
def arrange(hints: tuple[tuple[str, str], ...], width: int) -> tuple[Hint, ...]:
    """Returns pairs of button and meaning set into a row so wide: the first at its left, the last at its right.

    In the biggest font in which they fit; where they fit in none, the longest meanings are shortened. Kept, since a
    screen is drawn for every press and its hints seldom change.

    >>> [(hint.x, hint.font.height) for hint in arrange((("OK", "deal"), ("BACK", "undo")), 128)]
    [(0, 12), (79, 12)]
    """
    for font, gap in _ATTEMPTS:
        row = [Hint(font.shape(button), font.shape(meaning), font) for button, meaning in hints]
        if _spare(row, gap, width) >= 0:
            break
    while _spare(row, gap, width) < 0 and any(hint.meaning for hint in row):
        longest = max(range(len(row)), key=lambda index: len(row[index].meaning))
        left = row[longest].meaning.removesuffix(ELLIPSIS)[:-1].rstrip()
        row[longest] = replace(row[longest], meaning=left + ELLIPSIS if left else "", shortened=True)
    spare = max(0, _spare(row, 0, width))
    places = []
    taken = 0
    for index, hint in enumerate(row):
        places.append(replace(hint, x=taken + spare * index // max(1, len(row) - 1)))
        taken += hint.width
    return tuple(places)


def _spare(row: Sequence[Hint], gap: int, width: int) -> int:
    """What a row leaves of the width with at least so much between two hints; negative when it is too long."""
    return width - sum(hint.width for hint in row) - gap * (len(row) - 1)
