"""What goes wrong with a box: its program, disk, bus, panel, pins, clock. It is playable again without help.

All of it happens to one machine, one fault after another. The figures are seconds on the machine's own clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from device.store.faults import Fault
from tests.vm.cutting import change
from tests.vm.machine import PATIENCE
from tests.vm.table import Table

pytestmark = pytest.mark.vm

WELL = "All is well."
CHIP = "/sys/kernel/config/gpio-sim/pi/bank0/chip_name"
EIO, ENXIO, ETIMEDOUT, EREMOTEIO = 5, 6, 110, 121


@pytest.fixture(autouse=True)
def _playable(table: Table) -> Iterator[None]:
    """Before and after each fault somebody can play."""
    table.shows()
    table.machine.wait_agent()
    _wait_active(table, "")
    _wait_status(table, WELL)
    yield
    table.press("down", "up")
    assert "Traceback" not in table.machine.run("journalctl -b -u commune --no-pager").output


def test_the_process_is_killed(table: Table, say: Callable[[str], None]) -> None:
    killed, process = _now(table), table.process
    table.machine.run("systemctl kill -s KILL commune", check=True)
    say(f"killed: playable after {_wait_active(table, process) - killed:.1f} s")


@pytest.mark.long
def test_the_process_is_stopped(table: Table, say: Callable[[str], None]) -> None:
    stopped, process = _now(table), table.process
    table.machine.run("systemctl kill -s STOP commune", check=True)
    say(f"stopped: playable after {_wait_active(table, process, 300) - stopped:.1f} s, by the watchdog")


def test_the_disk_is_full(table: Table, say: Callable[[str], None]) -> None:
    """As long as the log has room nothing is lost, and nothing said."""
    fill = "fallocate -l $(df --output=avail -B1 / | tail -1) /full"
    table.renew()
    table.press("down", "up")  # a log with room
    table.machine.run(fill, check=True)
    try:
        table.press("down", "up", "down", "up")
        _wait_status(table, WELL)
        table.machine.run("rm /full", check=True)
        change(table.machine, "STEP = 64", "STEP = 1")
        table.renew()
        table.press("down", "up")
        table.machine.run(fill, check=True)
        table.press_unseen("down", "up", "down", "up")
        _plays_unsaved(table, Fault.FULL)
    finally:
        table.machine.run("rm -f /full", check=True)
    say(f"the disk was full: the screen says that all is kept again {_well_again(table):.1f} s after there was room")


def test_the_disk_is_read_only(table: Table, say: Callable[[str], None]) -> None:
    process = table.process
    table.machine.run("echo u > /proc/sysrq-trigger; sleep 1; ! touch /root/written", check=True)
    try:
        _plays_unsaved(table, Fault.READ_ONLY)
        table.machine.run("systemctl kill -s KILL commune", check=True)
        _wait_active(table, process)
        table.shows_unsaved()
        _plays_unsaved(table, Fault.READ_ONLY)
    finally:
        table.machine.run("mount -o remount,rw /", check=True)
    say(f"the disk was read-only: the screen says that all is kept again {_well_again(table):.1f} s after it wasn't")


@pytest.mark.parametrize(
    "fault", [EREMOTEIO, pytest.param(EIO, marks=pytest.mark.long), pytest.param(ENXIO, marks=pytest.mark.long)]
)
def test_the_bus_answers_with_errors(table: Table, say: Callable[[str], None], fault: int) -> None:
    table.machine.bus(fault=fault, skip=2)
    table.press_unseen("down", "down")
    _wait_status(table, "panel")
    healed = _now(table)
    table.machine.bus(fault=0)
    table.shows()
    say(f"the bus with errno {fault}: on the screen {table.last_heard - healed:.1f} s after it was well again")
    table.press("up", "up")


def test_the_bus_hangs(table: Table, say: Callable[[str], None]) -> None:
    table.machine.bus(fault=ETIMEDOUT, delay_ms=1000)
    table.press_unseen("down", "down")
    _wait_status(table, "panel")
    healed = _now(table)
    table.machine.bus(fault=0, delay_ms=0)
    table.shows()
    say(f"the bus that hung: on the screen {table.last_heard - healed:.1f} s after it was well again")
    table.press("up", "up")


def test_the_bus_goes_and_comes_back(table: Table, say: Callable[[str], None]) -> None:
    table.machine.bus(present=0)
    table.press_unseen("down", "down")
    _wait_status(table, "panel")
    _wait(table, "the bus is gone for good", lambda: table.machine.run("test -e /dev/i2c-1").status != 0)
    table.machine.run("sleep 3")
    back = _now(table)
    table.machine.bus(present=1)
    table.shows()
    say(f"the bus was gone: on the screen {table.last_heard - back:.1f} s after it was back")
    table.press("up", "up")


def test_the_panel_loses_its_power_and_nobody_presses(table: Table, say: Callable[[str], None]) -> None:
    lost = _now(table)
    table.power_lost_by_panel()
    table.shows()
    say(f"the panel without power for a moment: on the screen {table.last_heard - lost:.1f} s later")


def test_the_pin_chip_gets_another_number(table: Table, say: Callable[[str], None]) -> None:
    changed, process = _now(table), table.process
    before = table.machine.run(f"cat {CHIP}", check=True).output
    table.machine.run("/opt/vm/board pins 1", check=True)
    assert table.machine.run(f"cat {CHIP}", check=True).output != before
    say(f"pins with another number: playable after {_wait_active(table, process) - changed:.1f} s")


@pytest.mark.parametrize("ago", ["1 year ago", "10 years"])
def test_the_clock_is_set(table: Table, ago: str) -> None:
    table.press("down", "up")
    process = table.process
    table.machine.run(f"date -s '{ago}'", check=True)
    table.press("down", "up")
    assert table.process == process


def _now(table: Table) -> float:
    return float(table.machine.run("cut -d' ' -f1 /proc/uptime", check=True).output)


def _show(table: Table, *names: str) -> list[str]:
    wanted = " ".join(f"-p {name}" for name in names)
    told = table.machine.run(f"systemctl show commune {wanted}", check=True).output
    values = dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
    return [values.get(name, "") for name in names]


def _status(table: Table) -> str:
    return _show(table, "StatusText")[0]


def _wait(table: Table, what: str, ready: Callable[[], bool], timeout: float = PATIENCE) -> None:
    end = time.monotonic() + timeout
    while not ready():
        assert time.monotonic() < end, f"not within {timeout:.0f} s: {what}"
        time.sleep(1.0)  # the machine is to be idle meanwhile: its clock follows ours only then


def _wait_status(table: Table, word: str) -> None:
    _wait(table, f"the unit's status says {word}", lambda: word in _status(table))


def _wait_active(table: Table, process: str, timeout: float = PATIENCE) -> float:
    """Wait until the unit is active, with another process than that; since when it is, on the machine's clock."""
    found: list[str] = []

    def active() -> bool:
        found[:] = _show(table, "ActiveState", "MainPID", "ActiveEnterTimestampMonotonic")
        return found[0] == "active" and found[1] not in ("0", process)

    _wait(table, "the unit is active again", active, timeout)
    return int(found[2]) / 1e6


def _plays_unsaved(table: Table, fault: Fault) -> None:
    """Play, and see that the box says at every press that it can't keep what it shows; its unit's status says why."""
    for word in ("down", "up"):
        table.press_unseen(word)
        table.shows_unsaved()
    _wait_status(table, fault.value)


def _well_again(table: Table) -> float:
    """Wait until the screen says nothing of it any more; how many seconds that took."""
    mended = _now(table)
    table.box.cannot_save("")
    table.shows()
    _wait_status(table, WELL)
    return table.last_heard - mended
