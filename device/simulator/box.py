"""The whole box on gpiozero's mock pins: what runs here is what runs on a Pi, but for the pins, panel and clock."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from PIL import Image

from device.app import App
from device.buttons.keypad import FOUR_KEYS, SEVEN_KEYS, Key
from device.buttons.mock import Clock, ClockedMockFactory, MockKeys
from device.buttons.pins import KeyPins
from device.panel.light import Light
from device.session import Session
from device.store import Store
from device.store.lock import hold
from device.store.places import FILE
from engine.errors import Unreadable

LAYOUTS = {7: SEVEN_KEYS, 4: FOUR_KEYS}
"""What the keys do, by how many there are."""

PINS = {key: number for number, key in enumerate(Key, start=2)}
"""A pin for every key; on mock pins any will do."""


class Frames(Protocol):
    """Takes what the panel is to show; whoever does tells by `Box.shown` when a frame can be seen."""

    def __call__(self, image: Image.Image, number: int) -> None: ...


class RealClock:
    """The monotonic clock. Time passes on it by itself."""

    def now(self) -> float:
        """Seconds since some moment in the past."""
        return time.monotonic()

    def advance(self, seconds: float) -> None:
        """Return when `seconds` have passed."""
        time.sleep(seconds)


class Box:
    """A box that is on, its state in a folder that is made where there is none.

    `buttons` is 7 or 4, `draw_lot` as for a `Session`, `frames` takes what is to be shown. `keys` are the fingers on
    it; `app` is stepped or run by the caller, in one thread at a time.

    Raises:
        Refusal: the state folder is something else than a folder, or another box is on there.
    """

    def __init__(
        self, folder: Path, *, buttons: int, clock: Clock, draw_lot: Callable[[int], int], frames: Frames
    ) -> None:
        self.clock = clock
        self._frames = frames
        layout = LAYOUTS[buttons]
        pins = {key: PINS[key] for key in layout}
        factory = ClockedMockFactory(clock)
        # The thread that opens the store need not be the one that plays.
        connect = partial(sqlite3.connect, check_same_thread=False)
        with ExitStack() as opened:
            _make(folder)
            opened.callback(os.close, hold(folder))
            store = opened.enter_context(Store.open(folder / FILE, wall_clock=datetime.now, connect=connect))
            wires = opened.enter_context(KeyPins(pins, self._edge, pin_factory=factory, clock=clock.now))
            self.session = Session(store, keys=buttons, draw_lot=draw_lot)
            self.app = App(self.session, panel=self, clock=clock.now)
            self.app.connect(layout, wires.read)
            self.keys = MockKeys(pins, factory, clock)
            self._opened = opened.pop_all()

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        """Hand a frame on; called by the app."""
        self._frames(image, number)

    def shown(self, number: int) -> None:
        """The frame of that number can be seen from now on."""
        self.app.shown(number, self.clock.now())

    def close(self) -> None:
        """Let go of pins and store."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _edge(self, key: Key, pressed: bool, at: float) -> None:
        self.app.edge(key, pressed, at)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise Unreadable(f"{folder} is not a folder.") from None
    except OSError:
        pass  # the store goes on in memory, and the screen says so
