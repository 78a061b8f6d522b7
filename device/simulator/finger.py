"""A finger on the mock keys, in real time: what is typed becomes presses, one after another, none lost."""

from __future__ import annotations

from collections import deque

from device.buttons.keypad import HOLD, Key
from device.buttons.mock import Clock, MockKeys
from engine.value import value

TAP, HOLDING = 0.015, HOLD + 0.05
"""Seconds that a key is down when it is tapped, or held."""

LIFT = 0.012
"""Seconds until the next press. With TAP this is 37 presses a second: as fast as a keyboard repeats, and slower than
what the keypad takes for noise on a wire."""

GLOW = 0.15
"""Seconds that a pressed key is seen to be pressed, at least."""


@value
class Touch:
    """One press that is wanted."""

    key: Key
    held: bool = False


class Finger:
    """Presses keys in the order asked for. Whoever has it calls `move` at `deadline`."""

    def __init__(self, keys: MockKeys[Key], clock: Clock) -> None:
        self._keys = keys
        self._clock = clock
        self._wanted: deque[Touch] = deque()
        self._down: Touch | None = None
        self._last: Touch | None = None
        self._next = clock.now()
        self._glows_until = clock.now()

    def touch(self, touch: Touch) -> None:
        """Press a key when the finger is free."""
        self._wanted.append(touch)

    @property
    def deadline(self) -> float | None:
        """When `move` must be called next, in seconds of the clock; None if nothing happens by itself."""
        times = [self._next] if self._down or self._wanted else []
        if self._last and not self._down:
            times.append(self._glows_until)
        return min(times, default=None)

    @property
    def glowing(self) -> Touch | None:
        """The press to be seen as such: the one that is going on, or was just now."""
        return self._down or self._last

    def move(self) -> None:
        """Press or release what is due."""
        now = self._clock.now()
        if self._last and now >= self._glows_until:
            self._last = None
        if now < self._next:
            return
        if self._down:
            self._keys.release(self._down.key)
            self._down, self._last = None, self._down
            self._next = now + LIFT
        elif self._wanted:
            self._down = self._wanted.popleft()
            self._keys.press(self._down.key)
            self._next = now + (HOLDING if self._down.held else TAP)
            self._glows_until = now + GLOW
