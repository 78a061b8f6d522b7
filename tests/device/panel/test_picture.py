"""Frames as characters and as pictures."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from device.panel.canvas import Canvas
from device.panel.font import MEDIUM
from device.panel.picture import GLASS, LIT, braille, half_blocks, oled, to_png

frames = st.binary(min_size=1024, max_size=1024).map(lambda rows: Image.frombytes("1", (128, 64), rows))


def frame() -> Image.Image:
    canvas = Canvas()
    canvas.text(1, 0, "A♥", MEDIUM)
    return canvas.image


def test_half_blocks_show_a_frame() -> None:
    assert [line.rstrip() for line in half_blocks(frame())[:7]] == [
        "",
        " ▄█▀▀▀█▄",
        " ██   ██ ▄██▄██▄",
        " ██▄▄▄██ ███████",
        " ██   ██ ▀█████▀",
        " ██   ██   ▀█▀",
        "",
    ]


def test_braille_shows_a_frame() -> None:
    assert [line.rstrip("⠀") for line in braille(frame())[:4]] == ["⢀⡤⠤⣄", "⢸⣇⣀⣿⢰⣿⣾⣷", "⢸⡇⠀⣿⠈⠻⡿⠋", ""]


@given(frames)
def test_half_blocks_have_every_pixel(image: Image.Image) -> None:
    lines = half_blocks(image)
    assert (len(lines), {len(line) for line in lines}) == (32, {128})
    for y in range(0, 64, 9):
        for x in range(0, 128, 5):
            assert (lines[y // 2][x] in ("█", "▄" if y % 2 else "▀")) == bool(image.getpixel((x, y)))


@given(frames)
def test_braille_has_every_pixel(image: Image.Image) -> None:
    lines = braille(image)
    assert (len(lines), {len(line) for line in lines}) == (16, {64})
    bits = {(0, 0): 1, (0, 1): 2, (0, 2): 4, (1, 0): 8, (1, 1): 16, (1, 2): 32, (0, 3): 64, (1, 3): 128}
    for y in range(0, 64, 3):
        for x in range(0, 128, 5):
            cell = ord(lines[y // 4][x // 2]) - 0x2800
            assert bool(cell & bits[x % 2, y % 4]) == bool(image.getpixel((x, y)))


@pytest.mark.parametrize("scale", [1, 2, 3, 4, 8])
def test_a_picture_looks_like_a_panel(scale: int) -> None:
    image = frame()
    picture = oled(image, scale)
    assert picture.size == ((128 + 4) * scale, (64 + 4) * scale)
    for y in range(16):
        for x in range(20):
            middle = ((x + 2) * scale + scale // 2, (y + 2) * scale + scale // 2)
            assert picture.getpixel(middle) == (LIT if image.getpixel((x, y)) else GLASS)


def test_a_png_holds_the_picture() -> None:
    with Image.open(BytesIO(to_png(frame(), 3))) as opened:
        assert opened.format == "PNG"
        assert opened.tobytes() == oled(frame(), 3).tobytes()


def test_a_scale_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="0 times"):
        to_png(frame(), 0)
