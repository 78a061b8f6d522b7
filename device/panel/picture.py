"""Frames for people without a panel: as characters for a terminal, and as pictures that look like an OLED."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

_HALVES = str.maketrans({0: " ", 1: "▀", 2: "▄", 3: "█"})
_DOTS = (0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80)
"""The bits of a braille cell, by column and row (Unicode, chapter 21.1)."""

GLASS, LIT = (8, 10, 14), (196, 232, 255)
"""The colours of `oled`: the dark panel, a lit pixel."""
GAP = 170
"""How much of a lit pixel's light is left between it and the next, of 255."""


def half_blocks(image: Image.Image) -> list[str]:
    """Returns a frame as lines of half blocks, a character for two pixels one above the other.

    The image is of mode "1" with an even height: 128 by 64 pixels become 32 lines of 128 characters.
    """
    width, height = image.size
    pixels = image.convert("L").tobytes()
    upper = b"".join(pixels[row * width : (row + 1) * width] for row in range(0, height, 2))
    lower = b"".join(pixels[row * width : (row + 1) * width] for row in range(1, height, 2))
    cells = _combine([(upper, 1), (lower, 2)]).decode("latin-1").translate(_HALVES)
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def braille(image: Image.Image) -> list[str]:
    """Returns a frame as lines of braille, a character for two by four pixels.

    The image is of mode "1", its width even, its height divisible by four: 128 by 64 become 16 lines of 64.
    """
    width, height = image.size
    pixels = image.convert("L").tobytes()
    parts = []
    for down in range(4):
        row = b"".join(pixels[line * width : (line + 1) * width] for line in range(down, height, 4))
        parts += [(row[across::2], _DOTS[across][down]) for across in range(2)]
    cells = _combine(parts)
    encoded = bytearray(2 * len(cells))
    encoded[0::2] = cells
    encoded[1::2] = b"\x28" * len(cells)  # the braille block is U+2800 to U+28FF
    text = encoded.decode("utf-16-le")
    return [text[start : start + width // 2] for start in range(0, len(text), width // 2)]


def _combine(parts: list[tuple[bytes, int]]) -> bytes:
    """Takes from every byte of each part, 0 or 255, its bit, and puts them together; as one long number, for speed."""
    length = len(parts[0][0])
    whole = 0
    for pixels, bit in parts:
        whole |= int.from_bytes(pixels, "big") & int.from_bytes(bytes([bit]) * length, "big")
    return whole.to_bytes(length, "big")


def oled(image: Image.Image, scale: int = 4) -> Image.Image:
    """Returns a frame as an OLED looks: every pixel `scale` wide, with a dark gap from three up, and a rim.

    An RGB image, on each side `2 * scale` larger than the scaled frame. Raises ValueError for a scale below 1.
    """
    if scale < 1:
        raise ValueError(f"a picture can't be {scale} times as large")
    rim = 2 * scale
    large = (image.width * scale, image.height * scale)
    mask = image.convert("L").resize(large, Image.Resampling.NEAREST)
    if scale >= 3:
        grid = Image.new("L", large, 255)
        for row in range(0, large[1], scale):
            grid.paste(GAP, (0, row, large[0], row + 1))
        for column in range(0, large[0], scale):
            grid.paste(GAP, (column, 0, column + 1, large[1]))
        mask = ImageChops.darker(mask, grid)
    picture = Image.new("RGB", (large[0] + 2 * rim, large[1] + 2 * rim), GLASS)
    picture.paste(LIT, (rim, rim, rim + large[0], rim + large[1]), mask)
    return picture


def to_png(image: Image.Image, scale: int = 4) -> bytes:
    """Returns `oled(image, scale)` as a PNG file."""
    file = BytesIO()
    oled(image, scale).save(file, "PNG", optimize=True)
    return file.getvalue()
