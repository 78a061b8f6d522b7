"""What the box keeps: games as entries that are only ever added, the draft on the screen, names and settings."""

from device.store.entries import Entry
from device.store.store import Store

__all__ = ["Entry", "Store"]
