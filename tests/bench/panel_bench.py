"""What a press costs on the wire and in the processor, over recorded evenings, beside luma's plain way.

    python -m tests.bench.panel_bench

Bytes are counted at a modelled SSD1306 on I2C, addresses included. Milliseconds on the wire are nine bits a byte at
100 kHz. The evenings are games of the test vectors, played with as few presses as will do, arrows never held.
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest
from PIL import Image

from device.panel.bus import I2CBus
from device.panel.light import Light
from device.panel.oled import Oled
from device.panel.packing import pack
from device.panel.wiring import I2C, Chip
from tests.bench.cheapest import fewest_bytes
from tests.device.box import Box
from tests.device.panel.chips import ModelChip
from tests.device.panel.wires import Wire, connect_i2c
from tests.device.refereeing import Referee, box_for

VECTORS = Path(__file__).parents[1] / "vectors"
EVENINGS = 8
EVERY = 60
"""Of so many presses one is held against the cheapest set of windows, which takes a second to find."""
WHOLE = 1034
"""Bytes of a frame as luma sends it."""
BIT = 9 / 100_000
"""Seconds of a byte at 100 kHz, with the bit that acknowledges it."""


class Taken:
    """A panel that keeps every frame."""

    def __init__(self, box: Box) -> None:
        self.frames: list[tuple[Image.Image, str]] = []
        self._box = box

    def show(self, image: Image.Image, number: int, light: Light) -> None:
        self.frames.append((image, self._box.screen))
        self._box.inbox.shown(number, self._box.clock.now())


def evenings() -> Iterator[list[tuple[Image.Image, str]]]:
    """The frames of each evening with the screen that drew them, a frame for every press that changed anything."""
    met = set()
    for line in (VECTORS / "games.jsonl").read_text().splitlines():
        record = json.loads(line)
        rules = json.dumps(record["rules"])
        if rules in met or len(met) == EVENINGS:
            continue
        met.add(rules)
        with tempfile.TemporaryDirectory() as folder, box_for(record, Path(folder), 7) as box:
            taken = Taken(box)
            box.glass.show = taken.show  # type: ignore[method-assign]
            referee = Referee(box)
            for hand in record["hands"]:
                referee.play(hand)
            yield taken.frames


def on_the_wire(frames: list[tuple[Image.Image, str]]) -> list[int]:
    """Bytes for each frame, the first left out."""
    with pytest.MonkeyPatch.context() as patch:
        wire = Wire(ModelChip(Chip.SSD1306))
        connect_i2c(patch, wire)
        oled = Oled(I2CBus(I2C()))
        counts = []
        for image, _ in frames:
            before = wire.bytes
            oled.show(pack(image))
            assert wire.panel.picture is not None
            assert wire.panel.picture.tobytes() == image.tobytes()
            counts.append(wire.bytes - before)
        return counts[1:]


def main() -> None:
    """Print every figure with its bar."""
    played = list(evenings())
    counts = [count for frames in played for count in on_the_wire(frames)]
    counts.sort()
    times = [count * BIT for count in counts]
    within = sum(spent <= 0.05 for spent in times) / len(times)
    print(f"{len(counts)} shown presses: {fmean(counts):.0f} bytes on average, {fmean(counts) / WHOLE:.0%} of a frame")
    print("  (bar: 40 %)")
    print(
        f"within 50 ms at 100 kHz: {within:.1%} (bar: 95 %); 95 % within {times[int(len(times) * 0.95)] * 1e3:.0f} ms"
    )
    pairs = [(pack(a[0]), pack(b[0])) for frames in played for a, b in itertools.pairwise(frames)][::EVERY]
    ours = sum(on_the_wire_of(pair) for pair in pairs)
    cheapest = sum(fewest_bytes(*pair) for pair in pairs)
    print(f"against the cheapest windows of {len(pairs)} of them: {ours / cheapest:.3f} (bar: 1.1)")


def on_the_wire_of(pair: tuple[bytes, bytes]) -> int:
    """Bytes from one frame to another."""
    with pytest.MonkeyPatch.context() as patch:
        wire = Wire(ModelChip(Chip.SSD1306))
        connect_i2c(patch, wire)
        oled = Oled(I2CBus(I2C()))
        oled.show(pair[0])
        before = wire.bytes
        oled.show(pair[1])
        return wire.bytes - before


if __name__ == "__main__":
    main()
