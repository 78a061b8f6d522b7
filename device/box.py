"""The box: an evening that is kept in a folder, the loop and the pads, wired once. Pins, panel and clock are handed in:
a Pi's by the daemon, mocks by the simulator and the tests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Protocol

from device.app import App, Frames, Inbox
from device.buttons.keypad import Keypad, Switch, layout
from device.closing import Closing
from device.configuration import Configuration
from device.errors import PinsUnusable
from device.panel.light import Dimmer
from device.panel.panel import Panel
from device.readers.listening import listening
from device.session import Session
from device.sound import Sound
from device.store import Store
from device.store.lock import hold


class Levels(Protocol):
    """Open inputs."""

    def read(self, switch: Switch) -> bool:
        """Whether it is down now."""


class Pins(Protocol):
    """What inputs and outputs are opened on."""

    def switches(
        self, pins: Mapping[Switch, int], forward: Callable[[Switch, bool, float], None]
    ) -> AbstractContextManager[Levels]:
        """Keys and the buttons of seats, by their BCM numbers, opened; `forward` gets their edges.

        Raises:
            PinsUnusable: they can't be had.
        """

    def buzzer(self, number: int) -> AbstractContextManager[Callable[[Sound], None]]:
        """What plays on a buzzer on that pin; it is silent where the pin can't be had."""


class Box(Closing):
    """A box that is on, for `with`. Its state is in `folder`, which is made where there is none.

    `inbox` is what the panel tells which frame it has sent, and what else may be told; `pulse` and `switch_off` are as
    for `App`, `draw_lot` as for `Session`. The first frame is handed to the panel before the pins are opened, which
    takes longest; where they can't be, the panel says why.

    Raises:
        InUse: another box is on with that folder; PinsUnusable: the pins of its keys can't be had.
    """

    def __init__(
        self,
        folder: Path,
        configuration: Configuration,
        *,
        inbox: Inbox,
        panel: Panel,
        pins: Pins,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], datetime] = datetime.now,
        draw_lot: Callable[[int], int] | None = None,
        pulse: Callable[[Sequence[str]], None] | None = None,
        switch_off: Callable[[], str] = lambda: "",
    ) -> None:
        with suppress(OSError):  # the store goes on in memory, and the screen says so
            folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opened:
            opened.callback(os.close, hold(folder))
            self.store = opened.enter_context(Store.open(folder, wall_clock=wall_clock))
            self.session = Session(
                self.store,
                keys=configuration.told_keys,
                draw_lot=draw_lot or Random().randrange,
                draw_id=lambda: os.urandom(16).hex(),
                readers=bool(configuration.readers),
            )
            self.inbox = inbox
            self._panel = opened.enter_context(panel)
            frames = Frames(self.session, panel)
            frames.show()
            keys = layout(configuration.keys, len(configuration.seat_buttons))
            try:
                levels = opened.enter_context(pins.switches(configuration.switches, inbox.edge))
            except PinsUnusable as error:
                self.session.trouble("pins", str(error))
                frames.show()
                panel.stop(keep=True)  # nothing can be pressed, but it can be read why
                raise
            buzzer = configuration.buzzer
            self.app = App(
                self.session,
                frames,
                inbox,
                Keypad(keys, levels.read),
                clock=clock,
                pulse=pulse,
                dimmer=Dimmer(clock(), dim_after=configuration.dim_after, dark_after=configuration.dark_after),
                switch_off=switch_off,
                buzz=(lambda sound: None) if buzzer is None else opened.enter_context(pins.buzzer(buzzer)),
            )
            inbox.trouble("config", configuration.trouble)
            opened.enter_context(listening(configuration.readers, swept=inbox.swept, trouble=inbox.trouble))
            self._opened = opened.pop_all()

    def close(self) -> None:
        """End the box: all that waits is written, and what was opened is closed; the last frame stays where it was
        switched off."""
        self._panel.stop(keep=self.session.power_off)
        self._opened.close()
