"""A game played through screens without a box: buttons, and rows chosen by what is written on them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Record, Screen, Step, View, from_data, to_data
from engine.bids import Bid
from engine.events import Event, MakeBid
from engine.game import Game, apply_all
from engine.rules import Rules
from engine.value import replace
from tests.device.evenings import evening_of, step
from tests.device.walking import lit_row

FRIENDS = ("Anna", "Ben", "Clara")
SIXES = MakeBid(1, Bid.parse("pair of sixes"))
NINES = MakeBid(2, Bid.parse("pair of nines"))
BUTTONS = {button.value for button in Button}


class Playing:
    """What a box would show, with all that was recorded; the last step that was no screen is `ended`."""

    def __init__(self, game: Game | None, *, keys: int = 7, undone: str = "", trouble: str = "") -> None:
        self.evening = evening_of(game, keys=keys, undone=undone, trouble=trouble)
        self.ended: Step | None = None

    @property
    def game(self) -> Game | None:
        return self.evening.view.game

    @property
    def screen(self) -> Screen:
        return self.evening.screen

    @property
    def view(self) -> View:
        return self.evening.view

    @property
    def events(self) -> tuple[Event, ...]:
        """All that was recorded."""
        return tuple(event for done in self.evening.playing.done for event in done.events)

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
        return lit_row(self.canvas)

    def step(self, button: Button) -> Step | None:
        """What a press would come to, nothing done."""
        return step(self.evening, button)

    def press(self, button: Button) -> None:
        found = self.step(button)
        if isinstance(found, Go | Record):
            self.evening = replace(self.evening.press(button).evening, before_call=None)  # it isn't held
        elif found is not None:
            self.ended = found

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
        here = Playing(None)
        here.evening = self.evening
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
