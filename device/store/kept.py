"""What the store keeps under a name and replaces: a row of it, and its value."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from device.store.entries import Row, checksum, to_text
from device.store.faults import Fault, StoreFault


def kept_row(kind: str, name: str, value: object, change: int) -> Row:
    """What is kept, as the table holds it."""
    fields = (kind, name, to_text(value), change)
    return (*fields, checksum(*fields))


def kept_value(row: Row) -> Any:
    """The value that a row keeps.

    Raises:
        StoreFault: it isn't as it was written.
    """
    *fields, check = row
    if check == checksum(*fields):
        with suppress(TypeError, ValueError, RecursionError):
            return json.loads(fields[2])
    raise StoreFault(Fault.DAMAGED, "what the store kept is garbled.")
