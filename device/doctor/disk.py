"""Room on the disk for games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from device.doctor.findings import Finding, unknown, warning, well, wrong
from device.doctor.patient import Patient

MEGABYTE = 1_000_000
LITTLE, NOTHING = 100 * MEGABYTE, 5 * MEGABYTE
"""Bytes. A thousand evenings are some 100 MB; below 5 nothing can be relied on."""


def examine(patient: Patient) -> Iterator[Finding]:
    """What is free where the games are, or will be."""
    system = patient.system
    folder = PurePosixPath(patient.state)
    while not system.there(str(folder)) and folder != folder.parent:
        folder = folder.parent
    try:
        space = system.space_of(system.path(str(folder)))
    except OSError as error:
        yield unknown("disk.unknown", f"How much is free in {folder} can't be found out: {error.strerror}.")
        return
    free = f"{space.free // MEGABYTE:,} MB are free for games"
    what = "Make room: sudo apt clean, sudo journalctl --vacuum-size=20M."
    if space.free < NOTHING:
        yield wrong("disk.full", f"The disk is full: {free}.", what)
    elif space.files is not None and space.files < 100:
        yield wrong("disk.fileless", f"The disk can't take more files: {space.files} are left.", what)
    elif space.free < LITTLE:
        yield warning("disk.little", f"The disk is nearly full: {free}.", what)
    else:
        yield well("disk.room", f"{free}.")
