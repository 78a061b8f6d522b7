"""From an edge on a mock pin to the finished frame, the store left out, beside what luma's own canvas costs.

The peer draws the same texts with luma's `canvas` and hands them to luma's own `display` on a bus that does nothing.
"""

from __future__ import annotations

import time
from statistics import median

from luma.core.interface.serial import noop
from luma.core.render import canvas as luma_canvas
from luma.oled.device import ssd1306
from PIL import Image, ImageFont

from device.app import App
from device.buttons.keypad import SEVEN_KEYS, Key
from device.buttons.mock import ClockedMockFactory, HandClock, MockKeys
from device.buttons.pins import KeyPins
from device.panel.light import Light
from device.session import Session
from tests.device.box import PINS
from tests.device.walking import Memory

PRESSES = ["ok", "ok", "ok", "up", "up", "ok", "right", "up", "ok", "call", "left", "down", "ok", "up", "ok"] * 20


class Nothing:
    """A panel that frames vanish in."""

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        pass


def ours() -> tuple[float, list[list[tuple[int, int, str]]]]:
    """Median CPU seconds from edge to frame, and the texts of every frame."""
    clock = HandClock(10.0)
    factory = ClockedMockFactory(clock)
    session = Session(Memory(), keys=7, draw_lot=lambda seats: 0)  # type: ignore[arg-type]
    pins = KeyPins(PINS, lambda key, pressed, at: app.edge(key, pressed, at), pin_factory=factory, clock=clock.now)
    app = App(session, panel=Nothing(), clock=clock.now)
    app.connect(SEVEN_KEYS, pins.read)
    fingers = MockKeys(PINS, factory, clock)
    app.show()
    spent, frames = [], []
    for word in PRESSES:
        session.seen(session.scene, clock.now())
        before = time.process_time()
        fingers.press(Key(word))
        app.step()
        spent.append(time.process_time() - before)
        fingers.release(Key(word))
        clock.advance(0.1)
        app.step()
        frames.append([(text.box[0], text.box[1], text.text) for text in session.draw().texts])
    pins.close()
    return median(spent), frames


def peer(frames: list[list[tuple[int, int, str]]]) -> float:
    """Median CPU seconds to draw and display the same texts with luma."""
    device = ssd1306(noop())
    font = ImageFont.load_default()
    spent = []
    for texts in frames:
        before = time.process_time()
        with luma_canvas(device) as draw:
            for x, y, text in texts:
                draw.text((x, y), text, fill="white", font=font)
        spent.append(time.process_time() - before)
    return median(spent)


def main() -> None:
    """Print both, and their ratio."""
    mine, frames = ours()
    theirs = peer(frames)
    print(f"edge to finished frame: {mine * 1e6:.0f} us; luma's canvas and display: {theirs * 1e6:.0f} us")
    print(f"ratio {mine / theirs:.2f} (bar: 0.5)")


if __name__ == "__main__":
    main()
