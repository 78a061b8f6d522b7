"""A game played through screens without a box: buttons, and rows chosen by what is written on them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from device.buttons.keypad import Button
from device.history import apply_all
from device.panel.canvas import BODY, Canvas
from device.screens.base import Go, Record, Screen, Step, Table, View, from_data, to_data
from device.screens.call import open_call
from device.screens.menu import open_menu
from device.screens.root import root
from device.screens.told import Told
from engine.errors import Refusal
from engine.events import Event
from engine.game import Game
from engine.rules import Rules

BUTTONS = {button.value for button in Button}


class Playing:
    """What a box would show, with all that was recorded; the last step that was no screen is `ended`."""

    def __init__(self, game: Game | None, *, keys: int = 7, undone: str = "", trouble: str = "") -> None:
        self.game = game
        self.keys = keys
        self.undone = undone
        self.trouble = trouble
        self.events: tuple[Event, ...] = ()
        self.ended: Step | None = None
        self.screen: Screen = root(self.view)

    @property
    def view(self) -> View:
        table = Table(Rules.of("classic"), ("Anna", "Ben"))
        if self.game is not None:
            table = Table(self.game.rules, self.game.players)
        return View(self.game, table, self.keys, undone=self.undone, trouble=self.trouble)

    @property
    def canvas(self) -> Canvas:
        canvas = Canvas()
        self.screen.draw(canvas, self.view)
        return canvas

    @property
    def words(self) -> str:
        return self.canvas.as_text()

    @property
    def lit(self) -> str:
        """The row that is pointed at."""
        lit = [text for text in self.canvas.texts if text.inverted and BODY[1] <= text.box[1] < BODY[3]]
        return " ".join(text.text for text in sorted(lit, key=lambda text: text.box[0]))

    def step(self, button: Button) -> Step | None:
        """What a press would lead to, nothing done; a refusal is told."""
        if button is Button.MENU:
            return Go(open_menu(self.screen, self.view))
        try:
            if button is Button.CALL and (call := open_call(self.screen, self.view)) is not None:
                return Go(call)
            step = self.screen.press(button, self.view)
            if isinstance(step, Record):
                assert self.game is not None
                apply_all(self.game, step.events)
            return step
        except Refusal as refusal:
            return Go(Told(str(refusal), under=self.screen))

    def press(self, button: Button) -> None:
        step = self.step(button)
        if isinstance(step, Record):
            assert self.game is not None
            self.events += step.events
            self.game = apply_all(self.game, step.events)
            self.screen = step.then or root(self.view)
        elif isinstance(step, Go):
            self.screen = step.screen or root(self.view)
        elif step is not None:
            self.ended = step

    def go(self, *words: str) -> Playing:
        """Press `ok`, `up`, …, `menu`; anything else is a row, gone down to and chosen."""
        for word in words:
            if word in BUTTONS:
                self.press(Button(word))
                continue
            seen: list[Screen] = []
            while not self.lit.startswith(word):
                assert self.screen not in seen, f"no {word} in {self.words}"
                seen.append(self.screen)
                self.press(Button.DOWN)
            self.press(Button.OK)
        return self

    def rows(self) -> list[str]:
        """All rows of the list that is on, from the first."""
        here = Playing(self.game, keys=self.keys, undone=self.undone, trouble=self.trouble)
        here.screen = self.screen
        found: list[str] = []
        while here.lit not in found:
            found.append(here.lit)
            here.press(Button.DOWN)
        return found


def same_again(screen: Screen) -> Screen:
    """The screen after it was saved and brought back."""
    again = from_data(json.loads(json.dumps(to_data(screen))))
    assert isinstance(again, Screen)
    return again


def game(players: int | Sequence[str], *events: Event, rules: Rules | None = None) -> Game:
    """A game with all this recorded."""
    return apply_all(Game.start(rules or Rules.of("classic"), players), events)
