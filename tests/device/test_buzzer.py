"""The buzzer plays on a pin, has no thread of its own while it is silent, and failing harms nobody."""

from __future__ import annotations

import threading
import time
import warnings

import pytest

from device.buzzer import PATTERNS, Buzzer
from device.sound import Sound

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # gpiozero 1.6 imports pkg_resources, which warns of itself
    from gpiozero import DigitalOutputDevice

    from device.buttons.mock import ClockedMockFactory, HandClock


def ended() -> bool:
    """Whether gpiozero's thread is over, soon."""
    for _ in range(1000):
        if not [thread for thread in threading.enumerate() if "gpiozero" in type(thread).__module__]:
            return True
        time.sleep(0.005)
    return False


@pytest.mark.parametrize(
    ("sound", "tones"),
    [(Sound.CLICK, 1), (Sound.SWEPT, 1), (Sound.NOT_COUNTED, 2), (Sound.THERE, 1), (Sound.NOT_THERE, 3)],
)
def test_each_sound_has_its_tones_and_ends_silent(sound: Sound, tones: int) -> None:
    pin = ClockedMockFactory(HandClock()).pin(12)
    with DigitalOutputDevice(12, pin_factory=pin.factory) as output:
        pin.clear_states()
        Buzzer(output).play(sound)
        assert ended()
        assert [bool(state.state) for state in pin.states] == [False, *[True, False] * tones]


def test_no_two_sounds_are_alike() -> None:
    assert set(PATTERNS) == set(Sound)
    assert len(set(PATTERNS.values())) == len(Sound)


def test_a_sound_ends_the_one_before() -> None:
    pin = ClockedMockFactory(HandClock()).pin(12)
    with DigitalOutputDevice(12, pin_factory=pin.factory) as output:
        buzzer = Buzzer(output)
        began = time.monotonic()
        for _ in range(20):
            buzzer.play(Sound.THERE)
        buzzer.play(Sound.CLICK)
        assert ended()
        assert time.monotonic() - began < 20 * PATTERNS[Sound.THERE][0]
        assert not pin.state


def test_a_buzzer_that_fails_is_silent_and_that_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        asked = 0

        def blink(self, **_: object) -> None:
            self.asked += 1
            raise OSError("No such device")

    broken = Broken()
    buzzer = Buzzer(broken)
    for sound in Sound:
        buzzer.play(sound)

    assert [record.getMessage() for record in caplog.records] == ["The buzzer can't be used: No such device"]
    assert broken.asked == 1
