"""The wires to a panel, through luma.core: opened when they are there, closed when they fail, and opened again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from device.panel.wiring import I2C, SPI

RESET_HOLD = 0.001
"""Seconds that the reset wire of a panel on SPI is held, and left before the first command; microseconds would do."""


class Bus(Protocol):
    """Where the bytes for a panel go. Any call but `close` may raise OSError or luma.core.error.Error."""

    overhead: int
    """How many bytes one could send in the time that it takes to address a window."""

    def open(self) -> None:
        """Get ready to send; again after `close` too."""

    def command(self, *command: int) -> None:
        """Send a command of at most 32 bytes."""

    def data(self, data: bytes) -> None:
        """Send what belongs into the panel's memory."""

    def status(self) -> int | None:
        """The panel's status byte, or None where it can't be read."""

    def close(self) -> None:
        """Let go of the wires; never raises."""


class I2CBus:
    """A panel on I2C. A window costs three bytes of command, and the address and control byte of two transfers."""

    overhead = 7

    def __init__(self, wiring: I2C) -> None:
        self._wiring = wiring
        self._serial: Any = None
        self._asking: Any = None

    def open(self) -> None:
        """Open the bus.

        Raises:
            OSError, luma.core.error.Error: it isn't there, or may not be used.
        """
        import smbus2
        from luma.core.interface.serial import i2c

        self.close()
        self._serial = i2c(port=self._wiring.port, address=self._wiring.address)
        self._asking = smbus2.SMBus(self._wiring.port)

    def command(self, *command: int) -> None:
        """Send a command."""
        self._serial.command(*command)

    def data(self, data: bytes) -> None:
        """Send what belongs into the panel's memory, in one transfer."""
        self._serial.data(data)

    def status(self) -> int:
        """The status byte; every chip here answers a read with it."""
        from smbus2 import i2c_msg

        answer = i2c_msg.read(self._wiring.address, 1)
        self._asking.i2c_rdwr(answer)
        return int(next(iter(answer)))

    def close(self) -> None:
        """Let go of the bus."""
        serial, asking, self._serial, self._asking = self._serial, self._asking, None, None
        with suppress(OSError):
            if serial is not None:
                serial.cleanup()
        with suppress(OSError):
            if asking is not None:
                asking.close()


class SPIBus:
    """A panel on SPI, which can't be read. A window costs the switching of a wire and two calls of the kernel.

    `make_pin` gives an output for a BCM number, off at first: gpiozero's, so that there is one owner of pins.
    """

    overhead = 32

    def __init__(self, wiring: SPI, make_pin: Callable[[int], Any]) -> None:
        self._wiring = wiring
        self._pins = _Pins(make_pin)
        self._serial: Any = None

    def open(self) -> None:
        """Open the bus, and reset the panel.

        Raises:
            OSError, luma.core.error.Error: the bus isn't there, or may not be used.
        """
        from luma.core.interface.serial import spi

        self.close()
        self._serial = spi(
            gpio=self._pins,
            port=self._wiring.port,
            device=self._wiring.device,
            bus_speed_hz=self._wiring.speed,
            gpio_DC=self._wiring.dc,
            gpio_RST=self._wiring.reset,
            reset_hold_time=RESET_HOLD,
            reset_release_time=RESET_HOLD,
        )

    def command(self, *command: int) -> None:
        """Send a command."""
        self._serial.command(*command)

    def data(self, data: bytes) -> None:
        """Send what belongs into the panel's memory."""
        self._serial.data(list(data))

    def status(self) -> None:
        """Nothing: there is no wire back."""
        return

    def close(self) -> None:
        """Let go of the bus and of its two pins."""
        serial, self._serial = self._serial, None
        with suppress(OSError):
            if serial is not None:
                serial.cleanup()
        self._pins.close()


class _Pins:
    """As much of RPi.GPIO as luma's `spi` wants, which doesn't run on every Pi, over gpiozero."""

    OUT = "out"
    LOW, HIGH = 0, 1

    def __init__(self, make_pin: Callable[[int], Any]) -> None:
        self._make_pin = make_pin
        self._pins: dict[int, Any] = {}

    def setup(self, number: int, direction: str) -> None:
        if number not in self._pins:
            self._pins[number] = self._make_pin(number)

    def output(self, number: int, level: int) -> None:
        self._pins[number].value = level

    def close(self) -> None:
        while self._pins:
            _, pin = self._pins.popitem()
            pin.close()


def bus_for(wiring: I2C | SPI, make_pin: Callable[[int], Any]) -> Bus:
    """The bus that a panel is on, not opened yet; `make_pin` as for `SPIBus`."""
    return I2CBus(wiring) if isinstance(wiring, I2C) else SPIBus(wiring, make_pin)
