"""The power supply, as the firmware has felt it since the start."""

from __future__ import annotations

import re
from collections.abc import Iterator

from device.doctor.findings import Finding, unknown, warning, well
from device.doctor.patient import Patient

LOW_NOW, LOW_ONCE = 1 << 0, 1 << 16
HOT_NOW, HOT_ONCE = (1 << 2) | (1 << 3), (1 << 18) | (1 << 19)
"""Bits that `vcgencmd get_throttled` tells."""

BETTER = "Take the supply that is made for this Pi, and a short thick cable."


def examine(patient: Patient) -> Iterator[Finding]:
    """Whether it was enough."""
    ran = patient.system.run(("vcgencmd", "get_throttled"))
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", ran.output)
    if ran.status != 0 or found is None:
        yield unknown("power.unknown", "Whether the power supply is strong enough can't be told here.")
        return
    bits = int(found[1], 16)
    if bits & LOW_NOW:
        yield warning("power.low", "The voltage is too low now.", BETTER)
    elif bits & LOW_ONCE:
        yield warning("power.waslow", "The voltage was too low at least once since the start.", BETTER)
    if bits & HOT_NOW:
        yield warning("power.hot", "The processor is slowed down now.", "Let air to it.")
    elif bits & HOT_ONCE:
        yield warning("power.washot", "The processor was slowed down at least once since the start.", "Let air to it.")
    if not bits & (LOW_NOW | LOW_ONCE | HOT_NOW | HOT_ONCE):
        yield well("power.enough", "The power supply is strong enough, as far as the firmware has felt.")
