"""The box's own buttons, opened to be tried."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any

from device.buttons.debounce import QUIET

Edge = tuple[str, bool]


class PinWires:
    """Buttons whose edges come on a queue; `read` gives the level of one, True while it is down."""

    def __init__(self, edges: SimpleQueue[Edge], read: Callable[[str], bool]) -> None:
        self._edges = edges
        self._read = read

    def down(self, name: str) -> bool:
        """Whether it reads as pressed."""
        return self._read(name)

    def edges(self, seconds: float) -> list[str]:
        """What changes within that time."""
        end = time.monotonic() + seconds
        changes = []
        while (edge := self._next(end)) is not None:
            changes.append(edge[0])
        return changes

    def pressed(self, seconds: float) -> str | None:
        """The next press. Its bounces, and its release, are waited for, so that they aren't taken for the next one."""
        end = time.monotonic() + seconds
        while (edge := self._next(end)) is not None:
            name, down = edge
            if down:
                self._rest(name, end)
                return name
        return None

    def _rest(self, name: str, end: float) -> None:
        """Wait until a button is let go and quiet, or the time is over."""
        quiet = 5 * QUIET
        while time.monotonic() < end:
            if self._next(time.monotonic() + quiet) is None and not self._read(name):
                return

    def _next(self, end: float) -> Edge | None:
        try:
            return self._edges.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            return None


@contextmanager
def open_wires(numbers: Mapping[str, int], open_switches: Callable[..., Any]) -> Iterator[PinWires]:
    """Buttons by their names, on pins of these BCM numbers; `open_switches` is `device.daemon.Pins.switches`.

    Raises:
        PinsUnusable: there is no pin factory, or it doesn't give these pins.
    """
    edges: SimpleQueue[Edge] = SimpleQueue()
    with open_switches(numbers, lambda name, down, at: edges.put((name, down))) as keys:
        yield PinWires(edges, keys.read)
