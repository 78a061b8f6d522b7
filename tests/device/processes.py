"""A box in a process of its own, on mock pins, that is never waited for in vain."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

COMMUNE = "from device.cli import main; raise SystemExit(main())"
PATIENCE = 30.0
"""Seconds after which it is killed."""


@contextmanager
def running(program: str, *words: str | Path, environ: dict[str, str] | None = None, **streams: Any) -> Iterator[Any]:
    """A process with a Python program; at the end it is waited for, and killed where something within failed."""
    command = [sys.executable, "-c", program, *map(str, words)]
    told = os.environ | {"GPIOZERO_PIN_FACTORY": "mock"} | (environ or {})
    with subprocess.Popen(command, text=True, env=told, **streams) as process:
        timer = threading.Timer(PATIENCE, process.kill)
        timer.start()
        try:
            yield process
            process.wait()
        except BaseException:
            process.kill()
            raise
        finally:
            timer.cancel()
