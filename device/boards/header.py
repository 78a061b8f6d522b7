"""The Pi's header of 40 places: which BCM pin is where. Place 1 is at the end of the microSD card, in the inner row."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LAYOUT = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
"""What is at the places 1 to 40: a BCM pin, or power."""

PLACES: Mapping[int, int] = MappingProxyType(
    {pin: place for place, pin in enumerate(LAYOUT, 1) if isinstance(pin, int)}
)
"""The place of each BCM pin."""

GROUND = tuple(place for place, what in enumerate(LAYOUT, 1) if what == "GND")
THREE_VOLTS = tuple(place for place, what in enumerate(LAYOUT, 1) if what == "3V3")


def place_of(pin: int) -> str:
    """A pin as people look for it.

    >>> place_of(17)
    'pin 17 (place 11 on the header)'
    """
    return f"pin {pin} (place {PLACES[pin]} on the header)"
