"""All that the doctor does, in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from device.doctor import (
    bus,
    buttons,
    chip,
    clock,
    computer,
    configured,
    disk,
    groups,
    looking,
    power,
    readers,
    service,
    state,
    sweeping,
    uart,
)
from device.doctor.asking import Person
from device.doctor.boot import add, boot_file
from device.doctor.findings import STATUSES, Finding, Level, Mend
from device.doctor.patient import Patient
from engine.value import value

CHECKS: tuple[Callable[[Patient], Iterator[Finding]], ...] = (
    computer.examine,
    configured.examine,
    service.examine,
    chip.examine,
    bus.examine,
    groups.examine,
    uart.examine,
    readers.examine,
    state.examine,
    disk.examine,
    clock.examine,
    power.examine,
)
"""What is found out by looking."""


@value
class Tools:
    """What the doctor touches the box with, and the person to ask; None where there is nobody."""

    show: looking.Show
    open_wires: buttons.OpenWires
    listen: sweeping.Listen
    person: Person | None


def examine(patient: Patient, tools: Tools) -> Iterator[Finding]:
    """Look at everything, then try what the running box doesn't hold."""
    for check in CHECKS:
        yield from check(patient)
    if service.holds(patient):
        return
    yield from looking.examine(patient, tools.show, tools.person)
    yield from buttons.examine(patient, tools.open_wires, tools.person)
    yield from sweeping.examine(patient, tools.listen, tools.person)


def worst(findings: Iterable[Finding]) -> Level:
    """The worst level that was found."""
    return max((finding.level for finding in findings), key=[*Level].index, default=Level.WELL)


def status(findings: Iterable[Finding]) -> int:
    """The exit status: 0 if nothing is wrong, 1 if not all is as it should be, 3 if something is wrong."""
    return STATUSES[worst(findings)]


def mend(patient: Patient, mends: Iterable[Mend]) -> Iterator[tuple[bool, str]]:
    """Do what may be done safely. Whether each thing was done, and a sentence that says what."""
    lines: list[str] = []
    for one in mends:
        lines += [line for line in one.lines if line not in lines]
        if one.command:
            words = " ".join(one.command)
            ran = patient.system.run(one.command)
            failed = "there is no such command" if ran.status is None else ran.output or f"exit status {ran.status}"
            yield (True, f"Done: {words}.") if ran.status == 0 else (False, f"{words} failed: {failed.rstrip('.')}.")
    place = boot_file(patient.system)
    if not lines or place is None:
        return
    try:
        copy = add(patient.system.path(place), lines)
    except OSError as error:
        sudo = "" if patient.system.user == "root" else " Run sudo commune doctor --fix."
        yield False, f"{place} can't be written: {error.strerror}.{sudo}"
    else:
        was = f"{place.rpartition('/')[0]}/{copy.name}"
        yield True, f"Added to {place}: {', '.join(lines)}. As it was it is in {was}. Now: sudo reboot."
