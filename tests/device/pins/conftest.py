"""Every test of the pins runs on a chip that is played, and on the kernel's simulated one where there is one."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gpiod
import pytest

from tests.device.pins import wires as other_end

with warnings.catch_warnings():
    # gpiozero 1.6 imports pkg_resources, which warns of itself; once imported here it does so in no module of tests.
    warnings.simplefilter("ignore")
    import gpiozero.pins.local

    from device.pins.factory import GpiodFactory

PI_4B = 0xC03115


def kinds() -> list[str]:
    try:
        other_end.found_simulated()
    except LookupError:
        return ["played"]
    return ["played", "simulated"]


def play(monkeypatch: pytest.MonkeyPatch, path: str, name: str = "pinctrl-bcm2711") -> other_end.Played:
    """A chip that is played, on a Pi 4."""
    monkeypatch.setattr(gpiod, "Chip", other_end.PlayedChip)
    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: PI_4B)
    return other_end.Played(path, name)


@pytest.fixture(params=kinds())
def wires(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    if request.param == "played":
        yield play(monkeypatch, str(tmp_path / "gpiochip0"))
        other_end.CHIPS.clear()
    else:
        simulated = other_end.Simulated()
        yield simulated
        for line in range(28):
            simulated.pull(line, False)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[other_end.Played]:
    yield play(monkeypatch, str(tmp_path / "gpiochip0"))
    other_end.CHIPS.clear()


@pytest.fixture
def factory(wires: other_end.Wires) -> Iterator[GpiodFactory]:
    with_chip = GpiodFactory(wires.path)
    yield with_chip
    with_chip.close()


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What threads have raised and reported."""
    texts: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda failure: texts.append(repr(failure.exc_value)))
    return texts
