"""A Raspberry Pi that is well, as a folder, for tests to make ill."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from device.configuration.reading import parse_configuration
from device.doctor.patient import Patient
from device.doctor.system import Owner, Ran, Space, System
from device.store import Change, Store
from device.store.places import FILE

FILES = {
    "/proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "/proc/cmdline": "console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait",
    "/proc/modules": "i2c_dev 16384 2 - Live 0x0\nspidev 20480 0 - Live 0x0\n",
    "/proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n/dev/mmcblk0p1 /boot/firmware vfat rw 0 0\n",
    "/etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_CODENAME=trixie\n',
    "/etc/passwd": "root:x:0:0::/root:/bin/sh\n"
    "commune:x:999:999::/:/usr/sbin/nologin\nada:x:1000:1000::/home/ada:/bin/sh\n",
    "/etc/group": "root:x:0:\ngpio:x:997:commune,ada\ni2c:x:998:commune\nspi:x:996:commune\ndialout:x:20:commune\n"
    "commune:x:999:\nada:x:1000:\n",
    "/etc/commune.toml": "",
    "/boot/firmware/config.txt": "# For more options\ndtparam=i2c_arm=on\n#dtparam=spi=on\ndtparam=audio=on\n\n[all]\n"
    "dtparam=i2c_arm_baudrate=400000\n",
    "/boot/firmware/cmdline.txt": "console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait",
    "/run/systemd/timesync/synchronized": "",
    "/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency": (400_000).to_bytes(4),
    "/dev/gpiochip0": "pinctrl-bcm2835",
    "/dev/gpiochip1": "raspberrypi-exp-gpio",
    "/dev/i2c-1": "",
}
OWNERS = {
    "/dev/gpiochip0": Owner("root", "gpio", 0o660),
    "/dev/gpiochip1": Owner("root", "gpio", 0o660),
    "/dev/i2c-1": Owner("root", "i2c", 0o660),
    "/dev/spidev0.0": Owner("root", "spi", 0o660),
    "/dev/ttyS0": Owner("root", "dialout", 0o660),
    "/dev/ttyAMA0": Owner("root", "dialout", 0o660),
    "/dev/ttyUSB0": Owner("root", "dialout", 0o660),
    "/var/lib/commune": Owner("commune", "commune", 0o750),
    "/var/lib/commune/commune.jsonl": Owner("commune", "commune", 0o640),
}
COMMANDS = {
    "systemctl is-enabled commune.service": Ran(0, "enabled"),
    "systemctl is-active commune.service": Ran(3, "inactive"),
    "vcgencmd get_throttled": Ran(0, "throttled=0x0"),
}


class Machine:
    """A machine under a folder; the methods change it, and can be written one after another."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.owners = dict(OWNERS)
        self.commands = dict(COMMANDS)
        self.ran: list[str] = []
        self.missing: set[str] = set()
        self.shut: set[str] = set()
        self.hidden: set[str] = set()
        self.space: Space | OSError = Space(20_000_000_000, 1_000_000)
        self.now = datetime(2026, 12, 24, 20, 15)
        self.user = "root"
        self.configured = ""
        for path, content in FILES.items():
            self.write(path, content)
        self.write("/var/lib/commune/commune.jsonl", empty_store())

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def write(self, path: str, content: str | bytes = "") -> Self:
        self.at(path).parent.mkdir(parents=True, exist_ok=True)
        self.at(path).write_bytes(content.encode() if isinstance(content, str) else content)
        return self

    def remove(self, *paths: str) -> Self:
        for path in paths:
            self.at(path).unlink()
        return self

    def link(self, path: str, target: str) -> Self:
        self.at(path).parent.mkdir(parents=True, exist_ok=True)
        self.at(path).symlink_to(target)
        return self

    def replaced(self, path: str, old: str, new: str) -> Self:
        text = self.at(path).read_text()
        assert old in text
        return self.write(path, text.replace(old, new))

    def configure(self, *lines: str) -> Self:
        self.configured = "\n".join(lines)
        return self.write("/etc/commune.toml", self.configured)

    def says(self, command: str, output: str, status: int | None = 0) -> Self:
        self.commands[command] = Ran(status, output)
        return self

    def owned(self, path: str, user: str, group: str, mode: int) -> Self:
        self.owners[path] = Owner(user, group, mode)
        return self

    def having(self, **attributes: object) -> Self:
        vars(self).update(attributes)
        return self

    @property
    def patient(self) -> Patient:
        system = System(
            root=self.root,
            user=self.user,
            run=self._run,
            label_of=self._label_of,
            lacks=lambda package: f"there is no package {package}" if package in self.missing else "",
            owner_of=self._owner_of,
            space_of=self._space_of,
            now=lambda: self.now,
            installed=datetime(2026, 11, 30),
        )
        return Patient(
            system, parse_configuration(self.configured.encode()), Path("/etc/commune.toml"), Path("/var/lib/commune")
        )

    def _name(self, path: Path) -> str:
        return f"/{path.relative_to(self.root)}"

    def _run(self, command: Sequence[str]) -> Ran:
        words = " ".join(command)
        self.ran.append(words)
        return self.commands.get(words, Ran(4, "unknown"))

    def _label_of(self, path: Path) -> str:
        if self._name(path) in self.shut:
            raise PermissionError(13, "Permission denied")
        return path.read_text()

    def _owner_of(self, path: Path) -> Owner:
        if self._name(path) in self.hidden:
            raise PermissionError(13, "Permission denied")
        path.stat()
        return self.owners[self._name(path)]

    def _space_of(self, path: Path) -> Space:
        assert path.is_dir()
        if isinstance(self.space, OSError):
            raise self.space
        return self.space


@cache
def empty_store() -> bytes:
    """The file of a store without games, made once: many machines have one."""
    with TemporaryDirectory() as folder:
        with Store.open(Path(folder), wall_clock=datetime.now) as store:
            store.commit(Change(screen={"screen": "setup"}))
        return Path(folder, FILE).read_bytes()
