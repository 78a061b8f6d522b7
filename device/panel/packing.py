"""A picture as a panel keeps it: eight pages of 128 bytes, each byte a column of eight pixels, the topmost lowest."""

from __future__ import annotations

from PIL import Image

COLUMNS = 128
PAGES = 8
SIZE = COLUMNS * PAGES
"""Bytes of a frame."""

DARK = bytes(SIZE)
"""The frame in which no pixel is lit."""

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def pack(image: Image.Image, *, rotated: bool = False) -> bytes:
    """The `SIZE` bytes of a picture of mode "1", 128 by 64; upside down if `rotated`.

    Raises:
        ValueError: the picture has another mode or size.
    """
    if image.mode != "1" or image.size != (COLUMNS, PAGES * 8):
        raise ValueError(f"a frame is 128 by 64 pixels of mode 1, not {image.size} of mode {image.mode}")
    # Transposed, a row is a column of the panel, its first pixel the highest bit of its first byte.
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes()
    if rotated:  # turning the bits round too, so that the two reversals cancel out
        return b"".join(columns[page::PAGES] for page in range(PAGES))[::-1]
    return b"".join(columns[page::PAGES] for page in range(PAGES)).translate(_REVERSED)
