"""What is wrong with the buttons, in words for the panel."""

from __future__ import annotations

from collections.abc import Iterable

from device.buttons.keypad import Key, Keypad
from device.buttons.seats import SeatPad
from engine.errors import listed

LONGEST = 60
"""Characters of a sentence for players."""


def trouble_with(keypad: Keypad, seats: SeatPad) -> str:
    """Which buttons are ignored, and why, in at most 60 characters; "" if none is."""
    if not keypad.troubled and not seats.troubled:
        return ""
    stuck = [*_keys(keypad.stuck), *_seats(seats.stuck)]
    chattering = [*_keys(keypad.chattering), *_seats(seats.chattering)]
    both = len(stuck) + len(chattering)
    does = [f"{listed(stuck)} {'is' if len(stuck) == 1 else 'are'} stuck"] if stuck else []
    if chattering:
        does.append(f"{listed(chattering)} {'chatters' if len(chattering) == 1 else 'chatter'}")
    ignored = "it is ignored." if both == 1 else "they are ignored."
    text = f"{listed(does)}: {ignored}"
    return text if len(text) <= LONGEST else f"{both} buttons are stuck or chatter: {ignored}"


def _keys(keys: frozenset[Key]) -> Iterable[str]:
    return (key.upper() for key in Key if key in keys)


def _seats(seats: frozenset[int]) -> Iterable[str]:
    return (f"seat {seat + 1}" for seat in sorted(seats))
