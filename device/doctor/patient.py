"""Whom the doctor looks at: a machine, and the box that it is to be."""

from __future__ import annotations

from pathlib import Path

from device.configuration import Configuration
from device.doctor.findings import Finding, unknown, wrong
from device.doctor.system import System
from engine.value import value

USER = "commune"
"""Who the box is that systemd starts."""


@value
class Patient:
    """A machine, what is configured and where, and the state folder, both as that machine calls them."""

    system: System
    configuration: Configuration
    config: Path
    state: Path

    @property
    def model(self) -> str:
        """Which Raspberry Pi it is, or "" if it is none, or can't say."""
        model = (self.system.text("/proc/device-tree/model") or "").strip()
        return model if model.startswith("Raspberry Pi") else ""

    @property
    def user(self) -> str:
        """Who the box is, or will be when this user starts it."""
        users = self.system.text("/etc/passwd") or ""
        return USER if any(line.startswith(f"{USER}:") for line in users.splitlines()) else self.system.user

    def blame(self, id: str, text: str, advice: str) -> Finding:
        """What is wrong on a Raspberry Pi, and on any other machine only can't be known."""
        if self.model:
            return wrong(id, text, advice)
        return unknown(id, text)
