"""What the tests of readers share: a folder in memory, and the shell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.device.stores import in_memory
from tests.device.test_commands_store import commune, state  # noqa: F401


@pytest.fixture
def folder() -> Iterator[Path]:
    with in_memory() as made:
        yield made
