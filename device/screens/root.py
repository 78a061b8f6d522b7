"""Which screen the game is at. Each is imported when it is the one: a box starts with no more than it shows."""

from __future__ import annotations

from device.screens.base import Screen, View


def root(view: View) -> Screen:
    """The screen to be shown where nothing is half-done."""
    game = view.game
    if game is None:
        from device.screens.setup import Setup

        return Setup()
    if game.winner is not None:
        from device.screens.ending import Ending

        return Ending()
    if game.taken.caller is not None:
        from device.screens.call import standing_call

        return standing_call(game)
    if game.under_way:
        from device.screens.bidding import Bidding

        return Bidding()
    from device.screens.deal import Deal

    return Deal()
