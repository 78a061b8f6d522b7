"""The log: Python's, to the journal with its levels where systemd started the box, else to standard error.

It is imported when there is something to say: most boxes start without, and the fastest thing about one is its start.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logging import Formatter, Logger, LogRecord

LEVELS = {"ERROR": 3, "WARNING": 4, "INFO": 6}
"""Python's levels, and syslog's, which the journal reads at the start of a line: sd-daemon(3)."""


class Log:
    """The log of a module; what can't be written is left out."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, level: str) -> Callable[..., None]:
        """`info`: something has become well, `warning`: something about the machine is wrong and gone on with,
        `exception`: something of ours is at fault, and the traceback of what is handled now goes with it."""
        write: Callable[..., None] = getattr(self._logger(), level)
        return write

    def _logger(self) -> Logger:
        import logging

        if not logging.getLogger().handlers:
            handler = logging.StreamHandler()
            handler.setFormatter(lines(journal=goes_to_journal(os.environ)))
            logging.raiseExceptions = False
            logging.basicConfig(level=logging.INFO, handlers=[handler])
        return logging.getLogger(self._name)


def lines(*, journal: bool) -> Formatter:
    """What makes lines of a record: each with its level for the journal, or for whoever sits at the shell."""
    from logging import Formatter

    class Lines(Formatter):
        def format(self, record: LogRecord) -> str:
            text = super().format(record)
            if not journal:
                return f"commune: {text}"
            level = LEVELS.get(record.levelname, 7)
            return "\n".join(f"<{level}>{line}" for line in text.splitlines())

    return Lines()


def goes_to_journal(environment: Mapping[str, str]) -> bool:
    """Whether standard error is read by the journal: systemd names it by its device and inode, systemd.exec(5)."""
    try:
        there = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{there.st_dev}:{there.st_ino}"
