"""Everything that the doctor can find has a machine here on which it goes wrong, and one on which it is well."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import device.doctor
from device.doctor.examination import CHECKS, Tools, examine, status, worst
from device.doctor.findings import STATUSES, Finding, Level
from device.doctor.system import Space
from device.errors import PinsUnusable
from device.store.lock import hold
from tests.device.doctor.machines import Machine

READER = ("[[readers]]", 'port = "/dev/serial0"')
UART_ON = "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\nenable_uart=1\n"


def with_uart(machine: Machine) -> Machine:
    machine.configure(*READER).write("/boot/firmware/config.txt", UART_ON)
    return machine.write("/dev/ttyS0").link("/dev/serial0", "ttyS0").owned("/dev/serial0", "root", "dialout", 0o660)


def with_spi(machine: Machine) -> Machine:
    return machine.configure('board = "waveshare-hat"')


def pi5(machine: Machine) -> Machine:
    with_uart(machine).write("/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    return machine.write("/dev/gpiochip0", "pinctrl-rp1")


class Does:
    """What is done to a machine, said before there is one: `on.remove("/etc/os-release")`."""

    def __init__(self, *calls: tuple[str, tuple[Any, ...]]) -> None:
        self._calls = calls

    def __getattr__(self, name: str) -> Callable[..., Does]:
        return lambda *given: Does(*self._calls, (name, given))

    def __call__(self, machine: Machine) -> Machine:
        for name, given in self._calls:
            machine = getattr(machine, name)(*given)
        return machine


on = Does()


def elsewhere(machine: Machine) -> Machine:
    """No Raspberry Pi at all."""
    machine.remove("/proc/device-tree/model", "/boot/firmware/config.txt", "/dev/i2c-1")
    return machine.remove("/dev/gpiochip0", "/dev/gpiochip1")


def set_space(machine: Machine, free: int, files: int | None = 1000) -> Machine:
    machine.space = Space(free, files)
    return machine


def set_attribute(machine: Machine, name: str, value: object) -> Machine:
    setattr(machine, name, value)
    return machine


def lacking(machine: Machine, *packages: str) -> Machine:
    machine.missing = set(packages)
    return machine


def shut(machine: Machine, *chips: str) -> Machine:
    machine.shut = set(chips)
    return machine


def newer_store(machine: Machine) -> Machine:
    import sqlite3

    with sqlite3.connect(machine.at("/var/lib/commune/commune.db")) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    return machine


def torn(machine: Machine) -> Machine:
    data = machine.at(STORE).read_bytes()
    assert len(data) >= 3 * 4096
    return machine.write(STORE, data[:4096] + bytes(4096) + data[8192:])


CONFIG = "/boot/firmware/config.txt"
STORE = "/var/lib/commune/commune.db"
WELL = Level.WELL
UNKNOWN, NOTE, WARNING, WRONG = Level.UNKNOWN, Level.NOTE, Level.WARNING, Level.WRONG

Change = Callable[[Machine], object]
CASES: list[tuple[str, Level, str, Change]] = [
    # The computer
    ("computer.known", WELL, "Raspberry Pi Zero 2 W Rev 1.0.", on),
    ("computer.other", UNKNOWN, "This is no Raspberry Pi.", elsewhere),
    ("computer.other", UNKNOWN, "but: Banana Pi BPI-M2.", on.write("/proc/device-tree/model", "Banana Pi BPI-M2\0")),
    ("computer.short", WRONG, "a header of 26 pins",
     on.write("/proc/device-tree/model", "Raspberry Pi Model B Rev 2\0")),
    ("computer.system", WELL, "trixie", on),
    ("computer.untried", NOTE, "Raspbian 10", on.write("/etc/os-release", 'PRETTY_NAME="Raspbian 10"\n')),
    ("computer.nameless", UNKNOWN, "doesn't say", on.remove("/etc/os-release")),
    # The configuration
    ("configuration.right", WELL, "The board is Adafruit", on),
    ("configuration.none", NOTE, "There is no /etc/commune.toml", on.remove("/etc/commune.toml")),
    ("configuration.wrong", WRONG, "commune.toml: Line 2: bord: there is no", on.configure("", "bord = 1")),
    # The service
    ("service.off", NOTE, "The box is off.", on),
    ("service.on", WELL, "The box is on.", on.says("systemctl is-active commune.service", "active")),
    ("service.on", WELL, "The box is on: UP is stuck.",
     on.says("systemctl is-active commune.service",
     "active").says("systemctl show --property=StatusText --value commune.service", "UP is stuck.")),
    ("service.holds", NOTE, "so they can't be tried", on.says("systemctl is-active commune.service", "activating")),
    ("service.failed", WRONG, "has failed", on.says("systemctl is-active commune.service", "failed", 3)),
    ("service.disabled", WARNING, "doesn't start with", on.says("systemctl is-enabled commune.service", "disabled", 1)),
    ("service.disabled", WARNING, "doesn't start with", on.says("systemctl is-enabled commune.service", "masked", 1)),
    ("service.none", NOTE, "Nothing starts", on.says("systemctl is-enabled commune.service", "not-found", 4)),
    ("service.unknown", UNKNOWN, "no systemd", on.says("systemctl is-enabled commune.service", "", None)),
    # The pin chip
    ("chip.found", WELL, "on /dev/gpiochip0, pinctrl-bcm2835", on),
    ("chip.found", WELL, "on /dev/gpiochip1, pinctrl-rp1",
     on.write("/dev/gpiochip1", "pinctrl-rp1").write("/dev/gpiochip0", "brcmstb-gpio")),
    ("chip.none", WRONG, "There is no GPIO chip", on.remove("/dev/gpiochip0", "/dev/gpiochip1")),
    ("chip.none", UNKNOWN, "There is no GPIO chip", elsewhere),
    ("chip.unknown", WRONG, "there is /dev/gpiochip1 (raspberrypi-exp-gpio)", on.remove("/dev/gpiochip0")),
    ("chip.shut", WRONG, "/dev/gpiochip0 can't be opened: Permission denied", lambda m: shut(m, "/dev/gpiochip0")),
    ("chip.library", WELL, "by gpiod", on),
    ("chip.lgpio", WARNING, "1,700 times a second: there is no package gpiod", lambda m: lacking(m, "gpiod")),
    ("chip.libraryless", WRONG, "no package gpiod; there is no package lgpio", lambda m: lacking(m, "gpiod", "lgpio")),
    # The bus
    ("bus.there", WELL, "/dev/i2c-1", on),
    ("bus.there", WELL, "/dev/spidev0.0", lambda m: with_spi(m).write("/dev/spidev0.0")),
    ("bus.fast", WELL, "400 kHz", on),
    ("bus.slow", NOTE, "at 100 kHz",
     on.write("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", (100_000).to_bytes(4))),
    ("bus.slow", NOTE, "at 50 kHz",
     lambda m: m.configure("panel.port = 4").write("/dev/i2c-4").owned("/dev/i2c-4", "root", "i2c",
     0o660).write("/sys/bus/i2c/devices/i2c-4/of_node/clock-frequency", (50_000).to_bytes(4))),
    ("bus.speedless", UNKNOWN, "how fast", on.remove("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency")),
    ("bus.off", WRONG, "I2C is switched off", on.remove("/dev/i2c-1").write(CONFIG, "#dtparam=i2c_arm=on")),
    ("bus.off", WRONG, "I2C is switched off", on.remove("/dev/i2c-1").write(CONFIG, "[pi5]\ndtparam=i2c_arm=on")),
    ("bus.off", WRONG, "I2C is switched off",
     on.remove("/dev/i2c-1").write(CONFIG, "dtparam=i2c_arm=on\ndtparam=i2c_arm=off")),
    ("bus.off", WRONG, "SPI is switched off", with_spi),
    ("bus.moduleless", WRONG, "the module i2c-dev", on.remove("/dev/i2c-1").write("/proc/modules", "i2c_devil 1\n")),
    ("bus.waiting", WRONG, "I2C is switched on in /boot", on.remove("/dev/i2c-1")),
    ("bus.waiting", WRONG, "SPI is switched on in /boot", lambda m: with_spi(m).write(CONFIG, "dtparam=spi")),
    ("bus.unusual", WRONG, "/dev/i2c-3; there is /dev/i2c-1", on.configure("panel.port = 3")),
    ("bus.unusual", WRONG, "/dev/i2c-3; there is no other", on.configure("panel.port = 3").remove("/dev/i2c-1")),
    ("bus.none", WRONG, "isn't there, /dev/i2c-1", on.remove("/dev/i2c-1", CONFIG)),
    ("bus.none", UNKNOWN, "isn't there, /dev/i2c-1", elsewhere),
    # The groups
    ("groups.member", WELL, "commune may open", on),
    ("groups.missing", WRONG, "commune may not open /dev/i2c-1: it isn't in the group i2c",
     on.replaced("/etc/group", "i2c:x:998:commune", "i2c:x:998:")),
    ("groups.missing", WRONG, "ada may not open /dev/i2c-1",
     lambda m: set_attribute(m.replaced("/etc/passwd", "commune:", "c:"), "user", "ada")),
    ("groups.missing", WRONG, "/dev/serial0: it isn't in the group dialout",
     lambda m: with_uart(m).replaced("/etc/group", "dialout:x:20:commune", "dialout:x:20:")),
    ("groups.missing", WRONG, "/dev/spidev0.0: it isn't in the group spi",
     lambda m: with_spi(m).write("/dev/spidev0.0").replaced("/etc/group", "spi:x:996:commune", "spi:x:996:")),
    ("groups.shut", WRONG, "only root may", on.owned("/dev/gpiochip0", "root", "root", 0o600)),
    ("groups.shut", WRONG, "only root may", on.owned("/dev/i2c-1", "root", "i2c", 0o600)),
    ("groups.root", WELL, "everything", on.replaced("/etc/passwd", "commune:", "c:")),
    ("groups.nobody", UNKNOWN, "commune", on.remove("/etc/group")),
    ("groups.nobody", UNKNOWN, "1234",
     lambda m: set_attribute(m.replaced("/etc/passwd", "commune:", "c:"), "user", "1234")),
    ("groups.deviceless", UNKNOWN, "no device", elsewhere),
    # The serial line
    ("uart.free", WELL, "nobody else", with_uart),
    ("uart.off", WRONG, "isn't switched on for /dev/serial0", on.configure(*READER)),
    ("uart.off", WRONG, "isn't switched on", lambda m: with_uart(m).write(CONFIG, "[pi5]\nenable_uart=1\n")),
    ("uart.waiting", WRONG, "but /dev/serial0 isn't there", lambda m: with_uart(m).remove("/dev/serial0")),
    ("uart.none", WRONG, "/dev/serial0 isn't there", on.configure(*READER).remove(CONFIG)),
    ("uart.none", UNKNOWN, "/dev/serial0 isn't there", lambda m: elsewhere(m).configure(*READER)),
    ("uart.elsewhere", WRONG, "between the two HDMI sockets",
     lambda m: pi5(m).remove("/dev/serial0").write("/dev/ttyAMA10").link("/dev/serial0", "ttyAMA10")),
    ("uart.off", WRONG, "isn't switched on", lambda m: pi5(m)),
    ("uart.console", WRONG, "console=serial0,115200 in /boot/firmware/cmdline.txt",
     lambda m: with_uart(m).write("/boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1 root=x")),
    ("uart.console", WRONG, "console=ttyAMA0 in /proc/cmdline",
     lambda m: with_uart(m).remove("/boot/firmware/cmdline.txt").write("/proc/cmdline", "console=ttyAMA0")),
    ("uart.login", WRONG, "serial-getty@ttyS0.service",
     lambda m: with_uart(m).link("/etc/systemd/system/getty.target.wants/serial-getty@ttyS0.service", "/dev/null")),
    ("uart.login", WRONG, "serial-getty@serial0.service",
     lambda m: with_uart(m).says("systemctl is-active serial-getty@serial0.service", "active")),
    # The readers
    ("reader.none", WELL, "No card reader", on),
    ("reader.unused", NOTE, "/dev/ttyUSB0, and no reader", on.write("/dev/ttyUSB0")),
    ("reader.there", WELL, "/dev/serial0", with_uart),
    ("reader.there", WELL, "/dev/ttyUSB0", on.configure("[[readers]]", 'port = "/dev/ttyUSB0"').write("/dev/ttyUSB0")),
    ("reader.unstable", NOTE, "may have another number",
     lambda m: m.configure("[[readers]]",
     'port = "/dev/ttyUSB0"').write("/dev/ttyUSB0").link("/dev/serial/by-id/usb-1a86-if00", "../../ttyUSB0")),
    ("reader.gone", WRONG, "/dev/ttyACM0 isn't there; there is none",
     on.configure("[[readers]]", 'port = "/dev/ttyACM0"')),
    ("reader.gone", WRONG, "there is /dev/ttyUSB0",
     on.configure("[[readers]]", 'port = "/dev/ttyACM0"').write("/dev/ttyUSB0")),
    # The state folder
    ("state.sound", WELL, "/var/lib/commune", on),
    ("state.empty", NOTE, "no games yet in", on.remove(STORE)),
    ("state.none", NOTE, "no games yet: /var", lambda m: m.remove(*stored(m)).at("/var/lib/commune").rmdir()),
    ("state.readonly", WRONG, "mounted read-only", on.replaced("/proc/mounts", "ext4 rw,", "ext4 ro,")),
    ("state.readonly", WRONG, "mounted read-only",
     on.write("/proc/mounts", "/dev/a / ext4 rw 0 0\n/dev/b /var/lib ext4 ro 0 0\n/dev/c /var/libx x rw 0 0\n")),
    ("state.denied", WRONG, "/var/lib/commune can't be written by commune: it is root's",
     on.owned("/var/lib/commune", "root", "root", 0o755)),
    ("state.denied", WRONG, "commune.db can't be written by commune", on.owned(STORE, "ada", "commune", 0o640)),
    ("state.unsound", WARNING, "commune.db is damaged: file is not a database.",
     on.write(STORE, b"no database at all" * 1000)),
    ("state.unsound", WARNING, "commune.db is damaged", lambda m: torn(m)),
    ("state.busy", WELL, "has them open", on.says("systemctl is-active commune.service", "active")),
    ("state.newer", WRONG, "newer", newer_store),
    ("state.hidden", UNKNOWN, "can't be looked into: Permission denied", lambda m: set_attribute(m, "hidden", {STORE})),
    ("state.damaged", WARNING, "commune-damaged-1.db", on.write("/var/lib/commune/commune-damaged-1.db")),
    # The disk
    ("disk.room", WELL, "20,000 MB", on),
    ("disk.little", WARNING, "99 MB", lambda m: set_space(m, 99_999_999)),
    ("disk.full", WRONG, "4 MB", lambda m: set_space(m, 4_999_999)),
    ("disk.fileless", WRONG, "99 are left", lambda m: set_space(m, 20_000_000_000, 99)),
    ("disk.room", WELL, "20,000 MB", lambda m: set_space(m, 20_000_000_000, None)),
    ("disk.unknown", UNKNOWN, "Input/output", lambda m: set_attribute(m, "space", OSError(5, "Input/output error"))),
    # The clock
    ("clock.right", WELL, "2026-12-24 20:15, and was set", on),
    ("clock.behind", WARNING, "1970-01-01 00:01", lambda m: set_attribute(m, "now", datetime(1970, 1, 1, 0, 1))),
    ("clock.unset", NOTE, "no server has set it", on.remove("/run/systemd/timesync/synchronized")),
    ("clock.unknown", UNKNOWN, "can't be told",
     on.remove("/run/systemd/timesync/synchronized").at("/run/systemd/timesync").rmdir()),
    # The power
    ("power.enough", WELL, "strong enough", on),
    ("power.low", WARNING, "too low now", on.says("vcgencmd get_throttled", "throttled=0x50005")),
    ("power.waslow", WARNING, "at least once", on.says("vcgencmd get_throttled", "throttled=0x10000")),
    ("power.hot", WARNING, "slowed down now", on.says("vcgencmd get_throttled", "throttled=0x80008")),
    ("power.washot", WARNING, "slowed down at least once", on.says("vcgencmd get_throttled", "throttled=0x80000")),
    ("power.unknown", UNKNOWN, "can't be told", on.says("vcgencmd get_throttled", "", None)),
    ("power.unknown", UNKNOWN, "can't be told", on.says("vcgencmd get_throttled", "VCHI failed", 255)),
]  # fmt: skip


def stored(machine: Machine) -> list[str]:
    return [f"/var/lib/commune/{path.name}" for path in machine.at("/var/lib/commune").iterdir()]


def looked(machine: Machine) -> list[Finding]:
    return [finding for check in CHECKS for finding in check(machine.patient)]


@pytest.mark.parametrize(
    ("id", "level", "says", "change"), CASES, ids=lambda case: case if isinstance(case, str) else ""
)
def test_it_is_found_said_with_what_to_do_and_nothing_is_written(
    tmp_path: Path, id: str, level: Level, says: str, change: Change
) -> None:
    machine = Machine(tmp_path)
    change(machine)
    before = {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")}

    found = looked(machine)

    matching = [finding for finding in found if finding.id == id and finding.level is level and says in finding.text]
    assert matching, [f"{finding.id}: {finding.text}" for finding in found]
    for finding in found:
        assert finding.text[-1] in ".?"
        assert str(tmp_path) not in finding.text + finding.advice
        assert bool(finding.advice) or finding.level not in (WARNING, WRONG)
        assert not finding.advice or finding.level is not WELL
        assert finding.mend is None or "--fix" in finding.advice
    assert {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")} == before
    assert all(words.split()[0] in ("systemctl", "vcgencmd") for words in machine.ran)


def test_a_pi_that_is_well_is_well(tmp_path: Path) -> None:
    found = looked(Machine(tmp_path))
    assert {finding.level for finding in found} == {WELL, NOTE}
    assert [finding.id for finding in found if finding.level is NOTE] == ["service.off"]
    assert status(found) == 0


def test_a_reader_on_its_own_serial_line_is_well(tmp_path: Path) -> None:
    machine = with_uart(Machine(tmp_path))
    assert worst(looked(machine)) is NOTE
    pi = Machine(tmp_path / "5")
    pi5(pi).write(CONFIG, "dtparam=uart0=on\n").remove("/dev/serial0")
    pi.configure("[[readers]]", 'port = "/dev/ttyAMA0"').write("/dev/ttyAMA0")
    assert worst(looked(pi)) is NOTE


def test_any_other_computer_has_nothing_wrong(tmp_path: Path) -> None:
    machine = elsewhere(Machine(tmp_path))
    assert worst(looked(machine)) in (NOTE, UNKNOWN)


def test_an_empty_disk_is_no_reason_to_fail(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "full")
    machine.root = tmp_path / "empty"
    machine.root.mkdir()
    assert status(looked(machine)) == 0


def test_a_store_that_may_not_be_read_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(tmp_path)
    opened = Path.open

    def denied(path: Path, *args: object, **kwargs: object) -> object:
        if path.name == "commune.db":
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **kwargs)  # type: ignore[arg-type, call-overload]

    monkeypatch.setattr(Path, "open", denied)
    assert [finding.text for finding in looked(machine) if finding.id == "state.hidden"] == [
        "/var/lib/commune/commune.db can't be read: Permission denied."
    ]


def nobody_to_ask() -> Tools:
    @contextmanager
    def refuse(pins):  # type: ignore[no-untyped-def]
        raise PinsUnusable("The pins can't be used.")
        yield

    return Tools(show=lambda image: "", open_wires=refuse, listen=lambda reader, person: ("", ""), person=None)


def test_what_a_running_box_holds_is_not_touched(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.says("systemctl is-active commune.service", "active")
    touched: list[str] = []
    tools = Tools(
        show=lambda image: touched.append("panel") or "",
        open_wires=lambda pins: touched.append("pins"),  # type: ignore[arg-type, return-value]
        listen=lambda reader, person: touched.append("reader") or ("", ""),
        person=None,
    )
    assert "service.holds" in [finding.id for finding in examine(machine.patient, tools)]
    assert not touched


def test_nor_what_a_box_holds_that_somebody_started(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    held = hold(machine.at("/var/lib/commune"))
    found = [finding.id for finding in examine(machine.patient, nobody_to_ask())]
    assert "service.another" in found
    assert "button.shut" not in found
    os.close(held)
    found = [finding.id for finding in examine(machine.patient, nobody_to_ask())]
    assert "service.another" not in found
    assert "button.shut" in found


def test_the_exit_status_is_of_the_worst() -> None:
    def of(*levels: Level) -> int:
        return status([Finding("a.b", level, "A.") for level in levels])

    assert of() == of(WELL) == of(WELL, UNKNOWN, NOTE) == 0
    assert of(WELL, WARNING, NOTE) == 1
    assert of(WRONG, WARNING, WELL) == 3
    assert set(STATUSES) == set(Level)


def test_every_finding_of_the_code_is_in_a_table_here() -> None:
    from tests.device.doctor.test_trying import TRIED

    folder = Path(device.doctor.__file__).parent
    code = {
        id
        for path in folder.glob("*.py")
        for id in re.findall(r'\b(?:well|unknown|note|warning|wrong|blame)\(\s*"([a-z]+\.[a-z]+)"', path.read_text())
    }
    elsewhere_here = {"service.another"}
    assert code == {id for id, *_ in CASES} | TRIED | elsewhere_here
