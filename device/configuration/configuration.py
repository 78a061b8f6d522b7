"""The values that a box is built from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from device.buttons.keypad import Key, Switch
from device.panel.wiring import Wiring
from device.readers.wiring import Reader
from engine.value import value

PLACE = Path("/etc/commune.toml")
"""Where the box that systemd starts has its configuration."""


@value
class Configuration:
    """A box as it is to be. Turned already, where it stands upside down: `keys` and `panel` need no more turning.

    Attributes:
        board: the word for the board.
        keys: the BCM number of each key's pin. UP, DOWN, OK and CALL are always there.
        panel: how the panel is wired.
        seat_buttons: the BCM number of each seat's button, in the order of the seats; none, or one a player.
        buzzer: the BCM number of its pin, or None.
        contrast: how bright the panel is, 1 to 255.
        dim_contrast: how bright it is when dim, 0 to `contrast`.
        dim_after: seconds without a press after which it is dim; None: never.
        dark_after: seconds after which it is dark, more than `dim_after`; None: never.
        readers: the card readers.
        problems: what is wrong in the file, a sentence each, the line of the file first; none if all is well.
        trouble: the first of them, and how many more, in at most 60 characters; or "".
    """

    board: str
    keys: Mapping[Key, int]
    panel: Wiring
    seat_buttons: tuple[int, ...] = ()
    buzzer: int | None = None
    contrast: int = 207
    dim_contrast: int = 8
    dim_after: float | None = 90.0
    dark_after: float | None = 900.0
    readers: tuple[Reader, ...] = ()
    problems: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def switches(self) -> dict[Switch, int]:
        """The BCM number of all that one can put a finger on: the keys, and the buttons of the seats."""
        switches: dict[Switch, int] = dict(enumerate(self.seat_buttons))
        return switches | dict(self.keys)

    @property
    def told_keys(self) -> int:
        """How many keys the screens may count on: all 7, or 4, if any of the others is missing."""
        return 7 if len(self.keys) == len(Key) else 4
