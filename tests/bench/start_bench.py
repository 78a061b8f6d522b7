"""`commune run` to its resumed screen on the bus with live buttons, beside a bare script.

The box has a bus that does nothing, and a chip of pins that tests play, through the real pin factory. The script
imports gpiozero, luma.oled, Pillow and sqlite3 and shows one text. Both are whole processes with compiled code, timed
by turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 21
PLAYED = """
import gc, os, sys
gc.disable()  # as the command line does
from pathlib import Path
from device.daemon import serve
from device.configuration import read_configuration

# The chip, as cheaply as can be: what is timed is the box. Whoever imports gpiozero or gpiod first pays for it.
class Chip:
    def __init__(self, path): self.path = path
    def __bool__(self): return True
    def get_line_info(self, line): raise OSError
    def request_lines(self, config, consumer=None, event_buffer_size=None): return Request()
    def close(self): pass

class Request:
    def __init__(self): self.fd, self.other = os.pipe()
    def get_value(self, line):
        from gpiod.line import Value
        return Value.ACTIVE
    def reconfigure_lines(self, config): pass
    def read_edge_events(self, most): return []
    def release(self): pass

class Bus:
    overhead = 7
    def open(self): import luma.core.interface.serial, luma.oled.device
    def command(self, *command):
        if command == (0xAF,): reached("shown")
    def data(self, data): pass
    def status(self): return 6
    def close(self): pass

waited = {"shown", "live"}
def reached(what):
    waited.discard(what)
    if not waited:
        os.write(1, b"done")
        os._exit(0)

from device import app, pins
from device.pins import chips, choice
chips.chips = lambda folder=None: [Path("/dev/gpiochip0")]
chips.label = lambda chip: "pinctrl-bcm2711"

def open_played():
    import gpiod, gpiozero.pins.local
    gpiod.Chip = Chip
    gpiozero.pins.local.get_pi_revision = lambda: 0x902120
    return real()
real, choice._open_gpiod = choice._open_gpiod, open_played

run = app.App.run
app.App.run = lambda self: (reached("live"), run(self))
serve(Path(sys.argv[1]), read_configuration(Path("none")), bus=Bus())
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
os.write(1, b"done")
os._exit(0)
"""


def to_the_end(folder: Path, *words: str) -> tuple[float, float]:
    """Seconds from the start of the process until it says that it is there, and those of work in them."""
    environ = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environ |= {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONWARNINGS": "ignore"}
    environ.pop("GPIOZERO_PIN_FACTORY", None)
    before = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", *words], env=environ, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    spent = time.perf_counter() - before
    assert said == b"done", said
    return spent, usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print the fastest of both, since what else the machine does only adds to them, and their ratio."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        turns = [(to_the_end(folder, PLAYED, str(folder / "box")), to_the_end(folder, BARE)) for _ in range(RUNS + 1)]
    ours, bare = ([min(times) for times in zip(*side, strict=True)] for side in zip(*turns[1:], strict=True))
    for what, box, script in zip(("time", "work"), ours, bare, strict=True):
        print(
            f"commune run to its screen with live buttons, {what}: {box * 1e3:.0f} ms; the bare script: "
            f"{script * 1e3:.0f} ms; ratio {box / script:.2f} (bar: 1.3)"
        )


if __name__ == "__main__":
    main()
