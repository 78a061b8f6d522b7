"""Which screen the game is at."""

from __future__ import annotations

from device.screens.base import Screen, View, screen_named


def root(view: View) -> Screen:
    """The screen to be shown where nothing is half-done."""
    game = view.game
    if game is None:
        return screen_named("setup")
    if game.winner is not None:
        return screen_named("ending")
    if game.taken.caller is not None:
        return screen_named("call", caller=game.taken.caller, bidder=game.bidder, bid=game.bid, under=None)
    return screen_named("bidding" if game.under_way else "deal")
