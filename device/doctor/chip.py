"""The chip that drives the header's pins, and the library that speaks to it."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.findings import Finding, warning, well, wrong
from device.doctor.patient import Patient
from device.pins.chips import LABELS, chips

LIBRARY = "sudo apt install python3-libgpiod"


def examine(patient: Patient) -> Iterator[Finding]:
    """The chip, then the library."""
    yield _chip(patient)
    gpiod, lgpio = patient.system.lacks("gpiod"), patient.system.lacks("lgpio")
    if not gpiod:
        yield well("chip.library", "The pins are read by gpiod.")
    elif not lgpio:
        yield warning(
            "chip.lgpio",
            f"The pins are read by lgpio, which wakes the processor 1,700 times a second: {gpiod}.",
            f"From trixie on: {LIBRARY}. On bookworm there is nothing better.",
        )
    else:
        yield wrong(
            "chip.libraryless",
            f"Nothing can read the pins: {gpiod}; {lgpio}.",
            f"{LIBRARY}, or on bookworm: sudo apt install python3-lgpio.",
        )


def _chip(patient: Patient) -> Finding:
    system = patient.system
    shut, others = [], []
    for path in chips(system.path("/dev")):
        name = f"/dev/{path.name}"
        try:
            label = system.label_of(path)
        except OSError as error:
            shut.append(f"{name} can't be opened: {error.strerror}")
            continue
        if label in LABELS:
            return well("chip.found", f"The header's pins are on {name}, {label}.")
        others.append(f"{name} ({label})")
    if shut:
        return patient.blame(
            "chip.shut",
            f"{'; '.join(shut)}.",
            f"Try sudo commune doctor. For this user: sudo usermod -aG gpio {system.user}, then log in again.",
        )
    if others:
        return patient.blame(
            "chip.unknown",
            f"None of the GPIO chips is a header's: there is {', '.join(others)}.",
            "Is this the kernel of Raspberry Pi OS? sudo apt full-upgrade, then sudo reboot.",
        )
    return patient.blame(
        "chip.none",
        "There is no GPIO chip, /dev/gpiochip0 or another.",
        "Is this the kernel of Raspberry Pi OS? sudo apt full-upgrade, then sudo reboot.",
    )
