"""The menu by random presses: nothing is cut off, nothing is lost, and the hints tell the truth."""

from __future__ import annotations

import random

import pytest

from device.buttons.keypad import Button
from device.screens.base import Go, Record
from device.screens.who import Who
from engine.bids import Bid
from engine.cards import parse_cards
from engine.events import Call, Deal, Event, Leave, MakeBid, Penalty, Settle
from engine.game import Game
from engine.rules import Rules
from engine.settlement import AllCards
from tests.device import walking
from tests.device.screens.playing import Playing, game, same_again
from tests.device.screens.tables import ALIKE
from tests.engine.tables import NOT_THERE, THERE, counts

PRESSES = 400
QUEENS = MakeBid(1, Bid.parse("straight flush to queen"))
FLUSH = counts({"s": ["Q", "J", "T"], "h": ["9"], "d": [], "c": [], "wild": 1})
FULL: tuple[Event, ...] = (
    MakeBid(0, Bid.parse("queen high")), MakeBid(3, Bid.parse("pair of queens")),
    MakeBid(2, Bid.parse("queens over sevens")), QUEENS, Call(0), FLUSH,
)  # fmt: skip
WAYS = {
    "menu": (),
    "standing": ("Standing",),
    "bids": ("Bids",),
    "put_right": ("Put right",),
    "one_bid": ("Put right", "ok"),
    "settling": ("Put right", "Settled"),
    "counted": ("Put right", "Settled", "By counts"),
    "shown": ("Put right", "Settled", "By the cards"),
    "penalties": ("Penalties", "ok"),
    "confirm": ("A player leaves", "ok"),
    "void": ("Void hand",),
    "about": ("About",),
}
"""How every screen of the menu is reached after a hand of which all cards were shown."""
TEN = Settle(AllCards(parse_cards("Th 2d *")))
DENEXA = Rules.of("denexa")
FLUSHES = Rules.of("classic", flush="all_ranks", max_kind=8, jokers=4)


def crowd(*events: Event) -> Game:
    return game(ALIKE, *events, rules=FLUSHES)


GAMES = {
    "between games": None,
    "two, before the first hand": game(2),
    "three, in a hand": game(ALIKE[:3], Deal()),
    "two, after the end": game(2, *[event for _ in range(3) for event in (MakeBid(1), Call(0), NOT_THERE)]),
    "seventeen, after a hand": crowd(*FULL),
    "seventeen, in a hand": crowd(*FULL, Penalty(4, 3), Leave(5), *FULL[:4], Penalty(6, 3), Leave(7), Penalty(0, 1)),
    "three, all cards shown": game(ALIKE[:3], MakeBid(1, Bid.parse("ten high")), Call(0), TEN, rules=DENEXA),
    "ten with tokens, called without a bid": game(ALIKE[:10], MakeBid(2), Call(1), THERE, QUEENS, rules=DENEXA),
}


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize("name", WAYS)
def test_every_screen_of_the_menu_can_be_reached(name: str, keys: int) -> None:
    playing = Playing(GAMES["three, all cards shown"], keys=keys).go("menu", *WAYS[name])
    assert playing.screen.name == name
    check(playing)


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize("name", GAMES)
def test_random_presses_meet_no_fault_and_every_hint_is_true(name: str, keys: int) -> None:
    chance = random.Random(f"{name} {keys}")
    buttons = [Button.UP, Button.DOWN, Button.OK, Button.OK, Button.OK, Button.BACK, Button.MENU]
    buttons += [Button.LEFT, Button.RIGHT] if keys == 7 else []
    playing = Playing(GAMES[name], keys=keys, undone="Ангелина's straight flush to queen")
    for _ in range(PRESSES):
        screen = playing.screen
        check(playing)
        if chance.random() < 0.03:
            playing = Playing(GAMES[name], keys=keys, undone=chance.choice(["", "the deal"]))
            if "all cards" in name:
                playing.go("menu", *chance.choice([*WAYS.values()]))
        if screen.name not in WAYS and not isinstance(screen, Who) and chance.random() < 0.3:
            playing.press(Button.MENU)
        else:
            button = chance.choice(buttons)
            for _ in range(chance.randrange(1, 9) if button in (Button.UP, Button.DOWN) else 1):
                playing.press(button)


def check(playing: Playing) -> None:
    """The menu's own screens: no fault, back as they were, and their hints no more and no less than what they do."""
    screen = playing.screen
    if screen.name not in WAYS:
        return
    for button in walking.check(playing.evening, playing.canvas):
        step = playing.step(button)
        assert not isinstance(step, Record) or step.settles, f"{button} on {screen.name} records what wasn't seen"
        assert not isinstance(step, Go) or step.screen is None or same_again(step.screen) == step.screen
