"""`commune doctor` at the shell: what it prints, as text and as JSON, and its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.cli import main
from device.commands import doctor
from device.doctor.examination import Tools
from device.doctor.system import Ran, this_machine
from tests.device.doctor.machines import Machine
from tests.device.doctor.test_trying import KEYS, Script, Somebody

Examined = Callable[..., tuple[int, str, str]]
"""Runs the command on a machine: its status, and what it prints."""


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Examined:
    """Run the command on a machine, its buttons and panel well."""

    def run(machine: Machine, *words: str, person: Somebody | None = None) -> tuple[int, str, str]:
        script = Script(presses=KEYS if person else ())
        tools = Tools(show=lambda image: "", open_wires=script.open, listen=lambda *_: ("", ""), person=person)
        monkeypatch.setattr(doctor, "this_machine", lambda: machine.patient.system)
        monkeypatch.setattr(doctor, "live_tools", lambda panel, asked: nullcontext(tools))
        status = main(["doctor", "--config", str(machine.at("/etc/commune.toml")), *words])
        written = capsys.readouterr()
        return status, written.out, written.err

    return run


def test_a_box_that_is_well_is_said_to_be(tmp_path: Path, examined: Examined) -> None:
    machine = Machine(tmp_path).says("systemctl is-active commune.service", "inactive", 3)
    status, out, err = examined(machine, person=Somebody(True, True, True))
    assert (status, err) == (0, "")
    assert "ok       Raspberry Pi Zero 2 W Rev 1.0.\n" in out
    assert "ok       All 7 buttons work.\n" in out
    assert out.endswith("\n\nAll is well.\n")


def test_what_is_wrong_comes_with_what_to_do_and_the_status(tmp_path: Path, examined: Examined) -> None:
    machine = Machine(tmp_path).remove("/dev/i2c-1").write("/boot/firmware/config.txt", "")
    status, out, err = examined(machine)
    assert (status, err) == (3, "")
    assert "WRONG    I2C is switched off: /dev/i2c-1 isn't there.\n         → dtparam=i2c_arm=on" in out
    assert "\nsudo commune doctor --fix does what may be done safely.\n1 wrong: " in out
    assert all(len(line) <= 100 for line in out.splitlines())


def test_a_warning_is_status_1(tmp_path: Path, examined: Examined) -> None:
    machine = Machine(tmp_path).says("vcgencmd get_throttled", "throttled=0x1")
    status, out, _ = examined(machine)
    assert status == 1
    assert out.endswith("\nThe box plays, but not all is as it should be.\n")


def test_fix_says_what_it_did(tmp_path: Path, examined: Examined) -> None:
    machine = Machine(tmp_path).remove("/dev/i2c-1").write("/boot/firmware/config.txt", "")
    status, out, err = examined(machine, "--fix")
    assert (status, err) == (3, "")
    assert "\nAdded to /boot/firmware/config.txt: dtparam=i2c_arm=on, " in out
    assert "--fix does what" not in out
    status, out, _ = examined(machine, "--fix")
    assert "\nThere is nothing that --fix could do.\n" in out


def test_a_fix_that_fails_is_said_and_is_wrong(tmp_path: Path, examined: Examined) -> None:
    machine = Machine(tmp_path).write("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", (100_000).to_bytes(4))
    assert examined(machine)[0] == 0
    machine.at("/boot/firmware/config.txt.before-commune").symlink_to("/none/none")
    status, _, err = examined(machine, "--fix")
    assert status == 3
    assert err == "commune: /boot/firmware/config.txt can't be written: No such file or directory.\n"


def test_json_is_one_object(tmp_path: Path, examined: Examined) -> None:
    machine = Machine(tmp_path).remove("/dev/i2c-1").write("/boot/firmware/config.txt", "")
    status, out, err = examined(machine, "--json")
    found = json.loads(out)
    assert (status, err, found["worst"], found["fixed"]) == (3, "", "wrong", [])
    (off,) = [finding for finding in found["findings"] if finding["id"] == "bus.off"]
    assert off["level"] == "wrong"
    assert off["fix"] == ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]
    status, out, err = examined(machine, "--json", "--fix")
    assert json.loads(out)["fixed"][0]["done"] is True
    machine.write("/proc/modules", "").says("modprobe i2c-dev", "no", 1)
    found = json.loads(examined(machine, "--json", "--fix")[1])
    assert found["fixed"] == [{"done": False, "text": "modprobe i2c-dev failed: no."}]
    assert [finding["fix"] for finding in found["findings"] if finding["id"] == "bus.moduleless"] == [
        ["modprobe i2c-dev"]
    ]


def test_on_this_computer_it_says_what_it_can_know(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from device.cli import main; raise SystemExit(main())", "doctor", "--json"]
        + ["--state", str(tmp_path), "--config", str(tmp_path / "none.toml")],
        capture_output=True,
        timeout=60,
        env=os.environ | {"GPIOZERO_PIN_FACTORY": "mock"},
    )
    assert done.stderr == b""
    found = json.loads(done.stdout)
    assert {"configuration.none", "disk.room", "state.empty", "button.untried"} <= {
        finding["id"] for finding in found["findings"]
    }
    assert not [finding for finding in found["findings"] if not finding["text"]]


def test_the_machine_that_this_runs_on(tmp_path: Path) -> None:
    system = this_machine()
    assert system.run(("true",)) == Ran(0, "")
    assert system.run(("sh", "-c", "echo out; echo err >&2; exit 3")) == Ran(3, "out\nerr")
    assert system.run(("no-such-command-here",)) == Ran(None, "")
    assert system.run((str(tmp_path),)).status == -1
    assert system.lacks("json") == ""
    assert system.lacks("nothing_of_that_name") == "there is no package nothing_of_that_name"
    (tmp_path / "file").write_text("text\0\0")
    assert system.owner_of(tmp_path / "file").mode & 0o600 == 0o600
    assert system.space_of(tmp_path).free > 0
    assert system.text(tmp_path / "file") == "text"
    assert system.text(tmp_path / "none") is None
    assert system.there(tmp_path)
    assert not system.there(tmp_path / "none")
    assert system.installed < system.now()
    with pytest.raises(OSError):  # no chip: which error it is depends on the kernel
        system.label_of(tmp_path / "file")


def test_an_owner_without_a_name_is_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = SimpleNamespace(st_uid=4_000_000, st_gid=4_000_001, st_mode=0o100640)
    monkeypatch.setattr(Path, "stat", lambda path: unknown)
    from device.doctor import system

    assert system._owner_of(tmp_path) == system.Owner("4000000", "4000001", 0o640)
