"""Where the log goes: the journal, each line with its level, where systemd started the box; else standard error."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping

LEVELS = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (logging.DEBUG, 7))
"""Python's levels, and syslog's, which the journal reads at the start of a line: sd-daemon(3)."""


class Lines(logging.Formatter):
    """Lines for the journal, or for whoever sits at the shell."""

    def __init__(self, *, journal: bool) -> None:
        super().__init__()
        self._journal = journal

    def format(self, record: logging.LogRecord) -> str:
        """The message, and below it the traceback where there is one."""
        lines = super().format(record).splitlines()
        if not self._journal:
            return "\n".join([f"commune: {lines[0]}", *lines[1:]])
        level = next((level for least, level in LEVELS if record.levelno >= least), 7)
        return "\n".join(f"<{level}>{line}" for line in lines)


def start_logging() -> None:
    """Have what is logged, from INFO up, go to the journal or to standard error. What can't be written is left out."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines(journal=goes_to_journal(os.environ)))
    logging.raiseExceptions = False
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def goes_to_journal(environment: Mapping[str, str]) -> bool:
    """Whether standard error is read by the journal: systemd names it by its device and inode, systemd.exec(5)."""
    try:
        there = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{there.st_dev}:{there.st_ino}"
