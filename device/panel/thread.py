"""The panel's own thread: it sends the newest frame, for as long as a bus takes, and goes on when the panel is back."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Self

from PIL import Image

from device.panel.light import Light
from device.panel.oled import Lost, Oled
from device.panel.packing import pack
from device.panel.panel import Panel

RETRY = 1.0
"""Seconds between two tries to reach a panel that was lost."""

GOODBYE = 0.7
"""Seconds that the panel has to finish when the box stops; a bus that hangs isn't waited for."""

SHIFTS = ((0, 0), (1, 0), (1, -1), (0, -1))
"""How many pixels to the right and down a picture moves, each in turn, so that no pixel of an OLED is lit for ever."""

SHIFT_EVERY = 8
"""How many times the panel is asked whether it is there, while it is dim, between two shifts."""


class PanelThread(Panel):
    """A panel that is handed frames; for `with`. What it does with them happens in a thread of its own.

    In that thread `shown` is called with the number of each frame that was sent, and `trouble` with why the panel can't
    be reached, or "" when it is back. It must be told everything from one thread.
    """

    def __init__(
        self, oled: Oled, *, shown: Callable[[int], None], trouble: Callable[[str], None], rotated: bool = False
    ) -> None:
        self._oled = oled
        self._shown = shown
        self._trouble = trouble
        self._rotated = rotated
        self._bell: SimpleQueue[None] = SimpleQueue()  # rung when one of the following was set
        self._newest: deque[tuple[Image.Image, int, Light]] = deque(maxlen=1)
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

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        """Send this frame as soon as the one before it is through; neither waits nor raises."""
        self._newest.append((image, number, light))
        self._bell.put(None)

    def ask(self) -> None:
        """Find out, when there is time, whether the panel is still there; neither waits nor raises."""
        self._asked = True
        self._bell.put(None)

    @property
    def alive(self) -> bool:
        """Whether the thread runs. It ends when it is stopped, and by a fault of ours."""
        return self._thread.is_alive()

    def stop(self, *, keep: bool) -> None:
        """Send the last frame, then leave it on the panel, or leave the panel dark, and end the thread."""
        if not self._stopping:
            self._keep = keep
        self._stopping = True
        self._bell.put(None)
        if self._thread.is_alive():
            self._thread.join(GOODBYE)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def _run(self) -> None:
        while self._wait():
            before = self._light
            asked, new = self._take()
            try:
                if self._image is not None:
                    self._send(self._image, new=self._shifts(before, asked) or new)
            except Lost as error:
                if not self._lost:
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

    def _wait(self) -> bool:
        """Wait for something to do, a while if the panel was lost; whether to go on."""
        if self._lost:
            self._pause()
        while not (self._lost or self._newest or self._asked or self._stopping):
            self._bell.get()
        return not self._stopping or (self._keep and bool(self._newest))

    def _pause(self) -> None:
        """Let some time pass, less only if the thread is to end."""
        end = time.monotonic() + RETRY
        while not self._stopping and (left := end - time.monotonic()) > 0:
            with suppress(Empty):
                self._bell.get(timeout=left)

    def _take(self) -> tuple[bool, bool]:
        """Take what was handed over: whether the panel is to be asked, and whether there is a frame to be sent."""
        asked, self._asked = self._asked, False
        try:
            self._image, self._unseen, self._light = self._newest.pop()
        except IndexError:
            return asked, self._lost
        return asked, True

    def _send(self, image: Image.Image, *, new: bool) -> None:
        if new:
            self._oled.show(pack(self._shifted(image), rotated=self._rotated), self._light)
        else:
            self._oled.ask()

    def _shifts(self, before: Light, asked: bool) -> bool:
        """Shift the picture when the panel dims, and now and then while it is dim, when nobody looks closely."""
        if self._light is not Light.DIM:
            return False
        if before is Light.DIM:
            self._dim_for += asked
            if not asked or self._dim_for % SHIFT_EVERY:
                return False
        self._shift = (self._shift + 1) % len(SHIFTS)
        return True

    def _shifted(self, image: Image.Image) -> Image.Image:
        right, down = SHIFTS[self._shift]
        if not right and not down:
            return image
        moved = Image.new("1", image.size)
        moved.paste(image, (right, down))
        return moved
