"""What the scenarios have: the disk with the package installed, and a table that is on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.vm.cache import cache, image
from tests.vm.keys import HIGH
from tests.vm.machine import Machine
from tests.vm.table import Table


@pytest.fixture(scope="session")
def box_image() -> Path:
    """The disk with the package installed."""
    return image("box")


@pytest.fixture(scope="session")
def table(box_image: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table that is on. One machine for all scenarios, since a boot takes long: each leaves it playable, and the
    last file takes the package away."""
    with ExitStack() as opened:
        machine = opened.enter_context(Machine(box_image, high=HIGH))
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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """A scenario that fails leaves the journal and the console of its machine."""
    report = yield
    table = getattr(item, "funcargs", {}).get("table")
    if report.failed and isinstance(table, Table):  # type: ignore[attr-defined]
        file = cache() / "failed" / f"{item.name.replace('/', '-')}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(table.machine.story())
        report.sections.append(("the machine", f"its journal and console: {file}"))  # type: ignore[attr-defined]
    return report
