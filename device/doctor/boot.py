"""config.txt, by which a Pi's firmware switches buses on: what it says, and adding to it safely."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from device.doctor.system import System

PLACES = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Where it is: from bookworm on, and before."""

COMMAND_LINES = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt")

FILTERS = {
    "pi5": "Raspberry Pi 5",
    "pi500": "Raspberry Pi 500",
    "pi4": "Raspberry Pi 4",
    "pi400": "Raspberry Pi 400",
    "pi3": "Raspberry Pi 3",
    "pi3+": "Raspberry Pi 3 Model B Plus",
    "pi2": "Raspberry Pi 2",
    "pi02": "Raspberry Pi Zero 2",
    "pi0": "Raspberry Pi Zero",
    "pi0w": "Raspberry Pi Zero W",
    "pi1": "Raspberry Pi Model",
}
"""The sections that hold for one kind of Pi, and how its model begins. Other sections are taken not to hold."""


def boot_file(system: System) -> str | None:
    """Where config.txt is, or None if there is none. The old place has a note in newer systems that points to the
    new one, which is looked for first."""
    return next((place for place in PLACES if system.there(place)), None)


def settings(text: str, model: str) -> dict[str, str]:
    """What config.txt says for a Pi of that model; what dtparam says as "dtparam.i2c_arm". The last line holds.

    >>> settings("dtparam=i2c_arm=on,i2c_arm_baudrate=400000\\n[pi5]\\nenable_uart=1", "Raspberry Pi 4 Model B Rev 1.5")
    {'dtparam.i2c_arm': 'on', 'dtparam.i2c_arm_baudrate': '400000'}
    """
    found: dict[str, str] = {}
    holds = True
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if section := re.fullmatch(r"\[(.*)\]", line):
            holds = section[1] == "all" or model.startswith(FILTERS.get(section[1], "\n"))
        elif holds and "=" in line:
            name, _, value = line.partition("=")
            if name == "dtparam":
                for part in value.split(","):
                    parameter, _, setting = part.partition("=")
                    found[f"dtparam.{parameter.strip()}"] = setting.strip() or "on"
            else:
                found[name.strip()] = value.strip()
    return found


def boot_settings(system: System, model: str) -> dict[str, str] | None:
    """What the config.txt of a machine says, or None if there is none that can be read."""
    place = boot_file(system)
    text = system.text(place) if place else None
    return None if text is None else settings(text, model)


def added(text: str, lines: Sequence[str]) -> str:
    """config.txt with lines at its end that hold for every Pi."""
    sections = re.findall(r"^\s*\[(.*)\]", text, re.MULTILINE)
    opening = [] if not sections or sections[-1] == "all" else ["[all]"]
    end = "" if text.endswith("\n") or not text else "\n"
    return text + end + "\n".join(["", *opening, "# Added by commune doctor --fix", *lines, ""])


def add(path: Path, lines: Sequence[str]) -> Path:
    """Add lines to a config.txt, all or nothing; a copy of it as it was is beside it then.

    Returns:
        Where the copy is.

    Raises:
        OSError: it can't be written; it is as it was.
    """
    data = path.read_bytes()
    text = data.decode("utf-8", "surrogateescape")
    numbers = ("", *(f"-{number}" for number in range(2, 1000)))
    copy = next(
        path.with_name(f"{path.name}.before-commune{number}")
        for number in numbers
        if not path.with_name(f"{path.name}.before-commune{number}").exists()
    )
    _write(copy, data)
    new = path.with_name(f"{path.name}.new")
    try:
        _write(new, added(text, lines).encode("utf-8", "surrogateescape"))
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system that can't
            os.fsync(folder)
    finally:
        os.close(folder)
    return copy


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
