"""The other end of the pins' wires: a GPIO chip that is played by this file, or that Linux simulates.

`Played` puts classes in the place of `gpiod.Chip` and what it hands out; all else of the package stays what it is. They
do what the kernel does, as far as a pin factory can tell: claims, directions, pulls, edges with stamps that wait in a
queue of limited length, the errors. `Simulated` is the kernel's gpio-sim, driven through sysfs: what is tested then is
the real package on real system calls. It needs root, and a chip that is named like a Pi's.
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
import termios
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import gpiod
from gpiod.line import Bias, Clock, Direction, Drive, Edge, Value

from device.closing import Closing
from device.pins.chips import LABELS, chips, label

LINES = 54
EDGE = struct.Struct("=QIIII24x")
"""An edge as the kernel hands it over: nanoseconds, 1 up or 2 down, line, number of all, number on this line."""


class Wires(Protocol):
    """What a test asks of a chip."""

    path: str

    def pull(self, line: int, high: bool) -> None:
        """Pull a line from outside; the last who pulled, outside or inside, has it."""

    def level(self, line: int) -> bool:
        """What is on the line, seen from outside."""


class PlayedLine:
    """One line of a chip that is played."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.pulled = False
        self.request: PlayedRequest | None = None
        self.setting = gpiod.LineSettings()
        self.consumer = ""
        self.driven = False
        self.history: list[bool] = []
        """Every level that it has had while it was an output."""

    @property
    def level(self) -> bool:
        return self.driven if self.setting.direction is Direction.OUTPUT else self.pulled

    def apply(self, setting: gpiod.LineSettings) -> None:
        direction = self.setting.direction if setting.direction is Direction.AS_IS else setting.direction
        if setting.edge_detection is not Edge.NONE and direction is not Direction.INPUT:
            raise ValueError(errno.EINVAL, "Invalid argument")
        if setting.debounce_period and direction is not Direction.INPUT:
            raise ValueError(errno.EINVAL, "Invalid argument")
        bias = self.setting.bias if setting.bias is Bias.AS_IS else setting.bias
        if setting.bias in (Bias.PULL_UP, Bias.PULL_DOWN):
            self.pull(setting.bias is Bias.PULL_UP)
        self.setting = gpiod.LineSettings(
            direction=direction, bias=bias, edge_detection=setting.edge_detection, event_clock=setting.event_clock,
            debounce_period=setting.debounce_period, output_value=setting.output_value,
        )  # fmt: skip
        if direction is Direction.OUTPUT and setting.direction is Direction.OUTPUT:
            self.drive(setting.output_value is Value.ACTIVE)

    def drive(self, high: bool) -> None:
        self.driven = high
        self.history.append(high)

    def pull(self, high: bool) -> None:
        if high == self.pulled:
            return
        self.pulled = high
        wanted = self.setting.edge_detection
        if self.request is not None and wanted in (Edge.BOTH, Edge.RISING if high else Edge.FALLING):
            self.request.happened(self.offset, high)


class Played:
    """A chip that is played by this file. `gone` makes every system call fail, as when a chip is taken out."""

    def __init__(self, path: str, name: str = "pinctrl-bcm2711") -> None:
        self.path = path
        self.name = name
        self.lines = [PlayedLine(offset) for offset in range(LINES)]
        self.opened = 0
        self.gone = False
        CHIPS[path] = self

    def pull(self, line: int, high: bool) -> None:
        self.lines[line].pull(high)

    def level(self, line: int) -> bool:
        return self.lines[line].level

    def check(self) -> None:
        if self.gone:
            raise OSError(errno.ENODEV, "No such device")


CHIPS: dict[str, Played] = {}


class PlayedChip:
    """In the place of `gpiod.Chip`."""

    def __init__(self, path: str) -> None:
        if path not in CHIPS:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        self.path = path
        self._chip: Played | None = CHIPS[path]
        self._chip.opened += 1

    @property
    def _open(self) -> Played:
        if self._chip is None:
            raise gpiod.ChipClosedError
        self._chip.check()
        return self._chip

    def __bool__(self) -> bool:
        return self._chip is not None

    def close(self) -> None:
        if self._chip is None:
            raise gpiod.ChipClosedError  # as version 2.2 does
        self._chip.opened -= 1
        self._chip = None

    def get_info(self) -> gpiod.ChipInfo:
        return gpiod.ChipInfo(Path(self.path).name, self._open.name, LINES)

    def get_line_info(self, line: int | str) -> gpiod.LineInfo:
        at = self._open.lines[self.line_offset_from_id(line)]
        found = at.setting
        direction = Direction.INPUT if found.direction is Direction.AS_IS else found.direction
        bias = Bias.UNKNOWN if found.bias is Bias.AS_IS else found.bias
        return gpiod.LineInfo(
            at.offset, f"GPIO{at.offset}", bool(at.consumer), at.consumer, direction.value, False, bias.value,
            Drive.PUSH_PULL.value, found.edge_detection.value, Clock.MONOTONIC.value, bool(found.debounce_period),
            round(found.debounce_period.total_seconds() * 1e6),
        )  # fmt: skip

    def line_offset_from_id(self, id: int | str) -> int:
        if int(id) >= len(self._open.lines):
            raise ValueError("line offset of out range")
        return int(id)

    def request_lines(
        self,
        config: Mapping[Any, gpiod.LineSettings | None],
        consumer: str | None = None,
        event_buffer_size: int | None = None,
        output_values: dict[int | str, Value] | None = None,
    ) -> PlayedRequest:
        chip = self._open
        lines = {chip.lines[self.line_offset_from_id(line)]: setting for line, setting in _each(config)}
        if any(line.consumer for line in lines):
            raise OSError(errno.EBUSY, "Device or resource busy")
        request = PlayedRequest(chip, list(lines), event_buffer_size or 16 * len(lines))
        for line, setting in lines.items():
            line.apply(setting or gpiod.LineSettings())
            line.consumer, line.request = consumer or "?", request
        return request


class PlayedRequest:
    """In the place of `gpiod.LineRequest`. What is read are real records out of a real file descriptor."""

    def __init__(self, chip: Played, lines: list[PlayedLine], size: int) -> None:
        self._chip = chip
        self._lines = {line.offset: line for line in lines}
        self._size = size
        self._out, self._in = os.pipe()
        self._numbers = 0
        self._released = False

    @property
    def _open(self) -> dict[int, PlayedLine]:
        if self._released:
            raise gpiod.RequestReleasedError
        self._chip.check()
        return self._lines

    @property
    def fd(self) -> int:
        if self._released:
            raise gpiod.RequestReleasedError
        return self._out

    def release(self) -> None:
        if self._released:
            raise gpiod.RequestReleasedError
        self._released = True
        os.close(self._out)
        with suppress(OSError):  # it may be lost
            os.close(self._in)
        for line in self._lines.values():
            line.request, line.consumer = None, ""
            line.setting.edge_detection = Edge.NONE

    def get_value(self, line: int | str) -> Value:
        return Value.ACTIVE if self._open[int(line)].level else Value.INACTIVE

    def set_value(self, line: int | str, value: Value) -> None:
        at = self._open[int(line)]
        if at.setting.direction is not Direction.OUTPUT:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        at.drive(value is Value.ACTIVE)

    def reconfigure_lines(self, config: Mapping[Any, gpiod.LineSettings | None]) -> None:
        for line, setting in _each(config):
            self._open[int(line)].apply(setting or gpiod.LineSettings())

    def read_edge_events(self, max_events: int | None = None) -> list[gpiod.EdgeEvent]:
        _ = self._open
        most = min(max_events or self._size, self._size)
        return [gpiod.EdgeEvent(kind, at, line, all_, own)
                for at, kind, line, all_, own in EDGE.iter_unpack(os.read(self._out, EDGE.size * most))]  # fmt: skip

    def lose(self) -> None:
        """Have nothing come any more, and whoever waits be woken, as when the chip is gone."""
        os.close(self._in)

    def happened(self, line: int, high: bool) -> None:
        """The edge joins the queue, whose oldest goes where it is full."""
        self._numbers += 1
        kind = gpiod.EdgeEvent.Type.RISING_EDGE if high else gpiod.EdgeEvent.Type.FALLING_EDGE
        if struct.unpack("i", fcntl.ioctl(self._out, termios.FIONREAD, bytes(4)))[0] >= EDGE.size * self._size:
            os.read(self._out, EDGE.size)
        os.write(self._in, EDGE.pack(time.monotonic_ns(), kind.value, line, self._numbers, self._numbers))


def _each(config: Mapping[Any, gpiod.LineSettings | None]) -> Iterable[tuple[int, gpiod.LineSettings | None]]:
    for key, setting in config.items():
        for line in [key] if isinstance(key, int | str) else key:
            yield int(line), setting


class Simulated:
    """The kernel's gpio-sim, if there is one that is named as a Pi's chip is."""

    def __init__(self) -> None:
        self.path, self._folder = found_simulated()

    def pull(self, line: int, high: bool) -> None:
        (self._folder / f"sim_gpio{line}" / "pull").write_text("pull-up" if high else "pull-down")

    def level(self, line: int) -> bool:
        return (self._folder / f"sim_gpio{line}" / "value").read_text().strip() == "1"


def found_simulated() -> tuple[str, Path]:
    """The device file of a simulated chip and the folder that it is driven by.

    Raises:
        LookupError: there is none, or it may not be driven.
    """
    for chip in chips():
        for folder in Path("/sys/devices/platform").glob(f"gpio*sim*/{chip.name}"):
            if os.access(folder / "sim_gpio4" / "pull", os.W_OK) and label(chip) in LABELS:
                return str(chip), folder
    raise LookupError("there is no simulated chip")


class Claimed(Closing):
    """Lines that some other program has; for `with`."""

    def __init__(self, path: str, line: int, consumer: str) -> None:
        self._chip = gpiod.Chip(path)
        self._request = self._chip.request_lines({line: None}, consumer=consumer)

    def close(self) -> None:
        self._request.release()
        self._chip.close()


def eventually(condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait until it is so.

    Raises:
        AssertionError: it never is.
    """
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.002)
