"""People who press whatever they like: random presses on the session, the promises checked as they go."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from device.buttons.keypad import Button, Press
from device.evening import Evening
from device.panel.canvas import BODY, HINTS, Canvas
from device.screens.base import from_data, to_data
from device.session import Session
from device.store import Change, State
from engine.errors import Refusal
from engine.game import Game

WEIGHTS = {
    Button.OK: 34, Button.UP: 16, Button.DOWN: 14, Button.LEFT: 6, Button.RIGHT: 8, Button.CALL: 14, Button.BACK: 5,
    Button.MENU: 3,
}  # fmt: skip
SOMETIMES = {
    "teach": {Button.OK: 3, Button.MENU: 1},
    **{name: {Button.BACK: 60} for name in ("about", "settings", "confirm")},
    **{name: {Button.BACK: 40} for name in ("bids", "standing")},
    **{name: {Button.BACK: 20} for name in ("one_bid", "showing")},
    "menu": {Button.BACK: 8, Button.DOWN: 60},
    "setup": {Button.OK: 12, Button.DOWN: 30},
    "put_right": {Button.DOWN: 60, Button.BACK: 3, Button.CALL: 3},
    "settling": {Button.DOWN: 30, Button.BACK: 3, Button.CALL: 3},
}
"""Other weights where one would stay for ever, or leave before anything is seen."""
SWEEPS = {"call": 0.3, "counting": 0.2, "showing": 0.7, "teach": 0.8}
"""How often a card is swept, where that does something; elsewhere now and then."""
TAGS = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc"] + [f"{n:010X}" for n in range(60)] + ["joker"]
"""What can be swept: printed cards, tags to be taught, a joker."""
NAMES = {
    "↑": Button.UP, "↓": Button.DOWN, "←": Button.LEFT, "→": Button.RIGHT, "OK": Button.OK, "CALL": Button.CALL,
    "BACK": Button.BACK, "hold": Button.BACK, "hold OK": Button.BACK,
}  # fmt: skip


class Memory:
    """A store that keeps everything in memory, for walks that need no disk."""

    def __init__(self, state: State | None = None) -> None:
        self.trouble = self.notice = None
        self.found = False
        self.state = state or State(roster=("Anna", "Ευγενία", "Ярослав", "Maximilian-Alexander"))
        self.commits = 0

    def last_table(self) -> Any:
        return self.state.entries[0].body["start"] if self.state.entries else None

    def look(self) -> None:
        """There is nobody else."""

    def retry(self) -> None:
        """Nothing waits."""

    def commit(self, *changes: Change) -> None:
        for change in changes:
            self.state = self.state.after(self.state.line(change, ""))
        self.commits += 1


class Walk:
    """A walk of random presses, deterministic by its seed.

    Every press is checked: what is drawn has no faults, the hints name exactly the buttons that do something, the
    screen comes back from its saved form as it was. Now and then the game is taken back to its start and done again.
    """

    def __init__(self, seed: int, keys: int = 7) -> None:
        self.random = Random(seed)
        self.keys = keys
        self.store = Memory()
        self.session = Session(self.store, keys=keys, draw_lot=lambda seats: self.random.randrange(seats))
        self.screens: Counter[str] = Counter()
        self.ended = 0
        self.now = 0.0
        self.was_over = False

    def run(self, presses: int, *, check_every: int = 1) -> None:
        buttons = [button for button in WEIGHTS if self.keys == 7 or button not in (Button.LEFT, Button.RIGHT)]
        for number in range(presses):
            here = WEIGHTS | SOMETIMES.get(self.session.screen.name, {})
            (button,) = self.random.choices(buttons, [here[button] for button in buttons])
            if self.random.random() < SWEEPS.get(self.session.screen.name, 0.01):
                self.sweep()
            else:
                self.press(button)
            if number % check_every == 0:
                self.check()
            if number % 2_000 == 1_999:
                self.resume()
            if number % 5_000 == 4_999:
                self.take_back_all()

    def press(self, button: Button) -> None:
        if button is Button.MENU:
            self.press(Button.CALL)  # a held CALL is one first
        self.now += 1.0
        self.session.seen(self.session.scene, self.now)
        self.session.press(Press(button, self.now))
        self.session.save()
        if self.session.power_off:
            self.resume()  # it is switched on again
        self.tell()

    def tell(self) -> None:
        self.screens[self.session.screen.name] += 1
        game = self.session.game
        over = game is not None and game.winner is not None
        self.ended += over and not self.was_over
        self.was_over = over

    def sweep(self) -> None:
        """Sweep a card: of a deck that was taught or is printed, a joker, or one that nobody knows."""
        self.now += 1.0
        self.session.seen(self.session.scene, self.now)
        before = self.session.screen, self.session.game
        self.session.swept(self.random.choice(TAGS), self.now)
        self.session.save()
        if before[0].name not in SWEEPS:
            assert (self.session.screen, self.session.game) == before, "a card was swept, and did something"
        assert self.session.draw().faults() == []
        self.tell()

    def check(self) -> None:
        check(self.session.evening, self.session.draw())

    def resume(self) -> None:
        """After the plug was pulled the same screen is there."""
        before = self.session
        self.session = Session(self.store, keys=self.keys, draw_lot=lambda seats: 0)
        assert self.session.game == before.game
        assert self.session.screen == before.screen
        assert (self.session.view.last, self.session.view.undone) == (before.view.last, before.view.undone)

    def take_back_all(self) -> None:
        """BACK takes everything back, to the start of the game, and all of it can be done again from the menu."""
        game = self.session.game
        if game is None:
            return
        done = [self.session.view.last]
        for _ in range(20_000):
            if not self.session.view.last:
                break
            self.press(Button.BACK)
            if self.session.view.last != done[-1]:
                done.append(self.session.view.last)
        assert self.session.view.last == "", "BACK doesn't lead to the start of the game"
        assert self.session.game == Game.start(game.rules, game.players, game.first_dealer)


def lit_row(canvas: Canvas) -> str:
    """The row that is pointed at."""
    lit = [text for text in canvas.texts if text.inverted and BODY[1] <= text.box[1] < BODY[3]]
    return " ".join(text.text for text in sorted(lit, key=lambda text: text.box[0]))


def named_buttons(canvas: Canvas) -> set[Button]:
    """The buttons that the hints name."""
    named = set()
    for text in canvas.texts:
        if text.inverted and text.font.height == 8 and text.box[1] >= HINTS[1] - 12:
            if text.text in NAMES:
                named.add(NAMES[text.text])
            elif set(text.text) <= set("↑↓←→") or text.box[1] >= HINTS[1]:
                named |= {NAMES[arrow] for arrow in text.text}
    return named


def check(evening: Evening, canvas: Canvas) -> set[Button]:
    """That a screen is drawn without fault, comes back as it was, and says what its buttons do: no more, no less.

    Returns the buttons that do something; being refused in words counts.
    """
    screen = evening.screen
    assert canvas.faults() == [], f"{canvas.faults()}\n{screen}"
    assert from_data(json.loads(json.dumps(to_data(screen)))) == screen
    missing = {Button.MENU} if evening.view.keys == 7 else {Button.MENU, Button.LEFT, Button.RIGHT}
    does = {button for button in Button if button not in missing and acts(evening, button)}
    named = named_buttons(canvas)
    assert named == does, f"named {sorted(named)}, does {sorted(does)}\n{canvas.as_text()}\n{screen}"
    return named


def acts(evening: Evening, button: Button) -> bool:
    try:
        return evening.step(button) is not None
    except Refusal:
        return True
