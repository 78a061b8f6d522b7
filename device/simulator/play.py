"""Playing a script: the same box, on a clock that is moved by hand, so that an evening takes no time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image

from device.buttons.mock import HandClock
from device.simulator.box import Box
from device.simulator.script import Move, Press, Shot, Sweep, Wait

BETWEEN = 0.5
"""Seconds from one swept card to the next."""


class Played:
    """A box that scripts are played on, its state in a folder.

    It is its own clock: as time passes, the box wakes whenever it wants to.
    """

    def __init__(self, folder: Path, *, buttons: int, draw_lot: Callable[[int], int]) -> None:
        self._time = HandClock()
        self.image = Image.new("1", (128, 64))
        """What is on the panel."""
        self.box = Box(folder, buttons=buttons, clock=self, draw_lot=draw_lot, frames=self._frame)
        self.box.app.show()
        self.advance(0)

    @property
    def off(self) -> bool:
        """Whether the box was switched off."""
        return self.box.app.stopped

    @property
    def text(self) -> str:
        """What is written on the panel."""
        return self.box.session.draw().as_text()

    def play(self, moves: Iterable[Move], shot: Callable[[str, Image.Image], None]) -> Move | None:
        """Do what a script says, and settle after each move; `shot` takes pictures.

        Returns:
            The move that came when the box was off already, if one did.
        """
        for move in moves:
            if self.off:
                return move
            if isinstance(move, Press):
                self.box.keys.hold(move.key, move.seconds)
            elif isinstance(move, Wait):
                self.advance(move.seconds)
            elif isinstance(move, Sweep):
                self.box.app.swept(move.tag, self.now())
                self.advance(BETWEEN)
            elif isinstance(move, Shot):
                shot(move.name, self.image)
        return None

    def now(self) -> float:
        """Seconds since the box was switched on."""
        return self._time.now()

    def advance(self, seconds: float) -> None:
        """Let time pass, and the box do all that comes due."""
        app = self.box.app
        end = self.now() + seconds
        app.step()
        while (due := app.deadline) is not None and due <= end:
            self._time.advance(max(0.0, due - self.now()))
            app.step()
        self._time.advance(max(0.0, end - self.now()))
        app.step()
        app.step()  # it hears that its frame was shown

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.box.close()

    def _frame(self, image: Image.Image, number: int) -> None:
        self.image = image
        self.box.shown(number)
