"""An evening of presses in a process of its own, to be killed at any moment.

    python -m tests.device.evening FOLDER SEED FROM

plays the evening's presses on a box from that one on, and writes the number of each when what it did has been shown.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from device.buttons.keypad import Button
from device.screens.base import to_data
from engine.record import write_record
from tests.device.box import Box
from tests.device.walking import WEIGHTS

PRESSES = 150


def words(seed: int) -> Iterator[str]:
    """The evening's presses: `ok`, `up`, …; they depend on the seed alone.

    None is held: a held CALL is two presses, and a box may be killed between them.
    """
    random = Random(seed)
    weights = {button: weight for button, weight in WEIGHTS.items() if button is not Button.MENU}
    for _ in range(PRESSES):
        (button,) = random.choices(list(weights), list(weights.values()))
        yield button.value


def state(box: Box) -> str:
    """All that must not be lost: the screen with what is half entered on it, and the game."""
    game = box.session.game
    return repr((to_data(box.session.screen), write_record(game) if game else None, box.session.view.last))


def main(folder: Path, seed: int, start: int) -> None:
    """Play from press number `start` on."""
    with Box(folder) as box:
        for number, word in enumerate(words(seed), start=1):
            if number > start:
                box.press(word)
                sys.stdout.write(f"{number}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
