"""Fitting words into pixels: which font, where to break, what to leave out when nothing else helps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from device.panel.font import FONTS, Font

ELLIPSIS = "…"


def fit(text: str, width: int, fonts: Sequence[Font] = FONTS) -> Font:
    """Returns the first of the fonts, biggest first, in which a text is at most `width` pixels wide.

    When it fits in none, the last; raises ValueError when there are none to choose from.

    >>> fit("pair of sixes", 128).height
    16
    """
    if not fonts:
        raise ValueError("there is no font to choose from")
    return next((font for font in fonts if font.measure(text) <= width), fonts[-1])


def fit_lines(text: str, width: int, height: int, fonts: Sequence[Font] = FONTS) -> tuple[Font, list[str]]:
    """Returns the first of the fonts in which a text fits a box when wrapped between words, and its lines.

    Where it fits in none, the last font, with whatever lines there is room for (at least one), shortened.
    """
    if not fonts:
        raise ValueError("there is no font to choose from")
    for font in fonts:
        lines = _break(font.shape(text).split(), width // font.width)
        if lines is not None and len(lines) * font.height <= height:
            return font, lines
    last = fonts[-1]
    return last, wrap(text, last, width, max(1, height // last.height))


def shorten(text: str, font: Font, width: int) -> str:
    """Returns a text that is at most `width` pixels wide: itself, or its beginning and an ellipsis.

    >>> from device.panel.font import SMALL
    >>> shorten("straight to nine", SMALL, 60)
    'straight…'
    """
    cells = max(0, width // font.width)
    shaped = font.shape(text)
    if len(shaped) <= cells:
        return shaped
    return shaped[: cells - 1].rstrip() + ELLIPSIS if cells else ""


def wrap(text: str, font: Font, width: int, lines: int) -> list[str]:
    """Returns a text broken between words into at most `lines` lines of at most `width` pixels.

    A word that is wider than a line is broken; an ellipsis ends the last line when there was more.

    >>> from device.panel.font import SMALL
    >>> wrap("fives over kings", SMALL, 64, 2)
    ['fives over', 'kings']
    """
    cells = width // font.width
    if cells < 1 or lines < 1:
        return []
    words = font.shape(text).split()
    broken = _break(words, cells)
    if broken is None or len(broken) > lines:
        broken = _break([piece for word in words for piece in _pieces(word, cells)], cells) or []
    if len(broken) > lines:
        rest = " ".join(broken[lines - 1 :])
        broken[lines - 1 :] = [shorten(rest, font, width)]
    return broken


def _break(words: Iterable[str], cells: int) -> list[str] | None:
    """Lines of at most so many cells, or None when some word doesn't fit into one."""
    lines: list[str] = []
    for word in words:
        if len(word) > cells:
            return None
        if lines and len(lines[-1]) + 1 + len(word) <= cells:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _pieces(word: str, cells: int) -> list[str]:
    return [word[start : start + cells] for start in range(0, len(word), cells)]
