"""Corrections that a table makes from the menu: which of them can be made now, and when they take effect."""

from __future__ import annotations

from device.screens.base import Screen, View
from device.screens.call import Call
from engine.events import Correction, Deal, Event, Leave, SetDealer, SetFirst

KINDS: dict[str, type[SetDealer | SetFirst | Leave]] = {"dealer": SetDealer, "first": SetFirst, "leaves": Leave}
"""The corrections that need only a player, by what is asked."""


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
