"""commune.toml: every setting does what it says, and nothing that is wrong in it stops a box."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import device
from device.boards import board_ids, read_board
from device.buttons.keypad import Key
from device.configuration import PLACE, Configuration, building, read_configuration
from device.configuration.file import LARGEST
from device.configuration.pins import bus_pins, uart_pins
from device.configuration.places import line_of
from device.configuration.reading import parse_configuration
from device.configuration.settings import READER_SETTINGS, SETTINGS, TABLES
from device.panel.wiring import I2C, SPI, Chip, Wiring
from device.readers.wiring import Kind, Reader
from engine.errors import Refusal
from engine.value import field_names, replace

UP, DOWN, LEFT, RIGHT, OK, BACK, CALL = Key
FILE = Path(device.__file__).parent / "commune.toml"
DEFAULT = parse_configuration(b"")


def read(*lines: str) -> Configuration:
    return parse_configuration("\n".join(lines).encode())


# The file that is installed


def test_the_file_that_is_installed_says_what_happens_without_it():
    assert read_configuration(FILE) == parse_configuration(FILE.read_bytes()) == DEFAULT
    assert DEFAULT.problems == ()
    assert DEFAULT.board == "adafruit-bonnet"


def test_it_has_every_setting_with_its_default_and_no_other_in_the_order_of_the_code():
    found = tomllib.loads(FILE.read_text())
    flat = [("", name, default) for name, default in found.items() if name not in TABLES]
    flat += [(table, *item) for table in ("keys", "panel") for item in found[table].items()]
    order = lambda item: (item[0], item[1])  # noqa: E731
    code = [(setting.table, setting.name, setting.default) for setting in SETTINGS]
    assert sorted(flat, key=order) == sorted(code, key=order)


def test_it_describes_a_reader_with_every_setting_and_its_default():
    text = FILE.read_text()
    begin = text.index("# [[readers]]")
    found = tomllib.loads(text[begin:].replace("# ", "", 1).replace("\n# ", "\n"))
    assert found == {"readers": [{setting.name: setting.default for setting in READER_SETTINGS}]}


def test_it_names_every_board_and_every_chip():
    for word in (*board_ids(), *Chip):
        assert f'"{word}"' in FILE.read_text()


def test_no_file_is_the_defaults_without_a_word(tmp_path):
    assert read_configuration(tmp_path / "none.toml") == DEFAULT
    assert read_configuration(tmp_path / "none" / "none.toml") == DEFAULT
    assert Path("/etc/commune.toml") == PLACE


def test_one_change_of_the_file_that_is_installed_is_one_change_of_the_box(tmp_path):
    path = tmp_path / "commune.toml"
    path.write_text(FILE.read_text().replace("dim_after = 90 ", "dim_after = 91 "))
    assert read_configuration(path) == replace(DEFAULT, dim_after=91.0)


@pytest.mark.parametrize("text", ["", FILE.read_text()])
def test_a_box_as_it_is_installed_imports_nothing_that_checks_settings(tmp_path, text):
    path = tmp_path / "commune.toml"
    path.write_text(text)
    program = (
        "import sys; from pathlib import Path; from device.configuration import read_configuration\n"
        "read_configuration(Path(sys.argv[1])); print([name for name in sys.modules if 'device.configuration' in name])"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert "device.configuration.file" in done.stdout
    assert "settings" not in done.stdout


# Every setting does something

DOES: list[tuple[str, dict[str, object]]] = [
    ('board = "loose-parts"', {"board": "loose-parts", "keys": read_board("loose-parts").keys, "panel": Wiring()}),
    ("seat_buttons = [20, 21]", {"seat_buttons": (20, 21)}),
    ("buzzer = 12", {"buzzer": 12}),
    ("keys.up = 20", {"keys": {**DEFAULT.keys, UP: 20}}),
    ("keys.down = 20", {"keys": {**DEFAULT.keys, DOWN: 20}}),
    ("keys.left = 20", {"keys": {**DEFAULT.keys, LEFT: 20}}),
    ("keys.right = 20", {"keys": {**DEFAULT.keys, RIGHT: 20}}),
    ("keys.ok = 20", {"keys": {**DEFAULT.keys, OK: 20}}),
    ("keys.back = 20", {"keys": {**DEFAULT.keys, BACK: 20}}),
    ("keys.call = 20", {"keys": {**DEFAULT.keys, CALL: 20}}),
    ("panel.contrast = 255", {"contrast": 255}),
    ("panel.dim_contrast = 0", {"dim_contrast": 0}),
    ("panel.dim_contrast = 207", {"dim_contrast": 207}),
    ("panel.dim_after = 2.5", {"dim_after": 2.5}),
    ("panel.dim_after = 0", {"dim_after": None}),
    ("panel.dark_after = 3600", {"dark_after": 3600.0}),
    ("panel.dark_after = 90", {"dark_after": 90.0}),
    ("panel.dark_after = 0", {"dark_after": None}),
    ('panel.chip = "auto"', {"panel": Wiring(I2C(), Chip.AUTO)}),
    ("panel.rotated = true", {"panel": Wiring(I2C(), Chip.SSD1306, rotated=True)}),
    ("panel.port = 0", {"panel": Wiring(I2C(0), Chip.SSD1306)}),
    ("panel.address = 0x3D", {"panel": Wiring(I2C(1, 0x3D), Chip.SSD1306)}),
    ('panel.bus = "spi"', {"panel": Wiring(SPI(), Chip.SSD1306)}),
    ('panel.bus = "spi"\npanel.device = 1', {"panel": Wiring(SPI(0, 1), Chip.SSD1306)}),
    ('panel.bus = "spi"\npanel.dc = 20', {"panel": Wiring(SPI(dc=20), Chip.SSD1306)}),
    ('panel.bus = "spi"\npanel.reset = 20', {"panel": Wiring(SPI(reset=20), Chip.SSD1306)}),
    ('panel.bus = "spi"\npanel.speed = 1_000_000', {"panel": Wiring(SPI(speed=1_000_000), Chip.SSD1306)}),
    ("upside_down = true",
     {"keys": {UP: 22, DOWN: 17, LEFT: 23, RIGHT: 27, OK: 4, BACK: 6, CALL: 5},
     "panel": Wiring(I2C(), Chip.SSD1306, rotated=True)}),
    ("[[readers]]", {"readers": (Reader("/dev/serial0", Kind.AUTO, 9600),)}),
    ('[[readers]]\nport = "/dev/ttyUSB0"\nkind = "rdm6300"\nspeed = 115200\n[[readers]]\nkind = "id-12la"',
     {"readers": (Reader("/dev/ttyUSB0", Kind.RDM6300, 115200), Reader("/dev/serial0", Kind.ID12LA, 9600))}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "changed"), DOES)
def test_a_setting_changes_this_and_nothing_else(text, changed):
    assert read(text) == replace(DEFAULT, **changed)


def test_every_setting_is_in_that_table():
    for setting in SETTINGS:
        assert any(f"{setting.table}.{setting.name}".lstrip(".") + " = " in text for text, _ in DOES)
    for setting in READER_SETTINGS:
        assert any(f"\n{setting.name} = " in text for text, _ in DOES)
    told = {name for _, changed in DOES for name in changed}
    assert told == set(field_names(Configuration)) - {"problems", "trouble"}


# Every setting, wrong

PIN = r"is not a number from 2 to 27"
WRONG = [
    ("board", '"adafruit-bonet"', r'"adafruit-bonet" is not "adafruit-bonnet", .*; did you mean adafruit-bonnet\?'),
    ("board", "7", "7 is not"),
    ("board", '"../../etc/passwd"', "is not"),
    ("upside_down", '"yes"', '"yes" is not true or false'),
    ("upside_down", "1", "1 is not true or false"),
    ("seat_buttons", "12", "12 is not a list of at most 17 pins"),
    ("seat_buttons", "[1]", f"1 {PIN}"),
    ("seat_buttons", "[12, 12]", "pin 12 is taken by seat button 1; the nearest free pin is 13"),
    ("seat_buttons", "[17]", "pin 17 is taken by UP"),
    ("seat_buttons", "[" + "12, " * 18 + "]", "at most 17 pins"),
    ("buzzer", "28", f'28 {PIN} or "none"'),
    ("buzzer", "true", f"true {PIN}"),
    ("buzzer", "2", "pin 2 is taken by the panel's bus; the nearest free pin is 12"),
    ("buzzer", "3", "pin 3 is taken by the panel's bus"),
    ("buzzer", "22", "pin 22 is taken by DOWN; the nearest free pin is 21"),
    *((f"keys.{key}", "0", f"0 {PIN}") for key in Key),
    *((f"keys.{key}", '"13"', f'"13" {PIN}') for key in Key),
    *((f"keys.{key}", "2", "pin 2 is taken by the panel's bus") for key in Key),
    *((f"keys.{key}", '"none"', f'"none" {PIN} or "board"') for key in (UP, DOWN, OK, CALL)),
    ("keys.up", "22", "pin 22 is taken by DOWN"),
    ("keys.call", "17", "pin 17 is taken by UP"),
    ("panel.contrast", "0", "0 is not a number from 1 to 255"),
    ("panel.contrast", "1.5", "1.5 is not a number"),
    ("panel.contrast", "256", "256 is not a number"),
    ("panel.dim_contrast", "-1", "-1 is not a number from 0 to 255"),
    ("panel.dim_contrast", "208", "dim_contrast would be brighter than contrast: 208 and 207"),
    ("panel.dim_after", "-1", "-1 is not a number of seconds"),
    ("panel.dim_after", "nan", "NaN is not a number of seconds"),
    ("panel.dim_after", "inf", "is not a number of seconds"),
    ("panel.dim_after", "true", "true is not a number of seconds"),
    ("panel.dim_after", "901", "dim_after would be later than dark_after: 901 and 900"),
    ("panel.dark_after", "89", "dim_after would be later than dark_after: 90 and 89"),
    ("panel.dark_after", '"never"', '"never" is not a number of seconds'),
    ("panel.chip", '"ssd1305"', r'"ssd1305" is not .*; did you mean ssd1309\?'),
    ("panel.rotated", "180", '180 is not true or false or "board"'),
    ("panel.bus", '"uart"', '"uart" is not "i2c", "spi" or "board"'),
    ("panel.port", "-1", "-1 is not a number from 0 to 63"),
    ("panel.address", "0x78", "120 is not a number from 8 to 119"),
    ("panel.device", "3", "3 is not a number from 0 to 2"),
    ("panel.device", "0", "a panel on I2C has no device"),
    ("panel.dc", "24", "a panel on I2C has no dc"),
    ("panel.dc", "99", f"99 {PIN}"),
    ("panel.reset", "25", "a panel on I2C has no reset"),
    ("panel.reset", "99", f"99 {PIN}"),
    ("panel.speed", "8000000", "a panel on I2C has no speed"),
    ("panel.speed", "3000000", "3000000 is not one of .*; the nearest is 2000000"),
    ("contarst", "1", r"there is no such key; did you mean contrast, under \[panel\]\?"),
    ("contrast", "1", r"there is no such key; did you mean contrast, under \[panel\]\?"),
    ("panel.contarst", "1", r"there is no such key; did you mean contrast\?"),
    ("panel.buzzer", "12", r"there is no such key; did you mean buzzer, above the first \[table\]\?"),
    ("keys.lfet", "1", r"there is no such key; did you mean left\?"),
    ("bord", "1", r"there is no such key; did you mean board\?"),
    ("reader", "1", r"there is no such key; did you mean readers\?"),
    ("xyzzy", "1", "there is no such key; there are board, upside_down, seat_buttons, buzzer, keys, panel, readers"),
    ("panel", "1", r"1 is not a table: begin it with a line \[panel\]"),
    ("keys", "[]", "is not a table"),
    ("readers", "1", r"each reader begins with a line \[\[readers\]\]"),
    ("readers", "{}", "each reader begins"),
    ("readers", "[1]", "each reader begins"),
]


@pytest.mark.parametrize(("name", "given", "says"), WRONG)
def test_what_is_wrong_is_named_with_its_line_and_counts_as_not_given(name, given, says):
    found = read("# a comment", "panel.rotated = true", "", f"{name} = {given}")
    if name in ("panel", "panel.rotated"):
        found = read("# a comment", "", "", f"{name} = {given}")
        assert replace(found, problems=(), trouble="") == DEFAULT
    else:
        assert replace(found, problems=(), trouble="") == replace(DEFAULT, panel=replace(DEFAULT.panel, rotated=True))
    assert len(found.problems) == 1
    assert re.search(rf"^Line 4: {name.rpartition('.')[2]}: .*{says}", found.problems[0])
    assert found.trouble == f"Line 4 of commune.toml is wrong: {name.rpartition('.')[2]}."


def test_every_setting_is_wrong_once():
    wrong = {name for name, _, _ in WRONG}
    for setting in SETTINGS:
        assert f"{setting.table}.{setting.name}".lstrip(".") in wrong


WRONG_READERS = [
    (['port = "ttyUSB0"'], 2, 'port: "ttyUSB0" is not the path of a device, as /dev/serial0.'),
    (["port = 3"], 2, "port: 3 is not the path of a device, as /dev/serial0."),
    (['kind = "line"'], 2, 'kind: "line" is not "auto", "lines", "rdm6300" or "id-12la"; did you mean lines?'),
    (["speed = 9601"], 2, "speed: 9601 is not one of .*; the nearest is 9600."),
    (["", 'prot = "/dev/ttyUSB0"'], 3, "prot: there is no such key; did you mean port?"),
    (['port = "/dev/ttyUSB0"', "[[readers]]", "", 'port = "/dev/ttyUSB0"'], 3, "readers: /dev/ttyUSB0 is another "),
    (["[[readers]]"] * 4, 5, "readers: 5 readers are too many: at most 4."),
]


@pytest.mark.parametrize(("lines", "line", "says"), WRONG_READERS)
def test_a_reader_that_is_wrong_is_named_with_its_line(lines, line, says):
    found = read("[[readers]]", *lines)
    pattern = re.escape(f"Line {line}: {says}").replace(r"\.\*", ".*")
    assert any(re.search(f"^{pattern}", problem) for problem in found.problems)


@pytest.mark.parametrize("port", ["/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0"])
def test_a_reader_on_the_header_takes_two_pins(port):
    for pin in (14, 15):
        found = read(f"buzzer = {pin}", "[[readers]]", f'port = "{port}"')
        assert found.problems == (
            f"Line 1: buzzer: pin {pin} is taken by a reader; the nearest free pin is {13 if pin == 14 else 16}.",
        )
    assert read("buzzer = 14", "[[readers]]", 'port = "/dev/ttyUSB0"').buzzer == 14


@pytest.mark.parametrize("pin", [7, 8, 9, 10, 11, 24, 25])
def test_a_panel_on_spi_takes_its_pins(pin):
    found = read('board = "waveshare-hat"', f"buzzer = {pin}")
    assert found.buzzer is None
    assert "is taken by the panel's" in found.problems[0]
    assert read(f"buzzer = {pin}").buzzer == pin


@pytest.mark.parametrize(("lines", "problem"), [
    (['board = "loose-parts"', 'panel.chip = "sh1106"', 'panel.bus = "spi"', "panel.port = 1"], "Line 4: port: pin 19"),
    (['board = "waveshare-hat"', "panel.port = 1"], "Line 2: port: pin 19"),
    (["panel.port = 1", "panel.device = 2", 'panel.bus = "spi"', "keys.up = 16"], "Line 4: up: pin 16"),
    (["panel.port = 1", "panel.device = 1", 'panel.bus = "spi"'], "Line 2: device: pin 17"),
])  # fmt: skip
def test_a_bus_that_would_take_a_pin_of_the_board_gives_way(lines, problem):
    found = read(*lines)
    assert [said.partition(" is taken by ")[0] for said in found.problems] == [problem]
    assert found.keys == read_board(found.board).keys


def test_keys_can_change_places():
    found = read("[keys]", "up = 22", "down = 17")
    assert (found.keys[UP], found.keys[DOWN], found.problems) == (22, 17, ())


def test_spi_needs_to_be_told_the_chip():
    why = "a panel on SPI can't be asked which chip it has: chip must be given."
    for board, name, value in (("loose-parts", "bus", "spi"), ("waveshare-hat", "chip", "auto")):
        found = read(f'board = "{board}"', "[panel]", f'{name} = "{value}"')
        assert found.problems == (f"Line 3: {name}: {why}",)
        assert found.panel == read_board(board).panel


# Keys there needn't be, and a box on its head


@pytest.mark.parametrize("missing", [(), (LEFT,), (BACK,), (LEFT, RIGHT), (LEFT, RIGHT, BACK)])
def test_a_box_with_fewer_keys_is_told_of_four(missing):
    found = read('board = "loose-parts"', "[keys]", *(f'{key} = "none"' for key in missing))
    assert set(found.keys) == set(Key) - set(missing)
    assert found.told_keys == (4 if missing else 7)


@pytest.mark.parametrize("board", board_ids())
@pytest.mark.parametrize("missing", [(), (BACK,), (LEFT, RIGHT, BACK), (RIGHT,)])
def test_on_its_head_every_direction_is_the_other_and_twice_turned_is_upright(board, missing):
    lines = [f'board = "{board}"', *(f'keys.{key} = "none"' for key in missing)]
    upright, turned = read(*lines), read("upside_down = true", *lines)
    assert turned.panel == replace(upright.panel, rotated=not upright.panel.rotated)
    assert set(turned.keys) == set(upright.keys)
    assert (turned.keys[UP], turned.keys[DOWN]) == (upright.keys[DOWN], upright.keys[UP])
    assert turned.keys[OK] == upright.keys[OK]
    if not missing:
        assert (turned.keys[LEFT], turned.keys[RIGHT]) == (upright.keys[RIGHT], upright.keys[LEFT])
    if board != "loose-parts" and BACK not in missing:
        assert (turned.keys[BACK], turned.keys[CALL]) == (upright.keys[CALL], upright.keys[BACK])
    else:
        assert turned.keys[CALL] == upright.keys[CALL]


def test_a_panel_mounted_upside_down_leaves_the_keys_alone_and_both_cancel():
    assert read("panel.rotated = true").keys == DEFAULT.keys
    both = read("upside_down = true", "panel.rotated = true")
    assert not both.panel.rotated
    assert both.keys[UP] == DEFAULT.keys[DOWN]


# Files that can't be read at all

BROKEN = [
    (b"board = [", "Line 1: "),
    (b"\n\nboard == 3", "Line 3: "),
    (b"board = 'loose-parts'\nboard = 'loose-parts'", "Line 2: "),
    (b"\n[panel\ncontrast = 3", "Line 2: "),
    (b"\nbuzzer = \xff", "Line 2: it isn't text in UTF-8."),
    (b"\x00", "Line 1: "),
    (b'a = """\n\n', "Line 2: "),
    (b"a = " + b"[" * 5000, ""),
    (b"#" * (LARGEST + 1), ""),
    (b"a = 1" + b"0" * 5000, ""),
]


@pytest.mark.parametrize(("data", "says"), BROKEN)
def test_a_file_that_is_not_toml_is_the_defaults_and_its_line_is_said(tmp_path, data, says):
    path = tmp_path / "commune.toml"
    path.write_bytes(data)
    found = read_configuration(path)
    assert replace(found, problems=(), trouble="") == DEFAULT
    assert len(found.problems) == 1
    assert found.problems[0].startswith(says)
    assert 0 < len(found.trouble) <= 60


def test_a_file_that_cannot_be_opened_is_the_defaults_and_it_is_said(tmp_path):
    found = read_configuration(tmp_path)
    assert found.problems == ("commune.toml: it can't be read: Is a directory.",)
    assert found.trouble == "commune.toml is wrong: it can't be read: Is a directory."
    assert replace(found, problems=(), trouble="") == DEFAULT


def test_an_error_of_the_disk_is_the_defaults_and_it_is_said(monkeypatch):
    def broken(*_, **__):
        raise OSError(5, os.strerror(5))

    monkeypatch.setattr(Path, "open", broken)
    assert read_configuration(Path("x")).problems == ("commune.toml: it can't be read: Input/output error.",)


def break_boards(monkeypatch, *ids):
    def broken(id):
        if id in ids:
            raise Refusal(f"The board {id} lacks name.")
        return read_board(id)

    monkeypatch.setattr(building, "read_board", broken)


def test_a_board_whose_file_is_broken_is_the_default_board(monkeypatch):
    break_boards(monkeypatch, "loose-parts")
    found = read('board = "loose-parts"', "buzzer = 12")
    assert found.problems == ("Line 1: board: The board loose-parts lacks name.",)
    assert replace(found, problems=(), trouble="") == replace(DEFAULT, buzzer=12)


def test_a_board_that_needs_the_serial_line_s_pins_goes_before_a_reader(monkeypatch):
    board = read_board("loose-parts")
    monkeypatch.setattr(building, "read_board", lambda id: replace(board, keys={**board.keys, UP: 14}))
    found = read('board = "loose-parts"', "[[readers]]", "[[readers]]", 'port = "/dev/ttyUSB0"')
    assert found.problems == ("Line 2: readers: pin 14 is taken by UP; the nearest free pin is 17.",)
    assert [reader.port for reader in found.readers] == ["/dev/ttyUSB0"]


def test_two_names_of_the_serial_line_are_one_reader():
    found = read("[[readers]]", "[[readers]]", 'port = "/dev/ttyAMA0"')
    (problem,) = found.problems
    assert problem.startswith("Line 2: readers: pin 14 is taken by a reader")
    assert [reader.port for reader in found.readers] == ["/dev/serial0"]


def test_an_installation_without_its_boards_is_broken(monkeypatch):
    break_boards(monkeypatch, *board_ids())
    with pytest.raises(Refusal, match=f"The board {DEFAULT.board} lacks name"):
        read("buzzer = 12")


def test_problems_come_in_the_order_of_the_file_and_the_panel_hears_of_the_first():
    found = read("buzzer = 2", "bord = 1", "[keys]", "up = 99", "[panel]", "contrast = 0")
    assert [problem.split(":")[0] for problem in found.problems] == ["Line 1", "Line 2", "Line 4", "Line 6"]
    assert found.trouble == "Line 1 of commune.toml is wrong: buzzer. And 3 more."


NAMES = [*(s.name for s in SETTINGS), "panel", "keys", "readers", "x", "contarst"]
SCALARS = st.one_of(
    st.integers(-5, 300),
    st.booleans(),
    st.sampled_from(["board", "none", "spi", "i2c", "auto", "/dev/serial0", "\n"]),
    st.floats(),
    st.lists(st.integers(0, 30), max_size=5),
)


@st.composite
def _files(draw):
    lines = []
    for _ in range(draw(st.integers(0, 12))):
        kind = draw(st.integers(0, 9))
        if kind == 0:
            lines.append(draw(st.sampled_from(["[keys]", "[panel]", "[[readers]]", "[x]", "# x", ""])))
        else:
            value = draw(SCALARS)
            text = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else repr(value)
            lines.append(f"{draw(st.sampled_from(NAMES))} = {text}")
    return "\n".join(lines).encode()


@given(
    st.one_of(st.binary(max_size=60), st.text(max_size=60).map(lambda text: text.encode(errors="replace")), _files())
)
@example(b"seat_buttons = [2, 2]\n[[readers]]\n[[readers]]\nport = '/dev/ttyS0'")
@example(b"[panel]\nbus = 'spi'\nport = 1\ndc = 19\nreset = 19\n[[readers]]")
def test_whatever_is_in_it_a_playable_box_comes_out(data):
    found = parse_configuration(data)
    pins = [*found.keys.values(), *found.seat_buttons, *([] if found.buzzer is None else [found.buzzer])]
    if isinstance(found.panel.bus, SPI):
        pins += [found.panel.bus.dc, found.panel.bus.reset]
        assert found.panel.chip is not Chip.AUTO
    pins += bus_pins(found.panel)
    pins += {pin for reader in found.readers for pin in uart_pins(reader.port)}
    assert len(set(pins)) == len(pins)
    assert {UP, DOWN, OK, CALL} <= set(found.keys)
    assert all(2 <= pin <= 27 for pin in pins if pin not in bus_pins(found.panel))
    assert 1 <= found.contrast <= 255
    assert 0 <= found.dim_contrast <= found.contrast
    assert found.dim_after is None or found.dark_after is None or found.dim_after <= found.dark_after
    assert all(problem.isprintable() and problem[-1] in ".?" for problem in found.problems)
    assert bool(found.trouble) == bool(found.problems)
    assert len(found.trouble) <= 60


# On which line


LINES = """\
top = 1
"quoted" = 2
a.b = 3  # [no]
[panel]
  contrast = 4
'x' . y = 5
[ spaced . out ]
z = 6
[[readers]]
port = 7
[[readers]]
# port = 8
port = 9
inline = { a = 1 }
"""

PLACES = [
    (("top",), 1), (("quoted",), 2), (("a", "b"), 3), (("panel",), 4), (("panel", "contrast"), 5),
    (("panel", "x", "y"), 6), (("spaced", "out", "z"), 8), (("readers", 0, "port"), 10), (("readers", 1), 11),
    (("readers", 1, "port"), 13), (("readers", 1, "inline", "a"), 14), (("readers", 1, "missing"), 11),
    (("missing",), None),
]  # fmt: skip


@pytest.mark.parametrize(("path", "line"), PLACES)
def test_a_setting_is_found_where_it_stands(path, line):
    assert line_of(LINES, *path) == line
