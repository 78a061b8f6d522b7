"""Playing a script: the same box, on a clock that is moved by hand, so that an evening takes no time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from PIL import Image

from device.app import Inbox
from device.box import Box
from device.buttons.keypad import Switch
from device.buttons.mock import Clock, HandClock, MockKeys, MockPins
from device.closing import Closing
from device.configuration import Configuration
from device.panel.light import Light
from device.panel.panel import Panel
from device.simulator.script import Move, Press, Shot, Sweep, Wait

BETWEEN = 0.5
"""Seconds from one swept card to the next."""


class Glass(Panel):
    """A panel on which every frame is seen at once.

    Attributes:
        image: what is on it.
        light: how bright it is.
        frames: how many it was handed.
        blind: whether nobody is told of frames that were sent.
    """

    def __init__(self, inbox: Inbox, clock: Clock) -> None:
        self.image = Image.new("1", (128, 64))
        self.light = Light.FULL
        self.frames = 0
        self.blind = False
        self._inbox = inbox
        self._clock = clock

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        """Show a frame."""
        self.image, self.light, self.frames = image, light, self.frames + 1
        if not self.blind:
            self._inbox.shown(number, self._clock.now())


class Played(Closing):
    """A box on mock pins and a clock that is moved by hand, its state in a folder; for `with`.

    `clock` is that clock, `glass` the panel, `fingers` are on the buttons, those of `held` from the beginning.
    """

    def __init__(
        self,
        folder: Path,
        configured: Configuration,
        *,
        draw_lot: Callable[[int], int],
        held: Iterable[Switch] = (),
        wall_clock: Callable[[], datetime] = datetime.now,
        pulse: Callable[[Sequence[str]], None] | None = None,
        switch_off: Callable[[], str] = lambda: "",
    ) -> None:
        self.clock = HandClock(100.0)
        self.inbox = Inbox()
        self.glass = Glass(self.inbox, self.clock)
        self.pins = MockPins(self.clock)
        self.fingers = MockKeys(configured.switches, self.pins.factory, self)
        for switch in held:
            self.fingers.press(switch)
        self._box = Box(
            folder,
            configured,
            inbox=self.inbox,
            panel=self.glass,
            pins=self.pins,
            clock=self.now,
            wall_clock=wall_clock,
            draw_lot=draw_lot,
            pulse=pulse,
            switch_off=switch_off,
        )
        self.app, self.session, self.store = self._box.app, self._box.session, self._box.store
        self.app.step()

    @property
    def off(self) -> bool:
        """Whether the box was switched off."""
        return self.app.stopped

    @property
    def text(self) -> str:
        """What is written on the panel."""
        return self.session.draw().as_text()

    def play(self, moves: Iterable[Move], shot: Callable[[str, Image.Image], None]) -> Move | None:
        """Do what a script says, and settle after each move; `shot` takes pictures.

        Returns:
            The move that came when the box was off already, if one did.
        """
        for move in moves:
            if self.off:
                return move
            if isinstance(move, Press):
                self.fingers.hold(move.key, move.seconds)
            elif isinstance(move, Wait):
                self.advance(move.seconds)
            elif isinstance(move, Sweep):
                self.inbox.swept(move.tag, self.now())
                self.advance(BETWEEN)
            elif isinstance(move, Shot):
                shot(move.name, self.glass.image)
        return None

    def now(self) -> float:
        """Seconds on the clock."""
        return self.clock.now()

    def advance(self, seconds: float) -> None:
        """Let time pass; the box wakes whenever it wants to."""
        end = self.now() + seconds
        self.app.step()
        while (due := self.app.deadline) is not None and due <= end:
            self.clock.advance(max(0.0, due - self.now()))
            self.app.step()
        self.clock.advance(max(0.0, end - self.now()))
        self.app.step()
        self.app.step()  # it hears that its frame was shown

    def close(self) -> None:
        """Switch the box off."""
        self._box.close()
