"""What is on the modelled panel is the picture that was asked for, whatever happened to the wires meanwhile."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.error import Error
from PIL import Image

from device.panel.bus import I2CBus, SPIBus
from device.panel.light import Light
from device.panel.oled import CONTRASTS, WHOLE_EVERY, Lost, Oled
from device.panel.packing import COLUMNS, PAGES, SIZE, pack
from device.panel.wiring import I2C, SPI, Chip
from tests.device.panel.chips import ModelChip
from tests.device.panel.wires import Wire, connect_i2c, connect_spi

REAL = (Chip.SSD1306, Chip.SSD1309, Chip.SH1106)
FRAME = 1034
"""Bytes of a whole frame as luma sends it."""


class Rig:
    """A panel and its model."""

    def __init__(self, patch: pytest.MonkeyPatch, chip: Chip, *, spi: bool = False, told: Chip | None = None) -> None:
        self.panel = ModelChip(chip)
        self.wire = Wire(self.panel)
        if spi:
            self.oled = Oled(SPIBus(SPI(), connect_spi(patch, self.wire)), told or chip)
        else:
            connect_i2c(patch, self.wire)
            self.oled = Oled(I2CBus(I2C()), told or Chip.AUTO)

    def show(self, image: Image.Image | None = None, light: Light = Light.FULL) -> Image.Image:
        """Have a picture shown, any if none is given; returns it."""
        image = image or picture(Random(1))
        self.oled.show(pack(image), light)
        return image

    def sees(self, image: Image.Image) -> bool:
        return self.panel.shows(image)

    def show_in_vain_at_first(self, image: Image.Image) -> int:
        """Have a picture shown, and again if the panel was lost meanwhile; returns how often it was."""
        try:
            self.show(image)
        except Lost:
            self.show(image)
            return 1
        return 0


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as context:
        yield context


def picture(random: Random, before: Image.Image | None = None) -> Image.Image:
    """Any picture, or one with a few changed pixels."""
    if before is None:
        return Image.frombytes("1", (128, 64), random.randbytes(SIZE))
    image = before.copy()
    for _ in range(random.randrange(30)):
        image.putpixel((random.randrange(128), random.randrange(64)), random.choice((0, 255)))
    return image


@pytest.mark.parametrize(("spi", "told"), [(False, False), (False, True), (True, True)], ids=["asked", "told", "spi"])
@pytest.mark.parametrize("chip", REAL)
def test_every_chip_shows_every_picture_whether_it_is_asked_or_told(
    patch: pytest.MonkeyPatch, chip: Chip, spi: bool, told: bool
) -> None:
    if told:  # that goes before what the chip says
        patch.setattr(ModelChip, "status", 0x0F)
    rig = Rig(patch, chip, spi=spi, told=chip if told else None)
    random = Random(3)
    image = None
    for number in range(60):
        image = rig.show(picture(random, image if number % 7 else None))
        assert rig.sees(image)
    assert rig.panel.contrast == CONTRASTS[Light.FULL]


def test_a_panel_that_answers_no_read_is_used_all_the_same(patch: pytest.MonkeyPatch) -> None:
    rig = Rig(patch, Chip.SSD1306)
    rig.wire.answers = False
    with pytest.raises(Lost):
        rig.show()
    image = rig.show()
    assert rig.sees(image)
    rig.panel.power_off()
    rig.panel.power_on()
    rig.oled.ask()  # nothing tells, so it is set up again all the same
    assert rig.sees(image)


def test_only_what_changed_is_sent(patch: pytest.MonkeyPatch) -> None:
    rig = Rig(patch, Chip.SSD1306)
    image = Image.new("1", (128, 64))
    rig.show(image)
    before = rig.wire.bytes
    image.putpixel((5, 20), 255)
    rig.show(image)
    status, window, data = 2, 2 + 3, 2 + 1
    assert rig.wire.bytes - before == status + window + data
    before = rig.wire.bytes
    rig.show(image)
    assert rig.wire.bytes - before == status


def test_a_frame_that_is_not_there_before_light_is_not_seen(patch: pytest.MonkeyPatch) -> None:
    rig = Rig(patch, Chip.SSD1306)
    image = picture(Random(1))

    def check() -> None:
        assert rig.panel.picture is None or rig.sees(image)

    rig.wire.fail = check
    rig.show(image)
    assert rig.sees(image)


@pytest.mark.parametrize("chip", REAL)
@pytest.mark.parametrize("code", [errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EREMOTEIO])
def test_after_a_fault_at_any_transfer_the_next_frame_is_whole(
    patch: pytest.MonkeyPatch, chip: Chip, code: int
) -> None:
    for faulty in range(60):
        rig = Rig(patch, chip)
        random = Random(faulty)
        image: Image.Image | None = None
        lost = 0
        rig.wire.fail = failing_at(rig.wire, faulty, code)
        for _ in range(6):
            image = picture(random, image)
            lost += rig.show_in_vain_at_first(image)
            assert rig.sees(image), f"fault at transfer {faulty}"
        assert lost <= 1
        assert rig.wire.open_handles <= 2
        rig.oled.close(keep=False)
        assert rig.wire.open_handles == 0


def failing_at(wire: Wire, number: int, code: int) -> Callable[[], None]:
    def fail() -> None:
        if wire.attempts == number + 1:
            raise OSError(code, "as injected")

    return fail


def test_a_fault_at_any_transfer_on_spi_is_noticed_and_mended(patch: pytest.MonkeyPatch) -> None:
    for faulty in range(40):
        rig = Rig(patch, Chip.SH1106, spi=True)
        rig.wire.fail = failing_at(rig.wire, faulty, errno.EIO)
        image = picture(Random(faulty))
        rig.show_in_vain_at_first(image)
        assert rig.sees(image)
        rig.oled.close(keep=False)
        assert rig.wire.open_handles == 0


def test_a_bus_that_is_not_there_yet_is_used_when_it_is(patch: pytest.MonkeyPatch) -> None:
    for spi in (False, True):
        rig = Rig(patch, Chip.SSD1306, spi=spi)
        rig.wire.there = False
        with pytest.raises(Lost, match="not found"):
            rig.show()
        rig.wire.there = True
        assert rig.sees(rig.show())


def test_power_that_was_away_unnoticed_is_noticed_at_the_next_frame(patch: pytest.MonkeyPatch) -> None:
    rig = Rig(patch, Chip.SSD1306)
    image = rig.show()
    rig.panel.power_off()
    rig.panel.power_on()
    assert rig.sees(rig.show(picture(Random(2), image)))


@pytest.mark.parametrize("chip", REAL)
@pytest.mark.parametrize("noticed", [True, False])
def test_power_that_was_away_is_noticed_by_asking(patch: pytest.MonkeyPatch, chip: Chip, noticed: bool) -> None:
    rig = Rig(patch, chip)
    image = rig.show()
    rig.panel.power_off()
    if noticed:
        with pytest.raises(Lost):
            rig.oled.ask()
    rig.panel.power_on()
    rig.oled.ask()
    assert rig.sees(image)


def test_on_spi_where_nothing_tells_it_is_set_up_again_now_and_then_without_a_dark_moment(
    patch: pytest.MonkeyPatch,
) -> None:
    rig = Rig(patch, Chip.SH1106, spi=True)
    image = rig.show()

    def shines() -> None:
        assert rig.panel.shines

    rig.wire.fail = shines
    rig.oled.ask()
    rig.wire.fail = lambda: None
    rig.panel.power_off()
    rig.oled.ask()
    rig.panel.power_on()
    rig.oled.ask()
    assert rig.sees(image)


@pytest.mark.parametrize("chip", REAL)
def test_garbage_in_its_memory_is_gone_after_a_while(patch: pytest.MonkeyPatch, chip: Chip) -> None:
    rig = Rig(patch, chip)
    image = rig.show()
    rig.panel.scribble()
    assert not rig.sees(image)
    for _ in range(WHOLE_EVERY):
        rig.oled.ask()
    assert rig.sees(image)


def test_asking_costs_two_bytes(patch: pytest.MonkeyPatch) -> None:
    rig = Rig(patch, Chip.SSD1306)
    rig.show()
    before = rig.wire.bytes
    rig.oled.ask()
    assert rig.wire.bytes - before == 2


def test_it_dims_goes_dark_and_comes_back(patch: pytest.MonkeyPatch) -> None:
    rig = Rig(patch, Chip.SSD1306)
    image = rig.show()
    rig.show(image, Light.DIM)
    assert (rig.panel.contrast, rig.sees(image)) == (CONTRASTS[Light.DIM], True)
    rig.show(image, Light.DARK)
    assert rig.panel.picture is None
    before = rig.wire.bytes
    image = rig.show(picture(Random(2)), Light.DARK)
    rig.oled.ask()
    assert rig.wire.bytes == before
    rig.show(image, Light.FULL)
    assert (rig.panel.contrast, rig.sees(image)) == (CONTRASTS[Light.FULL], True)


def test_power_lost_in_the_dark_does_not_matter(patch: pytest.MonkeyPatch) -> None:
    rig = Rig(patch, Chip.SH1106)
    image = rig.show()
    rig.show(image, Light.DARK)
    rig.panel.power_off()
    rig.panel.power_on()
    rig.show(image)
    assert rig.sees(image)


@pytest.mark.parametrize("keep", [True, False])
def test_closing_leaves_the_picture_or_nothing(patch: pytest.MonkeyPatch, keep: bool) -> None:
    rig = Rig(patch, Chip.SSD1306)
    image = rig.show()
    rig.oled.close(keep=keep)
    assert rig.sees(image) is keep
    assert any(rig.panel.memory) is keep
    assert rig.panel.on is keep
    assert rig.wire.open_handles == 0


def test_closing_never_raises(patch: pytest.MonkeyPatch) -> None:
    rig = Rig(patch, Chip.SSD1306)
    rig.oled.close(keep=False)
    rig.show()
    rig.panel.power_off()
    rig.oled.close(keep=False)
    assert rig.wire.open_handles == 0


def test_an_error_of_luma_is_a_loss_too(patch: pytest.MonkeyPatch) -> None:
    rig = Rig(patch, Chip.SSD1306)

    def fail() -> None:
        raise Error("luma says no")

    rig.wire.fail = fail
    with pytest.raises(Lost, match="luma says no"):
        rig.show()


images = st.binary(min_size=SIZE, max_size=SIZE).map(lambda data: Image.frombytes("1", (128, 64), data))


@given(images, st.booleans())
def test_packed_a_pixel_is_a_bit_of_its_column(image: Image.Image, rotated: bool) -> None:
    frame = pack(image, rotated=rotated)
    seen = image.transpose(Image.Transpose.ROTATE_180) if rotated else image
    for x in range(0, COLUMNS, 5):
        for y in range(PAGES * 8):
            lit = bool(frame[y // 8 * COLUMNS + x] >> y % 8 & 1)
            assert lit == bool(seen.getpixel((x, y)))


@pytest.mark.parametrize("wrong", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_what_is_no_frame_is_refused(wrong: Image.Image) -> None:
    with pytest.raises(ValueError, match="128 by 64"):
        pack(wrong)
