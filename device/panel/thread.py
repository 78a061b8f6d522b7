"""The panel's own thread: it sends the newest frame, for as long as a bus takes, and goes on when the panel is back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from PIL import Image

from device.panel.light import Light
from device.panel.oled import Lost, Oled
from device.panel.packing import pack

RETRY = 1.0
"""Seconds between two tries to reach a panel that was lost."""

GOODBYE = 0.7
"""Seconds that the panel has to finish when the box stops; a bus that hangs isn't waited for."""

SHIFTS = ((0, 0), (1, 0), (1, -1), (0, -1))
"""How many pixels to the right and down a picture moves, each in turn, so that no pixel of an OLED is lit for ever."""

SHIFT_EVERY = 8
"""How many times the panel is asked whether it is there, while it is dim, between two shifts."""


class PanelThread:
    """A panel that is handed frames; for `with`. What it does with them happens in a thread of its own.

    In that thread `shown` is called with the number of each frame that was sent, and `trouble` with why the panel can't
    be reached, or "" when it is back. It must be told everything from one thread.
    """

    def __init__(
        self,
        oled: Oled,
        *,
        shown: Callable[[int], None],
        trouble: Callable[[str], None],
        rotated: bool = False,
    ) -> None:
        self._oled = oled
        self._shown = shown
        self._trouble = trouble
        self._rotated = rotated
        self._change = threading.Condition()
        self._newest: tuple[Image.Image, int] | None = None
        self._wanted = Light.FULL
        self._asked = False
        self._stopping = False
        self._keep = False
        # What follows is the thread's own.
        self._image: Image.Image | None = None
        self._unseen: int | None = None  # the number of the frame that is yet to be sent
        self._light = Light.FULL
        self._lost = False
        self._shift = 0
        self._dim_for = 0
        self.tried = threading.Event()
        """Set when the first frame was sent, or couldn't be."""
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)

    def show(self, image: Image.Image, number: int) -> None:
        """Send this frame as soon as the one before it is through; neither waits nor raises."""
        with self._change:
            self._newest = (image, number)
            self._change.notify()

    def light(self, light: Light) -> None:
        """Shine as bright as that from the next frame on, or as soon as there is time; neither waits nor raises."""
        with self._change:
            self._wanted = light
            self._change.notify()

    def ask(self) -> None:
        """Find out, when there is time, whether the panel is still there; neither waits nor raises."""
        with self._change:
            self._asked = True
            self._change.notify()

    def stop(self, *, keep: bool) -> None:
        """Send the last frame, then leave it on the panel, or leave the panel dark, and end the thread."""
        with self._change:
            self._keep = keep
            self._stopping = True
            self._change.notify()
        if self._thread.is_alive():
            self._thread.join(GOODBYE)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop(keep=self._keep)

    def _run(self) -> None:
        while (job := self._take()) is not None:
            try:
                self._do(*job)
            except Lost as error:
                self._lost = True
                self._trouble(str(error))
            else:
                if self._lost:
                    self._lost = False
                    self._trouble("")
                if self._unseen is not None:
                    self._shown(self._unseen)
                    self._unseen = None
            self.tried.set()
        self._oled.close(keep=self._keep)

    def _take(self) -> tuple[bool, Light] | None:
        """Wait for something to do: whether anything about the picture is new, and the light; None to end."""
        with self._change:
            if self._lost:
                self._change.wait_for(lambda: self._stopping, RETRY)
            else:
                self._change.wait_for(self._has_work)
            if self._stopping and not (self._keep and self._newest):
                return None
            new = self._lost or self._newest is not None
            if self._newest is not None:
                (self._image, self._unseen), self._newest = self._newest, None
            asked, self._asked = self._asked, False
            light = self._wanted
        return self._move(light, asked) or new or light is not self._light, light

    def _has_work(self) -> bool:
        due = self._newest is not None or (self._image is not None and (self._asked or self._wanted is not self._light))
        return self._stopping or due

    def _do(self, new: bool, light: Light) -> None:
        self._light = light
        if not new:
            self._oled.ask()
        elif self._image is not None:
            self._oled.show(pack(self._moved(self._image), rotated=self._rotated), light)

    def _move(self, light: Light, asked: bool) -> bool:
        """Shift the picture when the panel gets dim, and now and then while it is: when nobody looks closely."""
        if light is not Light.DIM:
            return False
        self._dim_for = self._dim_for + asked if self._light is Light.DIM else 0
        if self._dim_for % SHIFT_EVERY or (self._light is Light.DIM and not asked):
            return False
        self._shift = (self._shift + 1) % len(SHIFTS)
        return True

    def _moved(self, image: Image.Image) -> Image.Image:
        right, down = SHIFTS[self._shift]
        if not right and not down:
            return image
        moved = Image.new("1", image.size)
        moved.paste(image, (right, down))
        return moved
