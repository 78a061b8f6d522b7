"""Setting up by random presses: nothing is cut off, nothing is lost, and the hints tell the truth."""

from __future__ import annotations

import random

import pytest

from device.buttons.keypad import Button
from device.screens.base import Begin, Go, Keep, Screen, View
from device.screens.rule_sets import HOUSE, SETS, RuleSets
from device.screens.seating import Seating
from device.screens.setup import Setup
from engine.game import Game
from engine.value import replace
from tests.device.screens.pressing import check, press
from tests.device.screens.tables import VIEWS, four

PRESSES = 250
SCREENS = {"setup", "seats", "seating", "naming", "rule-sets", "house-rules"}


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize("place", range(len(VIEWS)))
def test_random_presses_meet_no_fault_and_every_hint_is_true(place: int, keys: int) -> None:
    view = VIEWS[place] if keys == 7 else four(VIEWS[place])
    met = [screen for start in starts(view) for screen in walk(start, view, random.Random(place))]
    assert {screen.name for screen in met} >= SCREENS


def starts(view: View) -> list[Screen]:
    """Where the walks begin: at the front, and in the rooms that are seldom found by chance."""
    seating, rules = press(Setup(), view, "2*down 2*ok"), press(Setup(), view, "3*down ok")
    assert isinstance(seating, Seating)
    assert isinstance(rules, RuleSets)
    naming = press(replace(seating, chosen=0), view, "ok")
    house = press(replace(rules, chosen=SETS.index(HOUSE)), view, "ok")
    return [Setup(), press(Setup(), view, "down"), seating, naming, house]


def walk(screen: Screen, view: View, chance: random.Random) -> list[Screen]:
    """The screens met by presses that are made in runs, as by a thumb, and seldom BACK."""
    met = [screen]
    button = Button.DOWN
    for _ in range(PRESSES):
        follows = check(screen, view)
        if button not in follows or chance.random() < 0.5:
            button = chance.choice([each for each in follows if each is not Button.BACK or chance.random() < 0.15])
        step = follows[button]
        if isinstance(step, Begin):
            table = step.table
            Game.start(table.rules, table.players, table.dealer or 0)
            continue
        assert isinstance(step, Go | Keep)
        assert step.screen is not None
        screen = step.screen
        met.append(screen)
    return met
