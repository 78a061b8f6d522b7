"""Killed at any moment, the store holds everything that it had acknowledged."""

from __future__ import annotations

import random
import subprocess
import time
from pathlib import Path

from tests.device.processes import running
from tests.device.stores import opened

BOX = """
import sys
from datetime import datetime
from pathlib import Path
from device.store import Store

with Store.open(Path(sys.argv[1]), wall_clock=datetime.now) as store:
    game = store.live or store.new_game()
    last = len(store.entries(game))
    while True:
        if last == 50:
            game, last = store.new_game(), 0
        body = {"events": [], "pad": "x" * (last % 40) * 50} if last else {"start": {}}
        (last,) = store.commit(appended=[(game, body, store.draft)], draft={"on": last + 1}, live=game)
        print(game, last, flush=True)
"""


def test_what_was_acknowledged_survives_being_killed(tmp_path: Path) -> None:
    path = tmp_path / "commune.db"
    chance = random.Random(7)
    for _ in range(30):
        with running(BOX, path, stdout=subprocess.PIPE) as box:
            first = box.stdout.readline()
            time.sleep(chance.random() * 0.2)
            box.kill()
            # Only a whole line was said: the last may have been cut short, and then says less than it looks.
            said = [line for line in (first, *box.stdout) if line.endswith("\n")]
        game, last = map(int, said[-1].split())
        with opened(path) as store:
            assert (store.trouble, store.notice) == (None, None)
            assert len(store.entries(game)) >= last
            assert store.live is not None
            assert store.draft == {"on": len(store.entries(store.live))}
            assert all(len(store.entries(older)) == 50 for older in range(1, store.live))
