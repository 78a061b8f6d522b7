"""Builds the machine that the scenarios run on, from Debian's packages, and keeps it in the user's cache.

    python -m tests.vm.build [--compare] [PACKAGE.deb]

Needs root, and Debian's apt: it makes root folders and enters them. Packages come from where this machine's own apt
gets them. What is there already, and of the same making, stays; each step says what it does and how long it took. The
disk that comes out, `box.img`, has had PACKAGE installed by apt in the booted machine, as people install it; without
PACKAGE, `make deb` makes it.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.debian import KEYRING, ROOTS, Unable, check_host, check_mirror, mirror
from tests.vm.cache import cache

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]

HOST = (*ROOTS, "qemu-system-x86", "e2fsprogs")
"""What this machine needs."""
TOOLS = (
    "linux-source-6.12", "linux-headers-amd64", "gcc", "make", "libc6-dev", "xz-utils", "lz4", "cpio", "kmod",
    "busybox-static",
)  # fmt: skip
"""What the builder needs, a root folder for the kernel's modules."""
LGPIO = "lgpio==0.2.2.0"
"""What the box is compared with."""
SYSTEM = ("systemd-sysv", "udev", "dbus", "kmod", "polkitd", "python3")
"""What the machine has besides what the package asks for."""
SUITE = "trixie"
SIZE = "768M"
ROOM = 4 * 10**9
"""Bytes of disk for all that is built and for a run."""
MASKED = HERE / "masked.txt"
"""Units that only lengthen the boot of a machine without network and screen."""


class BuildError(Exception):
    """A step failed; the text is for people."""


def main() -> None:
    """Build what is missing, and say so."""
    parser = argparse.ArgumentParser(prog="tests.vm.build", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--compare", action="store_true", help="also build lgpio, which the box is compared with")
    parser.add_argument("--able", action="store_true", help="only say whether this machine can build it")
    parser.add_argument("package", nargs="?", type=Path, help="the package to install (default: what make deb makes)")
    arguments = parser.parse_args()
    try:
        check_machine()
        if not arguments.able:
            build(arguments.package, compare=arguments.compare)
    except Unable as unable:
        sys.exit(f"The machine can't be built here: {unable}")
    except BuildError as error:
        sys.exit(f"tests.vm.build: {error}")


def check_machine() -> None:
    """Find out whether the machine can be built and run here; install what is missing.

    Raises:
        Unable: it can't.
    """
    if platform.machine() != "x86_64":
        raise Unable(f"it is an x86-64 machine with Debian's kernel for it, and this is {platform.machine()}")
    check_host("vm-test", HOST)
    if not (cache() / "box.img").exists():
        if shutil.disk_usage(cache()).free < ROOM:
            raise Unable(f"{cache()} has less than the {ROOM // 10**9} GB of disk that it takes")
        check_mirror(SUITE)


def build(package: Path | None = None, *, compare: bool = False) -> Path:
    """The disk with the package installed, built as far as it isn't there.

    Raises:
        BuildError: a step failed.
    """
    with (cache() / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BuildError(f"something else is building in {cache()}, or playing there") from None
        for leftover in cache().glob("run-*"):  # of a run that was killed: nobody is playing now
            shutil.rmtree(leftover, ignore_errors=True)
        return _Build().run(package, compare=compare)


class _Build:
    """One build, its steps in order."""

    def __init__(self) -> None:
        self.folder = cache()
        self.log = self.folder / "build.log"
        self.builder = self.folder / "builder"
        self.root = self.folder / "root"
        self.base = self.folder / "base.img"
        self.box = self.folder / "box.img"

    def run(self, package: Path | None, *, compare: bool) -> Path:
        started = time.monotonic()
        self.log.write_text("")
        _say(f"The machine for the scenarios is in {self.folder}; what the steps print goes to {self.log.name} there.")
        if package is None:
            self._step("the package: make deb", "", self.log, lambda: self._run("make", "-C", REPOSITORY, "deb"))
            package = newest_package()
        wanted = depended_on(package)
        self._step(
            "a folder with the kernel's source and a compiler",
            " ".join(TOOLS),
            self.builder / "image",
            self._make_builder,
        )
        kernel = _digest(HERE / "kernel") + " ".join(TOOLS)
        self._step("the kernel and the modules that it lacks", kernel, self.folder / "kernel", self._kernel)
        system = " ".join((*SYSTEM, *wanted))
        self._step(
            f"{SUITE}: systemd, Python, what the package asks for",
            system,
            self.root / "etc",
            lambda: self._make_root(self.root, (*SYSTEM, *wanted)),
        )
        base = kernel + system + _digest(HERE / "guest") + SIZE + MASKED.read_text()
        self._step("the disk", base, self.base, self._disk)
        made = base + hashlib.sha256(package.read_bytes()).hexdigest()
        self._step("the first boot; the package installed", made, self.box, lambda: self._install(package))
        if compare:
            made = LGPIO + (HERE / "compare/make-lgpio").read_text() + " ".join(TOOLS)
            self._step("lgpio, to compare with", made, self.folder / "lgpio", self._lgpio)
        _say(f"Ready after {time.monotonic() - started:.0f} s.")
        return self.box

    def _step(self, title: str, made_of: str, product: Path, make: Callable[[], object]) -> None:
        """Make the product unless it is there and made of the same; nothing is ever the same as ""."""
        stamp = self.folder / f".{title.split(':')[0].replace(' ', '-')}"
        print(f"  {title:<60}", end="", flush=True)
        digest = hashlib.sha256(made_of.encode()).hexdigest()
        if made_of and product.exists() and stamp.exists() and stamp.read_text() == digest:
            print("is there", flush=True)
            return
        started = time.monotonic()
        stamp.unlink(missing_ok=True)
        try:
            make()
        except (subprocess.CalledProcessError, OSError, RuntimeError) as error:
            print("FAILED", flush=True)
            last = "\n".join(self.log.read_text(errors="replace").splitlines()[-25:])
            raise BuildError(f"{title}: {error}\n{last}\nAll of its output is in {self.log}") from None
        stamp.write_text(digest)
        print(f"{time.monotonic() - started:6.1f} s", flush=True)

    def _run(self, *command: str | Path) -> None:
        with self.log.open("ab") as log:
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)

    def _inside(self, root: Path, *command: str) -> None:
        """Run a command in a root folder; its mounts and processes end with it."""
        mounts = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
        clean = ("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive")
        self._run("unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", mounts, root, *clean, *command)

    def _make_root(self, root: Path, packages: Sequence[str]) -> None:
        part = root.with_suffix(".part")
        for old in (root, part):
            shutil.rmtree(old, ignore_errors=True)
        lean = [f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in ("man", "doc", "locale", "info")]
        self._run(
            "mmdebstrap", "--mode=root", "--variant=apt", "--architectures=amd64", f"--include={','.join(packages)}",
            '--aptopt=APT::Install-Recommends "false"', '--aptopt=Acquire::Languages "none"', *lean,
            f"--keyring={KEYRING}", SUITE, part, f"deb {mirror()} {SUITE} main",
        )  # fmt: skip
        shutil.copy("/etc/resolv.conf", part / "etc/resolv.conf")
        part.rename(root)

    def _make_builder(self) -> None:
        self._make_root(self.builder, TOOLS)
        # With its headers: later the mirror may have only the next one.
        image = "linux-image-$(basename /lib/modules/*-amd64)"
        fetch = f"mkdir /image && cd /image && apt-get -q update && apt-get -q download {image}"
        self._inside(self.builder, "sh", "-c", fetch)

    def _kernel(self) -> None:
        shutil.rmtree(self.builder / "vm", ignore_errors=True)
        shutil.copytree(HERE / "kernel", self.builder / "vm")
        self._inside(self.builder, "/vm/make-kernel")
        shutil.rmtree(self.folder / "kernel", ignore_errors=True)
        shutil.copytree(self.builder / "out", self.folder / "kernel")

    def _lgpio(self) -> None:
        source, product = self.builder / "lgpio", self.folder / "lgpio"
        for old in (source, product):
            shutil.rmtree(old, ignore_errors=True)
        self._run(sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", ":all:", "--dest", source, LGPIO)
        shutil.copy(HERE / "compare/make-lgpio", source)
        self._inside(self.builder, "/lgpio/make-lgpio")
        shutil.copytree(source / "out", product)

    def _disk(self) -> None:
        tree, part = self.folder / "tree", self.base.with_suffix(".part")
        shutil.rmtree(tree, ignore_errors=True)
        self._run("cp", "-a", self.root, tree)
        self._run("cp", "-r", "--preserve=mode", f"{HERE}/guest/.", tree)
        shutil.copytree(self.folder / "kernel/modules", tree / "usr/lib/modules", dirs_exist_ok=True)
        (tree / "etc/hostname").write_text("commune\n")
        (tree / "etc/machine-id").write_text("uninitialized\n")
        (tree / "etc/fstab").write_text("/dev/vda / ext4 rw,errors=remount-ro,noatime 0 1\n")
        units = tree / "etc/systemd/system"
        for unit in MASKED.read_text().split():
            (units / unit).unlink(missing_ok=True)
            (units / unit).symlink_to("/dev/null")
        for link in units.glob("*.wants/*"):
            if re.match(r"systemd-networkd|e2scrub|remote-fs|getty@", link.name):
                link.unlink()
        (units / "default.target").unlink(missing_ok=True)
        (units / "default.target").symlink_to("/lib/systemd/system/multi-user.target")
        wants = units / "sysinit.target.wants"
        wants.mkdir(exist_ok=True)
        for unit in ("vm-agent.service", "vm-board.service"):
            (wants / unit).symlink_to(f"../{unit}")
        (version,) = (self.folder / "kernel/modules").iterdir()
        self._inside(tree, "depmod", version.name)
        self._inside(tree, "systemd-sysusers")
        for leftover in (
            *tree.glob("var/lib/apt/lists/*"),
            *tree.glob("var/cache/apt/**/*.*"),
            tree / "etc/resolv.conf",
        ):
            if leftover.is_file():
                leftover.unlink()
        part.unlink(missing_ok=True)
        self._run("truncate", "-s", SIZE, part)
        self._run(
            "mke2fs", "-q", "-F", "-t", "ext4", "-L", "commune", "-O", "^64bit,^metadata_csum_seed",
            "-E", "lazy_itable_init=0,lazy_journal_init=0", "-d", tree, part,
        )  # fmt: skip
        shutil.rmtree(tree)
        part.rename(self.base)

    def _install(self, package: Path) -> None:
        """Boot, install as people do, and shut down in order."""
        from tests.vm.keys import HIGH
        from tests.vm.machine import Machine

        part = self.box.with_suffix(".part")
        copy_image(self.base, part)
        with Machine(part, keep=True, high=HIGH) as machine:
            machine.wait_booted()
            machine.put(package, "/root/commune.deb")
            installed = machine.run("apt-get -qy install /root/commune.deb", timeout=600, check=True)
            machine.run("rm /root/commune.deb; sync")
            with self.log.open("a") as log:
                log.write(installed.output)
            machine.power_off()
        part.rename(self.box)


def newest_package() -> Path:
    """The package that `make deb` made last.

    Raises:
        BuildError: there is none.
    """
    made = sorted((REPOSITORY / "dist").glob("*.deb"), key=lambda path: path.stat().st_mtime)
    if not made:
        raise BuildError("make deb left no package in dist")
    return made[-1]


def depended_on(package: Path) -> tuple[str, ...]:
    """The packages that it needs, without versions; of alternatives the first."""
    fields = subprocess.run(["dpkg-deb", "-f", package, "Depends"], check=True, capture_output=True, text=True).stdout
    names = [re.sub(r"[ (:|].*", "", entry.strip()) for entry in fields.strip().split(",")]
    return tuple(filter(None, names))


def copy_image(source: Path, target: Path) -> Path:
    """A sparse copy of a disk."""
    subprocess.run(["cp", "--sparse=always", "--reflink=auto", source, target], check=True)
    return target


def _digest(folder: Path) -> str:
    """Stands for all that is in a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)} {path.stat().st_mode & 0o111:o}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
