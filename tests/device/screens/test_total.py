"""A total that isn't what was dealt is asked about; a table that would rather not know the chances isn't told."""

from __future__ import annotations

import pytest

from device.buttons.keypad import Button
from device.screens.base import Go, Keep, Record, Table, View
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
from engine.settlement import AllCards, Settlement, Void
from engine.value import replace
from tests.device.screens.pressing import shows

GAME = Game.start(Rules.of("classic"), ("Anna", "Ben"), 0)
VIEW = View(GAME, Table(GAME.rules, GAME.players))
SIXES = Bid.parse("pair of sixes")
CALL = Call(1, 0, SIXES, Bidding())
THREE = Showing(SIXES, 2, CALL, parse_cards("6s 6d Kh"), DONE)
TOTAL = Total(2, 3, THREE)


@pytest.mark.parametrize(("button", "settled"), [(Button.UP, AllCards(THREE.shown)), (Button.DOWN, Void())])
def test_up_says_that_so_many_were_dealt_and_down_that_the_hand_is_void(button: Button, settled: Settlement) -> None:
    assert THREE.press(Button.OK, VIEW) == Go(TOTAL)
    step = TOTAL.press(button, VIEW)
    assert isinstance(step, Record)
    assert (step.settles, step.events[-1]) == (True, Settle(settled, 3))


def test_back_leads_to_the_cards_as_they_were_entered() -> None:
    assert TOTAL.press(Button.BACK, VIEW) == Go(THREE)


def test_chances_are_shown_unless_the_table_would_rather_not_know() -> None:
    picker = Picker(SIXES, 0, Bidding())
    for chances in (True, False):
        assert ("%" in shows(picker, replace(VIEW, chances=chances))) is chances
    assert Settings(Bidding()).press(Button.OK, VIEW) == Keep(Settings(Bidding()), settings=(("chances", False),))
