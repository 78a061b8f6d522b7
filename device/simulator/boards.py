"""The boxes that the simulator plays on: with seven buttons, or with four; on mock pins any will do."""

from __future__ import annotations

from device.buttons.keypad import Key
from device.configuration import Configuration
from device.panel.wiring import Wiring

KEYS = {7: tuple(Key), 4: (Key.UP, Key.DOWN, Key.OK, Key.CALL)}
"""The keys, by how many buttons there are."""


def simulated(buttons: int, seats: int = 0) -> Configuration:
    """A box with so many buttons, 7 or 4, and buttons at so many seats. Its panel never dims."""
    pins = iter(range(2, 28))
    keys = {key: next(pins) for key in KEYS[buttons]}
    own = tuple(next(pins) for _ in range(seats))
    return Configuration(
        "simulated", keys, Wiring(), seat_buttons=own, buzzer=next(pins), dim_after=None, dark_after=None
    )
