"""Killed at any moment, the store holds everything that it had acknowledged."""

from __future__ import annotations

import random
import subprocess
import time
from pathlib import Path

from tests.device.processes import running
from tests.device.stores import kept

BOX = """
import sys
from datetime import datetime
from pathlib import Path
from device.store import Change, Store

with Store.open(Path(sys.argv[1]), wall_clock=datetime.now) as store:
    while True:
        last = len(store.state.entries) % 50
        body = {"events": [], "pad": "x" * (last % 40) * 50} if last else {"start": {"game": store.state.game}}
        store.commit(Change(not last, ((body, store.state.screen),), {"on": last + 1}, True))
        print(store.state.game, last + 1, flush=True)
"""


def test_what_was_acknowledged_survives_being_killed(tmp_path: Path) -> None:
    chance = random.Random(7)
    for _ in range(30):
        with running(BOX, tmp_path, stdout=subprocess.PIPE) as box:
            first = box.stdout.readline()
            time.sleep(chance.random() * 0.2)
            box.kill()
            # Only a whole line was said: the last may have been cut short, and then says less than it looks.
            said = [line for line in (first, *box.stdout) if line.endswith("\n")]
        game, last = map(int, said[-1].split())
        state = kept(tmp_path)
        assert (state.game, len(state.entries)) >= (game, last)
        assert state.screen == {"on": len(state.entries)}
        for left in range(1, state.game):
            assert (tmp_path / f"game-{left}-log.jsonl").read_bytes().count(b"\n") == 50
