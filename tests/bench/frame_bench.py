"""From an edge on a mock pin to the last byte handed to the bus, the store left out, beside what luma's canvas costs.

The peer draws the same texts with luma's `canvas` and hands them to luma's own `display` on a bus that does nothing.
"""

from __future__ import annotations

import os
import time
from queue import SimpleQueue
from statistics import median

from luma.core.interface.serial import noop
from luma.core.render import canvas as luma_canvas
from luma.oled.device import ssd1306
from PIL import Image, ImageFont

from device.app import App, Frames, Inbox
from device.buttons.keypad import SEVEN_KEYS, Key, Keypad
from device.buttons.mock import ClockedMockFactory, HandClock, MockKeys
from device.buttons.pins import KeyPins
from device.panel.canvas import Canvas
from device.panel.light import Light
from device.panel.oled import Oled
from device.panel.thread import PanelThread
from device.screens.base import Screen, View
from device.session import Session
from device.simulator.boards import simulated
from tests.device.panel.nowhere import Nowhere
from tests.device.walking import Memory

PINS = simulated(7).switches

PRESSES = ["ok", "ok", "ok", "up", "up", "ok", "right", "up", "ok", "call", "left", "down", "ok", "up", "ok"] * 20
RUNS = 9


class Noop(Nowhere):
    """A bus that bytes vanish in, by way of luma's `noop`."""

    def __init__(self) -> None:
        self._serial = noop()

    def command(self, *command: int) -> None:
        self._serial.command(*command)

    def data(self, data: bytes) -> None:
        self._serial.data(data)


class Counted(PanelThread):
    """The panel's thread, with the numbers of the last frame that it was handed, and of the last that it has sent."""

    handed = sent = 0

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        self.handed = number
        super().show(image, number, light)


Texts = list[tuple[int, int, str]]


def ours() -> tuple[list[float], list[Texts]]:
    """CPU seconds of all threads from edge to last byte, of each press that showed something; and what it showed."""
    clock = HandClock(10.0)
    factory = ClockedMockFactory(clock)
    session, inbox = Session(Memory(), keys=7, draw_lot=lambda seats: 0), Inbox()
    pins = KeyPins(PINS, inbox.edge, pin_factory=factory, clock=clock.now)
    sent: SimpleQueue[int] = SimpleQueue()
    panel = Counted(Oled(Noop()), shown=sent.put, trouble=lambda text: None)
    frames = Frames(session, panel)
    app = App(session, frames, inbox, Keypad(SEVEN_KEYS, pins.read), clock=clock.now)
    fingers = MockKeys(PINS, factory, clock)
    screens: list[tuple[Screen, View]] = []
    spent = []
    with panel:
        frames.show()
        panel.sent = sent.get()
        for word in PRESSES:
            session.seen(session.scene, clock.now())
            before = time.process_time()
            fingers.press(Key(word))
            app.step()
            if panel.handed > panel.sent:
                panel.sent = sent.get()
                spent.append(time.process_time() - before)
                screens.append((session.screen, session.view))
            fingers.release(Key(word))
            clock.advance(0.1)
            app.step()
    pins.close()
    return spent, [texts(screen, view) for screen, view in screens]


def texts(screen: Screen, view: View) -> Texts:
    """Where a screen writes what."""
    canvas = Canvas()
    screen.draw(canvas, view)
    return [(text.box[0], text.box[1], text.text) for text in canvas.texts]


def peer(frames: list[Texts]) -> list[float]:
    """CPU seconds to draw and display the same texts with luma."""
    device = ssd1306(noop())
    font = ImageFont.load_default()
    spent = []
    for frame in frames:
        before = time.process_time()
        with luma_canvas(device) as draw:
            for x, y, text in frame:
                draw.text((x, y), text, fill="white", font=font)
        spent.append(time.process_time() - before)
    return spent


def looking() -> float:
    """CPU seconds that a look at the clock takes, which is in every measurement."""
    spent = []
    for _ in range(500):
        before = time.process_time()
        spent.append(time.process_time() - before)
    return min(spent)


def main() -> None:
    """Print the median press and frame, each the least of its runs, and their ratio: on one core, then on all.

    Where there are several, waking the panel's thread on another one costs what the kernel makes of it.
    """
    every = os.sched_getaffinity(0)
    for cores in ({min(every)}, every):
        os.sched_setaffinity(0, cores)
        mine, theirs = [], []
        for _ in range(RUNS):
            spent, frames = ours()
            mine.append(spent)
            theirs.append(peer(frames))
        here, there = (median(min(each) for each in zip(*runs, strict=True)) - looking() for runs in (mine, theirs))
        print(f"cores: {len(cores)}; edge to last byte: {here * 1e6:.0f} us; luma's way: {there * 1e6:.0f} us")
        print(f"ratio {here / there:.2f} (bar: 0.3)")


if __name__ == "__main__":
    main()
