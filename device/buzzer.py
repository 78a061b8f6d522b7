"""A buzzer on a pin, through gpiozero: it sounds while the pin is high."""

from __future__ import annotations

from typing import Any

from device.journal import Log
from device.sound import Sound

log = Log(__name__)

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
    """Plays sounds on an output of gpiozero's, each ending the one before. One that fails is silent from then on."""

    def __init__(self, output: Any) -> None:
        self._output = output
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
            log.warning("The buzzer can't be used: %s", error)
