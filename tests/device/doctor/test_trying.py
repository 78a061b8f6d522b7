"""Trying the panel, the buttons and the readers: what a person is asked, and what comes of every answer."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image

from device.boards import board_ids, read_board
from device.buttons.keypad import Key
from device.doctor import buttons, looking, sweeping
from device.doctor.asking import Terminal
from device.doctor.findings import Finding, Level
from device.doctor.live import live_tools
from device.doctor.wires import PinWires, open_wires
from device.errors import PinsUnusable
from device.panel.wiring import SPI, Chip, Wiring
from device.pins.header import Pins
from device.readers.wiring import Reader
from tests.device.doctor.machines import Machine
from tests.device.panel.chips import ModelChip
from tests.device.panel.wires import Output, Wire, connect_i2c, connect_spi

TRIED = {
    *("panel.lost", "panel.unseen", "panel.dark", "panel.chip", "panel.turned", "panel.seen"),
    *("button.shut", "button.untried", "button.noisy", "button.stuck", "button.silent", "button.other", "button.all"),
    *("sweep.shut", "sweep.heard", "sweep.untried", "sweep.silent"),
}


class Somebody:
    """Answers questions in turn, and remembers what was said."""

    def __init__(self, *answers: bool) -> None:
        self.answers = list(answers)
        self.told: list[str] = []

    def ask(self, question: str) -> bool:
        assert question.endswith("?")
        return self.answers.pop(0)

    def tell(self, text: str) -> None:
        self.told.append(text)


# The panel

I2C_PANEL, SPI_PANEL = "adafruit-bonnet", "waveshare-hat"
DC_AND_RST = "DC at pin 24 (place 18 on the header) and RST at pin 25 (place 22"
PANEL = [
    (I2C_PANEL, "Remote I/O error", None, "panel.lost", "", "0x3C, not 0x3D"),
    (I2C_PANEL, "", None, "panel.unseen", "", "asks"),
    (I2C_PANEL, "", (False,), "panel.dark", "", "SDA at pin 2 (place 3 on the header)"),
    (SPI_PANEL, "", (False,), "panel.dark", "can't answer on SPI", DC_AND_RST),
    (I2C_PANEL, "", (True, False), "panel.chip", "", 'chip = "sh1106"'),
    (SPI_PANEL, "", (True, False), "panel.chip", "", 'chip = "ssd1306"'),
    (I2C_PANEL, "", (True, True, False), "panel.turned", "", "rotated = true"),
    (SPI_PANEL, "", (True, True, False), "panel.turned", "", "rotated = false"),
    (I2C_PANEL, "", (True, True, True), "panel.seen", "", ""),
]


@pytest.mark.parametrize(("board", "why", "answers", "id", "says", "advice"), PANEL)
def test_the_panel_is_shown_a_picture_and_somebody_is_asked(
    tmp_path: Path, board: str, why: str, answers: tuple[bool, ...] | None, id: str, says: str, advice: str
) -> None:
    machine = Machine(tmp_path).configure(f'board = "{board}"').write("/dev/spidev0.0")
    somebody = None if answers is None else Somebody(*answers)
    shown: list[Image.Image] = []
    (found,) = looking.examine(machine.patient, lambda image: shown.append(image) or why, somebody)
    assert found.id == id
    assert says in found.text
    assert advice in found.advice
    assert len(shown) == 1
    assert somebody is None or not somebody.answers


def test_without_a_bus_no_picture_is_sent(tmp_path: Path) -> None:
    machine = Machine(tmp_path).remove("/dev/i2c-1")
    assert [*looking.examine(machine.patient, lambda image: pytest.fail("sent"), None)] == []


def test_the_picture_shows_what_can_be_wrong() -> None:
    image = looking.draw_picture()
    width, height = image.size
    edges = [(x, y) for x in range(width) for y in range(height) if x in (0, width - 1) or y in (0, height - 1)]
    assert all(image.getpixel(place) for place in edges)
    assert image.tobytes() != image.transpose(Image.Transpose.ROTATE_180).tobytes()
    assert image.tobytes() != image.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes()


# The buttons


class Script:
    """Buttons that do what a test says."""

    def __init__(
        self, *, down: str = "", noise: Mapping[str, int] | None = None, presses: tuple[str | None, ...]
    ) -> None:
        self._down = down
        self._noise = noise or {}
        self._all = presses

    def down(self, name: str) -> bool:
        return name == self._down

    def edges(self, seconds: float) -> list[str]:
        return [name for name, times in self._noise.items() for _ in range(times)]

    def pressed(self, seconds: float) -> str | None:
        return self._presses.pop(0)

    @contextmanager
    def open(self, pins: Mapping[str, int]) -> Iterator[Script]:
        self.pins = dict(pins)
        self._presses = list(self._all)
        yield self
        assert not self._presses


KEYS = tuple(key.upper() for key in Key)


def tried(tmp_path: Path, script: Script, somebody: Somebody | None, *lines: str) -> list[Finding]:
    return [*buttons.examine(Machine(tmp_path).configure(*lines).patient, script.open, somebody)]


def test_each_button_is_asked_for_in_turn_those_at_seats_too(tmp_path: Path) -> None:
    every = (*KEYS, "seat button 1", "seat button 2")
    script, somebody = Script(presses=every), Somebody()
    (found,) = tried(tmp_path, script, somebody, "seat_buttons = [20, 21]")
    assert (found.id, found.text) == ("button.all", "All 9 buttons work.")
    assert [line.strip(" …") for line in somebody.told[1:]] == list(every)
    assert [script.pins[name] for name in ("UP", *every[-2:])] == [17, 20, 21]


def others(*names: str) -> tuple[str, ...]:
    return tuple(key for key in KEYS if key not in names)


@pytest.mark.parametrize(("script", "found"), [
    (Script(presses=KEYS), [("button.all", "All 7 buttons work.")]),
    (Script(presses=tuple(None if key == "LEFT" else key for key in KEYS)),
     [("button.silent", "Nothing came from LEFT, pin 27.")]),
    (Script(presses=("DOWN", "UP", *KEYS[2:])),
     [("button.other", "When UP was asked for, DOWN came."), ("button.other", "When DOWN was asked for, UP came.")]),
    (Script(down="OK", presses=others("OK")), [("button.stuck", "OK reads as pressed, and nobody presses it.")]),
    (Script(noise={"CALL": buttons.NOISY, "UP": buttons.NOISY - 1}, presses=others("CALL")),
     [("button.noisy", "The wire of CALL, pin 6, changed 10 times in 0.5 s by itself.")]),
])  # fmt: skip
def test_a_button_that_does_not_work_is_named_and_not_asked_for_where_it_would_be_in_vain(
    tmp_path: Path, script: Script, found: list[tuple[str, str]]
) -> None:
    assert [(finding.id, finding.text) for finding in tried(tmp_path, script, Somebody())] == found


def test_with_nobody_there_only_what_is_wrong_by_itself_is_found(tmp_path: Path) -> None:
    assert [finding.id for finding in tried(tmp_path, Script(presses=()), None)] == ["button.untried"]
    found = tried(tmp_path / "down", Script(down="UP", presses=()), None)
    assert [finding.id for finding in found] == ["button.stuck", "button.untried"]


@pytest.mark.parametrize(("model", "level"), [("Raspberry Pi 4 Model B", Level.WRONG), ("", Level.UNKNOWN)])
def test_pins_that_cannot_be_opened_are_wrong_on_a_pi_only(tmp_path: Path, model: str, level: Level) -> None:
    @contextmanager
    def refuse(pins: Mapping[str, int]) -> Iterator[Script]:
        raise PinsUnusable("The pins can't be used: busy.")
        yield

    machine = Machine(tmp_path).write("/proc/device-tree/model", model)
    found = [*buttons.examine(machine.patient, refuse, None)]
    assert [(finding.id, finding.level, finding.text) for finding in found] == [
        ("button.shut", level, "The pins can't be used: busy.")
    ]


PINS = {"UP": 17, "DOWN": 22}


@pytest.fixture
def mock_pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Pins, MockFactory]]:
    """The box's pins, and gpiozero's mock factory, whose pins they are."""
    factory = MockFactory()
    monkeypatch.setattr("device.pins.choice.open_factory", lambda: factory)
    with Pins() as pins:
        yield pins, factory


def test_real_wires_tell_levels_edges_and_presses(mock_pins: tuple[Pins, MockFactory]) -> None:
    pins, factory = mock_pins
    with open_wires(PINS, pins.switches) as wires:
        up, down = factory.pin(17), factory.pin(22)
        assert not wires.down("UP")
        up.drive_low()
        assert wires.down("UP")
        up.drive_high()
        assert wires.edges(0.01) == ["UP", "UP"]
        assert wires.edges(0.01) == []
        for _ in range(3):  # it bounces, and is let go before the next one is asked for
            up.drive_low()
            up.drive_high()
        assert wires.pressed(5) == "UP"
        down.drive_low()
        threading.Timer(0.05, down.drive_high).start()
        assert wires.pressed(5) == "DOWN"
        assert not wires.down("DOWN")
        assert wires.pressed(0.01) is None


def test_a_release_is_no_press() -> None:
    edges: SimpleQueue[tuple[str, bool]] = SimpleQueue()
    edges.put(("UP", False))
    assert PinWires(edges, lambda name: False).pressed(0.01) is None


def test_a_pin_that_is_taken_is_refused(mock_pins: tuple[Pins, MockFactory]) -> None:
    with (
        pytest.raises(PinsUnusable, match=r"The pins can't be used: .*17"),
        open_wires({"UP": 17, "X": 17}, mock_pins[0].switches),
    ):
        pass


class Watched(Output):
    """The level of a mock pin, as the other end of its wire has it."""

    def __init__(self, pin: Any) -> None:
        self._pin = pin

    @property
    def value(self) -> int:  # type: ignore[override]
        return int(self._pin.state)


@pytest.mark.parametrize("board", board_ids())
def test_the_live_panel_gets_the_picture_and_is_left_dark(
    board: str, monkeypatch: pytest.MonkeyPatch, mock_pins: tuple[Pins, MockFactory]
) -> None:
    wiring = read_board(board).panel
    wire = Wire(ModelChip(Chip.SSD1306 if wiring.chip is Chip.AUTO else wiring.chip))
    if isinstance(wiring.bus, SPI):
        connect_spi(monkeypatch, wire).made[wiring.bus.dc] = Watched(mock_pins[1].pin(wiring.bus.dc))
    else:
        connect_i2c(monkeypatch, wire)
    with live_tools(wiring, None) as tools:
        image = looking.draw_picture()
        assert tools.show(image) == ""
        seen = image.transpose(Image.Transpose.ROTATE_180) if wiring.rotated else image
        assert wire.panel.shows(seen)
        with tools.open_wires(PINS) as wires:
            assert not wires.down("UP")
    assert wire.panel.picture is None
    assert wire.open_handles == 0


def test_a_live_panel_that_does_not_answer_says_why(
    monkeypatch: pytest.MonkeyPatch, mock_pins: tuple[Pins, MockFactory]
) -> None:
    wire = Wire(ModelChip(Chip.SSD1306))
    connect_i2c(monkeypatch, wire)
    wire.panel.power_off()
    with live_tools(Wiring(), None) as tools:
        assert "Remote I/O error" in tools.show(looking.draw_picture())


# The readers

READER = ("[[readers]]", 'port = "/dev/ttyUSB0"')
SWEEPS = [
    (("", "Device or resource busy"), None, "sweep.shut"),
    (("0004A1B2C3", ""), (), "sweep.heard"),
    (("\x1b[2J\u202e", ""), (), "sweep.heard"),
    (("", ""), None, "sweep.untried"),
    (("", ""), (), "sweep.silent"),
]


@pytest.mark.parametrize(("came", "answers", "id"), SWEEPS)
def test_a_reader_is_shown_a_card_and_what_it_says_is_shown_harmless(
    tmp_path: Path, came: tuple[str, str], answers: tuple[()] | None, id: str
) -> None:
    somebody = None if answers is None else Somebody()
    machine = Machine(tmp_path).configure(*READER).write("/dev/ttyUSB0")
    (found,) = sweeping.examine(machine.patient, lambda reader, person: came, somebody)
    assert found.id == id
    assert found.text.isprintable()


def test_a_reader_that_is_not_there_is_not_tried(tmp_path: Path) -> None:
    machine = Machine(tmp_path).configure(*READER)
    assert [*sweeping.examine(machine.patient, lambda reader, person: pytest.fail("tried"), None)] == []


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """A serial line: the reader's end, and the name of ours."""
    theirs, ours = os.openpty()
    yield theirs, os.ttyname(ours)
    os.close(theirs)
    os.close(ours)


def test_a_real_line_is_listened_to(line: tuple[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "OPENING", 0.2)
    theirs, port = line

    class Sweeper(Somebody):
        def tell(self, text: str) -> None:
            super().tell(text)
            os.write(theirs, b"KS\r\n")

    assert sweeping.listen(Reader(port), Sweeper()) == ("KS", "")


def test_a_line_that_cannot_be_opened_says_why() -> None:
    tag, why = sweeping.listen(Reader("/dev/null/none"), Somebody())
    assert not tag
    assert "/dev/null/none" in why


def test_a_quiet_line_says_nothing(line: tuple[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "OPENING", 0.05)
    monkeypatch.setattr(sweeping, "PATIENCE", 0.06)
    assert sweeping.listen(Reader(line[1]), Somebody()) == ("", "")
    assert sweeping.listen(Reader(line[1]), None) == ("", "")


# The person


@pytest.mark.parametrize(
    ("lines", "answer"), [(["y"], True), (["N"], False), (["what?", "", "yes"], True), ([], False)]
)
def test_a_terminal_asks_until_it_is_answered(monkeypatch: pytest.MonkeyPatch, lines: list[str], answer: bool) -> None:
    left = list(lines)

    def typed(prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr("builtins.input", typed)
    assert Terminal().ask("Well?") is answer
    assert not left
