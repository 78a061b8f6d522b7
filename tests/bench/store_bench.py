"""What a start, a press, a commit, an undo and the begin of a game cost with 10,000 games in the store, against none.

Both stores are used in turn, so that a busy machine slows both down alike; of each the median counts. What a press
flushes is counted, and what the disk wrote is its own count, where the kernel keeps one.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from device.store import Change, Store
from device.store.folder import Folder
from device.store.games import record_of, to_file
from tests.device.stores import watched

ENTRIES = 60  # of a game: its hands with five or six presses that settled something
START = {"start": {"rules": {"preset": "classic"}, "seats": 6, "dealer": 0, "id": "0" * 32}}
BODY = {"events": [{"dealt": True}]}
SCREEN = {"screen": "bidding", "category": "full_house", "ranks": ["5", "K"], "seat": 3, "cursor": 2}


def opened(folder: Path) -> Store:
    return Store.open(folder, wall_clock=datetime.now)


def fill(folder: Path, games: int) -> None:
    """Games that were left, and one that is on."""
    folder.mkdir()
    with opened(folder) as store:
        begin(store)
        for _ in range(ENTRIES - 1):
            commit(store)
        record = record_of(store.state.entries).record or {}
    files = (to_file(game, {**record, "id": f"{game:032x}"}, f"{game:032x}") for game in range(2, games + 2))
    for name, content in files:
        (folder / name).write_bytes(content)
    os.sync()


def start(store: Store) -> None:
    store.close()
    store._start()
    assert store.state.on


def press(store: Store) -> None:
    """A press that changes the screen only."""
    store.commit(Change(screen=SCREEN, on=True))


def commit(store: Store) -> None:
    """A press with which something happens at the table."""
    store.commit(Change(entries=((BODY, SCREEN),), screen=SCREEN, on=True))


def undo(store: Store) -> None:
    last = store.state.entries[-1]
    store.commit(Change(entries=(({"undo": last.number}, SCREEN),), screen=last.before, on=True))


def begin(store: Store) -> None:
    """Another game begins, and the one before is left."""
    store.commit(Change(True, ((START, SCREEN),), SCREEN, True))


def timed(work: Callable[[Store], None], store: Store) -> float:
    before = perf_counter()
    work(store)
    return perf_counter() - before


def written(folder: Path) -> int | None:
    """Bytes that were written so far to the disk that a folder is on; None where that isn't counted."""
    device = folder.stat().st_dev
    for line in Path("/proc/diskstats").read_text().splitlines():
        major, minor, _, *counts = line.split()
        if os.makedev(int(major), int(minor)) == device:
            return int(counts[6]) * 512
    return None


def count(store: Store, folder: Path, work: Callable[[Store], None], times: int) -> None:
    calls: Counter[str] = Counter()
    with watched(folder, lambda name: calls.update([name])):
        work(store)
    before = written(folder)
    for _ in range(times):
        work(store)
    after = written(folder)
    flushes = f"{calls['fsync'] + calls['fdatasync']} flushes, {calls.total()} calls of the system"
    disk = "" if before is None or after is None else f"; {(after - before) / times / 1024:.1f} KiB to the disk"
    print(f"  {work.__name__:7} {flushes}{disk}, on average of {times}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="where to put the stores (default: the system's for such)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        full, empty = Path(name, "full"), Path(name, "empty")
        fill(full, args.games)
        fill(empty, 0)
        megabytes = sum(each.stat().st_size for each in full.iterdir()) / 1e6
        print(f"{len(Folder(full).games()):,} games in {megabytes:.0f} MB against none, median of {args.rounds}")
        with opened(full) as many, opened(empty) as none:
            for work in (start, press, commit, undo, begin):
                times: dict[Store, list[float]] = {many: [], none: []}
                for turn in range(args.rounds):
                    for store in (many, none) if turn % 2 else (none, many):
                        times[store].append(timed(work, store))
                with_many, with_none = (median(times[store]) * 1e3 for store in (many, none))
                print(
                    f"  {work.__name__:7} {with_many / with_none:5.2f} times ({with_many:.2f} ms to {with_none:.2f} ms)"
                )
            count(none, empty, press, 256)
            count(none, empty, commit, 256)
            count(none, empty, begin, 20)


if __name__ == "__main__":
    main()
