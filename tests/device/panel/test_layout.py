"""Fitting words into pixels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.panel.font import FONTS, LARGE, MEDIUM, SMALL, TINY, Font
from device.panel.layout import ELLIPSIS, fit, fit_lines, shorten, wrap

fonts = st.sampled_from(FONTS)
widths = st.integers(-5, 200)


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [
        ("", 128, 32),
        ("jack", 128, 32),
        ("jack high", 128, 24),
        ("pair of sixes", 128, 16),
        ("straight to nine", 128, 16),
        ("fives over kings!", 128, 12),
        ("straight flush to nine", 128, 8),
        ("far too long to fit in any font", 128, 8),
    ],
)
def test_the_biggest_font_that_fits(text: str, width: int, height: int) -> None:
    assert fit(text, width).height == height


@pytest.mark.parametrize(
    ("text", "font", "lines"),
    [
        ("pair of sixes", LARGE, ["pair of", "sixes"]),
        ("straight flush to nine", MEDIUM, ["straight flush", "to nine"]),
        ("jack", FONTS[0], ["jack"]),
        ("", FONTS[0], []),
    ],
)
def test_wrapping_allows_a_bigger_font(text: str, font: Font, lines: list[str]) -> None:
    assert fit_lines(text, 128, 48) == (font, lines)


@pytest.mark.parametrize(
    ("text", "width", "lines", "wrapped"),
    [
        ("fives over kings", 96, 1, ["fives over kings"]),
        ("fives over kings", 60, 2, ["fives over", "kings"]),
        ("fives over kings", 60, 1, ["fives ove…"]),
        ("fives  over\nkings ", 36, 3, ["fives", "over", "kings"]),
        ("fives over kings", 36, 2, ["fives", "over…"]),
        ("Rindfleischetikett is long", 60, 3, ["Rindfleisc", "hetikett", "is long"]),
        ("", 60, 2, []),
        ("word", 5, 2, []),
        ("word", 60, 0, []),
    ],
)
def test_wrapping_breaks_between_words_and_cuts_last(text: str, width: int, lines: int, wrapped: list[str]) -> None:
    assert wrap(text, SMALL, width, lines) == wrapped


@given(st.text(), fonts, widths, st.integers(0, 5))
def test_wrapped_lines_fit(text: str, font: Font, width: int, lines: int) -> None:
    wrapped = wrap(text, font, width, lines)
    assert len(wrapped) <= lines
    assert all(font.measure(line) <= width for line in wrapped)


@given(st.text(), fonts)
def test_nothing_is_lost_where_there_is_room(text: str, font: Font) -> None:
    wrapped = wrap(text, font, font.width * 500, 5)
    assert " ".join(wrapped) == " ".join(font.shape(text).split())


@given(st.text(), fonts, widths)
def test_shortened_text_fits_and_is_whole_if_it_can_be(text: str, font: Font, width: int) -> None:
    short = shorten(text, font, width)
    assert font.measure(short) <= max(0, width)
    if font.measure(text) <= width:
        assert short == font.shape(text)
    elif width >= font.width:
        assert short.endswith(ELLIPSIS)


@given(st.text(), st.integers(0, 128), st.integers(8, 64))
def test_fitted_lines_fit_their_box(text: str, width: int, height: int) -> None:
    font, lines = fit_lines(text, width, height)
    assert all(font.measure(line) <= width for line in lines)
    assert len(lines) * font.height <= height


def test_there_must_be_a_font() -> None:
    with pytest.raises(ValueError, match="no font"):
        fit("x", 128, [])
    with pytest.raises(ValueError, match="no font"):
        fit_lines("x", 128, 64, [])
    assert fit("x" * 100, 128, [SMALL, TINY]) is TINY
