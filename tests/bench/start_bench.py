"""`commune run` to its first frame, on mock pins and a bus that does nothing, beside a bare script.

The script imports gpiozero, luma.oled, Pillow and sqlite3 and shows one text. Both are whole processes, timed by turns
until the frame was handed to the bus.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

RUNS = 21
OURS = """
import os, sys
from pathlib import Path
from device.configuration import read_configuration
from device.daemon import serve

class Shown:
    overhead = 7
    def open(self):
        import luma.core.interface.serial
    def command(self, *command):
        if command == (0xAF,):
            os.write(1, b"shown")
            os._exit(0)
    def data(self, data): pass
    def status(self): return 6
    def close(self): pass

serve(Path(sys.argv[1]), read_configuration(Path("none")), bus=Shown())
"""
BARE = """
import os
import gpiozero, sqlite3
from luma.core.interface.serial import noop
from luma.core.render import canvas
from luma.oled.device import ssd1306
from PIL import Image
device = ssd1306(noop())
with canvas(device) as draw:
    draw.text((0, 0), "Commune", fill="white")
os.write(1, b"shown")
os._exit(0)
"""


def to_first_frame(*words: str) -> float:
    """Seconds from the start of the process until it says that the frame was shown."""
    environ = os.environ | {"GPIOZERO_PIN_FACTORY": "mock", "PYTHONWARNINGS": "ignore"}
    before = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", *words], env=environ, capture_output=True, check=True)
    spent = time.perf_counter() - before
    assert done.stdout == b"shown", done.stderr
    return spent


def main() -> None:
    """Print both medians, and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "box").mkdir()
        times = [(to_first_frame(OURS, f"{folder}/box"), to_first_frame(BARE)) for _ in range(RUNS)]
    ours, bare = (median(side) for side in zip(*times, strict=True))
    print(f"commune run to its first frame: {ours * 1e3:.0f} ms; the bare script: {bare * 1e3:.0f} ms")
    print(f"ratio {ours / bare:.2f} (bar: 1.3)")


if __name__ == "__main__":
    main()
