"""Killed at any moment, the store holds everything that it had acknowledged."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

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
        box = subprocess.Popen(
            [sys.executable, "-c", BOX, str(path)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
        )
        assert box.stdout is not None
        first = box.stdout.readline()
        time.sleep(chance.random() * 0.2)
        box.send_signal(signal.SIGKILL)
        # Only a whole line was said: the last may have been cut short, and then says less than it looks.
        said = [line for line in (first, *box.stdout) if line.endswith("\n")]
        box.stdout.close()
        box.wait()
        game, last = map(int, said[-1].split())
        with opened(path) as store:
            assert (store.trouble, store.notice) == (None, None)
            assert len(store.entries(game)) >= last
            assert store.live is not None
            assert store.draft == {"on": len(store.entries(store.live))}
            assert all(len(store.entries(older)) == 50 for older in range(1, store.live))
