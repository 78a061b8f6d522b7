"""`--fix`: what it adds to config.txt, that nothing can tear that file, and what it says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from device.doctor import bus, uart
from device.doctor.boot import add, added, settings
from device.doctor.examination import mend
from device.doctor.findings import Mend
from tests.device.doctor.machines import Machine

CONFIG = "/boot/firmware/config.txt"
ZERO = "Raspberry Pi Zero 2 W Rev 1.0"

SAYS = [
    ("", {}),
    ("dtparam=i2c_arm=on", {"dtparam.i2c_arm": "on"}),
    ("#dtparam=i2c_arm=on", {}),
    ("dtparam=i2c_arm=on # yes", {"dtparam.i2c_arm": "on"}),
    ("dtparam=spi", {"dtparam.spi": "on"}),
    ("dtparam=spi=on\r\nenable_uart=1\r\n", {"dtparam.spi": "on", "enable_uart": "1"}),
    ("dtparam=i2c_arm=on,i2c_arm_baudrate=400000", {"dtparam.i2c_arm": "on", "dtparam.i2c_arm_baudrate": "400000"}),
    ("a=1\na=2", {"a": "2"}),
    ("[pi4]\na=1", {}),
    ("[pi02]\na=1", {"a": "1"}),
    ("[pi4]\na=1\n[all]\na=2", {"a": "2"}),
    ("[none]\na=1", {}),
    ("[EDID=VSC-TD2220]\na=1", {}),
    ("[\n]\na", {}),
]


@pytest.mark.parametrize(("text", "says"), SAYS)
def test_config_txt_is_read_as_the_firmware_does(text: str, says: dict[str, str]) -> None:
    assert settings(text, ZERO) == says


ADDED = [
    ("", "\n# Added by commune doctor --fix\nx=1\n"),
    ("a=1", "a=1\n\n# Added by commune doctor --fix\nx=1\n"),
    ("a=1\n", "a=1\n\n# Added by commune doctor --fix\nx=1\n"),
    ("[pi4]\na=1\n[all]\n", "[pi4]\na=1\n[all]\n\n# Added by commune doctor --fix\nx=1\n"),
    ("[all]\n[pi4]\na=1\n", "[all]\n[pi4]\na=1\n\n[all]\n# Added by commune doctor --fix\nx=1\n"),
    ("[all]\n  [cm4]\n", "[all]\n  [cm4]\n\n[all]\n# Added by commune doctor --fix\nx=1\n"),
]


@pytest.mark.parametrize(("text", "becomes"), ADDED)
def test_lines_are_added_where_they_hold_for_every_pi(text: str, becomes: str) -> None:
    assert added(text, ["x=1"]) == becomes
    assert settings(becomes, ZERO)["x"] == "1"


def test_a_copy_is_kept_and_never_overwritten(tmp_path: Path) -> None:
    config = tmp_path / "config.txt"
    config.write_bytes(b"first \xff\n")
    assert add(config, ["a=1"]).name == "config.txt.before-commune"
    once = config.read_bytes()
    assert once.startswith(b"first \xff\n")
    assert add(config, ["b=1"]).name == "config.txt.before-commune-2"
    assert (tmp_path / "config.txt.before-commune").read_bytes() == b"first \xff\n"
    assert (tmp_path / "config.txt.before-commune-2").read_bytes() == once
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "config.txt",
        "config.txt.before-commune",
        "config.txt.before-commune-2",
    ]


@pytest.mark.parametrize("call", range(1, 12))
@pytest.mark.parametrize("target", ["os.fsync", "open", "replace"])
def test_whatever_fails_config_txt_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int, target: str
) -> None:
    config = tmp_path / "config.txt"
    config.write_text("a=1\n")
    place = {"os.fsync": (os, "fsync"), "open": (Path, "open"), "replace": (Path, "replace")}[target]
    real, calls = getattr(*place), []

    def fails(*args: object, **kwargs: object) -> object:
        calls.append(args)
        if len(calls) == call:
            raise OSError(28, "No space left on device")
        return real(*args, **kwargs)

    monkeypatch.setattr(*place, fails)
    try:
        add(config, ["x=1"])
    except OSError:
        whole = "a=1\n"
    else:
        whole = added("a=1\n", ["x=1"])
    monkeypatch.undo()
    assert config.read_text() == whole
    assert not (tmp_path / "config.txt.new").exists()


def fixed(machine: Machine, check: object = bus.examine) -> list[tuple[bool, str]]:
    patient = machine.patient
    return [*mend(patient, [finding.mend for finding in check(patient) if finding.mend])]  # type: ignore[operator]


def test_i2c_is_switched_on_and_its_speed_set(tmp_path: Path) -> None:
    machine = Machine(tmp_path).remove("/dev/i2c-1").write(CONFIG, "[pi4]\narm_boost=1\n")
    assert fixed(machine) == [
        (
            True,
            "Added to /boot/firmware/config.txt: dtparam=i2c_arm=on, dtparam=i2c_arm_baudrate=400000. "
            "As it was it is in /boot/firmware/config.txt.before-commune. Now: sudo reboot.",
        )
    ]
    assert [finding.id for finding in bus.examine(machine.patient)] == ["bus.waiting"]
    assert fixed(machine) == []
    machine.write("/dev/i2c-1")
    assert [finding.id for finding in bus.examine(machine.patient)] == ["bus.there", "bus.fast"]


def test_a_speed_that_somebody_chose_stays(tmp_path: Path) -> None:
    machine = Machine(tmp_path).remove("/dev/i2c-1").write(CONFIG, "dtparam=i2c_arm_baudrate=50000\n")
    fixed(machine)
    assert "400000" not in machine.at(CONFIG).read_text()


def test_spi_and_the_serial_line_are_switched_on(tmp_path: Path) -> None:
    machine = Machine(tmp_path).configure('board = "waveshare-hat"', "[[readers]]")
    assert fixed(machine)[0][0]
    assert fixed(machine, uart.examine)[0][0]
    assert [finding.id for finding in bus.examine(machine.patient)] == ["bus.waiting"]
    assert [finding.id for finding in uart.examine(machine.patient)] == ["uart.waiting"]


def test_the_command_line_of_the_kernel_is_never_touched(tmp_path: Path) -> None:
    line = "console=serial0,115200 root=x"
    machine = Machine(tmp_path).configure("[[readers]]").write("/boot/firmware/cmdline.txt", line)
    fixed(machine, uart.examine)
    assert machine.at("/boot/firmware/cmdline.txt").read_text() == line


def test_the_module_is_loaded(tmp_path: Path) -> None:
    machine = Machine(tmp_path).remove("/dev/i2c-1").write("/proc/modules", "").says("modprobe i2c-dev", "")
    assert fixed(machine) == [(True, "Done: modprobe i2c-dev.")]
    machine.says("modprobe i2c-dev", "Operation not permitted", 1)
    assert fixed(machine) == [(False, "modprobe i2c-dev failed: Operation not permitted.")]
    machine.says("modprobe i2c-dev", "", None)
    assert fixed(machine) == [(False, "modprobe i2c-dev failed: there is no such command.")]
    machine.says("modprobe i2c-dev", "", 1)
    assert fixed(machine) == [(False, "modprobe i2c-dev failed: exit status 1.")]


@pytest.mark.parametrize(("user", "advice"), [("ada", " Run sudo commune doctor --fix."), ("root", "")])
def test_without_the_right_to_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: str, advice: str
) -> None:
    machine = Machine(tmp_path).remove("/dev/i2c-1").write(CONFIG, "")
    machine.user = user

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("device.doctor.boot._write", denied)
    assert fixed(machine) == [(False, f"/boot/firmware/config.txt can't be written: Permission denied.{advice}")]


def test_a_line_that_two_findings_want_is_added_once(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    [*mend(machine.patient, [Mend(lines=("a=1",)), Mend(lines=("a=1", "b=1"))])]
    assert machine.at(CONFIG).read_text().count("a=1") == 1


def test_where_there_is_no_config_txt_nothing_is_made(tmp_path: Path) -> None:
    machine = Machine(tmp_path).remove(CONFIG)
    assert [*mend(machine.patient, [Mend(lines=("a=1",))])] == []
    assert not machine.at(CONFIG).exists()
