"""`commune run`: the whole box in its own process, on mock pins, and what it says when something isn't there."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from device.buttons.keypad import Key
from device.errors import PinsUnusable
from device.pins import choice
from device.pins.header import Pins
from device.sound import Sound
from device.store.lock import hold
from tests.device.processes import COMMUNE, running

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # gpiozero 1.6 imports pkg_resources, which warns of itself
    from gpiozero import InputDevice

    from device.buttons.mock import ClockedMockFactory, HandClock

SERVE = """
import sys, threading, time
from pathlib import Path
from device import daemon
from device.buttons.keypad import Key
from device.configuration import read_configuration
from device.panel.oled import Oled
from device.pins import choice
from tests.device.panel.nowhere import Nowhere

BOX = read_configuration(Path(sys.argv[2]))

class Bus(Nowhere):
    def close(self): print("closed", flush=True)

class Told(Oled):
    def show(self, frame, light):
        super().show(frame, light)
        print("frame", flush=True)
        if sys.stdin.readline().strip() == "ok":
            threading.Thread(target=press).start()

def open_factory(real=choice.open_factory):
    opened.append(real())
    return opened[0]

opened = []
choice.open_factory = open_factory
daemon.Oled = Told

def press():
    while not opened or opened[0].pin(BOX.keys[Key.OK]).when_changed is None:
        time.sleep(0.01)  # the first frame is there before the pins are
    pin = opened[0].pin(BOX.keys[Key.OK])
    pin.drive_low()
    pin.drive_high()

daemon.serve(Path(sys.argv[1]), BOX, bus=Bus())
print("stopped", flush=True)
"""


@pytest.mark.parametrize(
    ("number", "configured"),
    [
        (signal.SIGTERM, ""),
        (signal.SIGINT, "[keys]\nok = 26\nback = 'none'"),
        (signal.SIGTERM, "this is not TOML"),
        (signal.SIGTERM, "seat_buttons = [20, 21, 25, 24]\nbuzzer = 12"),
    ],
)
def test_it_runs_on_mock_pins_and_a_dummy_bus_until_it_is_told_to_stop(
    number: signal.Signals, configured: str, tmp_path: Path
) -> None:
    config = tmp_path / "commune.toml"
    config.write_text(configured)
    with running(SERVE, tmp_path, config, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as box:
        assert box.stdout.readline() == "frame\n"
        print("ok", file=box.stdin, flush=True)
        assert box.stdout.readline() == "frame\n"
        print("enough", file=box.stdin, flush=True)
        box.send_signal(number)
        assert box.stdout.readline() == "closed\n"
        assert box.stdout.readline() == "stopped\n"

    assert box.returncode == 0


def test_a_panel_whose_thread_has_ended_ends_the_box_so_that_it_is_started_anew(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from device import app, daemon
from device.configuration import read_configuration
from device.panel.oled import Oled
from device.errors import PanelEnded

class Broken(Oled):
    def show(self, frame, light):
        raise ArithmeticError("a fault of ours")

app.PULSE_EVERY = 0.05
daemon.Oled = Broken
daemon.FIRST_LIGHT = 0.1
try:
    daemon.serve(Path(sys.argv[1]), read_configuration(Path("none")))
except PanelEnded as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"GPIOZERO_PIN_FACTORY": "mock"},
    )
    assert (done.returncode, done.stdout) == (0, "The panel's thread has ended.\n")


def test_without_a_bus_it_says_so_and_goes_on(tmp_path: Path) -> None:
    config = tmp_path / "commune.toml"
    config.write_text("[panel]\nport = 63\n\nbuzer = 12")
    with running(COMMUNE, "run", "--state", tmp_path, "--config", config, stderr=subprocess.PIPE) as box:
        assert box.stderr.readline() == (
            f"commune: {config}: Line 4: buzer: there is no such key; did you mean buzzer, above the first [table]?\n"
        )
        assert "The panel can't be reached and is tried again" in box.stderr.readline()
        box.terminate()
        rest = box.stderr.read()

    assert (box.returncode, rest) == (0, "")


def test_pins_that_are_not_there_are_an_error_in_words(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMMUNE, "run", "--state", str(tmp_path)],
        capture_output=True,
        timeout=60,
        env=os.environ | {"GPIOZERO_PIN_FACTORY": "nonsense"},
    )

    assert done.returncode == 2
    assert b'commune: The pin factory "nonsense", which GPIOZERO_PIN_FACTORY asks for, can\'t be used: ' in done.stderr
    assert b"Traceback" not in done.stderr


def test_no_two_boxes_play_with_one_store(tmp_path: Path) -> None:
    held = hold(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", COMMUNE, "run", "--state", str(tmp_path)],
        capture_output=True,
        timeout=60,
        env=os.environ | {"GPIOZERO_PIN_FACTORY": "mock"},
    )
    os.close(held)

    assert done.returncode == 2
    assert done.stderr.startswith(b"commune: Another box is on with ")


def test_a_broken_configuration_is_said_on_the_panel_and_by_the_service_and_the_box_is_on(tmp_path: Path) -> None:
    config = tmp_path / "commune.toml"
    config.write_text('board = "loose-parts"\n\ncontarst = 3\n')
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(tmp_path / "notify"))
        told.settimeout(60)
        environ, quiet = {"NOTIFY_SOCKET": str(tmp_path / "notify")}, subprocess.DEVNULL
        with running(COMMUNE, "run", "--state", tmp_path, "--config", config, environ=environ, stderr=quiet) as box:
            said = []
            while not (said and said[-1].startswith("STATUS=")):
                said.append(told.recv(4096).decode())
            box.terminate()

    assert "READY=1" in said[0]
    assert "Line 3 of commune.toml is wrong: contarst." in said[-1]  # what stands there stands on the panel
    assert box.returncode == 0


def test_a_buzzer_whose_pin_is_taken_is_told_and_harms_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    factory = ClockedMockFactory(HandClock())
    monkeypatch.setattr(choice, "open_factory", lambda: factory)
    with Pins() as pins:
        with pins.buzzer(12) as buzz:
            buzz(Sound.CLICK)
            assert factory.pin(12).function == "output"
        with InputDevice(12, pin_factory=factory), pins.buzzer(12) as buzz:
            buzz(Sound.CLICK)
    assert [record.getMessage()[:38] for record in caplog.records] == ["The buzzer can't be used: pin 12: pin "]


def test_a_pin_library_that_fits_nothing_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unfit:
        def reserve_pins(self, *_: object) -> None:
            raise AttributeError("module 'lgpio' has no attribute 'SET_BIAS_PULL_UP'")

        def close(self) -> None:
            pass

    monkeypatch.setattr(choice, "open_factory", lambda: Unfit())
    with Pins() as pins:
        with pytest.raises(PinsUnusable, match=r"^The pins can't be used: .*SET_BIAS_PULL_UP'\.$"):
            pins.switches({Key.OK: 5}, lambda *_: None)
        with pytest.raises(OSError, match=r"^pin 6: .*SET_BIAS_PULL_UP"):
            pins.output(6)
