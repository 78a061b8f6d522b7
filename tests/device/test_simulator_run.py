"""`commune run`: frames go out in a thread of their own, and a missing panel stops nothing."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from queue import SimpleQueue

import pytest
from luma.core.interface.serial import noop
from luma.oled.device import ssd1306
from PIL import Image

from device.commands.run import OledPanel
from device.store.lock import hold

# luma.core asks Pillow for getdata, which Pillow 13 calls old.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

FRAMES = [Image.new("1", (128, 64), number % 2) for number in range(3)]


class Bus:
    """A display on luma's dummy interface, that fails as often as it is told to."""

    def __init__(self, *, fails: int = 0) -> None:
        self.fails = fails
        self.opened = 0
        self.sent: list[Image.Image] = []
        self.hangs = threading.Event()
        self.busy = threading.Event()
        self.hangs.set()

    def open(self) -> "Bus":
        self.opened += 1
        if self.fails:
            self.fails -= 1
            raise OSError("no bus")
        self._device = ssd1306(noop())
        return self

    def display(self, image: Image.Image) -> None:
        self.busy.set()
        self.hangs.wait(10)
        self._device.display(image)
        self.sent.append(image)


def test_a_frame_is_told_to_be_shown_once_it_was_sent() -> None:
    bus, shown = Bus(), SimpleQueue[int]()

    with OledPanel(bus.open, shown=shown.put) as panel:
        panel.show(FRAMES[0], 1)
        assert shown.get(timeout=10) == 1

    assert bus.sent == [FRAMES[0]]


def test_of_the_frames_that_come_while_one_is_sent_only_the_newest_is() -> None:
    bus, shown = Bus(), SimpleQueue[int]()
    bus.hangs.clear()

    with OledPanel(bus.open, shown=shown.put) as panel:
        panel.show(FRAMES[0], 1)
        assert bus.busy.wait(10)
        panel.show(FRAMES[1], 2)
        panel.show(FRAMES[2], 3)
        bus.hangs.set()
        assert [shown.get(timeout=10), shown.get(timeout=10)] == [1, 3]


def test_a_missing_panel_is_tried_again_and_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    bus, shown = Bus(fails=3), SimpleQueue[int]()

    with OledPanel(bus.open, shown=shown.put, pause=0.01) as panel:
        panel.show(FRAMES[0], 1)
        assert shown.get(timeout=10) == 1

    assert bus.opened == 4
    assert capsys.readouterr().err == (
        "commune: the panel can't be reached and is tried again: no bus\ncommune: the panel is back.\n"
    )


SERVE = """
import sys, threading, time
from pathlib import Path
from luma.core.interface.serial import noop
from luma.oled.device import ssd1306
from device.buttons.keypad import Key
from device.commands import run
from device.configuration import read_configuration
from device.pins import choice

BOX = read_configuration(Path(sys.argv[2]))

class Told(ssd1306):
    def display(self, image):
        super().display(image)
        if image.getbbox():
            print("frame", flush=True)
            if sys.stdin.readline().strip() == "ok":
                threading.Thread(target=press).start()

def open_factory(say, real=choice.open_factory):
    opened.append(real(say))
    return opened[0]

opened = []
choice.open_factory = open_factory

def press():
    while not opened or opened[0].pin(BOX.keys[Key.OK]).when_changed is None:
        time.sleep(0.01)  # the first frame is there before the pins are
    pin = opened[0].pin(BOX.keys[Key.OK])
    pin.drive_low()
    pin.drive_high()

run.serve(Path(sys.argv[1]), BOX, lambda: Told(noop()))
print("stopped", flush=True)
"""


@pytest.mark.parametrize(
    ("number", "configured"),
    [(signal.SIGTERM, ""), (signal.SIGINT, "[keys]\nok = 26\nback = 'none'"), (signal.SIGTERM, "this is not TOML")],
)
def test_it_runs_on_mock_pins_and_a_dummy_bus_until_it_is_told_to_stop(
    number: signal.Signals, configured: str, tmp_path: Path
) -> None:
    config = tmp_path / "commune.toml"
    config.write_text(configured)
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, str(tmp_path), str(config)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"GPIOZERO_PIN_FACTORY": "mock"},
    ) as box:
        assert box.stdin is not None
        assert box.stdout is not None
        assert box.stdout.readline() == "frame\n"
        print("ok", file=box.stdin, flush=True)
        assert box.stdout.readline() == "frame\n"
        print("enough", file=box.stdin, flush=True)
        box.send_signal(number)
        assert box.stdout.readline() == "stopped\n"

    assert box.returncode == 0


def test_without_a_bus_it_says_so_and_goes_on(tmp_path: Path) -> None:
    program = "from device.cli import main; raise SystemExit(main())"
    config = tmp_path / "commune.toml"
    config.write_text("[panel]\nport = 63\n\nbuzer = 12")
    with subprocess.Popen(
        [sys.executable, "-c", program, "run", "--state", str(tmp_path), "--config", str(config)],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"GPIOZERO_PIN_FACTORY": "mock"},
    ) as box:
        assert box.stderr is not None
        assert box.stderr.readline() == (
            f"commune: {config}: Line 4: buzer: there is no such key; did you mean buzzer, above the first [table]?\n"
        )
        assert "the panel can't be reached and is tried again" in box.stderr.readline()
        box.terminate()
        rest = box.stderr.read()

    assert (box.returncode, rest) == (0, "")


def test_pins_that_are_not_there_are_an_error_in_words(tmp_path: Path) -> None:
    program = "from device.cli import main; raise SystemExit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, "run", "--state", str(tmp_path)],
        capture_output=True,
        timeout=60,
        env=os.environ | {"GPIOZERO_PIN_FACTORY": "nonsense"},
    )

    assert done.returncode == 2
    assert b'commune: The pin factory "nonsense", which GPIOZERO_PIN_FACTORY asks for, can\'t be used: ' in done.stderr
    assert b"Traceback" not in done.stderr


def test_no_two_boxes_play_with_one_store(tmp_path: Path) -> None:
    program = "from device.cli import main; raise SystemExit(main())"
    held = hold(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", program, "run", "--state", str(tmp_path)],
        capture_output=True,
        timeout=60,
        env=os.environ | {"GPIOZERO_PIN_FACTORY": "mock"},
    )
    os.close(held)

    assert done.returncode == 2
    assert done.stderr.startswith(b"commune: Another box is on with ")
