"""Keys without wires, for tests and the simulator: gpiozero's mock pins on a clock that is handed in, and fingers."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Generic, Protocol, TypeVar

from gpiozero.pins.mock import MockFactory, MockPin

from device.buttons.pins import Forward, KeyPins
from device.sound import Sound

B = TypeVar("B")

TAP = 0.05
"""Seconds a tapped key is down."""

PAUSE = 0.05
"""Seconds a finger is off a key before it can press again; a few milliseconds would be a bounce."""


class Clock(Protocol):
    """A monotonic clock, and a way to let time pass on it."""

    def now(self) -> float:
        """Seconds since some moment in the past."""

    def advance(self, seconds: float) -> None:
        """Return when `seconds` have passed."""


class RealClock:
    """The monotonic clock. Time passes on it by itself."""

    def now(self) -> float:
        """Seconds since some moment in the past."""
        return time.monotonic()

    def advance(self, seconds: float) -> None:
        """Return when `seconds` have passed."""
        time.sleep(seconds)


class HandClock:
    """A clock that stands still until it is advanced.

    >>> clock = HandClock(10.0)
    >>> clock.advance(2.5)
    >>> clock.now()
    12.5
    """

    def __init__(self, now: float = 0.0) -> None:
        self._now = now

    def now(self) -> float:
        """Seconds on this clock."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass.

        :raises ValueError: if they are negative.
        """
        if seconds < 0:
            raise ValueError(f"a monotonic clock can't be advanced by {seconds} s")
        self._now += seconds


class ClockedMockPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that stamps its edges with its factory's ticks, and that a closed contact holds at ground against the
    pull-up, so that a key can be down before anybody opens its pin."""

    grounded = False

    def ground(self, closed: bool) -> None:
        """Close or open the contact to ground."""
        self.grounded = closed
        if closed:
            self.drive_low()
        elif self.pull == "up":
            self.drive_high()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.grounded:
            self.drive_low()

    def _call_when_changed(self, *_: object) -> None:
        # gpiozero 2 asks time.monotonic here, whatever the factory's ticks are; 1.6 asks the factory.
        super(MockPin, self)._call_when_changed(self.factory.ticks(), self.state)


class ClockedMockFactory(MockFactory):  # type: ignore[misc]
    """gpiozero's mock pin factory, its ticks those of `clock`."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(pin_class=ClockedMockPin)
        self._clock = clock
        # In gpiozero 1.6 all factories share their pins, and a pin keeps the clock of the first.
        self.pins: dict[object, ClockedMockPin] = {}
        self._reservations: defaultdict[object, list[object]] = defaultdict(list)

    def ticks(self) -> float:
        """The time on the clock."""
        return self._clock.now()


class MockPins:
    """Pins without wires, as a box opens them, on a clock; what it lets be heard is kept in `heard`."""

    def __init__(self, clock: Clock) -> None:
        self.factory = ClockedMockFactory(clock)
        self.heard: list[Sound] = []
        self._clock = clock

    def switches(self, pins: Mapping[B, int], forward: Forward[B]) -> KeyPins[B]:
        """Keys and the buttons of seats, opened."""
        return KeyPins(pins, forward, pin_factory=self.factory, clock=self._clock.now)

    def buzzer(self, number: int) -> AbstractContextManager[Callable[[Sound], None]]:
        """What keeps the sounds that are to be heard."""
        return nullcontext(self.heard.append)


class MockKeys(Generic[B]):
    """Fingers on the buttons of a mock pin factory, `pins` giving the BCM number of each, by its Key or its seat."""

    def __init__(self, pins: Mapping[B, int], pin_factory: ClockedMockFactory, clock: Clock) -> None:
        self._pins = {key: pin_factory.pin(number) for key, number in pins.items()}
        self._clock = clock

    def press(self, key: B) -> None:
        """Put a finger on `key`; if there is one already, nothing happens."""
        self._pins[key].ground(True)

    def release(self, key: B) -> None:
        """Lift it."""
        self._pins[key].ground(False)

    def hold(self, key: B, seconds: float) -> None:
        """Press `key`, let `seconds` pass, release it, and wait until it could be pressed again."""
        self.press(key)
        self._clock.advance(seconds)
        self.release(key)
        self._clock.advance(PAUSE)

    def tap(self, key: B) -> None:
        """Hold `key` for as long as people do who only press it."""
        self.hold(key, TAP)
