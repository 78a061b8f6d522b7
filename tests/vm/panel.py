"""What somebody at the table sees: the bytes that were carried to the panel, as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from device.panel.thread import SHIFTS
from device.panel.wiring import Chip
from tests.device.panel.chips import ModelChip
from tests.vm.wires import Transfer

ADDRESS = 0x3C
WIDTH, HEIGHT = 128, 64


class Eye:
    """Looks at a panel that hears the bus from power-on."""

    def __init__(self) -> None:
        self._chip = ModelChip(Chip.SSD1306)
        self.transfers = 0
        """How many transfers it has seen."""

    def feed(self, transfers: Iterable[Transfer]) -> Image.Image | None:
        """See these too; what is seen then, None where the panel is dark."""
        for transfer in transfers:
            self.transfers += 1
            if transfer.address == ADDRESS and not transfer.error:
                self._chip.write(transfer.data)
        return self._chip.picture

    def power_lost(self) -> None:
        """The panel, not the machine, was without power for a moment."""
        self._chip.power_on()


def same(seen: Image.Image | None, expected: Image.Image) -> bool:
    """Whether that is what is to be seen; a dim panel shifts it by a pixel now and then."""
    if seen is None:
        return False
    for by in SHIFTS:
        moved = Image.new("1", expected.size)
        moved.paste(expected, by)
        if moved.tobytes() == seen.tobytes():
            return True
    return False


def side_by_side(path: Path, *pictures: Image.Image | None) -> Path:
    """A file with these pictures from left to right, large; a dark panel is grey."""
    scale, gap = 4, 8
    sheet = Image.new("L", (len(pictures) * (WIDTH * scale + gap) - gap, HEIGHT * scale), 128)
    for number, picture in enumerate(pictures):
        if picture is not None:
            large = picture.convert("L").resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
            sheet.paste(large, (number * (WIDTH * scale + gap), 0))
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(path)
    return path
