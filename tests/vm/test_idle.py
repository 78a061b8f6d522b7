"""A box on which nobody plays: what it costs, and where it stands in the boot."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.vm.load import minute
from tests.vm.table import Table

pytestmark = pytest.mark.vm

MOST_SWITCHES = 60
"""Context switches of all threads in a minute: the loop's tick every 15 s and what it wakes, with room."""


def test_a_box_at_rest_sleeps(table: Table, say: Callable[[str], None]) -> None:
    table.shows()
    table.machine.wait_booted()
    table.machine.run("sleep 5")  # the other screens are still being read
    rest = minute(table.machine)
    say(f"at rest for a minute: {rest}")
    assert rest.switches <= MOST_SWITCHES


def test_the_unit_holds_nobody_up(table: Table, say: Callable[[str], None]) -> None:
    chain = table.machine.run("systemd-analyze critical-chain commune.service --no-pager", check=True).output
    whole = table.machine.run("systemd-analyze critical-chain --no-pager", check=True).output
    assert "network" not in chain
    assert "commune" not in whole, "the boot waits for the box"
    first = table.machine.heard(0)[0].at
    booted = re.search(r"= ([\d.]+)s", table.machine.run("systemd-analyze", check=True).output)
    say(f"first byte on the bus {first:.1f} s after the kernel's start, boot complete at {booted and booted[1]} s")
