"""Thousands of power cuts out of one run: the log of all that was written to the disk, cut anywhere, and torn."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

from device.store.lines import PAGE
from engine.value import value
from tests.vm.build import copy_image
from tests.vm.disk import LINE, Event, Flushed, Marked, Written, write_in_part
from tests.vm.evening import Evening, Follower, kept_in
from tests.vm.machine import Machine
from tests.vm.wires import Transfer

STATE = "/var/lib/commune"


@value
class Recording:
    """What a disk was sent while an evening was played, each press shown before the next was made.

    Attributes:
        events: the log.
        heard: what the bus carried; the log has its place.
        presses: how many were made.
    """

    events: Sequence[Event]
    heard: Sequence[Transfer]
    presses: int


@value
class Result:
    """What cuts did.

    Attributes:
        lost: for each cut after which something was missing, or was there twice: where it was, and what is wrong.
        unsound: where the file system was beyond repair, or the store found damage.
    """

    lost: list[str]
    unsound: list[str]


class Cuts:
    """Cuts a recording short. `durable` is a copy of the disk as it was when the recording began; it is used up."""

    def __init__(self, recording: Recording, evening: Evening, durable: Path, folder: Path) -> None:
        self._events = recording.events
        self._presses = recording.presses
        self._evening = evening
        self._durable = durable
        self._folder = folder
        self._shown: list[int] = []  # what had been shown when each event happened
        follower = Follower(evening, 0)
        for event in self._events:
            if isinstance(event, Marked):
                follower.feed(recording.heard[follower.transfers : event.number])
            self._shown.append(follower.shown)
        if follower.shown != recording.presses:
            raise ValueError(f"{recording.presses} presses, but only {follower.shown} are in the recording")

    @property
    def renewals(self) -> int:
        """How often the log was begun anew while presses were made."""
        return sum(
            event.data.startswith(LINE, at) and b'"format":' in event.data[at : at + 40]
            for event, shown in zip(self._events, self._shown, strict=True)
            if isinstance(event, Written) and shown > 0
            for at in range(0, len(event.data), PAGE)
        )

    def try_many(self, count: int, chance: Random) -> Result:
        """Cut so many times, at random events. Three of four are made while presses were."""
        played = next(at for at, shown in enumerate(self._shown) if shown > 0)
        everywhere, playing = range(len(self._events)), range(max(0, played - 20), len(self._events))
        places = sorted(chance.choice(everywhere if number % 4 == 0 else playing) for number in range(count))
        lost: list[str] = []
        unsound: list[str] = []
        done = 0
        file = os.open(self._durable, os.O_RDWR)
        try:
            for place in places:
                flushed = [at for at in range(done, place + 1) if isinstance(self._events[at], Flushed)]
                if flushed:
                    for event in self._events[done : flushed[-1]]:
                        if isinstance(event, Written):
                            os.pwrite(file, event.data, event.offset)
                    done = flushed[-1] + 1
                self._try(done, place, chance, lost, unsound)
        finally:
            os.close(file)
        return Result(lost, unsound)

    def _try(self, done: int, place: int, chance: Random, lost: list[str], unsound: list[str]) -> None:
        disk = copy_image(self._durable, self._folder / "cut.img")
        file = os.open(disk, os.O_RDWR)
        for event in self._events[done : place + 1]:
            if isinstance(event, Written) and event.lasting:
                os.pwrite(file, event.data, event.offset)
            elif isinstance(event, Written):
                write_in_part(file, event, chance)
        os.close(file)
        shown = self._shown[place]
        where = f"event {place} of {len(self._events)}, moment {shown} shown"
        left = look_into(disk, self._folder)
        if left.wrong:
            unsound.append(f"{where}: {left.wrong}")
        elif not self._evening.keeps(left.kept, range(shown, min(shown + 2, self._presses + 1))):
            lost.append(f"{where}: what is kept is of moment {self._evening.keeps(left.kept, range(shown))}")


@value
class Left:
    """What is on a disk after a cut.

    Attributes:
        wrong: what is beyond repair in the file system, or damaged in the store; "" if nothing is.
        kept: what the box has kept, as in a `Moment`.
    """

    wrong: str
    kept: str


def look_into(disk: Path, folder: Path) -> Left:
    """Check a disk's file system, as a boot does, and read the box's state from it into a folder."""
    checked = subprocess.run(["e2fsck", "-fp", disk], capture_output=True, text=True)
    if checked.returncode > 1:
        return Left(checked.stdout, "")
    state = folder / "state"
    shutil.rmtree(state, ignore_errors=True)
    state.mkdir()
    _debugfs(disk, f"rdump {STATE} {folder / 'state'}")
    (state,) = (folder / "state").iterdir()
    try:
        return Left("", kept_in(state))
    except AssertionError as error:
        return Left(str(error), "")


def _debugfs(disk: Path, request: str) -> str:
    done = subprocess.run(["debugfs", "-R", request, disk], capture_output=True, text=True, check=True)
    return done.stdout


def forget_flush(machine: Machine) -> None:
    """Take the commit's flush out of the machine's copy of the box's program, and start the box anew."""
    change(machine, "os.fdatasync(self._file)", "len(content)")


def shorten_log(machine: Machine) -> None:
    """Have the box begin its log anew after some presses, not only after an evening of them."""
    change(machine, "MOST = 256", "MOST = 8")


def change(machine: Machine, old: str, new: str) -> None:
    """Change the machine's copy of the box's program, and start the box anew."""
    file = "/usr/share/commune/device/store/log.py"
    machine.run(f"grep -q '{old}' {file} && sed -i 's/{old}/{new}/' {file}", check=True)
    machine.run("systemctl restart commune", 300, check=True)
