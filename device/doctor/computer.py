"""Which computer it is, and which system it runs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from device.doctor.findings import Finding, note, unknown, well, wrong
from device.doctor.patient import Patient

TRIED = ("bookworm", "trixie")
"""The releases of Debian that the box is made for."""


def examine(patient: Patient) -> Iterator[Finding]:
    """The model, then the system."""
    model = patient.model
    if not model:
        other = (patient.system.text("/proc/device-tree/model") or "").strip()
        yield unknown(
            "computer.other",
            f"This is no Raspberry Pi{f', but: {other}' if other else ''}.",
            "Here the doctor can't know much: run it on the Pi that is to be the box.",
        )
    elif re.match(r"Raspberry Pi Model [AB] Rev", model):
        yield wrong(
            "computer.short",
            f"{model} has a header of 26 pins.",
            "The boards need one of 40. Take a Pi with 40 pins, or loose parts on pins that are there: [keys] in "
            f"{patient.config}.",
        )
    else:
        yield well("computer.known", f"{model}.")
    release = patient.system.text("/etc/os-release") or ""
    name = re.search(r'^PRETTY_NAME="?([^"\n]*)', release, re.MULTILINE)
    code = re.search(r'^VERSION_CODENAME="?([^"\n]*)', release, re.MULTILINE)
    if code and code[1] in TRIED:
        yield well("computer.system", f"{name[1] if name else code[1]}.")
    elif name:
        yield note("computer.untried", f"{name[1]} is not a system that the box was made for: bookworm, trixie.")
    else:
        yield unknown("computer.nameless", "The system doesn't say what it is.")
