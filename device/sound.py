"""What a box with a buzzer lets hear."""

from __future__ import annotations

from enum import IntEnum


class Sound(IntEnum):
    """One thing to be heard, the value in the order of their weight: of several at once the heaviest is heard."""

    CLICK = 1
    """A press that did something."""
    SWEPT = 2
    """A card that was swept past a reader, and is entered or taught."""
    NOT_COUNTED = 3
    """A card that was swept and doesn't count, or isn't known."""
    NOT_THERE = 4
    """The called hand isn't there."""
    THERE = 5
    """The called hand is there."""
