"""How bright the panel is: full while somebody plays, dim after a while, dark after a long one. Pure: no clock."""

from __future__ import annotations

from enum import StrEnum

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

    def press(self, at: float) -> None:
        """Somebody pressed a button, or something happened that people look up for."""
        self._last = max(self._last, at)

    def light(self, now: float) -> Light:
        """The light that there is to be at a time."""
        return next((light for after, light in self._after if now >= self._last + after), Light.FULL)

    def deadline(self, now: float) -> float | None:
        """When the light changes next if nobody presses anything, or None if it doesn't."""
        return min((self._last + after for after, _ in self._after if self._last + after > now), default=None)
