"""`commune run`: the box, as systemd starts it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from PIL import Image

from device.app import App
from device.buttons.keypad import Key, layout
from device.configuration import PLACE, Configuration, read_configuration
from device.panel.wiring import I2C, Wiring
from device.session import Session
from device.store import Store
from device.store.lock import hold
from device.store.places import BOX, FILE
from device.systemd import from_systemd, pulse
from engine.errors import Refusal

if TYPE_CHECKING:
    from device.buttons.pins import KeyPins

EXAMPLE = """\
  commune run --state games
  GPIOZERO_PIN_FACTORY=mock commune run --state games    without pins"""

SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds until a panel that failed is tried again: twice as long each time."""

FIRST_LIGHT = 1.0
"""Seconds that the pins wait for the first frame to be sent; on a hung bus it never is."""

GOODBYE = 2.0
"""Seconds that the panel has to finish a frame when the box stops; on a hung bus it never does."""


class Device(Protocol):
    """What is asked of a display of luma.oled."""

    def display(self, image: Image.Image) -> None: ...


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--state", type=Path, metavar="DIR", help="where the games are (default: the system's folder)")
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        default=PLACE,
        help="the board, its pins and all that can be set (default: %(default)s; without it, the defaults)",
    )


def run(args: Namespace) -> int:
    """Be the box until SIGTERM, or until it is switched off.

    Raises:
        Refusal: there are no pins, or not these.
    """
    configuration = read_configuration(args.config)
    for problem in configuration.problems:
        _say(f"{args.config}: {problem}")
    serve(args.state or _state_folder(), configuration, lambda: open_panel(configuration.panel))
    return 0


def serve(folder: Path, configuration: Configuration, open_device: Callable[[], Device]) -> None:
    """Be a box, its state in a folder, until SIGTERM or SIGINT. For the main thread.

    Raises:
        Refusal: there are no pins, or not these, or another box is on with that folder.
    """
    with suppress(OSError):  # the store goes on in memory, and the screen says so
        folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as opened:
        opened.callback(os.close, hold(folder))
        store = opened.enter_context(Store.open(folder / FILE, wall_clock=datetime.now))
        session = Session(store, keys=configuration.told_keys, draw_lot=Random().randrange)
        panel = OledPanel(open_device, shown=lambda number: app.shown(number, time.monotonic()))
        notifier = opened.enter_context(from_systemd())
        beat = pulse(notifier, lambda: session.troubles)
        app = App(session, panel=panel, clock=time.monotonic, pulse=beat)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: app.stop())
        with panel:
            app.show()
            panel.tried.wait(FIRST_LIGHT)  # what opens the pins takes longer to import than all else
            pins = _open_pins(configuration.keys, app.edge, opened)
            app.connect(layout(configuration.keys), pins.read)
            app.trouble("config", configuration.trouble)
            app.run()
            notifier.stopping("Stopping.")


def open_panel(panel: Wiring) -> Device:
    """A panel with an SSD1306 on I2C, switched on and dark.

    Raises:
        OSError, luma.core.error.Error: the bus or the panel isn't there.
    """
    from luma.core.interface.serial import i2c
    from luma.oled.device import ssd1306

    if not isinstance(panel.bus, I2C):
        raise OSError("a panel on SPI isn't known yet")
    device: Device = ssd1306(i2c(port=panel.bus.port, address=panel.bus.address), rotate=2 if panel.rotated else 0)
    return device


class OledPanel:
    """A panel that gets whole frames in a thread of its own, the newest only; for `with`.

    `shown` is called in that thread with the number of each frame that was sent. A panel that fails, or isn't there,
    is opened again, later each time.
    """

    def __init__(
        self, open_device: Callable[[], Device], *, shown: Callable[[int], None], pause: float = SHORTEST_PAUSE
    ) -> None:
        self._open_device = open_device
        self._shown = shown
        self._pause = pause
        self._change = threading.Condition()
        self._newest: tuple[Image.Image, int] | None = None
        self._stopping = False
        self.tried = threading.Event()
        """Set when the first frame was sent, or couldn't be."""
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)

    def show(self, image: Image.Image, number: int) -> None:
        """Send this frame as soon as the one before it is through; neither waits nor raises."""
        with self._change:
            self._newest = (image, number)
            self._change.notify()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._change:
            self._stopping = True
            self._change.notify()
        self._thread.join(GOODBYE)

    def _run(self) -> None:
        from luma.core.error import Error

        device: Device | None = None
        pause = self._pause
        lost = False
        while (frame := self._take()) is not None:
            image, number = frame
            try:
                device = device or self._open_device()
                device.display(image)
            except (OSError, ImportError, Error) as error:
                device = None  # it may have lost its power, and with it its settings
                if not lost:
                    _say(f"the panel can't be reached and is tried again: {error}")
                lost = True
                self._put_back(frame, pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                if lost:
                    _say("the panel is back.")
                lost, pause = False, self._pause
                self._shown(number)
            self.tried.set()

    def _take(self) -> tuple[Image.Image, int] | None:
        """The newest frame, when there is one; None when the box stops."""
        with self._change:
            self._change.wait_for(lambda: self._stopping or self._newest)
            frame, self._newest = self._newest, None
            return None if self._stopping else frame

    def _put_back(self, frame: tuple[Image.Image, int], pause: float) -> None:
        """Keep a frame that wasn't sent unless there is a newer one, and let some time pass."""
        with self._change:
            self._newest = self._newest or frame
            self._change.wait_for(lambda: self._stopping, pause)


def _open_pins(keys: Mapping[Key, int], forward: Callable[[Key, bool, float], None], opened: ExitStack) -> KeyPins:
    """The keys' pins, which `opened` closes.

    Raises:
        Refusal: there is no pin factory to be had, or it doesn't give these pins.
    """
    from device.pins.choice import open_factory

    factory = open_factory(_say)
    opened.callback(factory.close)
    from gpiozero.exc import GPIOZeroError

    from device.buttons.pins import KeyPins

    try:
        return opened.enter_context(KeyPins(keys, forward, pin_factory=factory))
    except (GPIOZeroError, OSError) as error:
        raise Refusal(f"The pins can't be used: {error}.") from None


def _state_folder() -> Path:
    """The folder that systemd made for the unit, or would make."""
    return Path(os.environ.get("STATE_DIRECTORY", "").split(":")[0] or BOX)


def _say(text: str) -> None:
    print(f"commune: {text}", file=sys.stderr, flush=True)
