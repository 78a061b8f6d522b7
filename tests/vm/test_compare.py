"""The box beside what it might have been: its pins over lgpio; a bare script of gpiozero and luma, started as it is.

Each has a boot of its own, from power-on, on the same disk. The figures are the machine's own: they compare with each
other, not with a Pi's. Only counts are asserted.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from engine.value import value
from tests.vm.build import copy_image
from tests.vm.cache import cache
from tests.vm.keys import HIGH
from tests.vm.load import MINUTE, Load, minute
from tests.vm.machine import PATIENCE, Machine
from tests.vm.panel import Eye
from tests.vm.wires import Transfer

pytestmark = [pytest.mark.vm, pytest.mark.long]

HERE = Path(__file__).parent / "compare"
UNITS = "/etc/systemd/system"
FILES = {
    "bare": "/opt/vm/bare",
    "bare.service": f"{UNITS}/bare.service",
    "sampler.py": "/opt/vm/sampler.py",
    "sampler@.service": f"{UNITS}/sampler@.service",
    "lgpio.conf": "/opt/vm/lgpio.conf",
}
BOX, LGPIO, BARE = "the box", "the box over lgpio", "a bare script"
PREPARED = {
    BOX: ("commune", "systemctl enable sampler@commune"),
    LGPIO: ("commune", f"install -D /opt/vm/lgpio.conf {UNITS}/commune.service.d/lgpio.conf"),
    BARE: ("bare", "systemctl disable commune sampler@commune; systemctl enable bare sampler@bare"),
}
"""What is compared: its unit, and what to do before the boot that starts it."""


@value
class Start:
    """A boot, and a minute at rest after it.

    Attributes:
        unit: when its process was started, in seconds since the kernel's start.
        byte: when the bus carried the first byte.
        picture: when there was something to see.
        used: processor time until then, in microseconds.
        minute: what it cost at rest.
        restarts: how often it had failed and was started again.
    """

    unit: float
    byte: float
    picture: float
    used: int
    minute: Load
    restarts: int


@pytest.fixture(scope="module")
def started(box_image: Path) -> Iterator[dict[str, Start]]:
    """Each of them, started once."""
    with tempfile.TemporaryDirectory(prefix="run-", dir=cache()) as folder:
        disk = copy_image(box_image, Path(folder) / "disk.img")
        with Machine(disk, keep=True, high=HIGH) as machine:
            machine.wait_booted()
            for name, target in FILES.items():
                machine.put(HERE / name, target)
            for file in _lgpio():
                machine.put(file, f"/usr/lib/python3/dist-packages/{file.name}")
            machine.run("chmod +x /opt/vm/bare; python3 -m compileall -q /usr/lib/python3/dist-packages/lgpio.py")
            machine.run(PREPARED[BOX][1], check=True)
            machine.power_off()
        starts = {}
        names = list(PREPARED)
        for number, name in enumerate(names):
            with Machine(disk, keep=True, high=HIGH) as machine:
                starts[name] = _start(machine, PREPARED[name][0])
                for following in names[number + 1 : number + 2]:
                    machine.run(PREPARED[following][1], check=True)
                    machine.power_off()
        yield starts


def test_at_rest_the_box_wakes_the_processor_a_tenth_as_often(
    started: dict[str, Start], say: Callable[[str], None]
) -> None:
    box = started[BOX].minute
    for name, start in started.items():
        often, much = start.minute.switches / box.switches, start.minute.microseconds / box.microseconds
        say(f"{name}, at rest for a minute: {start.minute}; {start.minute.switches / MINUTE:.1f} switches a second")
        say(f"    against the box: {often:.1f} times the switches, {much:.1f} times the processor time")
    assert box.switches * 10 <= started[LGPIO].minute.switches
    assert box.switches * 10 <= started[BARE].minute.switches


def test_from_power_on_to_the_first_picture(started: dict[str, Start], say: Callable[[str], None]) -> None:
    box = started[BOX]
    for name, start in started.items():
        taken = (start.picture - start.unit) / (box.picture - box.unit)
        say(
            f"{name}: started {start.unit:.2f} s after the kernel, first byte on the bus at {start.byte:.2f} s, "
            f"picture at {start.picture:.2f} s, {start.used / 1000:.0f} ms of processor time until then"
        )
        work = start.used / box.used
        say(
            f"    against the box: {taken:.2f} times from its start to the picture, {work:.2f} times the processor time"
        )
    assert {name: start.restarts for name, start in started.items()} == dict.fromkeys(started, 0)


def _start(machine: Machine, unit: str) -> Start:
    """What a unit costs that starts with the machine; it must show something, and hear a key."""
    machine.wait_booted()
    machine.run(f"until systemctl -q is-active {unit}; do sleep 0.3; done", PATIENCE, check=True)
    lit = _wait(machine, "there is something to see", lambda heard: _lit(heard) is not None)
    picture = _lit(lit)
    assert picture is not None
    machine.run(f"sleep 10; systemctl stop sampler@{unit}", check=True)
    rest = minute(machine, unit)
    before = _picture(machine.heard(0))
    machine.press("down")
    _wait(machine, "a key was heard", lambda heard: _picture(heard) != before)
    sampled = [line.split() for line in machine.run("cat /run/sampled", check=True).output.splitlines()]
    used = max(int(used) for at, used in sampled if float(at) <= picture)
    told = machine.run(f"systemctl show {unit} -p NRestarts -p ExecMainStartTimestampMonotonic", check=True).output
    shown = dict(line.split("=", 1) for line in told.split())
    return Start(
        unit=int(shown["ExecMainStartTimestampMonotonic"]) / 1e6,
        byte=lit[0].at,
        picture=picture,
        used=used,
        minute=rest,
        restarts=int(shown["NRestarts"]),
    )


def _wait(machine: Machine, what: str, ready: Callable[[Sequence[Transfer]], bool]) -> Sequence[Transfer]:
    """All that the bus has carried, once it is so."""
    end = time.monotonic() + PATIENCE
    while not ready(heard := machine.heard(0)):
        assert time.monotonic() < end, f"not within {PATIENCE:.0f} s: {what}"
        machine.heard(len(heard), 1.0)
    return heard


def _lit(heard: Sequence[Transfer]) -> float | None:
    """When there was something to see first, in seconds since the kernel's start."""
    eye = Eye()
    for transfer in heard:
        seen = eye.feed([transfer])
        if seen is not None and seen.getbbox():
            return transfer.at
    return None


def _picture(heard: Sequence[Transfer]) -> bytes | None:
    seen = Eye().feed(heard)
    return None if seen is None else seen.tobytes()


def _lgpio() -> list[Path]:
    """The files of lgpio for the machine's Python.

    Raises:
        FileNotFoundError: it hasn't been built.
    """
    files = sorted((cache() / "lgpio").glob("*lgpio*"))
    if not files:
        raise FileNotFoundError("lgpio isn't there: `python -m tests.vm.build --compare` builds it")
    return files
