"""What a start, a commit and an undo cost with 10,000 games in the store, against one with none.

Both stores are used in turn, so that a busy machine slows both down alike; of each the median counts.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from device.store import Store
from device.store.entries import Entry
from device.store.file import StoreFile

ENTRIES = 60  # of a game: its hands with five or six presses that settled something
START = {"start": {"rules": {"preset": "classic"}, "seats": 6, "dealer": 0}}
BODY = {"events": [{"seat": 3, "bid": {"category": "full_house", "ranks": ["5", "K"]}}]}
DRAFT = {"screen": "bidding", "category": "full_house", "ranks": ["5", "K"], "seat": 3, "cursor": 2}


def opened(path: Path) -> Store:
    return Store.open(path, wall_clock=datetime.now)


def fill(path: Path, games: int) -> None:
    """Finished games, and a live one."""
    with opened(path):
        pass
    with StoreFile.open(path) as file:
        for first in range(1, games + 1, 500):
            with file.transaction():
                for game in range(first, min(first + 500, games + 1)):
                    file.append(Entry(game, 1 + at, "", BODY if at else START, DRAFT) for at in range(ENTRIES))
    with opened(path) as store:
        game = store.new_game()
        store.commit(appended=[(game, START, None)], draft=DRAFT, live=game)
        for _ in range(ENTRIES - 1):
            store.commit(appended=[(game, BODY, DRAFT)], draft=DRAFT, live=game)


def start(store: Store) -> None:
    store.close()
    store._start()
    assert store.live is not None
    assert len(store.entries(store.live)) >= 1


def commit(store: Store) -> None:
    assert store.live is not None
    store.commit(appended=[(store.live, BODY, DRAFT)], draft=DRAFT, live=store.live)


def undo(store: Store) -> None:
    """As BACK does it: find what counts last, cancel it, bring its draft back."""
    assert store.live is not None
    last = store.entries(store.live)[-1]
    store.commit(appended=[(store.live, {"undo": last.number}, DRAFT)], draft=last.before, live=store.live)


def press(store: Store) -> None:
    """A press that changes the draft only."""
    store.commit(draft=DRAFT, live=store.live)


def timed(work: Callable[[Store], None], store: Store) -> float:
    before = perf_counter()
    work(store)
    return perf_counter() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--folder", type=Path, help="where to put the stores (default: the system's for such)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        full, empty = Path(name, "full.db"), Path(name, "empty.db")
        fill(full, args.games)
        fill(empty, 0)
        print(f"{args.games:,} games in {full.stat().st_size / 1e6:.0f} MB against none, median of {args.rounds}")
        with opened(full) as many, opened(empty) as none:
            for work in (start, press, commit, undo):
                times: dict[Store, list[float]] = {many: [], none: []}
                for turn in range(args.rounds):
                    for store in (many, none) if turn % 2 else (none, many):
                        times[store].append(timed(work, store))
                with_many, with_none = (median(times[store]) * 1e3 for store in (many, none))
                print(
                    f"  {work.__name__:7} {with_many / with_none:5.2f} times ({with_many:.2f} ms to {with_none:.2f} ms)"
                )


if __name__ == "__main__":
    main()
