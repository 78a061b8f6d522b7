"""The whole box at rest, and the way from an edge to the queue.

At rest: a box in a process of its own, with seven buttons on the real pin factory and a bus that does nothing. How
often its threads wake is what the kernel counts, and how many there are.

The way of an edge: presses that another process makes, from the kernel's stamp until the box has them on its queue,
with gpiod and lgpio by turns. Where Linux simulates a chip that is named like a Pi's they are made there; elsewhere, if
there is a C compiler, both libraries are played a chip by pins_bench.c; and a bare loop, which only reads the edges
that are played, shows what any thread of Python's takes to wake.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from statistics import median
from typing import Any

import gpiod
import gpiozero.pins.local

from device.buttons.keypad import Key
from device.buttons.pins import KeyPins
from device.pins import chips, choice
from tests.device.pins.wires import EDGE, Played, PlayedChip, Simulated, found_simulated

REST = 40
"""Seconds at rest that are counted: four of the loop's ticks."""
PRESSES, TURNS = 150, 3
KEYS = {Key.UP: 17, Key.DOWN: 22, Key.LEFT: 27, Key.RIGHT: 23, Key.OK: 4, Key.BACK: 5, Key.CALL: 6}

BOX = """
import sys
from pathlib import Path
from tests.bench.pins_bench import play_chip
from device.configuration import read_configuration
from device.daemon import serve
from tests.device.panel.nowhere import Nowhere

play_chip()
serve(Path(sys.argv[1]), read_configuration(Path("none")), bus=Nowhere())
"""

PRESSER = """
import os, struct, sys, time
edge, fds = struct.Struct("=QIIII24x"), [int(word) for word in sys.argv[2:]]
for number in range(int(sys.argv[1])):
    time.sleep(0.004 + number % 7 / 1000)
    os.write(fds[0], edge.pack(time.monotonic_ns(), 2 - number % 2, 17, number, number))
"""

PULLER = """
import sys, time
from pathlib import Path
pull = Path(sys.argv[2])
for number in range(int(sys.argv[1])):
    time.sleep(0.02 + number % 7 / 1000)
    pull.write_text("pull-down" if number % 2 == 0 else "pull-up")
"""


def play_chip() -> Played:
    """Have a chip that is played in the place of the header's."""
    chip = Played("/dev/gpiochip0")
    gpiod.Chip = PlayedChip  # type: ignore[misc, assignment]
    gpiozero.pins.local.get_pi_revision = lambda: 0x902120
    chips.chips = lambda folder=None: [Path(chip.path)]  # type: ignore[assignment]
    chips.label = lambda path: chip.name
    return chip


def woken(process: int) -> tuple[int, int]:
    """How often the threads of a process have gone to sleep, and how many there are."""
    statuses = [path.read_text() for path in Path(f"/proc/{process}/task").glob("*/status")]
    lines = [line for status in statuses for line in status.splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches")), len(statuses)


def at_rest() -> None:
    """Print how often a box wakes that nobody touches, and its threads."""
    environ = {name: text for name, text in os.environ.items() if name != choice.VARIABLE}
    with tempfile.TemporaryDirectory() as folder:
        box = subprocess.Popen([sys.executable, "-W", "ignore", "-c", BOX, folder], env=environ)
        try:
            before = -1
            while (now := woken(box.pid)[0]) != before or woken(box.pid)[1] < 3:
                before = now
                time.sleep(3)
            time.sleep(REST)
            after, threads = woken(box.pid)
        finally:
            box.terminate()
            box.wait()
    print(f"at rest with seven buttons: {(after - before) / REST:.2f} wake-ups a second (bar: 0.2), ", end="")
    print(f"{threads} threads (bar: 3)")


def delays(factory: Any, press: Callable[[], subprocess.Popen[bytes]]) -> list[float]:
    """Seconds from the stamp of each edge to the queue."""
    spent: list[float] = []
    with KeyPins(KEYS, lambda key, down, at: spent.append(time.monotonic() - at), pin_factory=factory):
        time.sleep(0.5)
        press().wait()
        time.sleep(0.5)
    factory.close()
    return spent


def pulled(folder: Path) -> subprocess.Popen[bytes]:
    """Have another process pull a line of the simulated chip."""
    return subprocess.Popen([sys.executable, "-c", PULLER, str(PRESSES), str(folder / "sim_gpio17" / "pull")])


def played() -> subprocess.Popen[bytes]:
    """Have another process write edges as the kernel does, for the chip that is preloaded."""
    pipe = os.open(os.environ["EDGES"], os.O_RDWR)
    return subprocess.Popen([sys.executable, "-c", PRESSER, str(PRESSES), str(pipe)], pass_fds=[pipe])


def bare() -> list[float]:
    """Seconds from the stamp of each edge until a loop has read it."""
    spent = []
    with open(os.environ["EDGES"], "r+b", buffering=0) as pipe:
        played()
        while len(spent) < PRESSES:
            at = EDGE.unpack(pipe.read(EDGE.size))[0]
            spent.append(time.monotonic() - at / 1e9)
    return spent


def preloaded(who: str) -> list[float]:
    """The delays on the chip that is preloaded, of a library or of the bare loop."""
    gpiozero.pins.local.get_pi_revision = lambda: 0xC03115
    if who == "bare":
        return bare()
    chips.header_chip = choice.header_chip = lambda: Path("/dev/gpiochip0")
    from device.pins import factory

    factory.header_chip = chips.header_chip
    return delays(choice._open_gpiod() if who == "gpiod" else choice._open_lgpio(), played)


def by_turns(measure: Callable[[str], list[float]], who: tuple[str, ...]) -> None:
    """Print the delays of each, and their ratios to lgpio's."""
    spent: dict[str, list[float]] = {name: [] for name in who}
    for _ in range(TURNS):
        for name in who:
            spent[name] += measure(name)
    for name, times in spent.items():
        slow = sorted(times)[len(times) * 19 // 20]
        print(f"edge to queue, {name}: {median(times) * 1e6:.0f} µs, one in twenty over {slow * 1e6:.0f} µs", end="")
        print(f", {median(times) / median(spent['lgpio']):.2f} of lgpio's ({len(times)} edges)")
    print("(bar: 0.1)")


def edges() -> None:
    """Print how long an edge takes to the queue, beside lgpio where that can be."""
    if find_spec("lgpio") is None:
        print("edge to queue: lgpio isn't installed, so there is nothing to compare with")
        return
    try:
        _, folder = found_simulated()
    except LookupError:
        edges_preloaded()
        return
    for line in KEYS.values():
        Simulated().pull(line, True)
    open_it = {"gpiod": choice._open_gpiod, "lgpio": choice._open_lgpio}
    by_turns(lambda name: delays(open_it[name](), lambda: pulled(folder)), ("gpiod", "lgpio"))


def edges_preloaded() -> None:
    """The same on a chip that is played to the libraries."""
    compiler = which("cc")
    if compiler is None:
        print("edge to queue: there is neither a simulated chip nor a C compiler for one that is played")
        return
    with tempfile.TemporaryDirectory() as folder:
        chip, pipe = f"{folder}/chip.so", f"{folder}/edges"
        source = Path(__file__).with_suffix(".c")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", chip, str(source), "-ldl"], check=True)
        os.mkfifo(pipe)
        environ = os.environ | {"LD_PRELOAD": chip, "EDGES": pipe}

        def measure(name: str) -> list[float]:
            words = [sys.executable, "-W", "ignore", "-m", "tests.bench.pins_bench", name]
            said = subprocess.run(words, env=environ, capture_output=True, check=True).stdout
            return [float(word) for word in said.split()]

        by_turns(measure, ("gpiod", "lgpio", "bare"))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(*preloaded(sys.argv[1]))
    else:
        at_rest()
        edges()
