"""One line of a GPIO chip through libgpiod's Python package, version 2: read, driven, pulled, and its edges."""

from __future__ import annotations

import errno
import os
import struct
from contextlib import suppress
from datetime import timedelta
from threading import Lock

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge, Value
from gpiozero.exc import GPIOPinInUse

from engine.value import replace, value

WAITING = 512
"""Edges that wait in the kernel until they are read; when there are more, the oldest go. A contact that bounces 20
times at 40 presses a second makes 3,200 a second."""

AT_ONCE = 64
"""Edges that are read at once."""

EDGE = struct.Struct("=QI36x")
"""An edge as the kernel hands it over, struct gpio_v2_line_event: nanoseconds, 1 up or 2 down, and what isn't used. The
package would make an object of it, by an import, a class and an enumeration: a third of the way of a press."""

UP = 1

CONSUMER = "gpiozero"
"""Who has the line, for other programs that ask."""


@value
class Setting:
    """How a line is set."""

    direction: Direction = Direction.AS_IS
    bias: Bias = Bias.AS_IS
    edges: Edge = Edge.NONE
    debounce: timedelta = timedelta()
    high: bool = False


class Line:
    """A line, claimed from its first use until `release`, and again with the next use. For any thread.

    `lock` is the chip's: libgpiod wants its objects used by one thread at a time. All that uses the line may raise
    gpiozero.GPIOPinInUse if somebody else has it, and OSError.
    """

    def __init__(self, chip: gpiod.Chip, offset: int, lock: Lock) -> None:
        self.offset = offset
        self.setting = Setting()
        """As it was set last; as it was found where that is "as is"."""
        self._chip = chip
        self._request: gpiod.LineRequest | None = None
        self._lock = lock

    @property
    def found(self) -> gpiod.LineInfo:
        """What the kernel says of the line."""
        with self._lock:
            return self._chip.get_line_info(self.offset)

    @property
    def fd(self) -> int:
        """What is readable while edges wait."""
        with self._lock:
            return self._claimed().fd

    def claim(self) -> None:
        """Have the line, as it is."""
        with self._lock:
            self._claimed()

    def set(self, setting: Setting) -> None:
        """Set it otherwise; nothing has changed where that fails."""
        with self._lock:
            if self._request is None:
                self._request = self._ask(setting)
            elif setting != self.setting:
                self._request.reconfigure_lines({self.offset: _settings(setting)})
            self.setting = setting

    def level(self) -> bool:
        """Whether it is high."""
        with self._lock:
            return self._claimed().get_value(self.offset) is Value.ACTIVE

    def drive(self, high: bool) -> None:
        """Put an output high or low."""
        with self._lock:
            self._claimed().set_value(self.offset, Value.ACTIVE if high else Value.INACTIVE)
            self.setting = replace(self.setting, high=high)

    def edges(self) -> list[tuple[int, bool]]:
        """Edges that wait, oldest first, each with its stamp in nanoseconds and whether it led up; none where none
        wait. What is left is still readable."""
        with self._lock:
            if self._request is None:
                return []
            try:
                read = os.read(self._request.fd, EDGE.size * AT_ONCE)
            except BlockingIOError:
                return []
        if not read:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return [(at, kind == UP) for at, kind in EDGE.iter_unpack(read)]

    def release(self) -> None:
        """Leave the line to others, an input without pulls."""
        with self._lock:
            request, self._request, setting, self.setting = self._request, None, self.setting, Setting()
            if request is None:
                return
            if setting.direction is not Direction.AS_IS:
                with suppress(OSError):  # a chip that is gone has nothing to be left
                    idle = Setting(Direction.INPUT, Bias.DISABLED)
                    request.reconfigure_lines({self.offset: _settings(idle)})
            request.release()

    def _claimed(self) -> gpiod.LineRequest:
        if self._request is None:
            self._request = self._ask(self.setting)
        return self._request

    def _ask(self, setting: Setting) -> gpiod.LineRequest:
        try:
            request = self._chip.request_lines(
                {self.offset: _settings(setting)}, consumer=CONSUMER, event_buffer_size=WAITING
            )
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            user = self._chip.get_line_info(self.offset).consumer
            raise GPIOPinInUse(f"pin GPIO{self.offset} is already in use by {user or 'the kernel'}") from None
        os.set_blocking(request.fd, False)
        return request


def _settings(setting: Setting) -> gpiod.LineSettings:
    listens = setting.direction is Direction.INPUT  # the kernel refuses edges of anything else
    return gpiod.LineSettings(
        direction=setting.direction,
        bias=setting.bias,
        edge_detection=setting.edges if listens else Edge.NONE,
        debounce_period=setting.debounce if listens else timedelta(),
        event_clock=Clock.MONOTONIC,
        output_value=Value.ACTIVE if setting.high else Value.INACTIVE,
    )
