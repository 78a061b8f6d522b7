"""The whole box in its own process, as systemd starts it: when it is ready, that it waits for its pins, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.device.processes import PATIENCE

BOX = """
import os, socket, sys, threading, time
from pathlib import Path
from device import daemon
from device.buttons.keypad import Key
from device.configuration import read_configuration
from device.panel.oled import Oled
from device.pins import choice
from device.errors import PinsUnusable
from tests.device.panel.nowhere import Nowhere

state, refusals, answer = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
CONFIG = read_configuration(state / "commune.toml")
line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
address = os.environ["NOTIFY_SOCKET"]
pins = []

def tell(word):
    line.sendto(word.encode(), address)

class Bus(Nowhere):
    def close(self): tell("panel closed")

class Told(Oled):
    def show(self, frame, light):
        super().show(frame, light)
        tell("frame")  # once: what systemd is told must find room on the same line

def open_factory(real=choice.open_factory):
    global refusals
    if refusals:
        refusals -= 1
        tell("no pins")
        raise PinsUnusable("The pins can't be used: there is no chip.")
    tell("pins")
    pins.append(real())
    return pins[0]

def press(key, seconds):
    pin = pins[0].pin(CONFIG.keys[key])
    pin.drive_low()
    time.sleep(seconds)
    pin.drive_high()
    time.sleep(0.3)

def fingers():
    for word in sys.stdin:
        key, _, seconds = word.strip().partition(" ")
        press(Key(key), float(seconds or 0.03))

def switch_off():
    tell("asked to switch off")
    return answer

threading.Thread(target=fingers, daemon=True).start()
choice.open_factory = open_factory
daemon.switch_off = switch_off
daemon.Oled = Told
daemon.PATIENCE = 0.5
sys.exit(100 if daemon.serve(state, CONFIG, bus=Bus()) else 0)
"""


class Started:
    """A box that was started with a line to systemd."""

    def __init__(self, folder: Path, refusals: int, answer: str) -> None:
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(folder / "notify"))
        self._line.settimeout(PATIENCE)
        self.process = subprocess.Popen(
            [sys.executable, "-c", BOX, str(folder), str(refusals), answer],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"GPIOZERO_PIN_FACTORY": "mock", "NOTIFY_SOCKET": str(folder / "notify")},
        )

    def until(self, line: str) -> list[str]:
        """What is heard up to that line."""
        heard, end = [self._line.recv(4096).decode()], time.monotonic() + PATIENCE
        while heard[-1] != line:
            assert time.monotonic() < end, heard
            heard.append(self._line.recv(4096).decode())
        return heard

    def press(self, *words: str) -> None:
        assert self.process.stdin is not None
        for word in words:
            print(word, file=self.process.stdin, flush=True)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self._line.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[type[Started]]:
    boxes: list[Started] = []

    class Here(Started):
        def __init__(self, refusals: int = 0, answer: str = "") -> None:
            super().__init__(tmp_path, refusals, answer)
            boxes.append(self)

    yield Here
    for box in boxes:
        box.close()


def test_it_is_ready_when_a_frame_was_handed_over_and_the_buttons_are_live(start: type[Started]) -> None:
    box = start()
    before = box.until("READY=1")
    assert {"frame", "pins"} <= set(before)
    assert set(box.until("STATUS=All is well.")) <= {"frame", "STATUS=All is well."}
    box.press("ok")
    box.until("frame")


def test_pins_that_come_late_are_waited_for(start: type[Started]) -> None:
    box = start(refusals=3)
    before = box.until("READY=1")
    assert before.count("no pins") == 3
    assert "pins" in before
    box.process.send_signal(signal.SIGTERM)
    assert box.process.wait(60) == 0


def test_pins_that_never_come_are_said_on_the_panel_and_end_it_for_another_try(start: type[Started]) -> None:
    box = start(refusals=1000)
    heard = box.until("panel closed")
    assert not {"READY=1", "pins"} & set(heard)
    assert "frame" in heard[-4:]
    box.until("STATUS=The pins can't be used: there is no chip.")
    assert box.process.wait(60) != 0


def test_it_stops_at_once_when_told_to(start: type[Started]) -> None:
    box = start()
    box.until("READY=1")
    box.process.send_signal(signal.SIGTERM)
    assert box.until("STATUS=Stopping.")[-2] == "STOPPING=1"
    assert box.process.wait(60) == 0


def test_power_off_leaves_the_last_picture_and_its_own_exit_status(start: type[Started]) -> None:
    box = start()
    box.until("STATUS=All is well.")
    box.press("call 0.9", "up", "ok")
    box.press("ok")
    heard = box.until("STATUS=Switched off at the table.")
    assert heard.count("asked to switch off") == 1
    assert box.process.wait(60) == 100


def test_a_refused_power_off_is_told_and_the_box_stays_on(start: type[Started]) -> None:
    box = start(answer="The machine can't be switched off: it isn't allowed to.")
    box.until("STATUS=All is well.")
    box.press("call 0.9", "up", "ok", "ok")
    box.until("asked to switch off")
    box.until("frame")
    box.process.send_signal(signal.SIGTERM)
    assert "STOPPING=1" in box.until("STATUS=Stopping.")
    assert box.process.wait(60) == 0
