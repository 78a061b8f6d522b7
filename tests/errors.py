"""Errors in the log: the box survives them, a run of tests, a walk or a soak doesn't."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter().format(record))


@contextmanager
def errors_logged() -> Iterator[list[str]]:
    """What is logged meanwhile at the level ERROR, tracebacks included."""
    kept = _Kept()
    logging.getLogger().addHandler(kept)
    try:
        yield kept.lines
    finally:
        logging.getLogger().removeHandler(kept)
