"""Whole evenings on a modelled panel: what is seen is what was drawn, whatever the wires do, and nothing is lost."""

from __future__ import annotations

import errno
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from PIL import Image

from device.buttons.keypad import Key
from device.panel.bus import I2CBus
from device.panel.light import Light
from device.panel.oled import Lost, Oled
from device.panel.packing import pack
from device.panel.thread import PanelThread
from device.panel.wiring import I2C, Chip
from engine.record import write_record
from tests.device.box import Box
from tests.device.panel.chips import ModelChip
from tests.device.panel.wires import Wire, connect_i2c
from tests.device.refereeing import Referee, box_for
from tests.device.test_games import in_a_set

VECTORS = Path(__file__).parents[2] / "vectors"
LONG = [pytest.mark.long]
CODES = (errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EREMOTEIO)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder, in memory where there is such a place."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        yield Path(made)


def evenings() -> list[Any]:
    """Recorded games by different rules on two chips, with and without faults; most of them in the long run."""
    games = [json.loads(line) for line in (VECTORS / "games.jsonl").read_text().splitlines()]
    chosen = {json.dumps(game["rules"]): game for game in games if len(game["hands"]) <= 8}
    kinds = ((Chip.SSD1306, 0.0), (Chip.SH1106, 0.005), (Chip.SSD1306, 0.005), (Chip.SH1106, 0.0))
    return [
        pytest.param(game, chip, chance, id=f"{number}-{chip}-{chance}", marks=[] if number == 0 and first else LONG)
        for number, game in enumerate(list(chosen.values())[:8])
        for first, (chip, chance) in zip((True, True, False, False), kinds, strict=True)
    ]


class Watched:
    """A panel without a thread of its own: what it shows is looked at after every frame.

    A transfer fails with `chance`, and then the frame is sent again, as often as it takes.
    """

    def __init__(self, box: Box, wire: Wire, chance: float) -> None:
        self._box = box
        self._wire = wire
        self._oled = Oled(I2CBus(I2C()))
        self._random = Random(1)
        self._chance = chance
        self.losses = 0
        wire.fail = self._fail

    def _fail(self) -> None:
        if self._random.random() < self._chance:
            raise OSError(self._random.choice(CODES), "as injected")

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        while True:
            try:
                self._oled.show(pack(image), light)
                break
            except Lost:
                self.losses += 1
        assert self._wire.panel.shows(image)
        self._box.inbox.shown(number, self._box.clock.now())


@pytest.mark.parametrize(("record", "chip", "chance"), evenings())
def test_after_every_frame_of_an_evening_the_panel_shows_it(
    record: dict[str, Any], chip: Chip, chance: float, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(ModelChip(chip))
    connect_i2c(monkeypatch, wire)
    with box_for(record, folder, 7) as box:
        watched = Watched(box, wire, chance)
        box.glass.show = watched.show  # type: ignore[method-assign]
        referee = Referee(box)
        for hand in record["hands"]:
            referee.play(hand)
        written = write_record(referee.game)
    assert [in_a_set(hand) for hand in written["hands"]] == [in_a_set(hand) for hand in record["hands"]]
    assert (watched.losses > 0) is (chance > 0)


def test_while_the_bus_hangs_presses_are_done_and_the_newest_frame_follows(folder: Path, wire: Wire) -> None:
    hangs, goes_on, shown = threading.Event(), threading.Event(), threading.Event()
    with Box(folder) as box:
        panel = PanelThread(Oled(I2CBus(I2C())), shown=lambda number: shown.set(), trouble=lambda text: None)
        with panel:
            box.glass.show = panel.show  # type: ignore[method-assign]

            def hang() -> None:
                hangs.set()
                goes_on.wait(20)

            wire.fail = hang
            box.press("down")
            assert hangs.wait(10)
            for _ in range(30):
                box.press("ok")  # returns at once: nothing here waits for the panel
                box.press("back")
            box.press("up", "ok")
            assert box.screen == "deal"
            assert not shown.is_set()
            wanted = box.session.draw().image
            wire.fail = lambda: None
            shown.clear()
            goes_on.set()
            while not wire.panel.shows(wanted):
                assert shown.wait(10)
                shown.clear()


def test_a_panel_that_is_gone_all_evening_takes_nothing_from_the_record(folder: Path, wire: Wire) -> None:
    wire.there = False
    troubles: list[str] = []
    with Box(folder) as box:
        with PanelThread(Oled(I2CBus(I2C())), shown=lambda number: None, trouble=troubles.append) as panel:
            box.glass.show = panel.show  # type: ignore[method-assign]
            box.press("ok", "ok")
            for _ in range(50):
                box.press(Key.CALL.value, "back")
            assert panel.tried.wait(10)
        assert box.screen == "bidding"
        assert troubles
        assert "not found" in troubles[0]
