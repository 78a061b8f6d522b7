"""What tests need that make whole Debians: a machine that can, its tools, and where its packages come from."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
ROOTS = ("mmdebstrap", "debian-archive-keyring")
"""The packages that make root folders."""


class Unable(Exception):
    """Nothing can be tried on this machine; the text says why, and what would help."""


def check_host(target: str, packages: Sequence[str] = ROOTS) -> None:
    """Find out whether this machine can make root folders and enter them; install what is missing of the packages.

    Args:
        target: what of the Makefile wants it.

    Raises:
        Unable: it can't.
    """
    if not shutil.which("apt-get"):
        raise Unable("it needs Debian, for its packages")
    if os.geteuid():
        raise Unable(f"it needs root, to make root folders and enter them (sudo make {target})")
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True, check=False).returncode:
        raise Unable("it needs namespaces of its own, which this container forbids")
    query = ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *packages]
    there = subprocess.run(query, capture_output=True, text=True, check=False).stdout.splitlines()
    missing = [name for name in packages if f"{name} installed" not in there]
    if missing:
        print(f"Installing {', '.join(missing)} …", flush=True)
        command = f"apt-get -q update && apt-get -qy install --no-install-recommends {' '.join(missing)}"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unable(f"{', '.join(missing)} could not be installed:\n{done.stdout}{done.stderr}")


def mirror() -> str:
    """Where this machine's own apt gets Debian from; the other releases are there too.

    Raises:
        Unable: it names none.
    """
    script = """. /etc/os-release; [ "$ID" = debian ] || exit
        apt-get indextargets --format '$(CODENAME) $(REPO_URI)' | grep "^$VERSION_CODENAME " """
    said = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False).stdout.split()
    if len(said) < 2:
        raise Unable("this machine's apt names no mirror of Debian for its own release")
    return said[1].rstrip("/")


def check_mirror(suite: str) -> None:
    """See whether the mirror can be reached.

    Raises:
        Unable: it can't, or there is none.
    """
    with tempfile.TemporaryDirectory() as folder:
        helper = ["/usr/lib/apt/apt-helper", "download-file", f"{mirror()}/dists/{suite}/Release", f"{folder}/Release"]
        if subprocess.run(helper, capture_output=True, check=False).returncode:
            raise Unable("the mirror of this machine's apt can't be reached")
