"""Where stores are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

FILE = "commune.db"
BOX = Path("/var/lib/commune")
"""The folder of the box that systemd starts."""


def simulator_folder(environment: Mapping[str, str]) -> Path:
    """The folder of the simulator's box: `$XDG_STATE_HOME/commune`, by default `~/.local/state/commune`."""
    configured = environment.get("XDG_STATE_HOME", "")
    if configured.startswith("/"):  # a relative one is to be ignored, says the XDG specification
        return Path(configured, "commune")
    return Path(environment.get("HOME") or "/", ".local/state/commune")


def there(path: Path) -> bool:
    """Whether there is a store, or nothing may be known about it, which is to be said when it is opened."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True
