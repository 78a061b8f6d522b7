"""What tests need that make whole Debians: a machine that can, its tools, and where its packages come from."""

from __future__ import annotations

import os
import shutil
import subprocess
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
    if os.geteuid():
        raise Unable(f"it needs root, to make root folders and enter them (sudo make {target})")
    if not shutil.which("apt-get"):
        raise Unable("it needs Debian or a relative of it, for its packages")
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True, check=False).returncode:
        raise Unable("it needs namespaces of its own, which this container forbids")
    missing = [
        name for name in packages if subprocess.run(["dpkg", "-s", name], capture_output=True, check=False).returncode
    ]
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
    script = ". /etc/os-release; apt-get indextargets --format '$(CODENAME) $(REPO_URI)' | grep \"^$VERSION_CODENAME \""
    said = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False).stdout.split()
    if len(said) < 2:
        raise Unable("this machine's apt names no Debian mirror for its own release")
    return said[1]
