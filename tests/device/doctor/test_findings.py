"""Everything that the doctor can find has a machine here on which it goes wrong, and one on which it is well."""

from __future__ import annotations

import errno
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
from device.store.lines import PAGE, to_line
from device.store.lock import hold
from tests.device.doctor.machines import Machine
from tests.device.stores import watched
from tests.device.test_store_faults import Faults

MODEL = "/proc/device-tree/model"
CONFIG = "/boot/firmware/config.txt"
STORE = "/var/lib/commune/commune.jsonl"
ACTIVE = "systemctl is-active commune.service"
ENABLED = "systemctl is-enabled commune.service"
STATUS = "systemctl show --property=StatusText --value commune.service"
THROTTLED = "vcgencmd get_throttled"
READER = ("[[readers]]", 'port = "/dev/serial0"')
UART_ON = "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\nenable_uart=1\n"


class Does:
    """What is done to a machine, said before there is one: `on.remove("/etc/os-release")`."""

    def __init__(self, *calls: tuple[str, tuple[Any, ...], dict[str, Any]]) -> None:
        self._calls = calls

    def __getattr__(self, name: str) -> Callable[..., Does]:
        return lambda *given, **named: Does(*self._calls, (name, given, named))

    def __call__(self, machine: Machine) -> Machine:
        for name, given, named in self._calls:
            machine = getattr(machine, name)(*given, **named)
        return machine


on = Does()
with_spi = on.configure('board = "waveshare-hat"')
with_uart = on.configure(*READER).write(CONFIG, UART_ON).write("/dev/ttyS0").link("/dev/serial0", "ttyS0")
with_uart = with_uart.owned("/dev/serial0", "root", "dialout", 0o660)
with_usb = on.configure("[[readers]]", 'port = "/dev/ttyUSB0"').write("/dev/ttyUSB0")
pi5 = with_uart.write(MODEL, "Raspberry Pi 5 Model B Rev 1.0\0").write("/dev/gpiochip0", "pinctrl-rp1")
elsewhere = on.remove(MODEL, CONFIG, "/dev/i2c-1", "/dev/gpiochip0", "/dev/gpiochip1")
"""No Raspberry Pi at all."""


def torn(machine: Machine) -> Machine:
    data = machine.at(STORE).read_bytes()
    return machine.write(STORE, data[:PAGE] + bytes(PAGE) + data[PAGE : 2 * PAGE])


WELL = Level.WELL
UNKNOWN, NOTE, WARNING, WRONG = Level.UNKNOWN, Level.NOTE, Level.WARNING, Level.WRONG

Change = Callable[[Machine], object]
CASES: list[tuple[str, Level, str, Change]] = [
    # The computer
    ("computer.known", WELL, "Raspberry Pi Zero 2 W Rev 1.0.", on),
    ("computer.other", UNKNOWN, "This is no Raspberry Pi.", elsewhere),
    ("computer.other", UNKNOWN, "but: Banana Pi BPI-M2.", on.write(MODEL, "Banana Pi BPI-M2\0")),
    ("computer.short", WRONG, "a header of 26 pins", on.write(MODEL, "Raspberry Pi Model B Rev 2\0")),
    ("computer.system", WELL, "trixie", on),
    ("computer.untried", NOTE, "Raspbian 10", on.write("/etc/os-release", 'PRETTY_NAME="Raspbian 10"\n')),
    ("computer.nameless", UNKNOWN, "doesn't say", on.remove("/etc/os-release")),
    # The configuration
    ("configuration.right", WELL, "The board is Adafruit", on),
    ("configuration.none", NOTE, "There is no /etc/commune.toml", on.remove("/etc/commune.toml")),
    ("configuration.wrong", WRONG, "commune.toml: Line 2: bord: there is no", on.configure("", "bord = 1")),
    # The service
    ("service.off", NOTE, "The box is off.", on),
    ("service.on", WELL, "The box is on.", on.says(ACTIVE, "active")),
    ("service.on", WELL, "The box is on: UP is stuck.", on.says(ACTIVE, "active").says(STATUS, "UP is stuck.")),
    ("service.holds", NOTE, "so they can't be tried", on.says(ACTIVE, "activating")),
    ("service.failed", WRONG, "has failed", on.says(ACTIVE, "failed", 3)),
    ("service.disabled", WARNING, "doesn't start with", on.says(ENABLED, "disabled", 1)),
    ("service.disabled", WARNING, "doesn't start with", on.says(ENABLED, "masked", 1)),
    ("service.none", NOTE, "Nothing starts", on.says(ENABLED, "not-found", 4)),
    ("service.unknown", UNKNOWN, "no systemd", on.says(ENABLED, "", None)),
    # The pin chip
    ("chip.found", WELL, "on /dev/gpiochip0, pinctrl-bcm2835", on),
    ("chip.found", WELL, "on /dev/gpiochip1, pinctrl-rp1",
     on.write("/dev/gpiochip1", "pinctrl-rp1").write("/dev/gpiochip0", "brcmstb-gpio")),
    ("chip.none", WRONG, "There is no GPIO chip", on.remove("/dev/gpiochip0", "/dev/gpiochip1")),
    ("chip.none", UNKNOWN, "There is no GPIO chip", elsewhere),
    ("chip.unknown", WRONG, "there is /dev/gpiochip1 (raspberrypi-exp-gpio)", on.remove("/dev/gpiochip0")),
    ("chip.shut", WRONG, "/dev/gpiochip0 can't be opened: Permission denied", on.having(shut={"/dev/gpiochip0"})),
    ("chip.library", WELL, "by gpiod", on),
    ("chip.lgpio", WARNING, "1,700 times a second: there is no package gpiod", on.having(missing={"gpiod"})),
    ("chip.libraryless", WRONG, "no package gpiod; there is no package lgpio", on.having(missing={"gpiod", "lgpio"})),
    # The bus
    ("bus.there", WELL, "/dev/i2c-1", on),
    ("bus.there", WELL, "/dev/spidev0.0", with_spi.write("/dev/spidev0.0")),
    ("bus.fast", WELL, "400 kHz", on),
    ("bus.slow", NOTE, "at 100 kHz",
     on.write("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", (100_000).to_bytes(4))),
    ("bus.slow", NOTE, "at 50 kHz",
     on.configure("panel.port = 4").write("/dev/i2c-4").owned("/dev/i2c-4", "root", "i2c", 0o660)
     .write("/sys/bus/i2c/devices/i2c-4/of_node/clock-frequency", (50_000).to_bytes(4))),
    ("bus.speedless", UNKNOWN, "how fast", on.remove("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency")),
    ("bus.off", WRONG, "I2C is switched off", on.remove("/dev/i2c-1").write(CONFIG, "#dtparam=i2c_arm=on")),
    ("bus.off", WRONG, "I2C is switched off", on.remove("/dev/i2c-1").write(CONFIG, "[pi5]\ndtparam=i2c_arm=on")),
    ("bus.off", WRONG, "I2C is switched off",
     on.remove("/dev/i2c-1").write(CONFIG, "dtparam=i2c_arm=on\ndtparam=i2c_arm=off")),
    ("bus.off", WRONG, "SPI is switched off", with_spi),
    ("bus.moduleless", WRONG, "the module i2c-dev", on.remove("/dev/i2c-1").write("/proc/modules", "i2c_devil 1\n")),
    ("bus.waiting", WRONG, "I2C is switched on in /boot", on.remove("/dev/i2c-1")),
    ("bus.waiting", WRONG, "SPI is switched on in /boot", with_spi.write(CONFIG, "dtparam=spi")),
    ("bus.unusual", WRONG, "/dev/i2c-3; there is /dev/i2c-1", on.configure("panel.port = 3")),
    ("bus.unusual", WRONG, "/dev/i2c-3; there is no other", on.configure("panel.port = 3").remove("/dev/i2c-1")),
    ("bus.none", WRONG, "isn't there, /dev/i2c-1", on.remove("/dev/i2c-1", CONFIG)),
    ("bus.none", UNKNOWN, "isn't there, /dev/i2c-1", elsewhere),
    # The groups
    ("groups.member", WELL, "commune may open", on),
    ("groups.missing", WRONG, "commune may not open /dev/i2c-1: it isn't in the group i2c",
     on.replaced("/etc/group", "i2c:x:998:commune", "i2c:x:998:")),
    ("groups.missing", WRONG, "ada may not open /dev/i2c-1",
     on.replaced("/etc/passwd", "commune:", "c:").having(user="ada")),
    ("groups.missing", WRONG, "/dev/serial0: it isn't in the group dialout",
     with_uart.replaced("/etc/group", "dialout:x:20:commune", "dialout:x:20:")),
    ("groups.missing", WRONG, "/dev/spidev0.0: it isn't in the group spi",
     with_spi.write("/dev/spidev0.0").replaced("/etc/group", "spi:x:996:commune", "spi:x:996:")),
    ("groups.shut", WRONG, "only root may", on.owned("/dev/gpiochip0", "root", "root", 0o600)),
    ("groups.shut", WRONG, "only root may", on.owned("/dev/i2c-1", "root", "i2c", 0o600)),
    ("groups.root", WELL, "everything", on.replaced("/etc/passwd", "commune:", "c:")),
    ("groups.nobody", UNKNOWN, "commune", on.remove("/etc/group")),
    ("groups.nobody", UNKNOWN, "1234", on.replaced("/etc/passwd", "commune:", "c:").having(user="1234")),
    ("groups.deviceless", UNKNOWN, "no device", elsewhere),
    # The serial line
    ("uart.free", WELL, "nobody else", with_uart),
    ("uart.off", WRONG, "isn't switched on for /dev/serial0", on.configure(*READER)),
    ("uart.off", WRONG, "isn't switched on", with_uart.write(CONFIG, "[pi5]\nenable_uart=1\n")),
    ("uart.waiting", WRONG, "but /dev/serial0 isn't there", with_uart.remove("/dev/serial0")),
    ("uart.none", WRONG, "/dev/serial0 isn't there", on.configure(*READER).remove(CONFIG)),
    ("uart.none", UNKNOWN, "/dev/serial0 isn't there", elsewhere.configure(*READER)),
    ("uart.elsewhere", WRONG, "between the two HDMI sockets",
     pi5.remove("/dev/serial0").write("/dev/ttyAMA10").link("/dev/serial0", "ttyAMA10")),
    ("uart.off", WRONG, "isn't switched on", pi5),
    ("uart.console", WRONG, "console=serial0,115200 in /boot/firmware/cmdline.txt",
     with_uart.write("/boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1 root=x")),
    ("uart.console", WRONG, "console=ttyAMA0 in /proc/cmdline",
     with_uart.remove("/boot/firmware/cmdline.txt").write("/proc/cmdline", "console=ttyAMA0")),
    ("uart.login", WRONG, "serial-getty@ttyS0.service",
     with_uart.link("/etc/systemd/system/getty.target.wants/serial-getty@ttyS0.service", "/dev/null")),
    ("uart.login", WRONG, "serial-getty@serial0.service",
     with_uart.says("systemctl is-active serial-getty@serial0.service", "active")),
    # The readers
    ("reader.none", WELL, "No card reader", on),
    ("reader.unused", NOTE, "/dev/ttyUSB0, and no reader", on.write("/dev/ttyUSB0")),
    ("reader.there", WELL, "/dev/serial0", with_uart),
    ("reader.there", WELL, "/dev/ttyUSB0", with_usb),
    ("reader.unstable", NOTE, "may have another number",
     with_usb.link("/dev/serial/by-id/usb-1a86-if00", "../../ttyUSB0")),
    ("reader.gone", WRONG, "/dev/ttyACM0 isn't there; there is none",
     on.configure("[[readers]]", 'port = "/dev/ttyACM0"')),
    ("reader.gone", WRONG, "there is /dev/ttyUSB0",
     on.configure("[[readers]]", 'port = "/dev/ttyACM0"').write("/dev/ttyUSB0")),
    # The state folder
    ("state.sound", WELL, "/var/lib/commune", on),
    ("state.empty", NOTE, "no games yet in", on.remove(STORE)),
    ("state.old", NOTE, "by an earlier version", on.remove(STORE).write("/var/lib/commune/commune.db")),
    ("state.none", NOTE, "no games yet: /var", on.remove(STORE).at("/var/lib/commune").rmdir()),
    ("state.readonly", WRONG, "mounted read-only", on.replaced("/proc/mounts", "ext4 rw,", "ext4 ro,")),
    ("state.readonly", WRONG, "mounted read-only",
     on.write("/proc/mounts", "/dev/a / ext4 rw 0 0\n/dev/b /var/lib ext4 ro 0 0\n/dev/c /var/libx x rw 0 0\n")),
    ("state.denied", WRONG, "/var/lib/commune can't be written by commune: it is root's",
     on.owned("/var/lib/commune", "root", "root", 0o755)),
    ("state.denied", WRONG, "commune.jsonl can't be written by commune", on.owned(STORE, "ada", "commune", 0o640)),
    ("state.unsound", WARNING, "commune.jsonl is damaged.", on.write(STORE, b"no log at all" * 1000)),
    ("state.unsound", WARNING, "commune.jsonl is damaged.", torn),
    ("state.busy", WELL, "has them open", on.says(ACTIVE, "active")),
    ("state.newer", WRONG, "newer", on.write(STORE, to_line({"format": 2}))),
    ("state.hidden", UNKNOWN, "can't be looked into: Permission denied", on.having(hidden={STORE})),
    ("state.damaged", WARNING, "damaged-1-game-3.json", on.write("/var/lib/commune/damaged-1-game-3.json")),
    # The disk
    ("disk.room", WELL, "20,000 MB", on),
    ("disk.little", WARNING, "99 MB", on.having(space=Space(99_999_999, 1000))),
    ("disk.full", WRONG, "4 MB", on.having(space=Space(4_999_999, 1000))),
    ("disk.fileless", WRONG, "99 are left", on.having(space=Space(20_000_000_000, 99))),
    ("disk.room", WELL, "20,000 MB", on.having(space=Space(20_000_000_000, None))),
    ("disk.unknown", UNKNOWN, "Input/output", on.having(space=OSError(5, "Input/output error"))),
    # The clock
    ("clock.right", WELL, "2026-12-24 20:15, and was set", on),
    ("clock.behind", WARNING, "1970-01-01 00:01", on.having(now=datetime(1970, 1, 1, 0, 1))),
    ("clock.unset", NOTE, "no server has set it", on.remove("/run/systemd/timesync/synchronized")),
    ("clock.unknown", UNKNOWN, "can't be told",
     on.remove("/run/systemd/timesync/synchronized").at("/run/systemd/timesync").rmdir()),
    # The power
    ("power.enough", WELL, "strong enough", on),
    ("power.low", WARNING, "too low now", on.says(THROTTLED, "throttled=0x50005")),
    ("power.waslow", WARNING, "at least once", on.says(THROTTLED, "throttled=0x10000")),
    ("power.hot", WARNING, "slowed down now", on.says(THROTTLED, "throttled=0x80008")),
    ("power.washot", WARNING, "slowed down at least once", on.says(THROTTLED, "throttled=0x80000")),
    ("power.unknown", UNKNOWN, "can't be told", on.says(THROTTLED, "", None)),
    ("power.unknown", UNKNOWN, "can't be told", on.says(THROTTLED, "VCHI failed", 255)),
]  # fmt: skip


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


def test_a_store_that_may_not_be_read_is_unknown(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    with watched(machine.at(STORE), Faults(errno.EACCES, calls=("open",))):
        assert [finding.text for finding in looked(machine) if finding.id == "state.hidden"] == [
            "/var/lib/commune/commune.jsonl can't be read: No permission to the store."
        ]


def nobody_to_ask() -> Tools:
    @contextmanager
    def refuse(pins):  # type: ignore[no-untyped-def]
        raise PinsUnusable("The pins can't be used.")
        yield

    return Tools(show=lambda image: "", open_wires=refuse, listen=lambda reader, person: ("", ""), person=None)


def test_what_a_running_box_holds_is_not_touched(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.says(ACTIVE, "active")
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
