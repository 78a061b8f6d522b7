"""A total that isn't what was dealt is asked about; a table that would rather not know the chances isn't told."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Keep, Record, Screen, Table, View
from device.screens.bidding import Bidding
from device.screens.call import Call
from device.screens.picker import Picker
from device.screens.settings import Settings
from device.screens.showing import DONE, Showing
from device.screens.total import Total
from engine.bids import Bid
from engine.cards import parse_cards
from engine.events import Settle
from engine.game import Game
from engine.rules import Rules
from engine.settlement import AllCards, Void

GAME = Game.start(Rules.of("classic"), ("Anna", "Ben"), 0)
VIEW = View(GAME, Table(GAME.rules, GAME.players))
SIXES = Bid.parse("pair of sixes")
CALL = Call(1, 0, SIXES, Bidding())
THREE = Showing(SIXES, 2, CALL, parse_cards("6s 6d Kh"), DONE)


def asked() -> Screen:
    step = THREE.press(Button.OK, VIEW)
    assert isinstance(step, Go)
    assert step.screen == Total(2, 3, THREE)
    return step.screen


def settled(button: Button) -> Settle:
    step = asked().press(button, VIEW)
    assert isinstance(step, Record)
    assert step.settles
    assert isinstance(step.events[-1], Settle)
    return step.events[-1]


def test_up_says_that_so_many_were_dealt() -> None:
    assert settled(Button.UP) == Settle(AllCards(THREE.shown), 3)


def test_down_says_that_the_hand_is_void() -> None:
    assert settled(Button.DOWN) == Settle(Void(), 3)


def test_back_leads_to_the_cards_as_they_were_entered() -> None:
    assert asked().press(Button.BACK, VIEW) == Go(THREE)


def test_chances_are_shown_unless_the_table_would_rather_not_know() -> None:
    picker = Picker(SIXES, 0, Bidding())
    for chances in (True, False):
        canvas = Canvas()
        picker.draw(canvas, View(GAME, Table(GAME.rules, GAME.players), chances=chances))
        assert ("%" in canvas.as_text()) is chances
    assert Settings(Bidding()).press(Button.OK, VIEW) == Keep(Settings(Bidding()), settings=(("chances", False),))
