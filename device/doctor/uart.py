"""The serial line on the header, where a reader is on it: is it switched on, and does anybody else talk there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from device.configuration.pins import UARTS
from device.doctor.boot import COMMAND_LINES, boot_file, boot_settings
from device.doctor.bus import FIX
from device.doctor.findings import Finding, Mend, well, wrong
from device.doctor.patient import Patient

NAMES = tuple(port.removeprefix("/dev/") for port in UARTS)


def examine(patient: Patient) -> Iterator[Finding]:
    """Nothing, unless a reader is configured there."""
    for reader in patient.configuration.readers:
        if reader.port in UARTS:
            yield from _line(patient, reader.port)


def _line(patient: Patient, port: str) -> Iterator[Finding]:
    system = patient.system
    trouble = False
    for finding in (_switch(patient, port), _console(patient), *_logins(patient, port)):
        if finding is not None:
            trouble = True
            yield finding
    if not trouble and system.there(port):
        yield well("uart.free", f"The serial line {port} is there, and nobody else uses it.")


def _switch(patient: Patient, port: str) -> Finding | None:
    """Whether it is switched on, and is the line on the header."""
    system = patient.system
    said = boot_settings(system, patient.model)
    if said is None:
        return (
            None
            if system.there(port)
            else patient.blame(
                "uart.none", f"The serial line {port} isn't there.", "Switch it on: sudo raspi-config, then reboot."
            )
        )
    if patient.model.startswith("Raspberry Pi 5"):
        if system.target(port) == "/dev/ttyAMA10":
            return wrong(
                "uart.elsewhere",
                f"On a Pi 5 {port} is the plug between the two HDMI sockets, not the header.",
                f'port = "/dev/ttyAMA0" in {patient.config}, and dtparam=uart0=on in {boot_file(system)}: the latter '
                f"{FIX}",
                Mend(lines=("dtparam=uart0=on",)),
            )
        line, on = "dtparam=uart0=on", said.get("dtparam.uart0", "off") == "on"
    else:
        line, on = "enable_uart=1", said.get("enable_uart") == "1"
    if on and system.there(port):
        return None
    if on:
        return wrong("uart.waiting", f"The serial line is switched on, but {port} isn't there.", "sudo reboot.")
    return wrong(
        "uart.off",
        f"The serial line on pins 14 and 15 isn't switched on for {port}.",
        f"{line} in {boot_file(system)}: {FIX}",
        Mend(lines=(line,)),
    )


def _console(patient: Patient) -> Finding | None:
    """Whether the kernel writes its messages there. Never mended: a Pi with a broken command line doesn't start."""
    place = next((place for place in COMMAND_LINES if patient.system.there(place)), "/proc/cmdline")
    words = (patient.system.text(place) or "").split()
    found = [word for word in words if re.fullmatch(rf"console=({'|'.join(NAMES)})(,.*)?", word)]
    if not found:
        return None
    return wrong(
        "uart.console",
        f"The kernel uses the serial line that the reader is on: {found[0]} in {place}.",
        "sudo raspi-config nonint do_serial_cons 1, then sudo reboot.",
    )


def _logins(patient: Patient, port: str) -> Iterator[Finding]:
    """Where people could log in on the line: what the reader says would be typed there."""
    system = patient.system
    names = dict.fromkeys([port, system.target(port)])
    for name in (name.removeprefix("/dev/") for name in names):
        unit = f"serial-getty@{name}.service"
        enabled = system.there(f"/etc/systemd/system/getty.target.wants/{unit}")
        if enabled or system.run(("systemctl", "is-active", unit)).output == "active":
            yield wrong(
                "uart.login",
                f"The serial line that the reader is on asks for a login: {unit}.",
                f"sudo systemctl disable --now {unit}",
            )
