"""A reader's thread with pyserial on one end of a pseudo-terminal and a test on the other."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.readers.port import ReaderThread, stable
from device.readers.wiring import Kind, Reader
from tests.device.processes import running
from tests.device.readers.wires import PATIENCE, Heard, Wire, frame

TAG, OTHER = "0A00B1C2D3", "FF0102030F"
FORMS = [
    (Kind.LINES, 9600, b"KS\r", "KS"),
    (Kind.LINES, 115200, b"10h\n", "10h"),
    (Kind.LINES, 9600, b"Ad\r\n", "Ad"),
    (Kind.LINES, 115200, b"2c", "2c"),
    (Kind.RDM6300, 9600, frame(TAG), TAG),
    (Kind.ID12LA, 9600, frame(TAG, end=b"\r\n\x03"), TAG),
    (Kind.AUTO, 9600, b"KS\r\n", "KS"),
    (Kind.AUTO, 9600, frame(TAG), TAG),
    (Kind.AUTO, 9600, frame(TAG, end=b"\r\n\x03"), TAG),
]


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    with Wire(tmp_path / "usb-reader") as made:
        yield made


@contextmanager
def listening(wire: Wire, kind: Kind = Kind.AUTO, speed: int = 9600) -> Iterator[Heard]:
    """A thread that listens to the wire, its port open."""
    heard = Heard()
    reader = Reader(str(wire.name), kind, speed)
    with ReaderThread(reader, swept=heard.swept, told=heard.tell, wait=0.02) as thread:
        until_asleep(thread, heard)
        yield heard


def until_asleep(thread: ReaderThread, heard: Heard) -> None:
    """Wait until it listens, or has said why it can't."""
    end = time.monotonic() + PATIENCE
    while not heard.told and not thread.opened.wait(0.01):
        assert time.monotonic() < end, "the reader's thread doesn't get there"


@pytest.mark.parametrize(("kind", "speed", "data", "tag"), FORMS)
def test_every_framing_is_read_at_line_speed(wire: Wire, kind: Kind, speed: int, data: bytes, tag: str) -> None:
    with listening(wire, kind, speed) as heard:
        before = time.monotonic()
        wire.send(data, speed=speed)
        heard.wait(tags=1)
        assert heard.tags == [tag]
        assert before <= heard.stamps[0] <= time.monotonic()
    assert heard.told == []


@pytest.mark.parametrize(("kind", "speed", "data", "_"), [FORMS[2], FORMS[4], FORMS[5]])
def test_tags_split_at_every_byte_and_joined_are_read(wire: Wire, kind: Kind, speed: int, data: bytes, _: str) -> None:
    tags = [f"{at:010X}" for at in range(1, len(data) + 3)]
    sent = [frame(tag, end=data[13:]) if data[:1] == b"\x02" else tag.encode() + data[2:] for tag in tags]
    with listening(wire, kind, speed) as heard:
        for at in range(1, len(data)):
            wire.send(sent[at - 1][:at])
            time.sleep(0.025)  # less than what ends a line, more than what the thread gathers
            wire.send(sent[at - 1][at:])
            heard.wait(tags=at)
        wire.send(b"".join(sent[-3:]))
        heard.wait(tags=len(tags))
    assert heard.tags == tags


def test_a_tag_that_is_said_again_and_again_while_it_is_near_was_swept_once(wire: Wire) -> None:
    with listening(wire) as heard:
        wire.send(frame(TAG) * 20)
        wire.send(frame(OTHER))
        heard.wait(tags=2)
    assert heard.tags == [TAG, OTHER]


@pytest.mark.parametrize(
    ("kind", "begun", "rest"),
    [(Kind.RDM6300, frame(TAG)[:7], frame(TAG)[7:]), (Kind.AUTO, b"10", b"h\r")],
    ids=["frame", "line"],
)
def test_unplugged_in_the_middle_of_a_tag_it_is_opened_again_and_reads_the_next(
    wire: Wire, kind: Kind, begun: bytes, rest: bytes
) -> None:
    with listening(wire, kind) as heard:
        wire.send(begun)
        time.sleep(0.03 if kind is Kind.AUTO else 0.2)  # it was read; and a line isn't ended by a pause
        wire.unplug()
        heard.wait(told=1)
        assert heard.told[0][0] == "The card reader isn't there: is it plugged in?"
        assert str(wire.name) in heard.told[0][1]
        wire.plug()
        heard.wait(told=2)
        assert heard.told[1] == ("", "")
        wire.send(rest + frame(OTHER))
        while OTHER not in heard.tags:  # after what the rest of the line says
            heard.wait(tags=len(heard.tags) + 1)
    assert not {TAG, "10h"} & set(heard.tags)


def test_a_reader_that_comes_later_is_opened_and_its_absence_is_said_once(wire: Wire) -> None:
    wire.unplug()
    with listening(wire) as heard:
        heard.wait(told=1)
        time.sleep(0.2)
        assert len(heard.told) == 1
        wire.plug()
        heard.wait(told=2)
        wire.send(b"KS\r")
        heard.wait(tags=1)
    assert heard.tags == ["KS"]


def test_a_port_that_another_program_has_is_told_and_taken_when_it_is_free(wire: Wire) -> None:
    holding = "import serial, sys; p = serial.Serial(sys.argv[1], exclusive=True); print(flush=True); sys.stdin.read()"
    with running(holding, wire.name, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        with listening(wire) as heard:
            heard.wait(told=1)
            assert heard.told[0][0] == "Another program has the card reader."
            other.stdin.close()
            heard.wait(told=2)
            wire.send(b"KS\r")
            heard.wait(tags=1)
            assert heard.tags == ["KS"]


def test_what_is_no_port_is_told_and_the_box_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"KS\r")
    for port in (path, tmp_path, Path("/dev/null"), tmp_path / "no" / "such"):
        heard = Heard()
        with ReaderThread(Reader(str(port)), swept=heard.swept, told=heard.tell, wait=0.02):
            heard.wait(told=1)
        assert heard.told[0][0].startswith("The card reader ")
        assert len(heard.told[0][0]) <= 60
        assert heard.tags == []


def test_without_pyserial_it_says_so(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    with listening(wire) as heard:
        heard.wait(told=1)
    assert heard.told[0][0] == "The card reader needs pyserial, which is missing."


def test_ten_megabytes_of_random_bytes_give_no_tag_and_the_next_card_is_read(wire: Wire) -> None:
    noise = b"\xff" + random.Random(8).randbytes(10 << 20)
    with listening(wire, Kind.AUTO, 115200) as heard:
        wire.send(noise)
        time.sleep(0.2)  # the pause after which it listens again
        wire.send(b"KS\r")
        heard.wait(tags=1)
        wire.send(noise[: 1 << 16] + frame(TAG))
        heard.wait(tags=2)
    assert heard.tags == ["KS", TAG]
    assert heard.told == []


def test_noise_at_line_speed_wakes_the_thread_no_more_than_it_gathers(wire: Wire) -> None:
    with listening(wire, Kind.AUTO, 9600) as heard, counted_wake_ups() as wake_ups:
        wire.send(random.Random(1).randbytes(1000), speed=9600)
        busy = wake_ups()
    assert busy < 250, "a wake-up for every four bytes or more"
    assert heard.tags == []


def test_a_thread_that_has_nothing_to_do_sleeps(wire: Wire) -> None:
    with listening(wire) as heard:
        wire.send(b"KS\r" + b"\xff")
        heard.wait(tags=1)
        time.sleep(0.3)
        with counted_wake_ups() as wake_ups:
            time.sleep(0.7)
            assert wake_ups() == 0


@contextmanager
def counted_wake_ups() -> Iterator[object]:
    """How often the reader's thread has gone to sleep of itself since."""
    (thread,) = [thread for thread in threading.enumerate() if thread.name == "reader"]

    def count() -> int:
        status = Path(f"/proc/self/task/{thread.native_id}/status").read_text()
        return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    before = count()
    yield lambda: count() - before


def test_two_readers_are_read_side_by_side(tmp_path: Path) -> None:
    with Wire(tmp_path / "1") as one, Wire(tmp_path / "2") as two, listening(one) as first, listening(two) as second:
        for number in range(10):
            one.send(frame(f"{number:010X}")[:6])
            two.send(f"card {number}\r".encode())
            one.send(frame(f"{number:010X}")[6:])
            first.wait(tags=number + 1)
            second.wait(tags=number + 1)
    assert first.tags == [f"{number:010X}" for number in range(10)]
    assert second.tags == [f"card {number}" for number in range(10)]


def test_the_box_stops_at_once_whatever_the_reader_does(wire: Wire) -> None:
    for state in ("silent", "noise", "gone"):
        heard = Heard()
        before = threading.active_count()
        descriptors = len(os.listdir("/proc/self/fd"))
        heard_reader = ReaderThread(Reader(str(wire.name)), swept=heard.swept, told=heard.tell)
        with heard_reader:
            until_asleep(heard_reader, heard)
            if state == "noise":
                wire.send(b"\xff" * 1000)
            if state == "gone":
                wire.unplug()
        assert threading.active_count() == before
        assert len(os.listdir("/proc/self/fd")) <= descriptors


def test_a_port_is_known_by_the_name_that_stays(tmp_path: Path) -> None:
    by_id, by_path = tmp_path / "by-id", tmp_path / "by-path"
    device, other = tmp_path / "ttyUSB0", tmp_path / "ttyUSB1"
    for made in (device, other):
        made.touch()

    def name_of(port: Path) -> Path:
        return Path(stable(str(port), (by_id, by_path)))

    assert name_of(device) == device
    for folder, name in ((by_path, "pci-1"), (by_id, "usb-reader")):
        folder.mkdir()
        (folder / name).symlink_to("../ttyUSB0")
        assert name_of(device) == folder / name
    assert (name_of(by_path / "pci-1"), name_of(other)) == (by_path / "pci-1", other)
