"""The folder of the games: can they be kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from device.doctor.findings import Finding, note, unknown, warning, well, wrong
from device.doctor.groups import groups_of
from device.doctor.patient import Patient
from device.doctor.service import holds
from device.store.places import FILE


def examine(patient: Patient) -> Iterator[Finding]:
    """Whether it can be written, and whether what is in it is sound."""
    system, folder = patient.system, str(patient.state)
    if _read_only(system.text("/proc/mounts") or "", folder):
        yield wrong(
            "state.readonly",
            f"The disk with {folder} is mounted read-only: the box plays in memory, and a power cut loses the game.",
            "Is an overlay file system switched on (sudo raspi-config, Performance)? Else the card may be dying: "
            "sudo dmesg | grep -i -e mmc -e ext4.",
        )
    if not system.there(folder):
        yield note("state.none", f"There are no games yet: {folder} isn't there.", "The box makes it when it starts.")
        return
    denied = _denied(patient, folder)
    if denied is not None:
        yield denied
    try:
        system.owner_of(system.path(folder) / FILE)
    except FileNotFoundError:
        yield note("state.empty", f"There are no games yet in {folder}.")
        return
    except OSError as error:
        yield unknown("state.hidden", f"{folder} can't be looked into: {error.strerror}.", "sudo commune doctor")
        return
    yield _sound(patient, folder)
    damaged = system.names(folder, "commune-damaged-*.db")
    if damaged:
        yield warning(
            "state.damaged",
            f"A store was damaged and set aside: {', '.join(damaged)}. What could be read was kept.",
            "Was the power cut while the card wrote? A card that does this again should be replaced. The old file may "
            "be deleted.",
        )


def _denied(patient: Patient, folder: str) -> Finding | None:
    """Whether the box's user may not write there."""
    system, user = patient.system, patient.user
    for path in (folder, f"{folder}/{FILE}"):
        try:
            owner = system.owner_of(system.path(path))
        except OSError:
            continue
        in_group = owner.group in (groups_of(system, user) or ())
        may = owner.mode & 0o200 if owner.user == user else owner.mode & 0o020 if in_group else owner.mode & 0o002
        if user != "root" and not may:
            return wrong(
                "state.denied",
                f"{path} can't be written by {user}: it is {owner.user}'s.",
                f"sudo chown -R {user}: {folder}",
            )
    return None


def _sound(patient: Patient, folder: str) -> Finding:
    """Whether the store can be read. Its file is read without SQLite's own bookkeeping, which writes beside it."""
    import sqlite3

    from device.store.schema import MIGRATIONS

    path = patient.system.path(folder) / FILE
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        return unknown("state.hidden", f"{folder}/{FILE} can't be read: {error.strerror}.", "sudo commune doctor")
    if holds(patient):
        return well("state.busy", f"The games are in {folder}, and the box has them open.")
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        version, said = 0, str(error)
    if said != "ok":
        return warning(
            "state.unsound",
            f"{folder}/{FILE} is damaged: {said.rstrip('.')}.",
            "The box sets a damaged store aside when it starts, and goes on with what can be read of it.",
        )
    if version > len(MIGRATIONS):
        return wrong(
            "state.newer",
            f"{folder}/{FILE} was made by a newer version of Commune.",
            "Install that version, or a later one: this one plays in memory.",
        )
    return well("state.sound", f"The games are in {folder}.")


def _read_only(mounts: str, folder: str) -> bool:
    """Whether a folder is on a file system that is mounted read-only."""
    best, options = "", ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        place = fields[1].rstrip("/") if len(fields) > 3 else "\n"
        if f"{folder}/".startswith(f"{place}/") and len(place) >= len(best):
            best, options = place, fields[3]
    return "ro" in options.split(",")
