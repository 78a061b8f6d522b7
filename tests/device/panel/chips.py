"""Models of the chips that drive a panel, fed with the bytes that would be on the wire.

They follow the data sheets of SSD1306, SSD1309 and SH1106 as far as anything here uses them, and refuse what they don't
know, so that a wrong byte is noticed.
"""

from __future__ import annotations

from random import Random

from PIL import Image

from device.panel.packing import COLUMNS, PAGES, SIZE
from device.panel.wiring import Chip

ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xE3: 0}
"""Commands that all three have, with how many bytes follow."""
MORE = {
    Chip.SSD1306: {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1, 0x2E: 0},
    Chip.SSD1309: {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1, 0x2E: 0, 0xFD: 1},
    Chip.SH1106: {0x20: 0, 0x8D: 0, 0xAD: 1, 0x30: 0, 0x31: 0, 0x32: 0, 0x33: 0},
}
"""What each has besides; 0x20 and 0x8D mean nothing to an SH1106, which luma.oled sends all the same."""
WIDTHS = {Chip.SSD1306: 128, Chip.SSD1309: 128, Chip.SH1106: 132}
LOW_BITS = {Chip.SSD1306: 0x06, Chip.SSD1309: 0x06, Chip.SH1106: 0x08}
"""The low bits of the status byte, as such panels have been seen to answer."""


def unpack(frame: bytes) -> Image.Image:
    """The picture of a frame: a byte is eight pixels of a column, the lowest bit the topmost."""
    columns = bytearray(SIZE)
    for page in range(PAGES):
        columns[page::PAGES] = frame[page * COLUMNS : (page + 1) * COLUMNS]
    turned = Image.frombytes("1", (PAGES * 8, COLUMNS), bytes(columns), "raw", "1;R")
    return turned.transpose(Image.Transpose.TRANSPOSE)


class ModelChip:
    """A panel of 128 by 64 with its chip. It comes up as one does that just got power: off, with garbage in its memory.

    `garbage` seeds what is in the memory after power came on.
    """

    def __init__(self, chip: Chip, garbage: int = 1) -> None:
        self.chip = chip
        self._random = Random(garbage)
        self.powered = True
        self.power_on()

    def power_on(self) -> None:
        """Power comes back: all that the chip was told is gone."""
        self.powered = True
        self.width = WIDTHS[self.chip]
        self.memory = bytearray(self._random.randbytes(self.width * PAGES))
        self.on = self.lit = False
        self.contrast = 0x7F
        self.inverted = self.all_on = False
        self.remapped = self.turned = False  # columns right to left, rows bottom to top: as panels are mounted
        self.start_line = self.offset = 0
        self.multiplex = 0x3F
        self.pump = False
        self.mode = 2 if self.chip is not Chip.SH1106 else None
        self.columns, self.pages = (0, self.width - 1), (0, PAGES - 1)
        self.column = self.page = 0
        self._pending: list[int] = []

    def power_off(self) -> None:
        """The cable slips."""
        self.powered = False

    def scribble(self) -> None:
        """A glitch puts garbage into the memory."""
        for _ in range(40):
            self.memory[self._random.randrange(len(self.memory))] ^= 1 << self._random.randrange(8)

    @property
    def status(self) -> int:
        """What a read answers."""
        return (0 if self.on else 0x40) | LOW_BITS[self.chip]

    @property
    def shines(self) -> bool:
        """Whether anything can be seen on it."""
        return self.powered and self.on and (self.pump or self.chip is not Chip.SSD1306)

    @property
    def picture(self) -> Image.Image | None:
        """What is seen by somebody before it, mode "1", 128 by 64; None where it is dark."""
        if not self.shines:
            return None
        assert (self.start_line, self.offset, self.multiplex, self.inverted, self.all_on) == (0, 0, 0x3F, False, False)
        first = 2 if self.chip is Chip.SH1106 else 0
        frame = b"".join(
            bytes(self.memory[page * self.width + first : page * self.width + first + COLUMNS]) for page in range(PAGES)
        )
        assert len(frame) == SIZE
        picture = unpack(frame)
        if not self.remapped:
            picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        return picture if self.turned else picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)

    def shows(self, image: Image.Image) -> bool:
        """Whether that is what is seen."""
        return self.picture is not None and self.picture.tobytes() == image.tobytes()

    # The bytes of a write on I2C, after the address

    def write(self, transfer: bytes) -> None:
        """A whole transfer: control bytes, commands, data."""
        at = 0
        while at < len(transfer):
            control = transfer[at]
            assert control & 0x3F == 0, f"no control byte: {control:#x}"
            rest = transfer[at + 1 : at + 2] if control & 0x80 else transfer[at + 1 :]
            if control & 0x40:
                self.data(rest)
            else:
                self.commands(rest)
            at += 1 + len(rest)

    def commands(self, commands: bytes) -> None:
        """Bytes with the wire for data or command low."""
        for byte in commands:
            self._pending.append(byte)
            code, *arguments = self._pending
            known = ARGUMENTS | MORE[self.chip]
            if len(arguments) >= known.get(code, 0):
                self._pending = []
                self._do(code, arguments)

    def data(self, data: bytes) -> None:
        """Bytes for the memory."""
        assert not self._pending, f"command cut short: {self._pending}"
        while data:
            # Within a page it goes to the right, whatever the mode.
            end = self.width if self.mode in (None, 2) else self.columns[1] + 1
            fitting, data = data[: end - self.column], data[end - self.column :]
            place = self.page * self.width + self.column
            self.memory[place : place + len(fitting)] = fitting
            self.column += len(fitting)
            if self.column == end:
                self._wrap()

    def _wrap(self) -> None:
        if self.mode in (None, 2):
            self.column = 0
            return
        assert self.mode == 0, "vertical addressing is not modelled"
        self.column = self.columns[0]
        self.page = self.page + 1 if self.page < self.pages[1] else self.pages[0]

    def _do(self, code: int, arguments: list[int]) -> None:
        if code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif code <= 0x1F:
            self.column = self.column & 0x0F | (code & 0x0F) << 4
        elif code == 0x20 and arguments:
            self.mode = arguments[0]
        elif code == 0x21:
            self.columns = (arguments[0], arguments[1])
            self.column = arguments[0]
        elif code == 0x22:
            self.pages = (arguments[0], arguments[1])
            self.page = arguments[0]
        elif 0x40 <= code <= 0x7F:
            self.start_line = code & 0x3F
        elif code == 0x81:
            self.contrast = arguments[0]
        elif code == 0x8D:
            self.pump = arguments == [0x14] or self.pump
        elif code in (0xA0, 0xA1):
            self.remapped = code == 0xA1
        elif code in (0xA4, 0xA5):
            self.all_on = code == 0xA5
        elif code in (0xA6, 0xA7):
            self.inverted = code == 0xA7
        elif code == 0xA8:
            self.multiplex = arguments[0]
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif 0xB0 <= code <= 0xB7:
            self.page = code & 0x07
        elif 0xC0 <= code <= 0xCF:
            self.turned = bool(code & 0x08)
        elif code == 0xD3:
            self.offset = arguments[0]
        else:
            assert code in ARGUMENTS | MORE[self.chip], f"{self.chip} has no command {code:#x}"
