"""A buzzer on a pin, through gpiozero: it sounds while the pin is high."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from device.sound import Sound

PATTERNS = {
    Sound.CLICK: (0.008, 0.0, 1),
    Sound.SWEPT: (0.04, 0.0, 1),
    Sound.NOT_COUNTED: (0.04, 0.06, 2),
    Sound.THERE: (0.5, 0.0, 1),
    Sound.NOT_THERE: (0.09, 0.09, 3),
}
"""Seconds on, seconds off, and how often: a long tone says yes, three short ones no. A card is one, or two where it
doesn't count."""


class Buzzer:
    """Plays sounds on an output of gpiozero's, each ending the one before. A buzzer that fails is silent from then on,
    and `say` is told of it once."""

    def __init__(self, output: Any, say: Callable[[str], None]) -> None:
        self._output = output
        self._say = say
        self._works = True

    def play(self, sound: Sound) -> None:
        """Begin to sound; gpiozero has a thread for that, which ends with the sound. Neither waits nor raises."""
        if not self._works:
            return
        on, off, times = PATTERNS[sound]
        try:
            self._output.blink(on_time=on, off_time=off, n=times)
        except Exception as error:  # noqa: BLE001  # a box without sound is a box
            self._works = False
            self._say(f"the buzzer can't be used: {error}")
