"""What a unit costs the machine: how often its threads are switched to and fro, and processor time."""

from __future__ import annotations

from typing import Self

from engine.value import value
from tests.vm.machine import Machine

MINUTE = 60


@value
class Load:
    """What a unit has cost.

    Attributes:
        switches: context switches of all its threads.
        microseconds: processor time.
    """

    switches: int
    microseconds: int

    def __sub__(self, other: Self) -> Load:
        return Load(self.switches - other.switches, self.microseconds - other.microseconds)

    def __str__(self) -> str:
        return f"{self.switches} context switches, {self.microseconds / 1000:.1f} ms of processor time"


def load(machine: Machine, unit: str = "commune") -> Load:
    """What a unit has cost since it was started."""
    told = machine.run(
        f"cat /proc/$(systemctl show {unit} -p MainPID --value)/task/*/status "
        f"/sys/fs/cgroup/system.slice/{unit}.service/cpu.stat",
        check=True,
    )
    numbers = [line.split() for line in told.output.splitlines()]
    switches = sum(int(words[1]) for words in numbers if words[0].endswith("voluntary_ctxt_switches:"))
    (used,) = (int(words[1]) for words in numbers if words[0] == "usage_usec")
    return Load(switches, used)


def minute(machine: Machine, unit: str = "commune") -> Load:
    """What it costs in a minute."""
    before = load(machine, unit)
    machine.run(f"sleep {MINUTE}", check=True)
    return load(machine, unit) - before
