"""Buses with a modelled panel at their end, in the place of smbus2's and spidev's, that count bytes and can fail."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, Self

import pytest
import smbus2

from tests.device.panel.chips import ModelChip


class Wire:
    """The wires between the bus and one panel.

    Attributes:
        panel: what is at their end.
        bytes: how many bytes have been on the wire, addresses included.
        transfers: how many transfers there were.
        fail: is asked before every transfer, and may raise; then half of it arrives. `attempts` counts them.
        there: whether the bus exists.
        open_handles: how many are open now.
    """

    def __init__(self, panel: ModelChip) -> None:
        self.panel = panel
        self.bytes = 0
        self.transfers = 0
        self.attempts = 0
        self.fail: Callable[[], None] = lambda: None
        self.there = True
        self.answers = True
        self.open_handles = 0

    def transfer(self, size: int) -> None:
        self.attempts += 1
        self.fail()
        if not self.panel.powered:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.transfers += 1
        self.bytes += size


def connect_i2c(patch: pytest.MonkeyPatch, wire: Wire, address: int = 0x3C) -> None:
    """Have smbus2 open this wire."""

    class FakeSMBus:
        def __init__(self, port: int) -> None:
            if not wire.there:
                raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{port}")
            wire.open_handles += 1
            self._open = True

        def write_i2c_block_data(self, to: int, register: int, data: list[int]) -> None:
            self._write(to, bytes([register, *data]))

        def i2c_rdwr(self, message: Any) -> None:
            if message.flags & 1:
                assert self._open
                assert message.addr == address
                wire.transfer(1 + message.len)
                if not wire.answers:
                    raise OSError(errno.ENXIO, "No such device or address")
                for place in range(message.len):
                    message.buf[place] = bytes([wire.panel.status])
            else:
                self._write(message.addr, bytes(list(message)))

        def _write(self, to: int, transfer: bytes) -> None:
            assert self._open
            assert to == address
            try:
                wire.transfer(1 + len(transfer))
            except OSError:
                if wire.panel.powered:
                    wire.panel.write(transfer[: len(transfer) // 2])
                raise
            wire.panel.write(transfer)

        def close(self) -> None:
            wire.open_handles -= self._open
            self._open = False

    patch.setattr(smbus2, "SMBus", FakeSMBus)


class Output:
    """An output pin, off at first."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.value = 0
        self.closed = False

    def close(self) -> None:
        self.closed = True


class SPIPins:
    """The two pins of a panel on SPI, as they were made."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.made: dict[int, Output] = {}

    def __call__(self, number: int) -> Output:
        self._wire.open_handles += 1
        made = self.made[number] = _Counted(number, self._wire)
        return made


class _Counted(Output):
    def __init__(self, number: int, wire: Wire) -> None:
        super().__init__(number)
        self._wire = wire

    def close(self) -> None:
        self._wire.open_handles -= not self.closed
        super().close()


def connect_spi(patch: pytest.MonkeyPatch, wire: Wire, dc: int = 24) -> SPIPins:
    """Have spidev open this wire; the pins that tell data from commands are made by what is returned."""
    pins = SPIPins(wire)

    class FakeSpiDev:
        max_speed_hz = 0

        def open(self, port: int, device: int) -> Self:
            if not wire.there:
                raise FileNotFoundError(errno.ENOENT, "No such file or directory")
            wire.open_handles += 1
            self._open = True
            return self

        def writebytes(self, data: list[int]) -> None:
            assert self._open
            wire.attempts += 1
            wire.fail()
            if wire.panel.powered:  # what nobody hears is sent all the same
                (wire.panel.data if pins.made[dc].value else wire.panel.commands)(bytes(data))

        def close(self) -> None:
            wire.open_handles -= self._open
            self._open = False

    module = ModuleType("spidev")  # it compiles only where there is SPI
    vars(module)["SpiDev"] = FakeSpiDev
    patch.setitem(sys.modules, "spidev", module)
    return pins
