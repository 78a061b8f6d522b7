"""Which pin is whose, and what happens when two want the same."""

from __future__ import annotations

from collections.abc import Sequence

from device.configuration.settings import FIRST_PIN, LAST_PIN
from device.panel.wiring import I2C, Wiring
from engine.value import value

UARTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""The names of the serial line on the header's pins 14 and 15."""

BUS_PINS = frozenset({2, 3, 7, 8, 9, 10, 11, 14, 15})
"""Pins of the header that a bus may want one day: none of them is proposed for anything else."""

_SPI_PINS = {0: (7, 8, 9, 10, 11), 1: (19, 20, 21)}
_SPI1_SELECTS = {0: 18, 1: 17, 2: 16}
_I2C_PINS = {0: (0, 1), 1: (2, 3)}


@value
class Use:
    """A pin, by whom it is used, and the setting that says so, as "keys.up"; "" where the board does."""

    pin: int
    user: str
    setting: str = ""


@value
class Conflict:
    """Two want a pin: the setting that can't be, and a clause that says why and which pin is free."""

    setting: str
    what: str


def bus_pins(panel: Wiring) -> tuple[int, ...]:
    """The pins that the kernel takes for the bus of a panel; those of the usual buses are known.

    >>> bus_pins(Wiring())
    (2, 3)
    """
    if isinstance(panel.bus, I2C):
        return _I2C_PINS.get(panel.bus.port, ())
    pins = _SPI_PINS.get(panel.bus.port, ())
    select = _SPI1_SELECTS.get(panel.bus.device) if panel.bus.port == 1 else None
    return pins if select is None else (*pins, select)


def uart_pins(port: str) -> tuple[int, ...]:
    """The pins that a serial port takes: none if it isn't on the header."""
    return (14, 15) if port in UARTS else ()


def conflict(uses: Sequence[Use]) -> Conflict | None:
    """The first pin that is wanted twice; None if there is none, or if the board itself wants one twice.

    Whose setting can't be: the later one's, or the only one's where the other is as the board says.
    """
    first: dict[int, Use] = {}
    for use in uses:
        other = first.setdefault(use.pin, use)
        if other is use:
            continue
        wrong, right = (use, other) if use.setting else (other, use)
        if wrong.setting:
            return Conflict(
                wrong.setting, f"pin {use.pin} is taken by {right.user}{_proposed(use.pin, {use.pin for use in uses})}"
            )
    return None


def _proposed(pin: int, used: set[int]) -> str:
    free = {*range(FIRST_PIN, LAST_PIN + 1)} - BUS_PINS - used
    return f"; the nearest free pin is {min(free, key=lambda other: (abs(other - pin), other))}" if free else ""
