"""Which pin a press of which key pulls down, and how long: the box's own board, as the package configures it."""

from __future__ import annotations

from pathlib import Path

from device.buttons.keypad import HOLD, Key
from device.configuration import read_configuration

PINS = read_configuration(Path(__file__).parents[2] / "device/commune.toml").keys
HIGH = tuple(PINS.values())
"""The pins that a pull-up holds high while no key is down."""

LOOK, TAP, HELD, APART = 0.2, 0.05, HOLD + 0.5, 0.05
"""Seconds that somebody looks at the screen first, that a key is down, that one is held, and after it.

Who presses within milliseconds of a picture can't have seen it: where it would settle something, it doesn't count.
"""


def steps(*words: str) -> list[tuple[int, int, float]]:
    """What to do with the pins to press `ok`, `up`, `hold-call` …: pin, level, seconds until the next."""
    made = []
    for word in words:
        pin = PINS[Key(word.removeprefix("hold-"))]
        made += [(pin, 1, LOOK), (pin, 0, HELD if word.startswith("hold-") else TAP), (pin, 1, APART)]
    return made
