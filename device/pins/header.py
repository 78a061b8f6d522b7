"""The pins of the header, in use: one pin factory for keys, seat buttons, buzzer and the panel's own wires."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from device.journal import say
from engine.errors import Refusal

if TYPE_CHECKING:
    from gpiozero.pins import Factory

    from device.buttons.pins import KeyPins

B = TypeVar("B")


class Pins:
    """The pins of the box, opened when the first of them is wanted, by whatever thread that is; for `with`.

    gpiozero is imported no sooner: that takes longer than everything before the first frame.
    """

    def __init__(self, when_lost: Callable[[], None] | None = None) -> None:
        self._when_lost = when_lost
        self._lock = threading.Lock()
        self._opened: Factory | None = None

    def keys(self, keys: Mapping[B, int], forward: Callable[[B, bool, float], None]) -> KeyPins[B]:
        """The keys or the seats' buttons on these pins, opened; `forward` gets their edges.

        Raises:
            Refusal: there is no pin factory to be had, or it doesn't give these pins.
        """
        factory = self._factory()
        from device.buttons.pins import KeyPins
        from device.pins.choice import sentence

        try:
            return KeyPins(keys, forward, pin_factory=factory)
        except Exception as error:  # noqa: BLE001  # each library has errors of its own, and any is a reason
            raise Refusal(f"The pins can't be used: {sentence(error)}") from None

    def output(self, number: int) -> Any:
        """An output of that BCM number, off: gpiozero's.

        Raises:
            OSError: it can't be used, and why.
        """
        try:
            factory = self._factory()
        except Refusal as refusal:
            raise OSError(str(refusal)) from None
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
                self._opened = open_factory(say)
                if self._when_lost and hasattr(self._opened, "watch"):  # ours; lgpio's never finds out
                    self._opened.watch.lost = self._when_lost
            return self._opened

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._opened is not None:
            self._opened.close()
