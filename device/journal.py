"""Lines for whoever reads the journal, or sits at the shell."""

from __future__ import annotations

import sys
from contextlib import suppress


def say(text: str) -> None:
    """Write a line to standard error; one that can't be written is left out."""
    with suppress(OSError):
        sys.stderr.write(f"commune: {text}\n")
        sys.stderr.flush()
