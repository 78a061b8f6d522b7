"""How a card reader is wired: the port that it is on, how fast it speaks, and in what form."""

from __future__ import annotations

from enum import StrEnum

from engine.value import value

SPEEDS = (1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200)
"""Bits per second that a reader may speak with; always 8 data bits, no parity, one stop bit."""


class Kind(StrEnum):
    """In what form a reader says which tag it sees; AUTO takes all of them."""

    AUTO = "auto"
    LINES = "lines"
    RDM6300 = "rdm6300"
    ID12LA = "id-12la"


@value
class Reader:
    """A card reader on `port`, a device file, speaking at `speed` bits per second.

    A port of /dev/serial/by-id is always the same reader's; of others that is found out when one is opened first.
    """

    port: str = "/dev/serial0"
    kind: Kind = Kind.AUTO
    speed: int = 9600
