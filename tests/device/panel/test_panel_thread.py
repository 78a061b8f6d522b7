"""The panel's thread: the newest frame wins, losses end by themselves, and nothing piles up."""

from __future__ import annotations

import atexit
import gc
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random

import pytest
from PIL import Image

from device.panel import thread as panel_thread
from device.panel.bus import I2CBus
from device.panel.light import Light
from device.panel.oled import Lost, Oled
from device.panel.packing import pack
from device.panel.thread import SHIFT_EVERY, SHIFTS, PanelThread
from device.panel.wiring import I2C
from tests.device.panel.wires import Wire

FRAMES = [Image.new("1", (128, 64), number % 2) for number in range(3)]


class Thread:
    """A panel's thread with all that it tells."""

    def __init__(self, *, rotated: bool = False) -> None:
        self.shown: SimpleQueue[int] = SimpleQueue()
        self.troubles: SimpleQueue[str] = SimpleQueue()
        self.panel = PanelThread(Oled(I2CBus(I2C())), shown=self.shown.put, trouble=self.troubles.put, rotated=rotated)

    def show(self, image: Image.Image, number: int, light: Light = Light.FULL) -> None:
        """Have a picture shown, and wait until it was."""
        self.panel.show(image, number, light)
        assert self.shown.get(timeout=10) == number


@pytest.fixture
def told(wire: Wire) -> Iterator[Thread]:
    told = Thread()
    with told.panel:
        yield told


def test_a_frame_is_told_to_be_shown_once_it_was_sent(wire: Wire, told: Thread) -> None:
    told.show(FRAMES[1], 7)
    assert wire.panel.shows(FRAMES[1])


def test_of_the_frames_that_come_while_one_is_sent_only_the_newest_is(wire: Wire, told: Thread) -> None:
    busy, go_on = threading.Event(), threading.Event()

    def hang() -> None:
        busy.set()
        go_on.wait(10)

    wire.fail = hang
    told.panel.show(FRAMES[0], 1, Light.FULL)
    assert busy.wait(10)
    told.panel.show(FRAMES[1], 2, Light.FULL)
    told.panel.show(FRAMES[2], 3, Light.FULL)
    go_on.set()
    assert [told.shown.get(timeout=10), told.shown.get(timeout=10)] == [1, 3]


def test_a_lost_panel_is_told_of_once_tried_again_and_shows_the_newest_frame(
    wire: Wire, told: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_thread, "RETRY", 0.01)
    wire.panel.power_off()
    told.panel.show(FRAMES[0], 1, Light.FULL)
    assert told.troubles.get(timeout=10) == "Remote I/O error"
    told.panel.show(FRAMES[1], 2, Light.FULL)
    until(lambda: wire.attempts > 5)
    assert told.shown.empty()
    wire.panel.power_on()
    assert told.shown.get(timeout=10) == 2
    assert told.troubles.get(timeout=10) == ""
    assert told.troubles.empty()


def test_asking_brings_a_panel_back_that_lost_its_power(wire: Wire, told: Thread) -> None:
    told.show(FRAMES[1], 1)
    wire.panel.power_off()
    wire.panel.power_on()
    told.panel.ask()
    until(lambda: wire.panel.shines)
    assert wire.panel.shows(FRAMES[1])


@pytest.mark.parametrize("keep", [True, False])
def test_at_the_end_the_last_frame_is_left_or_nothing(wire: Wire, told: Thread, keep: bool) -> None:
    told.show(FRAMES[0], 1)
    told.panel.show(FRAMES[1], 2, Light.FULL)
    told.panel.stop(keep=keep)
    assert (wire.panel.picture is not None and wire.panel.picture.getbbox() is not None) is keep
    assert wire.open_handles == 0


def test_upside_down_it_is_turned(wire: Wire) -> None:
    image = Image.frombytes("1", (128, 64), Random(1).randbytes(1024))
    told = Thread(rotated=True)
    with told.panel:
        told.show(image, 1)
        assert wire.panel.shows(image.transpose(Image.Transpose.ROTATE_180))


def test_the_picture_moves_by_a_pixel_when_the_panel_dims_and_now_and_then_while_it_is(
    wire: Wire, told: Thread
) -> None:
    image = Image.new("1", (128, 64))
    image.paste(1, (30, 20, 50, 40))
    told.show(image, 1)
    corners = [corner(wire)]
    told.show(image, 2, Light.DIM)
    corners.append(corner(wire))
    for number in range(3, 3 + SHIFT_EVERY * 2):
        told.panel.ask()
        told.show(image, number, Light.DIM)
        if corner(wire) != corners[-1]:
            corners.append(corner(wire))
    told.show(image, 100)
    assert corner(wire) == corners[-1]
    assert corners == [(30 + right, 20 + down) for right, down in SHIFTS]


def until(comes: Callable[[], bool]) -> None:
    """Wait for something that another thread does."""
    end = time.monotonic() + 10
    while not comes():
        assert time.monotonic() < end
        time.sleep(0.001)


def corner(wire: Wire) -> tuple[int, int]:
    """The top left corner of what is lit."""
    assert wire.panel.picture is not None
    box = wire.panel.picture.getbbox()
    assert box is not None
    return box[0], box[1]


@pytest.mark.parametrize("times", [1_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_however_often_it_is_lost_and_found_nothing_is_left_behind(wire: Wire, times: int) -> None:
    oled = Oled(I2CBus(I2C()))
    frames = [pack(FRAMES[0]), pack(FRAMES[1])]
    before = exit_hooks()
    lose_and_find(wire, oled, frames, 50)
    hooks, threads = exit_hooks(), threading.active_count()
    assert hooks - before <= 1
    gc.collect()
    blocks, resident = sys.getallocatedblocks(), memory()
    lose_and_find(wire, oled, frames, times)
    gc.collect()
    assert sys.getallocatedblocks() - blocks < 500  # of Python's memory: not one for a loss
    assert memory() - resident < 5_000_000  # of the process's, which breaks up a little: not one block for a loss
    assert (exit_hooks(), threading.active_count(), wire.open_handles) == (hooks, threads, 2)


def memory() -> int:
    """Bytes of memory that the process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def lose_and_find(wire: Wire, oled: Oled, frames: list[bytes], times: int) -> None:
    """Lose the panel, by turns with and without its bus, try in vain, and find it again, showing the right picture."""
    for number in range(times):
        frame = frames[number % 2]
        wire.panel.power_off()
        wire.there = number % 3 > 0
        with pytest.raises(Lost):
            oled.show(frame)
        wire.there = True
        wire.panel.powered, wire.panel.on = True, False
        oled.show(frame)
        assert wire.panel.shines
        assert bytes(wire.panel.memory) == frame


def exit_hooks() -> int:
    """How many functions Python will call when it ends."""
    return atexit._ncallbacks()  # type: ignore[attr-defined, no-any-return]
