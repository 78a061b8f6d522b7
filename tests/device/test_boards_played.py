"""Every board is played: fingers on its own pins, and what the chip of its panel would show."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
from PIL import Image

from device.boards import board_ids, read_board
from device.buttons.keypad import HOLD, Key
from device.buttons.mock import MockKeys
from device.configuration import Configuration
from device.configuration.reading import parse_configuration
from device.panel.bus import bus_for
from device.panel.light import Light
from device.panel.oled import Oled
from device.panel.packing import pack
from device.panel.wiring import SPI, Chip
from device.simulator.play import Played
from tests.device.panel.chips import ModelChip
from tests.device.panel.wires import Wire, connect_i2c, connect_spi


class PlayedBoard:
    """A box as it is configured, its panel a model. `pins` are pressed by what they are on the board, upright."""

    def __init__(self, folder: Path, configured: Configuration, chip: Chip, patch: pytest.MonkeyPatch) -> None:
        self.configured = configured
        bus = configured.panel.bus
        self.wire = Wire(ModelChip(chip))
        if isinstance(bus, SPI):
            make_pin = connect_spi(patch, self.wire, bus.dc)
        else:
            connect_i2c(patch, self.wire, bus.address)
        self.oled = Oled(bus_for(bus, make_pin if isinstance(bus, SPI) else None), configured.panel.chip)  # type: ignore[arg-type]
        played = Played(folder, configured, draw_lot=lambda seats: 0)
        self.played = played
        self.session, self.app, self.clock = played.session, played.app, played.clock
        self.image = played.glass.image
        self.show(self.image, played.glass.frames, Light.FULL)
        played.glass.show = self.show  # type: ignore[method-assign]
        self.fingers = MockKeys(read_board(configured.board).keys, played.pins.factory, played)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.played.close()

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        self.image = image
        self.oled.show(pack(image, rotated=self.configured.panel.rotated), light)
        self.played.inbox.shown(number, self.clock.now())

    def press(self, key: Key, seconds: float = 0.05) -> None:
        """Put a finger on what is that key on the upright board."""
        self.fingers.press(key)
        self.app.step()
        for _ in range(round(seconds / 0.01)):
            self.clock.advance(0.01)
            self.app.step()
        self.fingers.release(key)
        self.app.step()
        self.clock.advance(0.05)
        self.app.step()

    @property
    def shows_what_it_should(self) -> bool:
        """Whether somebody before the box sees the screen that is on."""
        turned = self.configured.panel.rotated
        seen = self.image.transpose(Image.Transpose.ROTATE_180) if turned else self.image
        picture = self.wire.panel.picture
        return picture is not None and picture.tobytes() == seen.tobytes()


BOXES = [
    *((board, "", chip) for board in board_ids() for chip in (Chip.SSD1306, Chip.SH1106, Chip.SSD1309)),
    ("loose-parts", 'keys.left = "none"\nkeys.right = "none"\nkeys.back = "none"', Chip.SH1106),
    ("loose-parts", 'keys.left = "none"\nkeys.right = "none"', Chip.SSD1306),
    ("loose-parts", 'keys.back = "none"', Chip.SH1106),
]


def box(board: str, more: str, chip: Chip) -> Configuration:
    fixed = read_board(board).panel.chip
    given = f'panel.chip = "{chip}"\n' if fixed is not Chip.AUTO else ""
    configured = parse_configuration(f'board = "{board}"\n{given}{more}'.encode())
    assert not configured.problems
    return configured


@pytest.mark.parametrize(("board", "more", "chip"), BOXES)
def test_a_hand_is_played_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: str, more: str, chip: Chip
) -> None:
    with PlayedBoard(tmp_path, box(board, more, chip), chip, monkeypatch) as played:
        back = (Key.BACK, 0.05) if Key.BACK in played.configured.keys else (Key.OK, HOLD + 0.1)
        for key, seconds, screen in [
            (Key.OK, 0.05, "deal"),
            (Key.CALL, 0.05, "who"),
            (Key.OK, 0.05, "call"),
            (Key.OK, 0.05, "picker"),
            (Key.CALL, HOLD + 0.1, "menu"),
            (*back, "picker"),
        ]:
            played.press(key, seconds)
            assert played.session.screen.name == screen
            assert played.shows_what_it_should


@pytest.mark.parametrize("board", board_ids())
def test_on_its_head_the_lower_of_two_keys_is_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: str) -> None:
    fixed = read_board(board).panel.chip
    chip = Chip.SSD1306 if fixed is Chip.AUTO else fixed
    (tmp_path / "turned").mkdir()
    head = box(board, "upside_down = true", chip)
    with (
        PlayedBoard(tmp_path, box(board, "", chip), chip, monkeypatch) as upright,
        PlayedBoard(tmp_path / "turned", head, chip, monkeypatch) as turned,
    ):
        upright.press(Key.DOWN)
        turned.press(Key.UP)
        assert turned.image.tobytes() == upright.image.tobytes()
        assert turned.shows_what_it_should
        assert turned.wire.panel.picture is not None
        assert upright.wire.panel.picture is not None
        on_its_head = upright.wire.panel.picture.transpose(Image.Transpose.ROTATE_180)
        assert turned.wire.panel.picture.tobytes() == on_its_head.tobytes()
