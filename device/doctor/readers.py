"""The card readers: are their ports there."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.findings import Finding, note, well, wrong
from device.doctor.patient import Patient
from device.doctor.system import System

STABLE = "/dev/serial/by-id"


def examine(patient: Patient) -> Iterator[Finding]:
    """Each that is configured; or what could be one."""
    system = patient.system
    plugged = [*system.names("/dev", "ttyUSB*"), *system.names("/dev", "ttyACM*")]
    stable = system.names(STABLE, "*")
    for reader in patient.configuration.readers:
        if not system.there(reader.port):
            there = [*stable, *plugged]
            yield wrong(
                "reader.gone",
                f"The reader's port {reader.port} isn't there; there is {', '.join(there) if there else 'none'}.",
                f"Is it plugged in? Is port right under [[readers]] in {patient.config}?",
            )
        elif reader.port in plugged and (better := _stable_name(system, reader.port, stable)):
            yield note(
                "reader.unstable",
                f"{reader.port} may have another number after the next start.",
                f'port = "{better}" in {patient.config} stays.',
            )
        else:
            yield well("reader.there", f"The reader's port is there, {reader.port}.")
    if not patient.configuration.readers:
        if plugged:
            yield note(
                "reader.unused",
                f"There is a serial port, {(stable or plugged)[0]}, and no reader is configured.",
                f"If it is a card reader: [[readers]] in {patient.config}.",
            )
        else:
            yield well("reader.none", "No card reader is configured.")


def _stable_name(system: System, port: str, stable: list[str]) -> str:
    """A name under /dev/serial/by-id of a port, or ""."""
    name = port.rpartition("/")[2]
    return next((link for link in stable if system.target(link).rpartition("/")[2] == name), "")
