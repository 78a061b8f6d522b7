"""The wires of the buttons, through gpiozero: every edge is handed on with its stamp, and levels can be read."""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Generic, TypeVar

from gpiozero import InputDevice
from gpiozero.pins import Factory

from device.closing import Closing

B = TypeVar("B")
"""What a button is called: a Key, or the number of a seat."""

Forward = Callable[[B, bool, float], None]
"""Takes a button, whether it is down, and the stamp of the edge."""

OLDEST_STAMP = 60.0
"""Seconds an edge may wait between the wire and us; a stamp further away is of another clock."""


class KeyPins(Closing, Generic[B]):
    """Opens an input with a pull-up for every button, `pins` giving its BCM number; a button connects its pin to
    ground.

    `forward` is called for each edge, in whatever thread the pin factory has for that, and must do no more than put it
    on a queue: with gpiozero's lgpio factory an exception there silences every pin for good. Edges are stamped by the
    pin factory where its stamps are on `clock`, as kernel stamps are on the monotonic clock; else by `clock` when they
    arrive. No edge is held back: debouncing is the keypad's, since each pin factory has its own idea of it.

    :raises gpiozero.GPIOPinInUse: if a pin is given twice or is taken.
    :raises gpiozero.PinInvalidPin: if there is no such pin.
    """

    def __init__(
        self,
        pins: Mapping[B, int],
        forward: Forward[B],
        *,
        pin_factory: Factory,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # A pin keeps only a weak reference to its callback: these must live as long as edges are wanted.
        self._callbacks = {button: _Callback(button, forward, clock) for button in pins}
        with ExitStack() as opened:
            self._inputs = {
                button: opened.enter_context(InputDevice(pin, pull_up=True, pin_factory=pin_factory))
                for button, pin in pins.items()
            }
            for button, opened_input in self._inputs.items():
                # A pin outlives the devices on it, with what they have set.
                opened_input.pin.bounce = None
                opened_input.pin.edges = "both"
                opened_input.pin.when_changed = self._callbacks[button].edge
            self._opened = opened.pop_all()

    def read(self, button: B) -> bool:
        """Whether `button` is down now.

        :raises gpiozero.DeviceClosed: after `close`.
        """
        return bool(self._inputs[button].is_active)

    def close(self) -> None:
        """Release the pins. Closing again does nothing."""
        self._opened.close()


class _Callback(Generic[B]):
    """Forwards the edges of one button."""

    def __init__(self, button: B, forward: Forward[B], clock: Callable[[], float]) -> None:
        self._button = button
        self._forward = forward
        self._clock = clock

    def edge(self, ticks: float, state: int) -> None:
        """Called by the pin: `state` is low while the button is down."""
        now = self._clock()
        at = ticks if now - OLDEST_STAMP <= ticks <= now else now
        self._forward(self._button, not state, at)
