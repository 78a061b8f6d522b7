"""gpiozero's pins over libgpiod's Python package, version 2. Any gpiozero program may use them, by its scheme of
plug-ins: `GPIOZERO_PIN_FACTORY=gpiod`."""

from __future__ import annotations

from datetime import timedelta
from threading import Lock
from types import TracebackType
from typing import Any, Self

import gpiod
from gpiod.line import Bias, Direction, Edge
from gpiozero.exc import (
    BadPinFactory,
    PinEdgeDetectUnsupported,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPin,
    PinInvalidPull,
    PinSetInput,
    PinUnknownPi,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from device.errors import PinsUnusable
from device.pins.chips import header_chip
from device.pins.line import Line
from device.pins.watch import Watch
from engine.value import replace

FUNCTIONS = {"input": Direction.INPUT, "output": Direction.OUTPUT}
PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING, "none": Edge.NONE}

LONGEST_BOUNCE = 2**32 / 1e6
"""Seconds that the kernel can hold back edges."""


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """The pins of a Raspberry Pi's header. However many are watched, one thread waits for their edges.

    `chip` is the device file of the GPIO chip, by default that of the header.

    Raises:
        BadPinFactory: there is no such chip, or it may not be opened; it says why.
    """

    def __init__(self, chip: str | None = None) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        self.watch = Watch()
        self.lock = Lock()
        try:
            path = chip or str(header_chip())
        except PinsUnusable as refusal:
            raise BadPinFactory(str(refusal)) from None
        try:
            self.chip = gpiod.Chip(path)
        except OSError as error:
            raise BadPinFactory(f"{path} can't be opened: {error.strerror}") from None

    def close(self) -> None:
        """Release all pins, and end the thread that waits for edges. Closing again does nothing."""
        super().close()
        self.watch.close()
        if self.chip:  # libgpiod 2.2 closes only once
            self.chip.close()

    def __enter__(self) -> Self:  # gpiozero 1.6 has none
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _get_revision(self) -> int:
        try:
            return int(super()._get_revision())
        except (PinUnknownPi, OSError, ValueError):
            raise PinUnknownPi(
                "This computer doesn't say which Raspberry Pi it is: neither /proc/device-tree/system/linux,revision "
                "nor /proc/cpuinfo has its revision."
            ) from None


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """A pin of the header. Edges are found only while it is an input, and have the kernel's stamps.

    There is no PWM: the kernel's chip has none, and gpiozero says so where it is wanted.
    """

    def __init__(self, factory: GpiodFactory, which: Any) -> None:
        super().__init__(factory, which)
        self._line = Line(factory.chip, self._number, factory.lock)
        self._edges = "both"
        self._bounce: float | None = None
        try:
            self._line.claim()
        except ValueError:
            raise PinInvalidPin(f"the chip {factory.chip.path} has no line {self._number}") from None

    def close(self) -> None:
        with self._when_changed_lock:
            self.factory.watch.remove(self._line)
            self._when_changed = None
        self._edges, self._bounce = "both", None
        self._line.release()

    def output_with_state(self, state: Any) -> None:
        self._stop_listening()
        self._line.set(replace(self._line.setting, direction=Direction.OUTPUT, bias=Bias.AS_IS, high=bool(state)))

    def input_with_pull(self, pull: str) -> None:
        bias = self._bias(pull)
        self._line.set(replace(self._line.setting, direction=Direction.INPUT, bias=bias))

    def _get_function(self) -> str:
        direction = self._line.setting.direction
        if direction is Direction.AS_IS:
            direction = self._line.found.direction
        return "output" if direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        direction = FUNCTIONS.get(value)
        if direction is None:
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        setting = self._line.setting
        if direction is setting.direction:
            return
        if direction is Direction.OUTPUT:
            self.output_with_state(self._line.level())
        else:
            bias = Bias.DISABLED if setting.bias is Bias.AS_IS else setting.bias
            self._line.set(replace(setting, direction=direction, bias=bias))

    def _get_state(self) -> int:
        return int(self._line.level())

    def _set_state(self, value: Any) -> None:
        if self.function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        if self._line.setting.direction is Direction.AS_IS:
            self.output_with_state(value)
        else:
            self._line.drive(bool(value))

    def _get_pull(self) -> str:
        bias = self._line.setting.bias
        if bias is Bias.AS_IS:
            bias = self._line.found.bias
        return next((pull for pull, known in PULLS.items() if known is bias), "floating")

    def _set_pull(self, value: str) -> None:
        if self.function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self.input_with_pull(value)

    def _bias(self, pull: str) -> Bias:
        if pull not in PULLS:
            raise PinInvalidPull(f'invalid pull "{pull}" for pin {self!r}')
        fixed = self._fixed_pull()
        if fixed not in ("", pull):
            raise PinFixedPull(f"{self!r} has a physical pull-{fixed} resistor")
        return PULLS[pull]

    def _fixed_pull(self) -> str:
        """The pull that is soldered on, "" where there is none."""
        if hasattr(self, "_info"):  # gpiozero 2
            return str(self._info.pull)
        return "up" if self.factory.pi_info.pulled_up(repr(self)) else ""

    def _get_bounce(self) -> float | None:
        return self._bounce

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and not 0 <= value < LONGEST_BOUNCE:
            raise PinInvalidBounce(f"bounce must be 0 or greater, and less than {LONGEST_BOUNCE:.0f} seconds")
        self._line.set(replace(self._line.setting, debounce=timedelta(seconds=value or 0)))
        self._bounce = value or None

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        if self._when_changed is not None:
            self._line.set(replace(self._line.setting, edges=EDGES[value]))
        self._edges = value

    def _enable_event_detect(self) -> None:
        if self.function != "input":
            self._when_changed = None
            raise PinEdgeDetectUnsupported(f"{self!r} is an output, which has no edges")
        while self._line.edges():
            pass  # those from before the last listener left
        self._line.set(replace(self._line.setting, direction=Direction.INPUT, edges=EDGES[self._edges]))
        self.factory.watch.add(self._line, self._tell)

    def _disable_event_detect(self) -> None:
        self.factory.watch.remove(self._line)
        self._line.set(replace(self._line.setting, edges=Edge.NONE))

    def _stop_listening(self) -> None:
        if self._when_changed is not None:
            self.when_changed = None

    def _tell(self, ticks: float, up: bool) -> None:
        """Called by the thread that waits for edges."""
        reference = self._when_changed
        if reference is None:
            return  # it was taken off while this edge was on its way
        listener = reference()
        if listener is not None:
            listener(ticks, int(up))
            return
        with self._when_changed_lock:
            if self._when_changed is reference:  # nobody else has come in the meantime
                self.when_changed = None
