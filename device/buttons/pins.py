"""The wires of the keys, through gpiozero: every edge is handed on with its stamp, and levels can be read."""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from gpiozero import InputDevice
from gpiozero.pins import Factory

from device.buttons.keypad import Key

Forward = Callable[[Key, bool, float], None]
"""Takes a key, whether it is down, and the stamp of the edge."""

OLDEST_STAMP = 60.0
"""Seconds an edge may wait between the wire and us; a stamp further away is of another clock."""


class KeyPins:
    """Opens an input with a pull-up for every key, `pins` giving its BCM number; a key connects its pin to ground.

    `forward` is called for each edge, in whatever thread the pin factory has for that, and must do no more than put it
    on a queue: with gpiozero's lgpio factory an exception there silences every pin for good. Edges are stamped by the
    pin factory where its stamps are on `clock`, as kernel stamps are on the monotonic clock; else by `clock` when they
    arrive. No edge is held back: debouncing is the keypad's, since each pin factory has its own idea of it.

    :raises gpiozero.GPIOPinInUse: if a pin is given twice or is taken.
    :raises gpiozero.PinInvalidPin: if there is no such pin.
    """

    def __init__(
        self,
        pins: Mapping[Key, int],
        forward: Forward,
        *,
        pin_factory: Factory,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # A pin keeps only a weak reference to its callback: these must live as long as edges are wanted.
        self._callbacks = {key: _Callback(key, forward, clock) for key in pins}
        with ExitStack() as opened:
            self._inputs = {
                key: opened.enter_context(InputDevice(pin, pull_up=True, pin_factory=pin_factory))
                for key, pin in pins.items()
            }
            for key, opened_input in self._inputs.items():
                # A pin outlives the devices on it, with what they have set.
                opened_input.pin.bounce = None
                opened_input.pin.edges = "both"
                opened_input.pin.when_changed = self._callbacks[key].edge
            self._opened = opened.pop_all()

    def read(self, key: Key) -> bool:
        """Whether `key` is down now.

        :raises gpiozero.DeviceClosed: after `close`.
        """
        return bool(self._inputs[key].is_active)

    def close(self) -> None:
        """Release the pins. Closing again does nothing."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class _Callback:
    """Forwards the edges of one key."""

    def __init__(self, key: Key, forward: Forward, clock: Callable[[], float]) -> None:
        self._key = key
        self._forward = forward
        self._clock = clock

    def edge(self, ticks: float, state: int) -> None:
        """Called by the pin: `state` is low while the key is down."""
        now = self._clock()
        at = ticks if now - OLDEST_STAMP <= ticks <= now else now
        self._forward(self._key, not state, at)
