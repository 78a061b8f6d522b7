"""How a panel is wired: the bus that it is on, and the chip that drives it."""

from __future__ import annotations

from enum import StrEnum

from engine.value import value


class Chip(StrEnum):
    """What drives a panel of 128 by 64; AUTO asks it, which only I2C can."""

    AUTO = "auto"
    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SH1106 = "sh1106"


@value
class I2C:
    """A panel on /dev/i2c-`port`, at a 7-bit address."""

    port: int = 1
    address: int = 0x3C


@value
class SPI:
    """A panel on /dev/spidev`port`.`device`, with two wires of its own, BCM numbers: data or command, and reset.

    `speed` is in hertz, one of those that luma.core takes: 0.5, 1, 2, 4, 8, 16, 20, … MHz.
    """

    port: int = 0
    device: int = 0
    dc: int = 24
    reset: int = 25
    speed: int = 8_000_000


@value
class Wiring:
    """What a panel is opened from. `rotated` is for one that hangs upside down."""

    bus: I2C | SPI = I2C()
    chip: Chip = Chip.AUTO
    rotated: bool = False
