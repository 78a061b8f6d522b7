"""hardware.md says what the board files, the settings and the doctor say."""

import re
from pathlib import Path

import pytest

from device.boards import board_ids, read_board
from device.boards.header import GROUND, LAYOUT, PLACES, THREE_VOLTS
from device.configuration.pins import BUS_PINS
from device.configuration.reading import parse_configuration
from docs.wiring import FOLDER, drawing, powers, table, wires

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "hardware.md").read_text()


@pytest.mark.parametrize("id", board_ids())
def test_the_tables_are_those_of_the_boards(id):
    board = read_board(id)
    section = TEXT[TEXT.index(f"### {board.name}") :].split("\n### ")[0].split("\n## ")[0]
    assert f'`board = "{id}"`' in section
    assert f"\n{table(board)}\n" in section
    assert section.count("\n| ") == len(table(board).splitlines()) - 1
    assert f"](docs/wiring/{id}.svg)" in section


@pytest.mark.parametrize("id", board_ids())
def test_the_drawings_are_those_of_the_boards(id):
    drawn = (FOLDER / f"{id}.svg").read_text()
    assert drawn == drawing(read_board(id)), "python -m docs.wiring draws them again; look at them"


@pytest.mark.parametrize("id", board_ids())
def test_every_wire_of_a_board_is_drawn_once_at_its_own_place(id):
    board = read_board(id)
    places = [PLACES[pin] for _, pin in wires(board)] + [place for _, place in powers(board)]
    assert len(set(places)) == len(places)
    assert {pin for _, pin in wires(board)} >= set(board.keys.values())
    drawn = drawing(board)
    for what, pin in wires(board):
        assert f">BCM {pin}<" in drawn
        assert f">{what.replace('&', '&amp;')}<" in drawn


def test_the_header_is_the_one_that_everybody_knows():
    assert len(LAYOUT) == 40
    assert sorted(PLACES) == list(range(28))
    assert (PLACES[2], PLACES[3], PLACES[14], PLACES[15], PLACES[4], PLACES[17]) == (3, 5, 8, 10, 7, 11)
    assert (PLACES[10], PLACES[9], PLACES[11], PLACES[8], PLACES[7], PLACES[21]) == (19, 21, 23, 24, 26, 40)
    assert GROUND == (6, 9, 14, 20, 25, 30, 34, 39)
    assert THREE_VOLTS == (1, 17)


def test_the_bus_pins_that_it_names_are_those_that_are_never_proposed():
    assert "(2, 3, 7 to 11, 14, 15)" in TEXT
    assert {2, 3, *range(7, 12), 14, 15} == BUS_PINS


def test_the_settings_that_it_shows_are_settings():
    top = re.findall(r"`((?:seat_buttons|buzzer|upside_down) = [^`]+)`", TEXT)
    assert len(top) == 3
    panel = re.findall(r"`((?:address|chip) = [^`]+)`", TEXT)
    assert len(panel) == 2
    keys = re.findall(r"`(left = [^`]+)`", TEXT)
    assert parse_configuration("\n".join([*top, *(f"panel.{line}" for line in panel)]).encode()).problems == ()
    assert parse_configuration("\n".join(f"keys.{line}" for line in keys).encode()).problems == ()


def test_what_it_links_to_is_there():
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / target).exists(), target
