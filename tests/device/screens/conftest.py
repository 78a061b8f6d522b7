"""What the tests of screens share: a folder in memory, and pictures to compare with."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from tests.device.panel.conftest import same_picture  # noqa: F401
from tests.device.readers.conftest import folder  # noqa: F401

SamePicture = Callable[[Image.Image, str], None]
