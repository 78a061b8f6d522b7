"""Fonts: what they have, and that any text at all becomes cells."""

from __future__ import annotations

import pickle
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from device.panel.font import FONTS, HUGE, REPLACEMENT, SMALL, TINY, Font

each_font = pytest.mark.parametrize("font", FONTS, ids=lambda font: f"{font.width}x{font.height}")

REQUIRED = {
    "ASCII": "".join(map(chr, range(0x20, 0x7F))),
    "Latin-1": "".join(map(chr, [*range(0xA1, 0xAD), *range(0xAE, 0x100)])),
    "Latin Extended-A": "".join(map(chr, range(0x100, 0x17F))),
    "Romanian": "ȘșȚț",
    "Greek": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψωΆΈΉΊΌΎΏΪΫάέήίόύώϊϋΐΰ",
    "Russian": "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "Ukrainian and Belarusian": "ЄІЇҐЎєіїґў",
    "Serbian and Macedonian": "ЂЈЉЊЋЏЃЅЌЀЍђјљњћџѓѕќѐѝ",
    "suits": "♠♥♦♣",
    "arrows": "←↑→↓",
    "signs": "✓✗•…–—‘’‚“”„‹›«»×½€·≥≤−" + REPLACEMENT,
}


@each_font
@pytest.mark.parametrize("script", REQUIRED)
def test_every_required_character_is_there_as_itself(font: Font, script: str) -> None:
    assert font.shape(REQUIRED[script]) == REQUIRED[script]


@each_font
def test_every_required_character_can_be_seen(font: Font) -> None:
    unseen = [char for text in REQUIRED.values() for char in text if char != " " and font.ink(char) is None]
    assert unseen == []


@each_font
def test_what_a_table_must_tell_apart_looks_different(font: Font) -> None:
    signs = "23456789TJQKA10OIl♠♥♦♣←↑→↓✓✗" + REPLACEMENT
    assert len({font.looks(char) for char in signs}) == len(set(signs))


@pytest.mark.parametrize(
    ("text", "shaped"),
    [
        ("", ""),
        ("Zoe\u0308", "Zoë"),
        ("и\u0306", "й"),
        ("Việt", "Viẹt"),  # ệ isn't there: it keeps a mark that is
        ("q\u0323\u0301", "q"),
        ("a\tb\nc\u00a0d\u3000e", "a b c d e"),
        ("\x00a\x07b\x1b[c\x7fd\x9b", "ab[cd"),
        ("1\u200d2\ufeff3\u202e4\u200f", "1234"),
        ("\u0301", ""),
        ("ﬁve ① Ａce", "five 1 Ace"),
        ("♠\ufe0f", "♠"),
        ("日本", "��"),
        ("🦊", "�"),
        ("שלום", "שלום"),
        ("ﷺ", "�"),
        ("مرحبا", "�����"),
        ("\ud800", "�"),
        ("\ue000", "�"),
    ],
)
def test_any_text_becomes_characters_the_font_has(text: str, shaped: str) -> None:
    assert SMALL.shape(text) == shaped


def test_a_composed_and_a_decomposed_name_are_drawn_the_same() -> None:
    for name in ("Zoë", "Łukasz", "Ξένια", "Сергій", "Ağır"):
        assert SMALL.looks(unicodedata.normalize("NFD", name)) == SMALL.looks(name)


def test_letters_of_two_scripts_can_look_alike() -> None:
    assert SMALL.looks("A") == SMALL.looks("А") == SMALL.looks("Α")
    assert not SMALL.covers("A日")
    assert SMALL.covers("АΑA")


@given(st.text(), st.sampled_from(FONTS))
def test_a_picture_is_as_wide_as_measured(text: str, font: Font) -> None:
    assert font.picture(text).size == (font.measure(text), font.height)


@given(st.text(), st.sampled_from(FONTS))
def test_shaping_is_done_once_and_for_all(text: str, font: Font) -> None:
    shaped = font.shape(text)
    assert font.shape(shaped) == shaped
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Mn", "Me", "Cs") for char in shaped)


@each_font
def test_a_picture_is_its_glyphs_side_by_side(font: Font) -> None:
    picture = font.picture("K♠é")
    for index, char in enumerate("K♠é"):
        cell = (index * font.width, 0, (index + 1) * font.width, font.height)
        assert picture.crop(cell).tobytes() == font.glyph(char).tobytes()


@each_font
def test_capitals_stand_on_the_baseline(font: Font) -> None:
    for letter in "AEHKЖΩ":
        ink = font.ink(letter)
        assert ink is not None
        assert ink[3] == font.ascent


def test_hebrew_is_drawn_from_right_to_left() -> None:
    picture = SMALL.picture("a דן 1")
    for cell, char in enumerate("a ןד 1"):
        box = (cell * SMALL.width, 0, (cell + 1) * SMALL.width, SMALL.height)
        assert picture.crop(box).tobytes() == SMALL.glyph(char).tobytes()


def test_a_font_is_a_value() -> None:
    assert Font(6, 12, ascent=10) == SMALL
    assert pickle.loads(pickle.dumps(TINY)) == TINY
    assert [font.height for font in FONTS] == sorted((font.height for font in FONTS), reverse=True)


def test_a_font_without_a_file_is_an_error() -> None:
    with pytest.raises(OSError, match="panel-7x7"):
        Font(7, 7, ascent=7).glyph("x")


@each_font
def test_specimen(font: Font, same_picture: Callable[[Image.Image, str], None]) -> None:
    lines = [
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "abcdefghijklmnopqrstuvwxyz",
        "0123456789 K♠ 10♥ 9♦ A♣ *",
        "←↑→↓ ✓✗ •…–—“”‘’×½ !?&()/+",
        "Zoë Łukasz Çağrı Ørjan Þóra",
        "Ξένια Ψυχή ΑΒΓΔΘΛΠΣΦΩ άϊΰ",
        "Щёлк Жанна Сергій Ґеорґ Ђуро",
    ]
    width = font.width * max(map(len, lines))
    picture = Image.new("1", (width, font.height * len(lines)))
    for index, line in enumerate(lines):
        picture.paste(font.picture(line), (0, index * font.height))
    same_picture(picture, f"specimen-{font.width}x{font.height}")


def test_the_biggest_font_still_serves_any_name() -> None:
    assert HUGE.measure("e\u0301" * 3) == 48
