"""Small Debian root folders: made once, kept in the user's cache, copied for each use, entered by chroot."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from tests.debian import KEYRING, Unable, check_host, mirror

NEEDS = ("python3-gpiozero", "python3-luma.oled", "python3-pil", "python3-serial", "systemd", "udev", "passwd")
PINS = {"trixie": ("python3-libgpiod",), "bookworm": ()}
"""What the package depends on for pins; bookworm has neither, Raspberry Pi OS bookworm has python3-lgpio."""
TOOLS = {
    "trixie": ("python3-pytest", "python3-pytest-xdist", "python3-hypothesis", "python3-blessed", "lintian"),
    "bookworm": ("python3-pytest", "python3-pytest-xdist", "python3-hypothesis"),
}
QUIET = ("-q", "-y", "-o", "APT::Install-Recommends=false", "-o", "Dpkg::Options::=--force-confdef")
"""Without questions: what dpkg suggests is taken where it asks about a changed configuration, which is to keep it."""


Make = Callable[[str, Path, tuple[str, ...]], None]
"""Makes a tree of a suite in a folder, with these packages."""


class Tree:
    """A root folder; commands in it run as root, without its services."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(
        self, *command: str, given: str | None = None, check: bool = True, pip: Mapping[str, str] = MappingProxyType({})
    ) -> str:
        """What a command in there wrote, errors too; with `pip` pip is told so, and finds this machine's folders there.

        Raises:
            AssertionError: it failed, unless `check` is false.
        """
        seen = "".join(f'mount --bind {place} "$0{self._place(place)}" && ' for place in local_places(pip))
        done = subprocess.run(
            [
                *("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c"),
                f'{seen}mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"',
                *(str(self.root), "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8"),
                *("DEBIAN_FRONTEND=noninteractive", *(f"{name}={told}" for name, told in pip.items()), *command),
            ],
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        if check and done.returncode:
            raise AssertionError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def sh(self, script: str, *, check: bool = True) -> str:
        """As `run`, of a shell's script."""
        return self.run("sh", "-c", script, check=check)

    def apt(self, *words: str, check: bool = True) -> str:
        """As `run`, of apt-get, without questions and recommendations."""
        return self.run("apt-get", *QUIET, *words, check=check)

    def _place(self, place: Path) -> Path:
        """That place, made in the tree so that something can be mounted there."""
        there = self.path(str(place))
        (there if place.is_dir() else there.parent).mkdir(parents=True, exist_ok=True)
        if not there.exists():
            there.touch()
        return place

    def path(self, place: str) -> Path:
        """Where something of the tree is on this machine."""
        return self.root / place.lstrip("/")

    def copy(self, target: Path) -> Tree:
        """A copy of the tree."""
        subprocess.run(["cp", "-a", "--reflink=auto", str(self.root), str(target)], check=True)
        return Tree(target)


def clean(suite: str) -> Tree:
    """A small Debian, in which what the package needs is at hand to be installed, and not installed.

    Raises:
        Unable: it can't be made here.
    """
    return _kept(suite, "clean", (*NEEDS, *PINS[suite]), _make_clean)


def with_tools(suite: str) -> Tree:
    """A small Debian in which all that is installed, and what tests with it.

    Raises:
        Unable: it can't be made here.
    """
    return _kept(suite, "tools", (*NEEDS, *PINS[suite], *TOOLS[suite]), _make_tools)


def with_python(suite: str) -> Tree:
    """A small Debian with no more than somebody needs who wants to try this repository: Python, and make.

    Raises:
        Unable: it can't be made here.
    """
    return _kept(suite, "python", ("python3-venv", "make"), _make_tools)


def pip_told() -> dict[str, str]:
    """Where this machine's pip finds packages, as the environment tells it to another."""
    said = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    told = (line.partition("=") for line in said.stdout.splitlines())
    named = {name.rpartition(".")[2]: ast.literal_eval(value) for name, _, value in told}
    wanted = ("index-url", "extra-index-url", "find-links", "cert", "proxy", "trusted-host")
    return {f"PIP_{name.replace('-', '_').upper()}": named[name] for name in wanted if name in named}


def local_places(pip: Mapping[str, str]) -> list[Path]:
    """The folders and files of this machine that it is told of; what an index lists is beside the index."""
    words = [
        Path(word.removeprefix("file://").removesuffix("/simple")) for told in pip.values() for word in told.split()
    ]
    return sorted({word for word in words if word.is_absolute() and word.exists()})


def cache() -> Path:
    """Where the trees are kept."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home, "commune-package")


def _kept(suite: str, kind: str, packages: tuple[str, ...], make: Make) -> Tree:
    root = cache() / f"{suite}-{kind}"
    stamp = cache() / f"{suite}-{kind}.packages"
    wanted = " ".join(packages)
    if not root.is_dir() or not stamp.is_file() or stamp.read_text() != wanted:
        check_host("package-test")
        print(f"Making a {suite} tree ({kind}), once; a minute or so …", flush=True)
        cache().mkdir(parents=True, exist_ok=True)
        part = cache() / f"{suite}-{kind}.part"
        for old in (part, root):
            shutil.rmtree(old, ignore_errors=True)
        make(suite, part, packages)
        part.rename(root)
        stamp.write_text(wanted)
    return Tree(root)


def _make_clean(suite: str, part: Path, packages: tuple[str, ...]) -> None:
    options = ("--mode=root", "--variant=apt", '--aptopt=Acquire::Languages "none"', f"--keyring={KEYRING}")
    command = [
        "mmdebstrap",
        "--quiet",
        *options,
        "--include=systemd,udev",
        suite,
        str(part),
        f"deb {mirror()} {suite} main",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unable(f"mmdebstrap could not make a {suite} tree:\n{done.stdout}{done.stderr}")
    shutil.copy("/etc/resolv.conf", part / "etc/resolv.conf")
    tree = Tree(part)
    tree.apt("update")
    tree.apt("--download-only", "install", *packages)


def _make_tools(suite: str, part: Path, packages: tuple[str, ...]) -> None:
    clean(suite).copy(part)
    Tree(part).apt("install", *packages)


def main() -> int:
    """Say whether the package can be tried on this machine: exit status 0, or 1 and why not."""
    try:
        check_host("package-test")
    except Unable as unable:
        print(f"The package can't be tried here: {unable}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
