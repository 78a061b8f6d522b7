"""Which screen the game is at."""

from __future__ import annotations

from device.screens.base import Screen, View
from device.screens.bidding import Bidding
from device.screens.call import standing_call
from device.screens.deal import Deal
from device.screens.ending import Ending
from device.screens.setup import Setup


def root(view: View) -> Screen:
    """The screen to be shown where nothing is half-done."""
    game = view.game
    if game is None:
        return Setup()
    if game.winner is not None:
        return Ending()
    if game.taken.caller is not None:
        return standing_call(game)
    return Bidding() if game.under_way else Deal()
