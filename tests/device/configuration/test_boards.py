"""The board files: right as they are, and refused in words when they are wrong."""

import tomllib

import pytest

from device.boards import DEFAULT, FOLDER, board_ids, read_board
from device.buttons.keypad import Key
from device.configuration.pins import Use, bus_pins, conflict
from device.panel.wiring import I2C, SPI, Chip, Wiring
from engine.errors import Unreadable

UP, DOWN, LEFT, RIGHT, OK, BACK, CALL = Key

AS_SOLD = {
    "adafruit-bonnet": (
        {LEFT: 27, RIGHT: 23, UP: 17, DOWN: 22, OK: 4, BACK: 5, CALL: 6},
        Wiring(I2C(1, 0x3C), Chip.SSD1306),
    ),
    "waveshare-hat": (
        {UP: 6, DOWN: 19, LEFT: 5, RIGHT: 26, OK: 13, CALL: 21, BACK: 16},
        Wiring(SPI(0, 0, dc=24, reset=25), Chip.SH1106, rotated=True),
    ),
    "loose-parts": ({UP: 5, DOWN: 6, LEFT: 13, RIGHT: 19, OK: 26, BACK: 16, CALL: 12}, Wiring(I2C(1, 0x3C), Chip.AUTO)),
}


def test_there_are_these_boards_and_the_default_is_first():
    assert set(board_ids()) == set(AS_SOLD)
    assert board_ids()[0] == DEFAULT


@pytest.mark.parametrize("id", AS_SOLD)
def test_a_board_is_wired_as_it_is_sold(id):
    board = read_board(id)
    assert (dict(board.keys), board.panel) == AS_SOLD[id]


@pytest.mark.parametrize("id", AS_SOLD)
def test_no_pin_of_a_board_is_used_twice_or_the_buses(id):
    board = read_board(id)
    uses = [Use(pin, "the bus", "bus") for pin in bus_pins(board.panel)]
    if isinstance(board.panel.bus, SPI):
        uses += [Use(board.panel.bus.dc, "dc", "dc"), Use(board.panel.bus.reset, "reset", "reset")]
    uses += [Use(pin, key, key) for key, pin in board.keys.items()]
    assert conflict(uses) is None
    assert conflict([*uses, Use(board.keys[UP], "another", "another")]) is not None


@pytest.mark.parametrize("id", AS_SOLD)
def test_a_board_says_what_nobody_has_verified(id):
    board = read_board(id)
    assert any("Never tried" in sentence for sentence in board.unverified)
    assert board.verified
    assert board.name
    assert board.supplier
    assert board.about


def cut(table, name):
    def change(text):
        lines = text.splitlines()
        begin = lines.index(f"[{table}]") if table else 0
        place = next(n for n, line in enumerate(lines) if n >= begin and line.startswith(name))
        return "\n".join(lines[:place] + lines[place + 1 :])

    return change


def instead(old, new):
    def change(text):
        assert old in text
        return text.replace(old, new, 1)

    return change


WRONG = [
    (cut("", "name"), "lacks name"),
    (cut("", "supplier"), "lacks supplier"),
    (cut("", "about"), "lacks about"),
    (cut("keys", "up"), "UP has no pin"),
    (cut("panel", "bus"), "lacks bus"),
    (instead("[turned]", "[turnt]"), "there is no turnt"),
    (instead("[marks]", "[mark]"), "there is no mark"),
    (instead("verified =", "veryfied ="), "there is no veryfied"),
    (instead("up = ", "up = 0.5 #"), "a number"),
    (instead("up = ", "top = "), "'top' is not a valid Key"),
    (instead('bus = "', 'bus = "x'), "lacks x"),
    (instead('chip = "', 'chip = "x'), "is not a valid Chip"),
    (instead("port = ", "port = '1' #"), 'port is a number, not "1"'),
    (instead("port = ", "prt = "), "has no prt"),
    (instead("[turned]", "[turned"), "can't be read"),
    (instead('"up", "down"', '"up"'), "is wrong"),
]


@pytest.mark.parametrize(("change", "says"), WRONG)
@pytest.mark.parametrize("id", AS_SOLD)
def test_a_board_file_that_is_wrong_is_refused_in_words(tmp_path, id, change, says):
    text = (FOLDER / f"{id}.toml").read_text()
    (tmp_path / f"{id}.toml").write_text(change(text))
    with pytest.raises(Unreadable, match=rf"^The board {id} .*{says}") as refused:
        read_board(id, tmp_path)
    assert str(refused.value).endswith(".")


def test_two_keys_on_one_pin_are_refused(tmp_path):
    text = (FOLDER / "loose-parts.toml").read_text()
    (tmp_path / "mine.toml").write_text(instead("down = 6", "down = 5")(text))
    with pytest.raises(Unreadable, match="every key has a pin of its own"):
        read_board("mine", tmp_path)


def test_a_board_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Unreadable, match="The board mine can't be read: No such file"):
        read_board("mine", tmp_path)


def test_adding_a_board_is_adding_a_file(tmp_path):
    (tmp_path / "mine.toml").write_text((FOLDER / "loose-parts.toml").read_text())
    assert board_ids(tmp_path) == ("mine",)
    assert read_board("mine", tmp_path).keys == read_board("loose-parts").keys


@pytest.mark.parametrize("id", AS_SOLD)
def test_every_word_of_a_board_file_means_something(id):
    found = tomllib.loads((FOLDER / f"{id}.toml").read_text())
    board = read_board(id)
    for thing, pin in found["keys"].items():
        assert board.keys[Key(thing)] == pin
    for thing, mark in found["marks"].items():
        assert board.marks[Key(thing)] == mark
    assert len(found["panel"]) == 3 + len(type(board.panel.bus)._value_fields)
