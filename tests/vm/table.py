"""The machine at a table. Beside it stands a box of the tests, on which the same keys are pressed: so it is known what
the screen must show."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from PIL import Image

from tests.device.box import Box
from tests.vm.cache import cache
from tests.vm.machine import PATIENCE, Machine
from tests.vm.panel import Eye, same, side_by_side

START = ("up", "right", "down", "ok")
"""From the setup: Player 1 deals first, start. A lot can't be known beforehand."""


class NotShown(AssertionError):
    """The screen doesn't show what it must."""


class Table:
    """A machine, and a box in a folder beside it that shows the same."""

    def __init__(self, machine: Machine, folder: Path, name: str = "table") -> None:
        self.machine = machine
        self.box = Box(folder)
        self._folder = folder
        self._renewed = 0
        self.name = name
        self.last_heard = 0.0
        """When the bus carried something last, in seconds since the machine's kernel started."""
        self._eye = Eye()

    # Looking

    def look(self) -> Image.Image | None:
        """What is on the panel now; None where it is dark."""
        for transfer in self.machine.heard(self._eye.transfers):
            self.last_heard = transfer.at
            self._eye.feed([transfer])
        return self._eye.feed(())

    def sees(self, expected: Image.Image, timeout: float = PATIENCE, *, what: str = "") -> float:
        """Wait until the panel shows this; how many seconds that took.

        Raises:
            NotShown: it doesn't, and where there is a picture of what it shows.
        """
        started = time.monotonic()
        while not same(seen := self.look(), expected):
            if not self.machine.on and not self.machine.heard(self._eye.transfers, 2.0):
                raise NotShown(f"the machine is off; {self.machine.last_words()}")
            if time.monotonic() - started > timeout:
                file = side_by_side(cache() / "failed" / f"{self.name}.png", seen, expected)
                raise NotShown(
                    f"not within {timeout:.0f} s: {what or 'the expected screen'}; seen and expected: {file}"
                )
            self.machine.heard(self._eye.transfers, 0.5)
        return time.monotonic() - started

    def shows(self, timeout: float = PATIENCE) -> float:
        """Wait until the panel shows what the box beside it shows; how many seconds that took."""
        assert self.box.glass.image is not None
        return self.sees(self.box.glass.image, timeout, what=self.box.words)

    def shows_unsaved(self) -> None:
        """The same, and that nothing of it can be kept."""
        self.box.cannot_save("It can't be kept.")
        self.shows()

    def dark(self, timeout: float = PATIENCE) -> None:
        """Wait until the panel is dark."""
        end = time.monotonic() + timeout
        while (seen := self.look()) is not None:
            if time.monotonic() > end:
                file = side_by_side(cache() / "failed" / f"{self.name}.png", seen)
                raise NotShown(f"the panel isn't dark after {timeout:.0f} s: {file}")
            self.machine.heard(self._eye.transfers, 0.5)

    def power_lost_by_panel(self) -> None:
        """The panel's plug slips, and is put back: what it was told is gone."""
        self._eye.power_lost()
        self.machine.bus(status=0x46)

    def renew(self) -> None:
        """Have a new box: nothing was ever played on it."""
        clear = "systemctl stop commune && rm -rf /var/lib/commune/* && systemctl start commune"
        self.machine.run(clear, 600, check=True)
        self.box.close()
        self._renewed += 1
        folder = self._folder / str(self._renewed)
        folder.mkdir()
        self.box = Box(folder)
        self.shows()

    # Pressing

    def press(self, *words: str) -> None:
        """Press keys, each when what the one before it did is shown; and see that the last one's effect is shown."""
        for word in words:
            self.machine.press(word)
            self.box.press(word)
            self.shows()

    def press_unseen(self, *words: str) -> None:
        """Press keys while there may be nothing to see."""
        for word in words:
            self.machine.press(word)
            self.box.press(word)

    # What it is

    @property
    def process(self) -> str:
        """The number of the box's process, "0" where there is none."""
        return self.machine.run("systemctl show commune -p MainPID --value", check=True).output.strip()

    # What is kept

    def record(self) -> dict[str, Any]:
        """The game as the machine has kept it, with what stands and the screen that is on."""
        told = self.machine.run("commune show --json", check=True)
        line = [line for line in told.output.splitlines() if line.startswith("{")][-1]
        kept: dict[str, Any] = json.loads(line)
        return kept
