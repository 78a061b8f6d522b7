"""Somebody flicks the wall switch, and an evening is played."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from device.app import PULSE_EVERY
from tests.vm.table import Table

pytestmark = pytest.mark.vm

TWO_PLAYERS = ("down", "left", "left", "up", "up", "right", "down")
"""From the setup: two players, and Player 1 deals first."""
NOT_THERE = ("call", "ok", "down", "ok")
"""From the deal: somebody calls, the hand isn't there, on to the next."""


def test_power_on_brings_the_setup_screen_and_nothing_fails(table: Table, say: Callable[[str], None]) -> None:
    table.shows()
    first = table.machine.heard(0)[0].at
    table.machine.wait_booted()
    assert table.machine.run("systemctl --failed --no-legend --plain").output == ""
    journal = table.machine.run("journalctl -b -u commune --no-pager").output
    assert "Traceback" not in journal
    unit = table.machine.run("systemctl show commune -p ActiveState,NRestarts,User,StatusText").output
    assert "ActiveState=active" in unit
    assert "NRestarts=0" in unit
    assert "User=commune" in unit
    assert "StatusText=All is well." in unit
    say(f"the first byte on the bus: {first:.1f} s after the kernel's start, on the machine's clock")


def test_the_watchdog_is_fed(table: Table) -> None:
    before = _fed(table)
    table.machine.run(f"sleep {PULSE_EVERY + 5}")
    assert _fed(table) > before


def test_a_whole_game_by_the_kernels_edges(table: Table) -> None:
    table.press(*TWO_PLAYERS, "ok")
    for _ in range(3):
        table.press(*NOT_THERE)
    assert table.box.screen == "ending"
    record = table.record()
    assert record["seats"] == 2
    assert len(record["hands"]) == 3
    assert record["standing"]["winner"] == 0
    assert "Player 1 has won" in table.machine.run("commune show", check=True).output
    assert "Traceback" not in table.machine.run("journalctl -b -u commune --no-pager").output
    table.renew()


def _fed(table: Table) -> int:
    """When it was fed last, in microseconds since the kernel's start."""
    told = table.machine.run("systemctl show commune -p WatchdogTimestampMonotonic --value", check=True).output
    return int(told)
