"""The folder of the games: can they be kept."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.findings import Finding, note, unknown, warning, well, wrong
from device.doctor.groups import groups_of
from device.doctor.patient import Patient
from device.doctor.service import holds
from device.store.places import FILE, OLD


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
        if system.there(f"{folder}/{OLD}"):
            yield note(
                "state.old", f"{folder} was kept by an earlier version.", "The box takes it over when it starts."
            )
        else:
            yield note("state.empty", f"There are no games yet in {folder}.")
        return
    except OSError as error:
        yield unknown("state.hidden", f"{folder} can't be looked into: {error.strerror}.", "sudo commune doctor")
        return
    yield _sound(patient, folder)
    damaged = system.names(folder, "damaged-*")
    if damaged:
        yield warning(
            "state.damaged",
            f"Something was damaged and set aside: {', '.join(damaged)}. What could be read was kept.",
            "Was the power cut while the card wrote? A card that does this again should be replaced. What was set "
            "aside may be deleted.",
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
    """Whether the log can be read."""
    from device.store.faults import Fault, StoreFault
    from device.store.folder import Folder
    from device.store.log import Log

    try:
        with Log(Folder(patient.system.path(folder))) as log:
            log.read()
            damaged = log.found.damaged
    except StoreFault as fault:
        if fault.fault is Fault.NEWER:
            return wrong(
                "state.newer",
                f"{folder}/{FILE} was made by a newer version of Commune.",
                "Install that version, or a later one: this one plays in memory.",
            )
        return unknown("state.hidden", f"{folder}/{FILE} can't be read: {fault.fault.cause}.", "sudo commune doctor")
    if damaged:
        return warning(
            "state.unsound",
            f"{folder}/{FILE} is damaged.",
            "The box sets a damaged store aside when it starts, and goes on with what can be read of it.",
        )
    if holds(patient):
        return well("state.busy", f"The games are in {folder}, and the box has them open.")
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
