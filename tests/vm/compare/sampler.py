"""Processor time of a unit from the boot on, looked at a hundred times a second.

The argument is the unit. Whenever there is more to tell, a line: seconds since the kernel's start, microseconds so far.
"""

from __future__ import annotations

import sys
import time


def main(unit: str) -> None:
    """Look for ever."""
    before = None
    while True:
        time.sleep(0.01)
        try:
            with open(f"/sys/fs/cgroup/system.slice/{unit}.service/cpu.stat") as file:
                used = int(file.readline().split()[1])
        except OSError:
            continue  # it hasn't started
        if used != before:
            print(time.clock_gettime(time.CLOCK_BOOTTIME), used, flush=True)  # noqa: T201
            before = used


if __name__ == "__main__":
    main(sys.argv[1])
