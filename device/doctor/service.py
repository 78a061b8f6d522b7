"""The box that systemd starts: is it on. Where it is it has the pins, the panel and the readers."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.findings import Finding, note, unknown, warning, well, wrong
from device.doctor.patient import Patient
from device.store.lock import LOCK

UNIT = "commune.service"


def is_on(patient: Patient) -> bool:
    """Whether the box is on, or about to be."""
    return patient.system.run(("systemctl", "is-active", UNIT)).output in ("active", "activating", "reloading")


def holds(patient: Patient) -> bool:
    """Whether a box is on, so that nothing can be tried: systemd's, or one that somebody started."""
    return is_on(patient) or _locked(patient)


def examine(patient: Patient) -> Iterator[Finding]:
    """Whether it is on, and whether it will be after the next start."""
    system = patient.system
    enabled = system.run(("systemctl", "is-enabled", UNIT))
    active = system.run(("systemctl", "is-active", UNIT)).output
    if _locked(patient) and not is_on(patient):
        yield note(
            "service.another",
            f"A box that systemd didn't start is on with {patient.state}: it has the pins, the panel and the readers.",
            "Stop it to try them.",
        )
    if enabled.status is None:
        yield unknown("service.unknown", "There is no systemd here that would start the box.")
        return
    if enabled.output not in ("enabled", "disabled", "masked", "enabled-runtime", "static"):
        yield note(
            "service.none", "Nothing starts the box with the machine.", "The Debian package does: see README.md."
        )
        return
    if is_on(patient):
        shown = system.run(("systemctl", "show", "--property=StatusText", "--value", UNIT))
        said = shown.output.rstrip(".") if shown.status == 0 else ""
        yield well("service.on", f"The box is on: {said}." if said else "The box is on.")
        yield note(
            "service.holds",
            "It has the pins, the panel and the readers, so they can't be tried.",
            "To try them: sudo systemctl stop commune, then sudo commune doctor, then sudo systemctl start commune.",
        )
    elif active == "failed":
        yield wrong("service.failed", "The box has failed.", "What it said: sudo journalctl -b -u commune -n 20")
    else:
        yield note("service.off", "The box is off.", "sudo systemctl start commune")
    if enabled.output in ("disabled", "masked"):
        unmask = "sudo systemctl unmask commune, then " if enabled.output == "masked" else ""
        yield warning(
            "service.disabled", "The box doesn't start with the machine.", f"{unmask}sudo systemctl enable commune"
        )


def _locked(patient: Patient) -> bool:
    """Whether the lock of the state folder is held. Nothing is made there."""
    import fcntl
    import os

    try:
        lock = os.open(patient.system.path(patient.state) / LOCK, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(lock)
    return False
