"""The wires to a modelled panel, and comparing what is drawn with the pictures that were looked at and accepted."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from device.panel.wiring import Chip
from tests.device.panel.chips import ModelChip
from tests.device.panel.wires import Wire, connect_i2c

PICTURES = Path(__file__).with_name("pictures")
SCALE = 4


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    wire = Wire(ModelChip(Chip.SSD1306))
    connect_i2c(monkeypatch, wire)
    return wire


@pytest.fixture
def same_picture(tmp_path: Path) -> Callable[[Image.Image, str], None]:
    """Fails unless an image is, pixel for pixel, the accepted picture of that name.

    With ACCEPT_PICTURES set in the environment the image becomes the accepted picture; look at it before a commit.
    """

    def compare(image: Image.Image, name: str) -> None:
        path = PICTURES / f"{name}.png"
        if os.environ.get("ACCEPT_PICTURES"):
            image.save(path, optimize=True)
        drawn = tmp_path / path.name
        image.resize((image.width * SCALE, image.height * SCALE), Image.Resampling.NEAREST).save(drawn)
        with Image.open(path) as accepted:
            assert accepted.size == image.size, f"see {drawn}"
            changed = ImageChops.difference(accepted.convert("L"), image.convert("L")).getbbox()
        assert changed is None, f"pixels differ within {changed}: see {drawn}"

    return compare
