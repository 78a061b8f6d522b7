"""The one loop: it takes an edge, or the time when something is due, asks the session, saves, and shows."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Protocol

from PIL import Image

from device.buttons.keypad import Button, Key, Keypad, Layout, Press
from device.buttons.seats import SeatPad
from device.buttons.trouble import trouble_with
from device.panel.light import Dimmer, Light
from device.screens.base import load_all
from device.session import Session
from device.sound import Sound
from engine.value import value

PULSE_EVERY = 15.0
"""Seconds within which the loop goes round at least once where a pulse is wanted."""

UNSEEN = -1
"""The scene of a frame that nobody can see."""


class Panel(Protocol):
    """What frames are handed to. It may take its time: it tells by `App.shown` which frame was really sent."""

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        """Take a frame, mode "1", 128 by 64, and how bright it is to be; the newest wins. Neither waits nor raises."""


@value
class Edge:
    """A key went down or up, in seconds of the monotonic clock."""

    key: Key
    pressed: bool
    at: float


@value
class SeatEdge:
    """The button of a seat went down or up, in seconds of the monotonic clock."""

    seat: int
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


Item = Edge | SeatEdge | Sweep | Shown | Trouble | Stop
"""What may wait on the loop's queue."""


class App:
    """The box, but for its wires.

    `session` is what is on; `clock` gives monotonic seconds, on which edges are stamped too. `dimmer` says how bright
    the panel is to be, always full where there is none. `pulse` is called at once and then every `PULSE_EVERY` seconds,
    when the loop has really gone round. `switch_off` is called when all is saved and the last picture handed over; the
    loop ends, unless it says why not. `edge`, `swept`, `shown`, `trouble` and `stop` only put on a queue and may be
    called from any thread; everything else happens in the thread that calls `run`, or `step`.
    """

    def __init__(
        self,
        session: Session,
        *,
        panel: Panel,
        clock: Callable[[], float],
        pulse: Callable[[], None] | None = None,
        dimmer: Dimmer | None = None,
        switch_off: Callable[[], str] = lambda: "",
    ) -> None:
        self.session = session
        self._dimmer = dimmer or Dimmer(clock(), dim_after=None, dark_after=None)
        self._light = Light.FULL
        self._woken_by: Button | None = None
        self._switch_off = switch_off
        self._pulse = pulse
        self._pulse_at = clock()
        self._keypad = Keypad({}, lambda key: False)
        self._seats = SeatPad(0, lambda seat: False)
        self._buzz: Callable[[Sound], None] | None = None
        self._button_trouble = ""
        self.panel = panel
        self._clock = clock
        self._queue: SimpleQueue[Item] = SimpleQueue()
        self._scenes: dict[int, int] = {}
        self._frame = 0
        self._stale = True
        self.stopped = False
        """Whether the loop has ended, or will before it waits again."""

    def connect(self, keys: Layout, read: Callable[[Key], bool]) -> None:
        """Listen to keys from now on: what each does, and what tells the level of its wire."""
        self._keypad = Keypad(keys, read)

    def connect_seats(self, seats: int, read: Callable[[int], bool]) -> None:
        """Listen to the buttons of so many seats: `read` tells the level of a seat's wire."""
        self._seats = SeatPad(seats, read)

    def connect_buzzer(self, buzz: Callable[[Sound], None]) -> None:
        """Let be heard what presses do, once it is saved. `buzz` neither waits nor raises."""
        self._buzz = buzz

    def edge(self, key: Key, pressed: bool, at: float) -> None:
        """A key went down or up at `at`."""
        self._queue.put(Edge(key, pressed, at))

    def swept(self, tag: str, at: float) -> None:
        """A card with that tag came near a reader at `at`."""
        self._queue.put(Sweep(tag, at))

    def seat_edge(self, seat: int, pressed: bool, at: float) -> None:
        """The button of a seat went down or up at `at`."""
        self._queue.put(SeatEdge(seat, pressed, at))

    def shown(self, number: int, at: float) -> None:
        """The frame of that number was really sent at `at`."""
        self._queue.put(Shown(number, at))

    def trouble(self, source: str, text: str) -> None:
        """Something is wrong with `source`, a word like "keys", and stays so until this is called with no `text`.

        `text` is a sentence for players of at most 60 characters.
        """
        self._queue.put(Trouble(source, text))

    def stop(self) -> None:
        """End the loop, once what waits has been done."""
        self._queue.put(Stop())

    def run(self) -> None:
        """Go round until the box is stopped or switched off."""
        if self._stale:
            self.show()
        load_all()
        while not self.stopped:
            deadline = self.deadline
            wait = None if deadline is None else max(0.0, deadline - self._clock())
            try:
                first = self._queue.get(timeout=wait)
            except Empty:
                first = None
            self.step(first)

    def step(self, first: Item | None = None) -> None:
        """Do all that waits and all that is due; then save once, and show what there is to see."""
        if first is not None:
            self._do(first)
        while True:
            try:
                self._do(self._queue.get_nowait())
            except Empty:
                break
        for press in self._keypad.tick(self._clock()):
            self._press(press)
        self._seats.tick(self._clock())
        self._shine(self._dimmer.light(self._clock()))
        self._keep_and_show()
        self._look_at_buttons()
        if self.session.power_off and not self.stopped:
            refused = self._switch_off()
            if refused:
                self.session.stay_on(refused)
                self._keep_and_show()
            else:
                self.stopped = True
        if self._pulse is not None and self._clock() >= self._pulse_at:
            self._pulse_at = self._clock() + PULSE_EVERY
            self._pulse()
            if self.session.recover():  # after the pulse: a disk that fails may take its time
                self._keep_and_show()
                self._pulse()

    def _look_at_buttons(self) -> None:
        trouble = trouble_with(self._keypad, self._seats)
        if trouble != self._button_trouble:
            self._button_trouble = trouble
            self.session.trouble("keys", trouble)
            self._keep_and_show()

    def _keep_and_show(self) -> None:
        if self.session.changed:
            self._stale = True
            self.session.save()
        if self._stale:
            self.show()
        sound = self.session.sound()
        if sound is not None and self._buzz is not None:
            self._buzz(sound)

    @property
    def deadline(self) -> float | None:
        """When `step` must be called next, in seconds of the clock; None if nothing happens before the next edge."""
        pulse = None if self._pulse is None else self._pulse_at
        deadlines = [self._keypad.deadline, self._seats.deadline, self._dimmer.deadline(self._clock()), pulse]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def show(self) -> None:
        """Draw the frame anew and hand it to the panel, which sends of it what has changed."""
        self._stale = False
        self._frame += 1
        self._scenes[self._frame] = self.session.scene if self._light is not Light.DARK else UNSEEN
        self.panel.show(self.session.draw().image, self._frame, self._light)

    def _do(self, item: Item) -> None:
        if isinstance(item, Edge):
            for press in self._keypad.edge(item.key, item.pressed, item.at):
                self._press(press)
        elif isinstance(item, Sweep):
            self._light_up(item.at)
            self.session.swept(item.tag, item.at)
        elif isinstance(item, SeatEdge):
            called = self._seats.edge(item.seat, item.pressed, item.at)
            if called is not None:
                self._light_up(called.at)
                self.session.call_from_seat(called)
        elif isinstance(item, Shown):
            self.session.seen(self._scenes.get(item.number, UNSEEN), item.at)
            for number in [number for number in self._scenes if number < item.number]:
                del self._scenes[number]
        elif isinstance(item, Trouble):
            self.session.trouble(item.source, item.text)
        else:
            self.stopped = True

    def _press(self, press: Press) -> None:
        """Do what a press means. One in the dark, and what comes of holding it, only makes light; a call is a call."""
        dark = self._light_up(press.at)
        if dark and press.button is not Button.CALL:
            self._woken_by = press.button
        if press.repeat and press.button is self._woken_by:
            return
        if not dark or press.button is Button.CALL:
            self._woken_by = None
            self.session.press(press)

    def _light_up(self, at: float) -> bool:
        """Make light for a press at `at`; whether it was dark."""
        dark = self._dimmer.light(at) is Light.DARK
        self._dimmer.press(at)
        self._shine(self._dimmer.light(at))
        return dark

    def _shine(self, light: Light) -> None:
        """Have the panel shine that bright. What was sent in the dark, or before it, can't be settled on."""
        if light is not self._light:
            if self._light is Light.DARK:
                self.session.unseen()
            self._light = light
            self._stale = True
