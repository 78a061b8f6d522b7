"""A million random presses, checked as they go: `make soak`."""

from __future__ import annotations

import logging
import sys
from collections import Counter

from device.screens.base import SCREENS
from tests.device.walking import Walk
from tests.errors import Raises


def main(presses: int) -> None:
    logging.getLogger().addHandler(Raises())
    screens: Counter[str] = Counter()
    ended = made = 0
    for seed in range(presses // 25_000):
        walk = Walk(seed, keys=4 if seed % 3 == 2 else 7)
        walk.run(25_000, check_every=5)
        screens += walk.screens
        ended += walk.ended
        made += 25_000
        print(f"{made:,} presses, {ended} games ended, {len(screens)} screens", flush=True)
    unseen = sorted(set(SCREENS) - set(screens))
    assert not unseen, f"never reached: {unseen}"
    assert ended >= presses // 1_000, f"only {ended} games ended"
    rarest = ", ".join(f"{name} {count}" for name, count in screens.most_common()[:-6:-1])
    print(f"No exception, no fault. Rarest screens: {rarest}.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
