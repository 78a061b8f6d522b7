"""A box that nobody touches: three threads, each asleep."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.pins_bench import BOX, woken

THREADS = 3
"""The loop, the panel's, and the pins'."""


def test_a_box_at_rest_has_three_threads_that_sleep(tmp_path: Path) -> None:
    environ = {name: text for name, text in os.environ.items() if name != "GPIOZERO_PIN_FACTORY"}
    with subprocess.Popen([sys.executable, "-W", "ignore", "-c", BOX, str(tmp_path)], env=environ) as box:
        try:
            end = time.monotonic() + 60
            wakes = [-3, -2, -1]
            while not wakes[-3] == wakes[-2] == wakes[-1]:  # three seconds of rest
                assert box.poll() is None
                assert time.monotonic() < end, f"it wakes all the time: {wakes}"
                time.sleep(1.5)
                count, threads = woken(box.pid)
                wakes.append(count if threads >= THREADS else -len(wakes))
            assert woken(box.pid)[1] == THREADS
        finally:
            box.terminate()
