"""May the box open its devices: is its user in their groups."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.bus import device_of
from device.doctor.findings import Finding, unknown, well, wrong
from device.doctor.patient import USER, Patient
from device.doctor.system import System


def examine(patient: Patient) -> Iterator[Finding]:
    """One for all devices that are there; nothing for those that aren't, which other findings tell of."""
    system, user = patient.system, patient.user
    if user == "root":
        yield well("groups.root", "This user may do everything.")
        return
    member = groups_of(system, user)
    if member is None:
        yield unknown("groups.nobody", f"Which groups {user} is in can't be found out.")
        return
    shut: dict[str, list[str]] = {}
    seen = 0
    for device in _devices(patient):
        try:
            owner = system.owner_of(system.path(device))
        except OSError:
            continue
        seen += 1
        may = (
            (owner.user == user and owner.mode & 0o600 == 0o600)
            or (owner.group in member and owner.mode & 0o060 == 0o060)
            or owner.mode & 0o006 == 0o006
        )
        if not may:
            shut.setdefault(owner.group if owner.mode & 0o060 == 0o060 else "", []).append(device)
    for group, devices in shut.items():
        opened = f"{user} may not open {', '.join(devices)}"
        again = "sudo systemctl restart commune" if user == USER else "log in again"
        if group and group != "root":
            yield wrong(
                "groups.missing",
                f"{opened}: it isn't in the group {group}.",
                f"sudo usermod -aG {group} {user}, then {again}.",
            )
        else:
            yield wrong(
                "groups.shut",
                f"{opened}: only root may.",
                "Its udev rule is missing: sudo apt install --reinstall raspberrypi-sys-mods, then sudo reboot.",
            )
    if seen and not shut:
        yield well("groups.member", f"{user} may open the devices of the box.")
    elif not seen:
        yield unknown("groups.deviceless", f"There is no device here that {user} could open.")


def groups_of(system: System, user: str) -> set[str] | None:
    """The groups that a user is in, or None if that can't be found out."""
    users, groups = system.text("/etc/passwd"), system.text("/etc/group")
    if users is None or groups is None:
        return None
    own = next(
        (line.split(":")[3] for line in users.splitlines() if line.startswith(f"{user}:") and line.count(":") >= 3),
        None,
    )
    if own is None:
        return None
    found = set()
    for line in groups.splitlines():
        name, _, number, members = (line.split(":") + ["", "", "", ""])[:4]
        if user in members.split(",") or number == own:
            found.add(name)
    return found


def _devices(patient: Patient) -> list[str]:
    """What the box opens."""
    bus = patient.configuration.panel.bus
    ports = [reader.port for reader in patient.configuration.readers]
    return [*patient.system.names("/dev", "gpiochip[0-9]")[:1], device_of(bus), *ports]
