"""The clock. Nothing in a game depends on it; it dates the games."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.findings import Finding, note, unknown, warning, well
from device.doctor.patient import Patient

SYNCHRONISED = "/run/systemd/timesync/synchronized"
"""The file that systemd makes when a server has told it the time."""


def examine(patient: Patient) -> Iterator[Finding]:
    """Whether the clock can be right."""
    system = patient.system
    now = system.now()
    if now < system.installed:
        yield warning(
            "clock.behind",
            f"The clock says {now:%Y-%m-%d %H:%M}, which is before Commune was installed.",
            "A Pi has no clock of its own: let it see a network when it starts, or sudo date -s '2026-12-31 20:00'. "
            "Games are dated wrong until then; nothing else suffers.",
        )
    elif system.there(SYNCHRONISED):
        yield well("clock.right", f"The clock says {now:%Y-%m-%d %H:%M}, and was set by a server.")
    elif system.there("/run/systemd/timesync") or system.there("/run/systemd/system"):
        yield note(
            "clock.unset",
            f"The clock says {now:%Y-%m-%d %H:%M}; no server has set it since the machine was started.",
            "Without a network that is as it must be: only the dates of games may be wrong.",
        )
    else:
        yield unknown("clock.unknown", f"The clock says {now:%Y-%m-%d %H:%M}; whether that is right can't be told.")
