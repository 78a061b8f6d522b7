"""What a box with a buzzer lets hear."""

from __future__ import annotations

from enum import Enum


class Sound(Enum):
    """One thing to be heard, the value in the order of their weight: of several at once the heaviest is heard."""

    CLICK = 1
    """A press that did something."""
    NOT_THERE = 2
    """The called hand isn't there."""
    THERE = 3
    """The called hand is there."""
