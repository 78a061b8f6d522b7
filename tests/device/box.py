"""The whole box on mock pins and a hand clock, for tests: press keys, read the screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image

from device.app import App
from device.buttons.keypad import FOUR_KEYS, HOLD, SEVEN_KEYS, Key
from device.buttons.mock import ClockedMockFactory, HandClock, MockKeys
from device.buttons.pins import KeyPins
from device.panel.light import Dimmer, Light
from device.session import Session
from device.sound import Sound
from device.store import Store

SEATS = (17, 27, 22, 23, 24, 25)
"""The pins of six seat buttons."""
PINS = {Key.UP: 5, Key.DOWN: 6, Key.LEFT: 13, Key.RIGHT: 19, Key.OK: 26, Key.BACK: 16, Key.CALL: 12}


class Glass:
    """A panel that shows every frame at once."""

    def __init__(self) -> None:
        self.image: Image.Image | None = None
        self.light = Light.FULL
        self.frames = 0
        self.number = 0
        self.told: Callable[[int], None] | None = None

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        self.image = image
        self.light = light
        self.frames += 1
        self.number = number
        if self.told:
            self.told(number)


class Box:
    """A box that is on, with its state in a folder."""

    def __init__(
        self,
        folder: Path,
        keys: int = 7,
        lot: Callable[[int], int] = lambda seats: 0,
        *,
        dims: bool = False,
        seats: int = 0,
        held: tuple[Key, ...] = (),
    ) -> None:
        layout = SEVEN_KEYS if keys == 7 else FOUR_KEYS
        pins = {key: pin for key, pin in PINS.items() if key in layout}
        self.keys = keys
        self.clock = HandClock(100.0)
        self.glass = Glass()
        factory = ClockedMockFactory(self.clock)
        self.fingers = MockKeys(pins, factory, self.clock)
        for key in held:
            self.fingers.press(key)
        self.store = Store.open(folder / "commune.db", wall_clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
        self.session = Session(self.store, keys=keys, draw_lot=lot)
        self.pins = KeyPins(pins, self._edge, pin_factory=factory, clock=self.clock.now)
        self.app = App(
            self.session, panel=self.glass, clock=self.clock.now, dimmer=Dimmer(self.clock.now()) if dims else None
        )
        self.app.connect(layout, self.pins.read)
        self.glass.told = lambda number: self.app.shown(number, self.clock.now())
        self.seat_fingers = MockKeys(dict(enumerate(SEATS[:seats])), factory, self.clock)
        self.seat_pins = KeyPins(
            dict(enumerate(SEATS[:seats])),
            lambda seat, pressed, at: self.app.seat_edge(seat, pressed, at),
            pin_factory=factory,
            clock=self.clock.now,
        )
        self.app.connect_seats(seats, self.seat_pins.read)
        self.heard: list[Sound] = []
        self.app.connect_buzzer(self.heard.append)
        self.app.show()
        self.app.step()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self.pins.close()
        self.seat_pins.close()
        self.store.close()

    def _edge(self, key: Key, pressed: bool, at: float) -> None:
        self.app.edge(key, pressed, at)

    @property
    def screen(self) -> str:
        """The name of the screen that is on."""
        return self.session.screen.name

    @property
    def words(self) -> str:
        """What is written on the screen."""
        return self.session.draw().as_text()

    def press(self, *words: str) -> None:
        """Press keys one after another: `up`, `ok`, …, `hold-call`, `hold-ok`; `back` on either box."""
        for word in words:
            if word == "back" and self.keys == 4:
                word = "hold-ok"
            key = Key(word.removeprefix("hold-"))
            self._hold(key, HOLD + 0.05 if word.startswith("hold-") else 0.05)

    def sweep(self, *tags: str) -> None:
        """Sweep cards past a reader, one after another: tags, or printed codes as `Ks`."""
        for tag in tags:
            self.app.swept(tag, self.clock.now())
            self.app.step()
            self.wait(0.3)

    def call(self, *seats: int) -> None:
        """Press the buttons of these seats, one hard upon the other, and let them go."""
        for seat in seats:
            self.seat_fingers.press(seat)
            self.clock.advance(0.0001)
        self.app.step()
        self.wait(0.05)
        for seat in seats:
            self.seat_fingers.release(seat)
        self.app.step()
        self.wait(0.05)

    def _hold(self, key: Key, seconds: float) -> None:
        self.fingers.press(key)
        self.app.step()
        self.wait(seconds)
        self.fingers.release(key)
        self.app.step()
        self.wait(0.05)

    def wait(self, seconds: float) -> None:
        """Let time pass; the box does what is due meanwhile."""
        end = self.clock.now() + seconds
        while (due := self.app.deadline) is not None and due <= end:
            self.clock.advance(max(0.0, due - self.clock.now()))
            self.app.step()
        self.clock.advance(end - self.clock.now())
        self.app.step()
