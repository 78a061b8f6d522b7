"""Where what is built for the machine lies: the user's cache, to be deleted at any time."""

from __future__ import annotations

import os
from pathlib import Path


def cache() -> Path:
    """The folder, made where there is none; `COMMUNE_VM` names another."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(os.environ.get("COMMUNE_VM") or Path(base) / "commune-vm")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def image(name: str) -> Path:
    """The disk of that name, as `build.py` leaves it.

    Raises:
        FileNotFoundError: it hasn't been built.
    """
    path = cache() / f"{name}.img"
    if not path.exists():
        raise FileNotFoundError(f"{path} isn't there: `make vm-test` builds it")
    return path
