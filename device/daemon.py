"""The box on its own pins and panel, as systemd starts it: everything is put together here, and taken apart again."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TypeVar

from device.app import App
from device.buttons.keypad import layout
from device.configuration import Configuration
from device.journal import say
from device.panel.bus import Bus, bus_for
from device.panel.light import Dimmer, Light
from device.panel.oled import Oled
from device.panel.thread import PanelThread
from device.pins.header import Pins
from device.power import switch_off
from device.readers.listening import listening
from device.session import Session
from device.store import Store
from device.store.lock import hold
from device.store.places import FILE
from device.systemd import from_systemd, pulse
from engine.errors import Refusal

Opened = TypeVar("Opened")

FIRST_LIGHT = 1.0
"""Seconds that the pins wait for the first frame to be sent; on a hung bus it never is."""

PATIENCE = 10.0
"""Seconds that the pins are waited for where systemd starts the box: so early that udev may not have made them yet."""

PAUSE = 0.1
"""Seconds between two looks at them."""


def serve(folder: Path, configuration: Configuration, *, bus: Bus | None = None) -> bool:
    """Be a box, its state in a folder, until SIGTERM or SIGINT, or until it is switched off. For the main thread.

    `bus` is where the panel is, if not where the configuration says.

    Returns:
        Whether the machine is being switched off, because somebody wanted that: only where systemd started the box.

    Raises:
        Refusal: there are no pins, or not these, or they are gone, or another box is on with that folder.
    """
    with suppress(OSError):  # the store goes on in memory, and the screen says so
        folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as opened:
        opened.callback(os.close, hold(folder))
        store = opened.enter_context(Store.open(folder / FILE, wall_clock=datetime.now))
        session = Session(
            store, keys=configuration.told_keys, draw_lot=Random().randrange, readers=bool(configuration.readers)
        )
        notifier = opened.enter_context(from_systemd())
        lost: list[bool] = []

        def pins_lost() -> None:
            lost.append(True)
            app.stop()

        pins = opened.enter_context(Pins(pins_lost))
        panel = PanelThread(
            Oled(
                bus or bus_for(configuration.panel.bus, pins.output),
                configuration.panel.chip,
                contrasts={Light.FULL: configuration.contrast, Light.DIM: configuration.dim_contrast},
            ),
            shown=lambda number: app.shown(number, time.monotonic()),
            trouble=lambda text: tell_of_panel(app, text),
            rotated=configuration.panel.rotated,
        )
        beat = pulse(notifier, lambda: session.troubles)

        def gone_round() -> None:
            if not panel.alive:  # a box that shows nothing for good is no box: started anew, it shows all again
                raise Refusal("The panel's thread has ended.")
            beat()
            panel.ask()

        app = App(
            session,
            panel=panel,
            clock=time.monotonic,
            pulse=gone_round,
            switch_off=switch_off if notifier.there else lambda: "",
            dimmer=Dimmer(time.monotonic(), dim_after=configuration.dim_after, dark_after=configuration.dark_after),
        )
        told: list[int] = []

        def stop(number: int, *_: object) -> None:
            told.append(number)
            app.stop()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        with panel:
            app.show()
            panel.tried.wait(FIRST_LIGHT)  # what opens the pins takes longer to import than all else
            patience = PATIENCE if notifier.there else 0.0
            try:
                keys = patiently(lambda: pins.keys(configuration.keys, app.edge), patience, lambda: bool(told))
                opened.enter_context(keys)
            except Refusal as refusal:
                if told:
                    return False
                session.trouble("pins", str(refusal))
                app.show()
                notifier.status(str(refusal))
                panel.stop(keep=True)  # nothing can be pressed, but it can be read why
                raise
            app.connect(layout(configuration.keys), keys.read)
            connect_extras(app, configuration, pins, opened)
            app.trouble("config", configuration.trouble)
            with listening(configuration.readers, swept=app.swept, trouble=app.trouble, say=say):
                app.run()
            if lost:  # a chip that comes back is another one, perhaps of another number: to be opened from the start
                raise Refusal("The pins are gone.")
            notifier.stopping("Switched off at the table." if session.power_off else "Stopping.")
            panel.stop(keep=session.power_off)
        return session.power_off and notifier.there


def patiently(open_it: Callable[[], Opened], patience: float, given_up: Callable[[], bool]) -> Opened:
    """What `open_it` opens, tried again for some seconds while it refuses, unless it is given up.

    Raises:
        Refusal: the last one.
    """
    end = time.monotonic() + patience
    while True:
        try:
            return open_it()
        except Refusal:
            if given_up() or time.monotonic() >= end:
                raise
        time.sleep(PAUSE)


def connect_extras(app: App, configuration: Configuration, pins: Pins, opened: ExitStack) -> None:
    """Open the seat buttons and the buzzer, where there are any; `opened` closes them.

    Raises:
        Refusal: a seat button's pin can't be had. A buzzer that can't only stays silent.
    """
    if configuration.seat_buttons:
        seats = opened.enter_context(pins.keys(dict(enumerate(configuration.seat_buttons)), app.seat_edge))
        app.connect_seats(len(configuration.seat_buttons), seats.read)
    if configuration.buzzer is not None:
        from device.buzzer import Buzzer

        try:
            output = opened.enter_context(pins.output(configuration.buzzer))
        except OSError as error:
            say(f"the buzzer can't be used: {error}")
        else:
            app.connect_buzzer(Buzzer(output, say).play)


def tell_of_panel(app: App, text: str) -> None:
    """Say, where it can be read, that the panel can't be reached, or with no `text` that it is back."""
    app.trouble("panel", text and f"The panel can't be reached: {text}")
    say(f"the panel can't be reached and is tried again: {text}" if text else "the panel is back.")
