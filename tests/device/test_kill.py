"""The process is killed at any moment and started again: nothing that was shown is lost, nothing counts twice."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.device.box import Box
from tests.device.evening import PRESSES, state, words


def states(folder: Path, seed: int) -> list[str]:
    """What an evening that nobody interrupts goes through: before the first press, and after every one."""
    with Box(folder) as box:
        through = [state(box)]
        for word in words(seed):
            box.press(word)
            through.append(state(box))
    return through


def play_and_kill(folder: Path, seed: int, start: int, after: float) -> int:
    """Play on from a press, kill the process some seconds after it began; the last press that was shown."""
    program = [sys.executable, "-m", "tests.device.evening", str(folder), str(seed), str(start)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as evening:
        assert evening.stdout is not None
        first = evening.stdout.readline()
        time.sleep(after)
        evening.send_signal(signal.SIGKILL)
        rest = evening.stdout.read()
    # Only a whole line was shown: the last may have been cut short by the kill.
    shown = [int(line) for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]
    return shown[-1] if shown else start


@pytest.mark.parametrize("kills", [10, pytest.param(200, marks=pytest.mark.long)])
def test_after_a_kill_the_last_screen_that_was_shown_is_there(tmp_path: Path, kills: int) -> None:
    random = Random(kills)
    killed = 0
    for seed in range(1_000):
        whole, folder = tmp_path / f"whole{seed}", tmp_path / f"killed{seed}"
        whole.mkdir()
        folder.mkdir()
        through = states(whole, seed)
        at = 0
        while at < PRESSES and killed < kills:
            shown = play_and_kill(folder, seed, at, random.uniform(0, 0.15))
            killed += 1
            with Box(folder) as box:
                came_back = state(box)
            # A press may have been saved whose effect nobody had seen yet; never more than one.
            assert came_back in through[shown : shown + 2], f"evening {seed}, press {shown}"
            at = shown + through[shown : shown + 2].index(came_back)
        if killed >= kills:
            return
