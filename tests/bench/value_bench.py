"""What a hundred frozen values cost at the start: made by engine/value.py, and by the standard library's dataclass."""

from __future__ import annotations

import subprocess
import sys

CLASSES, RUNS = 100, 15
BODY = "".join(f"@made\nclass C{n}:\n    a: int\n    b: str = ''\n    c: tuple = ()\n" for n in range(CLASSES))
WAYS = {
    "values": "from engine.value import value as made",
    "dataclasses": "from dataclasses import dataclass\nmade = dataclass(frozen=True)",
}


def seconds(how: str) -> float:
    """How long it takes to import what makes them and to make them, at best."""
    program = f"import time\nbefore = time.perf_counter()\n{how}\n{BODY}print(time.perf_counter() - before)"
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, check=True) for _ in range(RUNS)]
    return min(float(run.stdout) for run in runs)


def main() -> None:
    """Print both, and their ratio."""
    ours, theirs = (seconds(how) for how in WAYS.values())
    print(f"{CLASSES} values: {ours * 1e3:.1f} ms; dataclasses: {theirs * 1e3:.1f} ms; ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
