"""The GPIO chip that the header's pins are on, found by its label: its number has moved with kernels."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from device.errors import PinsUnusable
from engine.errors import listed

LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the chip is called on a Pi 5, on a Pi 4, and on all before. Its lines are numbered as the pins are, BCM."""

INFO_REQUEST, INFO_SIZE = 0x8044B401, 68
"""GPIO_GET_CHIPINFO_IOCTL: a name of 32 bytes, a label of 32 bytes, and the number of lines."""

NUMBERED = re.compile(r"gpiochip(\d+)")


def header_chip(folder: Path = Path("/dev"), label_of: Callable[[Path], str] | None = None) -> Path:
    """The header's chip among the chips in `folder`.

    Raises:
        PinsUnusable: there is none, or none that may be opened; it says which were found.
    """
    label_of = label_of or label
    found, shut = [], []
    for chip in chips(folder):
        try:
            name = label_of(chip)
        except OSError as error:
            shut.append(f"{chip} can't be opened: {error.strerror}" + _advice(error))
            continue
        if name in LABELS:
            return chip
        found.append(f"{chip} ({name})")
    wanted = listed(list(LABELS), "or")
    if shut:
        raise PinsUnusable(f"No GPIO chip with the label {wanted} was found, but {'; '.join(shut)}.")
    if found:
        raise PinsUnusable(f"No GPIO chip has the label {wanted}, as a Raspberry Pi's has; there is {listed(found)}.")
    raise PinsUnusable(
        f"There is no GPIO chip in {folder}: this is no Raspberry Pi, or its kernel doesn't drive the pins."
    )


def chips(folder: Path = Path("/dev")) -> list[Path]:
    """The GPIO chips in `folder`, by their numbers; no second names, which a Pi 5 has for old programs."""
    numbered = [(int(match[1]), path) for path in folder.glob("gpiochip*") if (match := NUMBERED.fullmatch(path.name))]
    return [path for _, path in sorted(numbered) if not path.is_symlink()]


def label(chip: Path) -> str:
    """The label of the chip behind a device file.

    Raises:
        OSError: it can't be opened, or is no GPIO chip.
    """
    from fcntl import ioctl

    device = os.open(chip, os.O_RDWR | os.O_CLOEXEC)  # as whoever uses it will
    try:
        answer = ioctl(device, INFO_REQUEST, bytes(INFO_SIZE))
    finally:
        os.close(device)
    return answer[32:64].split(b"\0")[0].decode("utf-8", "replace")


def _advice(error: OSError) -> str:
    return " (is this user in the group gpio?)" if isinstance(error, PermissionError) else ""
