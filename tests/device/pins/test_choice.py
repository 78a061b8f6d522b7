"""Which chip and which pin factory are used, and what is said where none can be."""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import gpiod
import gpiozero
import gpiozero.pins.local
import pytest
from gpiozero.pins.mock import MockFactory

from device.errors import PinsUnusable
from device.pins import chips, choice
from device.pins.chips import header_chip
from device.pins.factory import GpiodFactory
from tests.device.pins.wires import Played, PlayedChip, PlayedRequest

REAL_CHIP, REAL_REQUEST = gpiod.Chip, gpiod.LineRequest


def refusal_of(act: Callable[[], object]) -> str:
    with pytest.raises(PinsUnusable) as refused:
        act()
    return str(refused.value)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)


@pytest.fixture
def on_a_pi(played: Played, monkeypatch: pytest.MonkeyPatch) -> Played:
    """The chip that is played is in /dev."""
    monkeypatch.setattr(chips, "chips", lambda folder: [Path(played.path)])
    monkeypatch.setattr(chips, "label", lambda chip: played.name)
    return played


# The chip

LABELLED = {
    "a Pi Zero 2 W": ({"gpiochip0": "pinctrl-bcm2835", "gpiochip1": "raspberrypi-exp-gpio"}, "gpiochip0"),
    "a Pi 4": ({"gpiochip0": "pinctrl-bcm2711", "gpiochip1": "raspberrypi-exp-gpio"}, "gpiochip0"),
    "a Pi 5, at first": ({"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip4": "pinctrl-rp1",
          "gpiochip10": "gpio-brcmstb@107d517c00"}, "gpiochip4"),
    "a Pi 5, later": ({"gpiochip0": "pinctrl-rp1", "gpiochip11": "gpio-brcmstb@107d517c20"}, "gpiochip0"),
    "with an expander first": ({"gpiochip0": "mcp23017", "gpiochip2": "pinctrl-bcm2711"}, "gpiochip2"),
}  # fmt: skip


@pytest.mark.parametrize("name", LABELLED)
def test_the_chip_is_found_by_its_label_whatever_its_number(tmp_path: Path, name: str) -> None:
    labels, expected = LABELLED[name]
    for chip in labels:
        (tmp_path / chip).touch()

    assert header_chip(tmp_path, lambda chip: labels[chip.name]) == tmp_path / expected


def test_a_second_name_of_a_chip_is_not_asked(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    (tmp_path / "gpiochip4").symlink_to("gpiochip0")
    (tmp_path / "gpiochip-old").touch()

    assert chips.chips(tmp_path) == [tmp_path / "gpiochip0"]


def test_no_chip_other_chips_and_shut_chips_are_told_apart(tmp_path: Path) -> None:
    assert refusal_of(lambda: header_chip(tmp_path)) == (
        f"There is no GPIO chip in {tmp_path}: this is no Raspberry Pi, or its kernel doesn't drive the pins."
    )

    for number in (0, 1):
        (tmp_path / f"gpiochip{number}").touch()
    assert refusal_of(lambda: header_chip(tmp_path, lambda chip: f"other-{chip.name[-1]}")) == (
        "No GPIO chip has the label pinctrl-rp1, pinctrl-bcm2711 or pinctrl-bcm2835, as a Raspberry Pi's has; "
        f"there is {tmp_path}/gpiochip0 (other-0) and {tmp_path}/gpiochip1 (other-1)."
    )

    def shut(chip: Path) -> str:
        if chip.name == "gpiochip0":
            raise PermissionError(13, "Permission denied")
        return "other"

    assert refusal_of(lambda: header_chip(tmp_path, shut)) == (
        "No GPIO chip with the label pinctrl-rp1, pinctrl-bcm2711 or pinctrl-bcm2835 was found, but "
        f"{tmp_path}/gpiochip0 can't be opened: Permission denied (is this user in the group gpio?)."
    )


def test_a_file_that_is_no_chip_has_no_label(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()

    assert "can't be opened: Inappropriate ioctl for device" in refusal_of(lambda: header_chip(tmp_path))


# The factory


def test_gpiod_is_the_default(on_a_pi: Played) -> None:
    factory = choice.open_factory()

    assert isinstance(factory, GpiodFactory)
    assert factory.chip.path == on_a_pi.path
    assert gpiozero.Device.pin_factory is None
    factory.close()
    assert on_a_pi.opened == 0


@pytest.mark.parametrize("name", ["gpiod", "GPIOD"])
def test_any_gpiozero_program_finds_it_by_its_name(on_a_pi: Played, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", name)
    (entry,) = entry_points(group="gpiozero_pin_factories", name="gpiod")
    assert entry.load() is GpiodFactory

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        led = gpiozero.LED(17)
    assert isinstance(gpiozero.Device.pin_factory, GpiodFactory)
    assert on_a_pi.lines[17].consumer == "gpiozero"
    led.close()
    gpiozero.Device.pin_factory.close()


def test_the_environment_chooses(on_a_pi: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mock", "Mock"):
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", name)
        factory = choice.open_factory()
        assert isinstance(factory, MockFactory)
        factory.close()

    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "gpiod")
    factory = choice.open_factory()
    assert isinstance(factory, GpiodFactory)
    factory.close()


def test_a_name_that_nobody_has_is_refused_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "gpoid")

    text = refusal_of(choice.open_factory)

    assert text.startswith('The pin factory "gpoid", which GPIOZERO_PIN_FACTORY asks for, can\'t be used: there is')
    assert {"gpiod", "lgpio", "mock", "native"} <= set(text.replace(",", "").split())


def test_a_factory_that_was_asked_for_and_fails_is_replaced_by_no_other(
    on_a_pi: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)  # where it is installed
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "rpigpio")

    text = refusal_of(choice.open_factory)

    assert text.startswith('The pin factory "rpigpio", which GPIOZERO_PIN_FACTORY asks for, can\'t be used: ')
    assert "RPi" in text


def test_gpiod_failing_is_not_hidden_by_lgpio(on_a_pi: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_pi.name = "mcp23017"
    monkeypatch.setattr(choice, "_open_lgpio", lambda: pytest.fail("lgpio is only for where gpiod is missing"))

    text = refusal_of(choice.open_factory)

    assert text.startswith("The pins can't be used: No GPIO chip has the label")


def test_a_chip_that_vanishes_is_named(on_a_pi: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chips, "chips", lambda folder: [Path("/dev/gpiochip9")])

    assert refusal_of(choice.open_factory) == (
        "The pins can't be used: /dev/gpiochip9 can't be opened: No such file or directory."
    )


@pytest.mark.parametrize("error", [gpiozero.PinUnknownPi("unable"), OSError(5, "Input/output error"), ValueError("x")])
def test_a_computer_that_says_not_which_pi_it_is_gets_a_sentence(
    on_a_pi: Played, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def no_revision() -> int:
        raise error

    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", no_revision)

    assert refusal_of(choice.open_factory) == (
        "The pins can't be used: This computer doesn't say which Raspberry Pi it is: neither "
        "/proc/device-tree/system/linux,revision nor /proc/cpuinfo has its revision."
    )
    assert on_a_pi.opened == 0


# Where gpiod is missing


class Lgpio:
    """In the place of lgpio's factory."""

    def __init__(self, chip: int) -> None:
        self.chip = chip
        self.board_info = self.pi_info = object()


@pytest.fixture(params=["none", "version 1"])
def without_gpiod(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(sys.modules, "gpiod", None if request.param == "none" else ModuleType("gpiod"))
    return {"none": "there is no package gpiod", "version 1": "the package gpiod is version 1, and 2 is needed"}[
        str(request.param)
    ]


def test_lgpio_is_used_instead_on_the_chip_of_that_label_and_that_is_said(
    on_a_pi: Played, without_gpiod: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    module = ModuleType("gpiozero.pins.lgpio")
    module.LGPIOFactory = Lgpio  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    monkeypatch.setattr(chips, "chips", lambda folder: [Path("/dev/gpiochip13")])
    here = Path.cwd()

    factory = choice.open_factory()

    said = [record.getMessage() for record in caplog.records]
    assert factory.chip == 13
    assert len(said) == 1
    assert said[0].startswith("lgpio is used for the pins")
    assert without_gpiod in said[0]
    assert Path.cwd() == here


def test_where_neither_can_be_used_both_reasons_are_given(without_gpiod: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)

    text = refusal_of(choice.open_factory)

    assert text.startswith(f"The pins can't be used: {without_gpiod}")
    assert "and lgpio doesn't do either: " in text
    assert "lgpio" in text.rpartition("either: ")[2]


def test_gpiod_that_was_asked_for_and_is_missing_is_refused(
    without_gpiod: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "gpiod")

    assert f"can't be used: {without_gpiod}" in refusal_of(choice.open_factory)


# The chip that is played


@pytest.mark.parametrize(("played_one", "real"), [(PlayedChip, REAL_CHIP), (PlayedRequest, REAL_REQUEST)])
def test_what_is_played_takes_what_the_package_takes(played_one: type, real: type) -> None:
    for name, method in vars(played_one).items():
        if not name.startswith("_") and inspect.isfunction(method) and hasattr(real, name):
            theirs = inspect.signature(getattr(real, name)).parameters
            ours = inspect.signature(method).parameters
            assert [(p.name, p.default) for p in ours.values()] == [(p.name, p.default) for p in theirs.values()]
