"""Trying the buttons: is one down that nobody presses, and does each come when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from device.boards.header import place_of
from device.doctor.asking import Person
from device.doctor.findings import Finding, unknown, well, wrong
from device.doctor.patient import Patient
from device.errors import PinsUnusable

LISTEN = 0.5
"""Seconds in which no button should do anything by itself."""

NOISY = 10
"""Edges in that time which are no hand's."""

PATIENCE = 15.0
"""Seconds that somebody has to press a button."""


class Wires(Protocol):
    """The buttons while they are tried."""

    def down(self, name: str) -> bool:
        """Whether a button reads as pressed now."""

    def edges(self, seconds: float) -> list[str]:
        """Which buttons' wires changed within that time, once for each change."""

    def pressed(self, seconds: float) -> str | None:
        """The button that is pressed next, as soon as it is; None if none is within that time."""


OpenWires = Callable[[Mapping[str, int]], AbstractContextManager[Wires]]
"""Opens the buttons of these names and pins; raises PinsUnusable."""


def button_pins(patient: Patient) -> dict[str, int]:
    """Every button of the box, as people call it, and its pin."""
    configuration = patient.configuration
    keys = {key.upper(): pin for key, pin in configuration.keys.items()}
    return keys | {f"seat button {seat}": pin for seat, pin in enumerate(configuration.seat_buttons, 1)}


def examine(patient: Patient, open_wires: OpenWires, person: Person | None) -> Iterator[Finding]:
    """What is wrong before anybody presses; then each button in turn, where there is somebody to press it."""
    pins = button_pins(patient)
    try:
        with open_wires(pins) as wires:
            bad = yield from _resting(wires, pins)
            if person is None:
                yield unknown("button.untried", "Nobody was asked to press the buttons.", "Try them at a terminal.")
                return
            person.tell(f"Press each button when it is named; {PATIENCE:.0f} seconds without one, and it goes on.")
            silent = yield from _pressing(wires, {name: pin for name, pin in pins.items() if name not in bad}, person)
            if not bad and not silent:
                yield well("button.all", f"All {len(pins)} buttons work.")
    except PinsUnusable as error:
        yield patient.blame(
            "button.shut", str(error), "Does another program have the pins? Is what is said above about the pins well?"
        )


def _resting(wires: Wires, pins: Mapping[str, int]) -> Generator[Finding, None, list[str]]:
    """What the wires do by themselves. Returns the names of those that aren't to be tried."""
    changes = wires.edges(LISTEN)
    bad = []
    for name, pin in pins.items():
        if changes.count(name) >= NOISY:
            bad.append(name)
            yield wrong(
                "button.noisy",
                f"The wire of {name}, pin {pin}, changed {changes.count(name)} times in {LISTEN:g} s by itself.",
                "Is it loose? A long wire needs a resistor and a capacitor: hardware.md, cases and cables.",
            )
        elif wires.down(name):
            bad.append(name)
            yield wrong(
                "button.stuck",
                f"{name} reads as pressed, and nobody presses it.",
                f"Does {place_of(pin)} touch ground? Does the button close when it is let go (a break contact)? "
                "A button with four legs turned by 90 degrees is always closed.",
            )
    return bad


def _pressing(wires: Wires, pins: Mapping[str, int], person: Person) -> Generator[Finding, None, bool]:
    """Every button in turn. Returns whether any didn't work."""
    silent = False
    for name, pin in pins.items():
        person.tell(f"  {name} …")
        came = wires.pressed(PATIENCE)
        if came == name:
            continue
        silent = True
        if came is None:
            yield wrong(
                "button.silent",
                f"Nothing came from {name}, pin {pin}.",
                f"Its wires go to {place_of(pin)} and to ground.",
            )
        else:
            yield wrong(
                "button.other",
                f"When {name} was asked for, {came} came.",
                "Change their wires, or their pins under [keys] in commune.toml.",
            )
    return silent
