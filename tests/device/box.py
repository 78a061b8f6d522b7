"""The whole box on mock pins and a hand clock, for tests: press keys, read the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from device.buttons.keypad import HOLD, Key
from device.buttons.mock import TAP
from device.panel.light import DARK_AFTER, DIM_AFTER
from device.simulator.boards import simulated
from device.simulator.play import Played
from device.sound import Sound
from engine.value import replace


class Box(Played):
    """A box that is on, with its state in a folder."""

    def __init__(
        self,
        folder: Path,
        keys: int = 7,
        lot: Callable[[int], int] = lambda seats: 0,
        *,
        dims: bool = False,
        seats: int = 0,
        held: tuple[Key, ...] = (),
        pulse: Callable[[Sequence[str]], None] | None = None,
        switch_off: Callable[[], str] = lambda: "",
    ) -> None:
        configured = simulated(keys, seats)
        if dims:
            configured = replace(configured, dim_after=DIM_AFTER, dark_after=DARK_AFTER)
        super().__init__(
            folder,
            configured,
            draw_lot=lot,
            held=held,
            wall_clock=lambda: datetime(2026, 1, 1, tzinfo=UTC),
            pulse=pulse,
            switch_off=switch_off,
        )
        self.keys = keys

    @property
    def heard(self) -> list[Sound]:
        """What was to be heard."""
        return self.pins.heard

    @property
    def screen(self) -> str:
        """The name of the screen that is on."""
        return self.session.screen.name

    @property
    def words(self) -> str:
        """What is written on the screen."""
        return self.text

    def press(self, *words: str) -> None:
        """Press keys one after another: `up`, `ok`, …, `hold-call`, `hold-ok`; `back` on either box."""
        for word in words:
            if word == "back" and self.keys == 4:
                word = "hold-ok"
            held = HOLD + 0.05 if word.startswith("hold-") else TAP
            self.fingers.hold(Key(word.removeprefix("hold-")), held)

    def sweep(self, *tags: str) -> None:
        """Sweep cards past a reader, one after another: tags, or printed codes as `Ks`."""
        for tag in tags:
            self.inbox.swept(tag, self.now())
            self.advance(0.3)

    def call(self, *seats: int) -> None:
        """Press the buttons of these seats, one hard upon the other, and let them go."""
        for seat in seats:
            self.fingers.press(seat)
            self.clock.advance(0.0001)
        self.advance(0.05)
        for seat in seats:
            self.fingers.release(seat)
        self.advance(0.05)

    def kill(self) -> None:
        """End it as the power does: what isn't in the file by now never will be."""
        self.store._waiting.clear()
        self.close()

    def cannot_save(self, trouble: str) -> None:
        """Show that nothing can be saved, or with no `trouble` that it can."""
        self.session._see(trouble=trouble)
        self.session.changed, self.app._frames._stale = False, True
        self.app._frames.show()

    def wait(self, seconds: float) -> None:
        """Let time pass; the box does what is due meanwhile."""
        self.advance(seconds)
