"""The chips that drive a panel: how each is initialised, and where its memory begins.

All of them take a window as page and column (page addressing, which every one of them and their copies know), and
answer a read on I2C with a status byte: bit 6 tells that the panel is off; the low four bits aren't documented, but are
8 for an SH1106.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from device.panel.wiring import Chip

DISPLAY_ON, DISPLAY_OFF = 0xAF, 0xAE
SET_CONTRAST = 0x81
NOTHING = 0xE3
PAGE_ADDRESSING = (0x20, 0x02)
"""For the SSD chips; the SH1106 has no other way."""

OFFSETS = {Chip.SSD1306: 0, Chip.SSD1309: 0, Chip.SH1106: 2}
"""In which column of the chip's memory the panel begins: the SH1106 has 132, and its panels 128 from the third."""

OFF_BIT = 0x40


def told_by(status: int | None) -> Chip:
    """Which chip a status byte comes from, the commonest where there is none; an SSD1309 is driven as an SSD1306 is."""
    return Chip.SH1106 if status is not None and status & 0x0F == 0x08 else Chip.SSD1306


def is_off(status: int) -> bool:
    """Whether a status byte says that the panel is switched off, as it is after its power was lost."""
    return bool(status & OFF_BIT)


def address(chip: Chip, page: int, column: int) -> tuple[int, int, int]:
    """The command with which the bytes that follow go to a page, from a column of the panel on."""
    column += OFFSETS[chip]
    return 0xB0 | page, column & 0x0F, 0x10 | column >> 4


@lru_cache(maxsize=len(Chip))
def initialisation(chip: Chip) -> tuple[tuple[int, ...], ...]:
    """The commands that set a chip up, as luma.oled has them: all but its contrast, its picture, and switching it on.

    They are taken down from one luma device, which is made once: each leaves an exit hook behind.
    """
    kind = getattr(_devices(), chip.value)

    class Silent(kind):  # type: ignore[misc, valid-type]
        """Shows nothing: what is to be seen is sent by us."""

        def display(self, image: object) -> None:
            pass

    commands: list[tuple[int, ...]] = []

    class Recorder:
        """Takes down commands, until the device is made."""

        def command(self, *command: int) -> None:
            commands.append(command)

        def cleanup(self) -> None:
            pass

    Silent(Recorder()).persist = True
    mode = () if chip is Chip.SH1106 else (PAGE_ADDRESSING,)
    return (*(command for command in commands if command[0] not in (DISPLAY_ON, SET_CONTRAST)), *mode)


def _devices() -> Any:
    """luma.oled's devices, without the four threads that luma.core starts at its import for what no box has."""
    from luma.core import threadpool

    started, threadpool.threadpool = threadpool.threadpool, lambda threads: None
    try:
        from luma.oled import device
    finally:
        threadpool.threadpool = started
    return device
