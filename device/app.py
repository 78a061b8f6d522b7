"""The one loop: it takes an edge, or the time when something is due, asks the session, saves, and shows."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

from device.buttons.keypad import Keypad, Press, Switch
from device.buttons.trouble import trouble_with
from device.panel.light import Dimmer, Light
from device.panel.panel import Panel
from device.screens.base import load_all
from device.session import Session
from device.sound import Sound
from engine.value import value

PULSE_EVERY = 15.0
"""Seconds within which the loop goes round at least once where a pulse is wanted."""

UNSEEN = -1
"""The scene of a frame that nobody can see."""


@value
class Edge:
    """A key or the button of a seat went down or up, in seconds of the monotonic clock."""

    switch: Switch
    pressed: bool
    at: float


@value
class Shown:
    """A frame was sent to the panel, in seconds of the monotonic clock."""

    number: int
    at: float


@value
class Sweep:
    """A card came near a reader, in seconds of the monotonic clock."""

    tag: str
    at: float


@value
class Trouble:
    """Something about the box is wrong, until it is told again with no `text`."""

    source: str
    text: str


@value
class Stop:
    """The box is to stop."""


Item = Edge | Sweep | Shown | Trouble | Stop


class Inbox:
    """What waits for the loop. Every method only puts something on a queue, and may be called from any thread."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Item] = SimpleQueue()

    def edge(self, switch: Switch, pressed: bool, at: float) -> None:
        """A key or the button of a seat went down or up at `at`."""
        self._queue.put(Edge(switch, pressed, at))

    def swept(self, tag: str, at: float) -> None:
        """A card with that tag came near a reader at `at`."""
        self._queue.put(Sweep(tag, at))

    def shown(self, number: int, at: float) -> None:
        """The frame of that number was really sent at `at`."""
        self._queue.put(Shown(number, at))

    def trouble(self, source: str, text: str) -> None:
        """Something is wrong with `source`, a word like "keys", and stays so until this is called with no `text`.

        `text` is a sentence for players of at most 60 characters.
        """
        self._queue.put(Trouble(source, text))

    def stop(self) -> None:
        """The loop is to end, once what waits has been done."""
        self._queue.put(Stop())

    def take(self, wait: float | None) -> Item | None:
        """The next thing that waits, or None where nothing came in so many seconds; None: wait for ever."""
        try:
            return self._queue.get(block=wait != 0, timeout=wait)
        except Empty:
            return None


class Frames:
    """The frames of a session, numbered on their way to the panel; it knows which of them was seen."""

    def __init__(self, session: Session, panel: Panel) -> None:
        self._session = session
        self._panel = panel
        self._light = Light.FULL
        self._number = 0
        self._scenes: dict[int, int] = {}
        self._stale = True

    def show(self) -> None:
        """Keep what has changed, then draw the frame anew and hand it to the panel, which sends what differs; nothing
        where all is as it was."""
        if self._session.changed:
            self._stale = True
            self._session.save()
        if self._stale:
            self._stale = False
            canvas = self._session.draw()
            if self._session.changed:  # a screen that can't be drawn gave way to another, or it could be saved
                self._session.save()
            self._number += 1
            self._scenes[self._number] = self._session.scene if self._light is not Light.DARK else UNSEEN
            self._panel.show(canvas.image, self._number, self._light)

    def shown(self, number: int, at: float) -> None:
        """The frame of that number was really sent at `at`."""
        self._session.seen(self._scenes.get(number, UNSEEN), at)
        for earlier in [each for each in self._scenes if each < number]:
            del self._scenes[earlier]

    def shine(self, light: Light) -> None:
        """Have the panel shine that bright. What was sent in the dark, or before it, can't be settled on."""
        if light is not self._light:
            if self._light is Light.DARK:
                self._session.unseen()
            self._light = light
            self._stale = True


class App:
    """The loop of a box.

    `keypad` makes presses of edges; `clock` gives monotonic seconds, on which edges are stamped too. `dimmer` says how
    bright the panel is to be, always full where there is none. `pulse` is called with what is wrong, at once and then
    every `PULSE_EVERY` seconds, when the loop has really gone round. `switch_off` is called when all is saved and the
    last picture handed over; the loop ends, unless it says why not. `buzz` lets be heard what presses do, once it is
    saved; it neither waits nor raises. Everything happens in the thread that calls `run`, or `step`.
    """

    def __init__(
        self,
        session: Session,
        frames: Frames,
        inbox: Inbox,
        keypad: Keypad,
        *,
        clock: Callable[[], float],
        pulse: Callable[[Sequence[str]], None] | None = None,
        dimmer: Dimmer | None = None,
        switch_off: Callable[[], str] = lambda: "",
        buzz: Callable[[Sound], None] = lambda sound: None,
    ) -> None:
        self._session = session
        self._frames = frames
        self._inbox = inbox
        self._keypad = keypad
        self._clock = clock
        self._dimmer = dimmer or Dimmer(clock(), dim_after=None, dark_after=None)
        self._switch_off = switch_off
        self._buzz = buzz
        self._pulse = pulse
        self._pulse_at = clock()
        self.stopped = False
        """Whether the loop has ended, or will before it waits again."""

    def run(self) -> None:
        """Go round until the box is stopped or switched off."""
        load_all()
        gc.enable()
        while not self.stopped:
            deadline = self.deadline
            self.step(None if deadline is None else max(0.0, deadline - self._clock()))

    def step(self, wait: float | None = 0.0) -> None:
        """Wait until something comes, for so many seconds (None: for ever), then do all that waits and all that is due;
        save once, and show what there is to see."""
        item = self._inbox.take(wait)
        while item is not None:
            if isinstance(item, Edge):
                self._press(self._keypad.edge(item.switch, item.pressed, item.at))
            elif isinstance(item, Sweep):
                self._dimmer.look(item.at)
                self._frames.shine(self._dimmer.light(item.at))
                self._session.swept(item.tag, item.at)
            elif isinstance(item, Shown):
                self._frames.shown(item.number, item.at)
            elif isinstance(item, Trouble):
                self._session.trouble(item.source, item.text)
            else:
                self.stopped = True
            item = self._inbox.take(0.0)
        self._press(self._keypad.tick(self._clock()))
        self._frames.shine(self._dimmer.light(self._clock()))
        self._session.trouble("keys", trouble_with(self._keypad))
        self._show()
        if self._session.power_off and not self.stopped:
            refused = self._switch_off()
            if refused:
                self._session.stay_on(refused)
                self._show()
            else:
                self.stopped = True
        if self._pulse is not None and self._clock() >= self._pulse_at:
            self._pulse_at = self._clock() + PULSE_EVERY
            self._pulse(self._session.troubles)
            if self._session.recover():  # after the pulse: a disk that fails may take its time
                self._show()
                self._pulse(self._session.troubles)

    @property
    def deadline(self) -> float | None:
        """When `step` must be called next, in seconds of the clock; None if nothing happens before the next edge."""
        pulse = None if self._pulse is None else self._pulse_at
        deadlines = [self._keypad.deadline, self._dimmer.deadline(self._clock()), pulse]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _press(self, presses: list[Press]) -> None:
        for press in presses:
            wakes = self._dimmer.wakes(press)
            self._frames.shine(self._dimmer.light(press.at))
            if not wakes:
                self._session.press(press)

    def _show(self) -> None:
        """Save and show; then let be heard what is kept."""
        self._frames.show()
        sound = self._session.sound()
        if sound is not None:
            self._buzz(sound)
