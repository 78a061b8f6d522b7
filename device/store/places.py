"""Where stores are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

FILE = "commune.jsonl"
"""The log of what is on now."""
OLD = "commune.db"
"""The store of version 0.1, which `takeover` takes over."""
BOX = Path("/var/lib/commune")
"""The folder of the box that systemd starts."""


def name_of(number: int) -> str:
    """The name of the file of a game that was left."""
    return f"game-{number}.json"


def simulator_folder(environment: Mapping[str, str]) -> Path:
    """The folder of the simulator's box: `$XDG_STATE_HOME/commune`, by default `~/.local/state/commune`."""
    configured = environment.get("XDG_STATE_HOME", "")
    if configured.startswith("/"):  # a relative one is to be ignored, says the XDG specification
        return Path(configured, "commune")
    return Path(environment.get("HOME") or "/", ".local/state/commune")
