"""How bright the panel is: full while somebody plays, dim after a while, dark after a long one. Pure: no clock."""

from __future__ import annotations

from enum import StrEnum

from device.buttons.keypad import Button, Press

DIM_AFTER = 90.0
"""Seconds without a press after which the panel dims."""

DARK_AFTER = 15 * 60.0
"""Seconds without a press after which it goes dark."""


class Light(StrEnum):
    """How bright a panel is."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"


class Dimmer:
    """What light there is to be, from the presses. Times are seconds of one monotonic clock; `start` is when the box
    came on. Where `dim_after` or `dark_after` is None that never comes.
    """

    def __init__(
        self, start: float, *, dim_after: float | None = DIM_AFTER, dark_after: float | None = DARK_AFTER
    ) -> None:
        self._last = start
        self._after = [(after, light) for after, light in ((dark_after, Light.DARK), (dim_after, Light.DIM)) if after]
        self._woken_by: Button | None = None

    def look(self, at: float) -> None:
        """Something happened that people look up for."""
        self._last = max(self._last, at)

    def wakes(self, press: Press) -> bool:
        """Whether a press only makes light: one in the dark does, and what comes of holding it. A call is a call."""
        dark = self.light(press.at) is Light.DARK and press.button is not Button.CALL
        self.look(press.at)
        if dark:
            self._woken_by = press.button
        elif not (press.repeat and press.button is self._woken_by):
            self._woken_by = None
        return dark or self._woken_by is not None

    def light(self, now: float) -> Light:
        """The light that there is to be at a time."""
        return next((light for after, light in self._after if now >= self._last + after), Light.FULL)

    def deadline(self, now: float) -> float | None:
        """When the light changes next if nobody presses anything, or None if it doesn't."""
        return min((self._last + after for after, _ in self._after if self._last + after > now), default=None)
