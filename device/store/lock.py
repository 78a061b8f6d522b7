"""One box at a time plays with a store."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from device.errors import InUse

LOCK = "box.lock"
"""The file in the state folder that is locked while a box is on."""


def hold(folder: Path) -> int:
    """Lock the state folder for as long as the file descriptor that this returns is open.

    Raises:
        InUse: another box is on there.
    """
    try:
        held = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o640)
    except OSError:  # nothing can be written there: no box can spoil anything
        return os.open(os.devnull, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise InUse(f"Another box is on with {folder}: stop it, or give this one a folder by --state.") from None
    except OSError:
        pass  # a file system without locks
    return held
