"""What a box keeps, as plain text: see `store`."""

from device.store.state import Change, Entry, State
from device.store.store import Store

__all__ = ["Change", "Entry", "State", "Store"]
