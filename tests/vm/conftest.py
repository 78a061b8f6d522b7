"""What the scenarios have: the disk with the package installed, and a table that is on."""

from __future__ import annotations

import fcntl
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.vm.build import copy_image
from tests.vm.cache import cache, image
from tests.vm.keys import HIGH
from tests.vm.machine import Machine
from tests.vm.table import Table


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is played on the table that stays on comes first: later its panel would have gone dark."""
    items.sort(key=lambda item: item.get_closest_marker("vm") is not None and "table" not in _fixtures(item))


def _fixtures(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_built_meanwhile() -> Iterator[None]:
    """No other run replaces what this one stands on."""
    with (cache() / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            pytest.exit(f"The machine is being built: wait until whoever uses {cache()} is done.", returncode=1)
        yield


@pytest.fixture
def disk(box_image: Path) -> Iterator[Path]:
    """A disk of its own, for what is to be kept on it."""
    with tempfile.TemporaryDirectory(prefix="run-", dir=cache()) as folder:
        yield copy_image(box_image, Path(folder) / "disk.img")


@pytest.fixture(scope="session")
def box_image() -> Path:
    """The disk with the package installed."""
    return image("box")


@pytest.fixture(scope="session")
def table(request: pytest.FixtureRequest, box_image: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table that is on. One machine for all scenarios, since a boot takes long: each leaves it playable, and the
    last file takes the package away."""
    failed = request.session.testsfailed
    with ExitStack() as opened:
        machine = opened.enter_context(Machine(box_image, high=HIGH))
        opened.callback(lambda: request.session.testsfailed > failed and machine.tell())
        table = Table(machine, tmp_path_factory.mktemp("box"))
        opened.callback(lambda: table.box.close())
        yield table


@pytest.fixture
def say(capfd: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Prints a figure, for people, in the midst of a run."""

    def line(text: str) -> None:
        with capfd.disabled():
            print(f"\n    {text}", end="", flush=True)  # noqa: T201

    return line
