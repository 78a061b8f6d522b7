"""The box on its own pins and panel, as systemd starts it."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from device.app import Inbox
from device.box import Box
from device.configuration import Configuration
from device.errors import PanelEnded, PinsUnusable
from device.journal import Log
from device.panel.bus import Bus, bus_for
from device.panel.light import Light
from device.panel.oled import Oled
from device.panel.thread import PanelThread
from device.pins.header import Pins
from device.power import switch_off
from device.systemd import from_systemd, pulse

log = Log(__name__)

FIRST_LIGHT = 1.0
"""Seconds that the pins wait for the first frame to be sent; on a hung bus it never is."""

PATIENCE = 10.0
"""Seconds that the pins are waited for where systemd starts the box: so early that udev may not have made them yet."""


def serve(folder: Path, configuration: Configuration, *, bus: Bus | None = None) -> bool:
    """Be a box, its state in a folder, until SIGTERM or SIGINT, or until it is switched off. For the main thread.

    `bus` is where the panel is, if not where the configuration says.

    Returns:
        Whether the machine is being switched off, because somebody wanted that: only where systemd started the box.

    Raises:
        InUse: another box is on with that folder; PinsUnusable: there are no pins, or not these, or they are gone;
        PanelEnded: nothing could be shown for good. Started anew, it shows all again.
    """
    inbox = Inbox()
    ending: list[str] = []

    def end(why: str) -> None:
        ending.append(why)
        inbox.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: end("told"))

    with from_systemd() as notifier, ExitStack() as opened:
        started = notifier.there
        pins = opened.enter_context(
            Pins(
                when_lost=lambda: end("lost"),
                first=lambda: panel.tried.wait(FIRST_LIGHT),  # what opens them takes longer to import than all else
                patience=PATIENCE if started else 0.0,
                given_up=lambda: bool(ending),
            )
        )
        panel = PanelThread(
            Oled(
                bus or bus_for(configuration.panel.bus, pins.output),
                configuration.panel.chip,
                contrasts={Light.FULL: configuration.contrast, Light.DIM: configuration.dim_contrast},
            ),
            shown=lambda number: inbox.shown(number, time.monotonic()),
            trouble=lambda text: tell_of_panel(inbox, text),
            rotated=configuration.panel.rotated,
        )
        beat = pulse(notifier)

        def gone_round(troubles: Sequence[str]) -> None:
            if not panel.alive:  # a box that shows nothing for good is no box
                raise PanelEnded("The panel's thread has ended.")
            beat(troubles)
            panel.ask()

        try:
            box = opened.enter_context(
                Box(
                    folder,
                    configuration,
                    inbox=inbox,
                    panel=panel,
                    pins=pins,
                    pulse=gone_round,
                    switch_off=switch_off if started else lambda: "",
                )
            )
        except PinsUnusable as error:
            if ending:
                return False
            notifier.status(str(error))
            raise
        box.app.run()
        if "lost" in ending:  # a chip that comes back is another one, perhaps of another number
            raise PinsUnusable("The pins are gone.")
        notifier.stopping("Switched off at the table." if box.session.power_off else "Stopping.")
        return box.session.power_off and started


def tell_of_panel(inbox: Inbox, text: str) -> None:
    """Say, where it can be read, that the panel can't be reached, or with no `text` that it is back."""
    inbox.trouble("panel", text and f"The panel can't be reached: {text}")
    if text:
        log.warning("The panel can't be reached and is tried again: %s", text)
    else:
        log.info("The panel is back.")
