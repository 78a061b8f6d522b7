"""Corrections that a table makes from the menu: which of them can be made now, and when they take effect."""

from __future__ import annotations

from device.screens.base import Screen, View
from device.screens.call import Call
from device.screens.standing import coming
from engine.errors import Refusal
from engine.events import Correction, Deal, Event, Leave, Penalty, SetDealer, SetFirst
from engine.game import Game

KINDS: dict[str, type[SetDealer] | type[SetFirst] | type[Leave]] = {
    "dealer": SetDealer,
    "first": SetFirst,
    "leaves": Leave,
}
"""The corrections that need only a player, by what is asked."""


def seats_for(view: View, asks: str) -> tuple[int, ...]:
    """The players whom a correction can be made for."""
    game = view.on
    if asks == "penalty":
        return tuple(range(len(game.players)))
    if game.winner is not None and asks != "leaves":
        return ()
    return tuple(seat for seat in range(len(game.players)) if _can_be(game, KINDS[asks](seat)))


def _can_be(game: Game, correction: Correction) -> bool:
    try:
        game.apply(correction)
    except Refusal:
        return False
    return True


def find_call(screen: Screen | None) -> Call | None:
    """The call that is open on a screen or under it."""
    while screen is not None and not isinstance(screen, Call):
        screen = getattr(screen, "under", None)
    return screen


def hand_on(screen: Screen | None, view: View) -> bool:
    """Whether a hand is on, as far as the box knows: one that was called has been dealt."""
    return view.on.under_way or find_call(screen) is not None


def made(screen: Screen, view: View, correction: Correction) -> tuple[Event, ...]:
    """What must be recorded for a correction: during a hand also that there is one, so that it waits for its end."""
    if hand_on(screen, view) and not view.on.under_way:
        return Deal(), correction
    return (correction,)


def penalty_to(view: View, seat: int, count: int) -> Penalty | None:
    """What brings a player to so many penalties, or None where nothing need be done."""
    by = count - coming(view.on).penalties[seat]
    return Penalty(seat, by) if by else None
