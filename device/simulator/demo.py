"""A short hand that plays itself, for whoever starts the simulator where nobody can press a key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from PIL import Image

from device.simulator.boards import simulated
from device.simulator.play import Played
from device.simulator.script import Move, read_script

DEMO = """
ok     # the table as it is
ok     # dealt
{bid}  # a bid, recorded
call   # the next player calls
up     # it's there
ok     # the next deal
"""
PAIR = {7: "ok right ok", 4: "ok up ok ok"}
"""How a pair is bid, by how many buttons there are."""


def demo(buttons: int) -> list[Move]:
    """A short hand on a box with so many buttons."""
    return read_script(DEMO.format(bid=PAIR[buttons]), buttons)


def screens(folder: Path, moves: Iterable[Move], *, buttons: int) -> Iterator[tuple[str, str, Image.Image]]:
    """Play moves: what led to each new screen, what is written there, and the frame."""
    with Played(folder, simulated(buttons), draw_lot=lambda seats: 0) as played:
        yield "power on", played.text, played.glass.image
        before = played.glass.image
        for move in moves:
            played.play([move], lambda name, image: None)
            if played.glass.image.tobytes() != before.tobytes():
                yield move.word, played.text, played.glass.image
                before = played.glass.image
