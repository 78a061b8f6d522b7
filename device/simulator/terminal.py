"""The box in a terminal: the panel is drawn there, and keys of the keyboard press the mock keys."""

from __future__ import annotations

import os
import signal
import sys
import termios
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select

from blessed import Terminal
from PIL import Image

from device.app import Inbox
from device.box import Box
from device.buttons.mock import MockKeys, MockPins, RealClock
from device.panel.light import Light
from device.panel.panel import Panel
from device.simulator.boards import simulated
from device.simulator.controls import QUIT, typed
from device.simulator.face import Rows, Style, draw, too_small
from device.simulator.finger import Finger
from device.simulator.wakeup import Wakeup
from engine.value import value

ESCAPE = 0.1
"""Seconds after which an Escape isn't the beginning of another key."""

LIT, GLASS = (196, 232, 255), (8, 10, 14)
"""The colours of the panel."""

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
SIGNALS = (*ENDING, signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT)


@value
class Ending:
    """Why it ended: by a signal, or because the box was switched off; else it was asked to."""

    signal: signal.Signals | None
    off: bool


def play_in_terminal(folder: Path, *, buttons: int, draw_lot: Callable[[int], int]) -> Ending:
    """Play until q is typed, the box is switched off or a signal ends it; the terminal is left as it was."""
    with ExitStack() as opened:
        wakeup = opened.enter_context(Wakeup(SIGNALS))
        glass, clock, inbox, configured = _Glass(wakeup), RealClock(), Inbox(), simulated(buttons)
        pins = MockPins(clock)
        box = opened.enter_context(
            Box(folder, configured, inbox=inbox, panel=glass, pins=pins, clock=clock.now, draw_lot=draw_lot)
        )
        finger = Finger(MockKeys(configured.keys, pins.factory, clock), clock)
        failures = opened.enter_context(_running(box, wakeup))
        ended_by = _Window(box, buttons, wakeup, glass, finger).run()
    if failures:
        raise failures[0]
    return Ending(ended_by, box.session.power_off)


class _Glass(Panel):
    """The newest frame and its number, from the box's thread to the terminal's."""

    def __init__(self, wakeup: Wakeup) -> None:
        self.frame: tuple[Image.Image, int] | None = None
        self._wakeup = wakeup

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        """A new frame; called by the box."""
        self.frame = (image, number)
        self._wakeup.wake()


@contextmanager
def _running(box: Box, wakeup: Wakeup) -> Iterator[list[Exception]]:
    """The box runs in a thread of its own; what ends it wrongly is in the list afterwards."""
    failures: list[Exception] = []

    def run() -> None:
        try:
            box.app.run()
        except Exception as failure:  # noqa: BLE001  # raised again when the terminal is as it was
            failures.append(failure)
            box.inbox.stop()
            box.app.stopped = True
        finally:
            wakeup.wake()

    thread = threading.Thread(target=run, name="box")
    thread.start()
    try:
        yield failures
    finally:
        box.inbox.stop()
        thread.join()


class _Window:
    """The terminal while the box is on."""

    def __init__(self, box: Box, buttons: int, wakeup: Wakeup, glass: _Glass, finger: Finger) -> None:
        self._box = box
        self._buttons = buttons
        self._wakeup = wakeup
        self._glass = glass
        self._shown = 0
        self._finger = finger
        self._term = Terminal()
        self._styles: dict[Style, Callable[[str], str]] = {
            Style.GLASS: _both(self._term.color_rgb(*LIT), self._term.on_color_rgb(*GLASS), self._term.normal),
            Style.RIM: self._term.bright_black,
            Style.BUTTON: self._term.reverse,
            Style.PRESSED: self._term.black_on_yellow,
            Style.TYPED: self._term.bold,
            Style.QUIET: self._term.bright_black,
        }
        self._decoder = getincrementaldecoder("utf-8")(errors="ignore")
        self._drawn: list[str] = []
        self._size = (0, 0)
        self._entered = ExitStack()
        self._ended_by: signal.Signals | None = None
        self._quit = False
        self._woken = False

    def run(self) -> signal.Signals | None:
        """Sleep until there is something to do, and do it; the signal that ended it, or None."""
        try:
            try:
                self._enter()
                while not self._quit and not self._box.app.stopped:
                    self._draw()
                    self._wait()
                    self._finger.move()
            finally:
                self._entered.close()
        except (OSError, termios.error):  # the terminal has gone
            self._ended_by = self._ended_by or signal.SIGHUP
        return self._ended_by

    def _wait(self) -> None:
        deadline = self._finger.deadline
        wait = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select([sys.stdin, self._wakeup], [], [], wait)
        if self._wakeup in ready:
            for number in self._wakeup.read():
                self._take_signal(number)
        if sys.stdin in ready and not self._quit:
            self._read_keys()

    def _read_keys(self) -> None:
        try:
            data = os.read(sys.stdin.fileno(), 4096)
        except OSError:
            data = b""
        if not data:
            self._quit = True
            self._ended_by = signal.SIGHUP
            return  # a terminal that is gone would be asked for ever
        self._term.ungetch(self._decoder.decode(data))
        while stroke := self._term.inkey(timeout=0, esc_delay=ESCAPE):
            key = stroke.name or str(stroke)
            if key.lower() == QUIT:
                self._quit = True
            elif touch := typed(key, self._buttons):
                self._finger.touch(touch)

    def _take_signal(self, number: signal.Signals) -> None:
        if number in ENDING:
            self._quit = True
            self._ended_by = number
        elif number == signal.SIGTSTP:
            self._suspend()
        elif number == signal.SIGCONT and self._woken:  # `_suspend` has entered again; twice would lose typed keys
            self._woken = False
        elif number == signal.SIGCONT:  # somebody else may have had the terminal
            self._entered.close()
            self._enter()
        else:
            self._drawn = []

    def _suspend(self) -> None:
        """Stop as a shell expects it; then go on when it says so."""
        self._entered.close()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        # To this thread, so that it is stopped before the next line.
        signal.pthread_kill(threading.get_ident(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self._woken = True
        self._enter()

    def _enter(self) -> None:
        for mode in (self._term.fullscreen, self._term.cbreak, self._term.hidden_cursor):
            self._entered.enter_context(mode())
        self._drawn = []

    def _draw(self) -> None:
        """Write the rows that changed since the last time; a panel that can be seen is told to have been shown."""
        if self._glass.frame is None:
            return
        image, number = self._glass.frame
        columns, rows = self._term.width, self._term.height
        if (columns, rows) != self._size:  # known before SIGWINCH is, at times
            self._size = (columns, rows)
            self._drawn = []
        face = draw(image, columns, rows, buttons=self._buttons, pressed=self._finger.glowing)
        lines = self._lines(face or too_small(columns, rows, self._buttons), rows)
        out = "" if self._drawn else self._term.home + self._term.clear
        before = self._drawn or [""] * rows
        for row, (line, old) in enumerate(zip(lines, before, strict=True)):
            if line != old:
                out += self._term.move_xy(0, row) + line + self._term.clear_eol
        sys.stdout.write(out)
        sys.stdout.flush()
        self._drawn = lines
        if face and number != self._shown:
            self._shown = number
            self._box.inbox.shown(number, time.monotonic())

    def _lines(self, face: Rows, rows: int) -> list[str]:
        lines = []
        for spans in face:
            line, column = "", 0
            for span in sorted(spans, key=lambda span: span.column):
                line += " " * (span.column - column) + self._styles[span.style](span.text)
                column = span.column + len(span.text)
            lines.append(line)
        return lines + [""] * (rows - len(lines))


def _both(*codes: str) -> Callable[[str], str]:
    *before, after = map(str, codes)
    return lambda text: "".join(before) + text + after
