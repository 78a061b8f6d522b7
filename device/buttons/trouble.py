"""What is wrong with the buttons, in words for the panel."""

from __future__ import annotations

from device.buttons.keypad import Key, Keypad, Switch
from engine.errors import listed

LONGEST = 60
"""Characters of a sentence for players."""


def trouble_with(keypad: Keypad) -> str:
    """Which buttons are ignored, and why, in at most 60 characters; "" if none is."""
    if not keypad.troubled:
        return ""
    stuck, chattering = _named(keypad.stuck), _named(keypad.chattering)
    both = len(stuck) + len(chattering)
    does = [f"{listed(stuck)} {'is' if len(stuck) == 1 else 'are'} stuck"] if stuck else []
    if chattering:
        does.append(f"{listed(chattering)} {'chatters' if len(chattering) == 1 else 'chatter'}")
    ignored = "it is ignored." if both == 1 else "they are ignored."
    text = f"{listed(does)}: {ignored}"
    return text if len(text) <= LONGEST else f"{both} buttons are stuck or chatter: {ignored}"


def _named(ignored: frozenset[Switch]) -> list[str]:
    """Their names, the keys first: `UP`, `seat 3`."""
    seats = sorted(seat for seat in ignored if not isinstance(seat, Key))
    return [key.upper() for key in Key if key in ignored] + [f"seat {seat + 1}" for seat in seats]
