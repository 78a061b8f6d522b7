"""What wakes a thread that sleeps on a file: other threads, and signals."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection
from contextlib import suppress
from types import FrameType
from typing import Any

from device.closing import Closing


class Wakeup(Closing):
    """A pipe to sleep on, with `select`. While it is open the given signals do nothing but arrive there."""

    def __init__(self, signals: Collection[signal.Signals]) -> None:
        self._out, self._in = os.pipe()
        os.set_blocking(self._out, False)
        os.set_blocking(self._in, False)
        self._signal_fd = signal.set_wakeup_fd(self._in, warn_on_full_buffer=False)
        self._handlers: dict[signal.Signals, Any] = {number: signal.signal(number, _nothing) for number in signals}

    def fileno(self) -> int:
        """The file to sleep on."""
        return self._out

    def wake(self) -> None:
        """Wake whoever sleeps; for any thread."""
        with suppress(BlockingIOError):  # full: it is awake
            os.write(self._in, b"\0")

    def read(self) -> list[signal.Signals]:
        """The signals that came since the last time."""
        try:
            return [signal.Signals(number) for number in os.read(self._out, 4096) if number]
        except BlockingIOError:
            return []

    def close(self) -> None:
        """Give the signals back, and close the pipe."""
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._signal_fd)
        os.close(self._in)
        os.close(self._out)


def _nothing(number: int, frame: FrameType | None) -> None:
    """The number goes into the pipe."""
