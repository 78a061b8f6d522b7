"""The machine as the doctor sees it: everything that a check asks goes through one value, so that tests can hand in
another machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from engine.value import value

LONGEST = 1_000_000
"""Bytes of a file that are read."""

PATIENCE = 10.0
"""Seconds that a command may take."""


@value
class Ran:
    """What came of a command: its exit status, None if there is no such command; and what it wrote."""

    status: int | None
    output: str = ""


@value
class Owner:
    """Whose a file is, and what may be done with it: names, where they are known, and permission bits."""

    user: str
    group: str
    mode: int


@value
class Space:
    """What is free on a disk, in bytes, and in files; None where the disk doesn't count them."""

    free: int
    files: int | None


@value
class System:
    """A machine.

    Attributes:
        root: the folder under which its files are.
        user: who asks; "root" may do everything.
        run: runs a command and waits for it; never raises.
        label_of: the label of a GPIO chip; raises OSError.
        lacks: why a Python package can't be used, as "there is no package gpiod"; "" if it can.
        owner_of: whose a file is; raises OSError.
        space_of: what is free where a folder is; raises OSError.
        now: the time by its clock.
        installed: when this program was put there; the clock can't be right if it is behind that.
    """

    root: Path
    user: str
    run: Callable[[Sequence[str]], Ran]
    label_of: Callable[[Path], str]
    lacks: Callable[[str], str]
    owner_of: Callable[[Path], Owner]
    space_of: Callable[[Path], Space]
    now: Callable[[], datetime]
    installed: datetime

    def path(self, path: str | Path) -> Path:
        """Where a file of the machine is to be found from here."""
        return self.root / str(path).lstrip("/")

    def there(self, path: str | Path) -> bool:
        """Whether there is such a file, a folder or a device."""
        try:
            return self.path(path).exists()
        except OSError:
            return False

    def text(self, path: str | Path) -> str | None:
        """What a file says, without zero bytes at its end; None if it can't be read."""
        try:
            with self.path(path).open("rb") as file:
                return file.read(LONGEST).decode("utf-8", "replace").rstrip("\0")
        except OSError:
            return None

    def number(self, path: str | Path) -> int | None:
        """What a property of the device tree says, a number; None if it isn't there or isn't one."""
        try:
            data = self.path(path).read_bytes()
        except OSError:
            return None
        return int.from_bytes(data) if 0 < len(data) <= 8 else None

    def names(self, folder: str, pattern: str) -> list[str]:
        """The paths in a folder that match a pattern, as that machine calls them."""
        try:
            found = sorted(self.path(folder).glob(pattern))
        except OSError:
            return []
        return [f"{folder.rstrip('/')}/{path.name}" for path in found]

    def target(self, path: str) -> str:
        """What a device is really called that may be a link to another in its folder."""
        try:
            return f"{path.rpartition('/')[0]}/{os.readlink(self.path(path)).rpartition('/')[2]}"
        except OSError:
            return path


def this_machine() -> System:
    """The machine that this runs on."""
    import device

    return System(
        root=Path("/"),
        user=_user(),
        run=_run,
        label_of=_label_of,
        lacks=_lacks,
        owner_of=_owner_of,
        space_of=_space_of,
        now=datetime.now,
        installed=datetime.fromtimestamp(Path(device.__file__ or "").stat().st_mtime),
    )


def _user() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _run(command: Sequence[str]) -> Ran:
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            env=os.environ | {"LC_ALL": "C"},
        )
    except FileNotFoundError:
        return Ran(None)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Ran(-1, str(error))
    return Ran(done.returncode, done.stdout.decode("utf-8", "replace").strip())


def _label_of(chip: Path) -> str:
    from device.pins.chips import label

    return label(chip)


def _lacks(package: str) -> str:
    if package == "gpiod":
        from device.pins.choice import gpiod_missing

        return gpiod_missing()
    from importlib.util import find_spec

    return "" if find_spec(package) else f"there is no package {package}"


def _owner_of(path: Path) -> Owner:
    import grp
    import pwd

    found = path.stat()
    try:
        user = pwd.getpwuid(found.st_uid).pw_name
    except KeyError:
        user = str(found.st_uid)
    try:
        group = grp.getgrgid(found.st_gid).gr_name
    except KeyError:
        group = str(found.st_gid)
    return Owner(user, group, found.st_mode & 0o7777)


def _space_of(path: Path) -> Space:
    found = os.statvfs(path)
    return Space(found.f_bavail * found.f_frsize, found.f_favail if found.f_files else None)
