"""The pins of the header, in use: one pin factory for keys, seat buttons, buzzer and the panel's own wires."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from device.closing import Closing
from device.errors import PinsUnusable
from device.journal import Log
from device.sound import Sound

if TYPE_CHECKING:
    from gpiozero.pins import Factory

    from device.buttons.pins import KeyPins

log = Log(__name__)

B = TypeVar("B")

PAUSE = 0.1
"""Seconds between two tries to open pins that are waited for."""


class Pins(Closing):
    """The pins of the box, opened when the first of them is wanted, by whatever thread that is; for `with`.

    gpiozero is imported no sooner: that takes longer than everything before the first frame. `first` is called before
    switches are opened. Where they can't be it is tried again for `patience` seconds, unless that is `given_up`.
    `when_lost` is called, in another thread, when the chip of the pins is gone.
    """

    def __init__(
        self,
        when_lost: Callable[[], None] | None = None,
        *,
        first: Callable[[], object] = lambda: None,
        patience: float = 0.0,
        given_up: Callable[[], bool] = lambda: False,
    ) -> None:
        self._when_lost = when_lost
        self._first = first
        self._patience = patience
        self._given_up = given_up
        self._lock = threading.Lock()
        self._opened: Factory | None = None

    def switches(self, pins: Mapping[B, int], forward: Callable[[B, bool, float], None]) -> KeyPins[B]:
        """The keys and the seats' buttons on these pins, opened; `forward` gets their edges.

        Raises:
            PinsUnusable: there is no pin factory to be had, or it doesn't give these pins.
        """
        self._first()
        end = time.monotonic() + self._patience
        while True:
            try:
                return self._open(pins, forward)
            except PinsUnusable:
                if self._given_up() or time.monotonic() >= end:
                    raise
            time.sleep(PAUSE)

    def _open(self, pins: Mapping[B, int], forward: Callable[[B, bool, float], None]) -> KeyPins[B]:
        factory = self._factory()
        from device.buttons.pins import KeyPins
        from device.pins.choice import sentence

        try:
            return KeyPins(pins, forward, pin_factory=factory)
        except Exception as error:  # noqa: BLE001  # each library has errors of its own, and any is a reason
            raise PinsUnusable(f"The pins can't be used: {sentence(error)}") from None

    @contextmanager
    def buzzer(self, number: int) -> Iterator[Callable[[Sound], None]]:
        """What plays on a buzzer on the pin of that number; where it can't be used that is logged, and it is silent."""
        from device.buzzer import Buzzer

        try:
            output = self.output(number)
        except OSError as error:
            log.warning("The buzzer can't be used: %s", error)
            yield lambda sound: None
        else:
            with output:
                yield Buzzer(output).play

    def output(self, number: int) -> Any:
        """An output of that BCM number, off: gpiozero's.

        Raises:
            OSError: it can't be used, and why.
        """
        try:
            factory = self._factory()
        except PinsUnusable as error:
            raise OSError(str(error)) from None
        from gpiozero import DigitalOutputDevice

        from device.pins.choice import sentence

        try:
            return DigitalOutputDevice(number, pin_factory=factory)
        except Exception as error:  # noqa: BLE001  # the same
            raise OSError(f"pin {number}: {sentence(error)}") from None

    def _factory(self) -> Factory:
        from device.pins.choice import open_factory

        with self._lock:
            if self._opened is None:
                self._opened = open_factory()
                if self._when_lost and hasattr(self._opened, "watch"):  # ours; lgpio's never finds out
                    self._opened.watch.lost = self._when_lost
            return self._opened

    def close(self) -> None:
        """Let go of all pins."""
        if self._opened is not None:
            self._opened.close()
