"""What damage costs: sixty games and one that is on, and files of theirs cut, zeroed, flipped and spoilt at random.

An entry is the start of a game, or one hand of it; one is lost where neither the log nor a record says it any more. Of
every kind of damage so many are tried as asked for, each to a whole store. What is damaged is chosen as chance hits
disks: by bytes, so that a longer file is hit more often.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter
from typing import NamedTuple

from device.store import Change, Store
from device.store.folder import Folder
from device.store.games import read_game
from device.store.lines import PAGE
from engine.history import History, events_body
from engine.record import Identity, read_record
from tests.device.stores import files, put

GAMES = 60
LOG = "commune.jsonl"
SCREEN = {"screen": "bidding", "category": "full_house", "ranks": ["5", "K"], "seat": 3, "cursor": 2}
EVENINGS = Path(__file__).parents[1] / "vectors" / "evenings.jsonl"


def bodies(record: object, number: int) -> list[dict[str, object]]:
    """A log of a game, with an entry for every hand and the corrections made then."""
    game = read_record(record)
    begun = type(game).start(game.rules, game.players, game.first_dealer)
    hands = [events_body((*hand.taken.events, *hand.corrections)) for hand in game.hands]
    return [History.begin(begun, Identity(f"{number:032x}"))[1].body, *hands]


def opened(folder: Path) -> Store:
    return Store.open(folder, wall_clock=datetime.now)


class Whole(NamedTuple):
    """A store without damage.

    Attributes:
        found: its files.
        games: how many entries each game has that was left, and its record.
        live: the number of the game that is on, and its entries.
        roster: what names it has.
    """

    found: dict[str, bytes]
    games: dict[int, tuple[int, object]]
    live: tuple[object, ...]
    roster: tuple[str, ...]


def make(folder: Path) -> Whole:
    """Sixty games that were left, and one that is on."""
    records = [json.loads(line) for line in EVENINGS.read_text().splitlines()]
    counts = []
    with opened(folder) as store:
        for number in range(GAMES + 1):
            start, *rest = bodies(records[number % len(records)], number)
            store.commit(Change(True, ((start, SCREEN),), SCREEN, True, players=(f"Player {number}",)))
            for body in rest:
                store.commit(Change(entries=((body, SCREEN),), screen=SCREEN, on=True))
            counts.append(len(rest) + 1)
        state = store.state
    games = {}
    for number, count in enumerate(counts[:-1], 1):
        recorded = read_game(Folder(folder), number)
        assert recorded
        games[number] = count, recorded.record
    return Whole(files(folder), games, state.entries, state.roster)


class Cost(NamedTuple):
    """What damage did: entries lost, games hurt, whether it was said, whether something else was taken for right."""

    entries: int
    games: int
    said: bool
    wrong: bool


def cost(folder: Path, whole: Whole, found: dict[str, bytes]) -> Cost:
    """Start with damaged files, and compare what is kept with what was."""
    put(folder, found)
    entries = games = 0
    said = wrong = False
    with opened(folder) as store:
        kept = store.state.entries
        wrong = kept != whole.live[: len(kept)] or not set(store.state.roster) <= set(whole.roster)
        lost = len(whole.live) - len(kept)
        entries, games, said = lost, int(lost > 0), store.notice is not None
        for number, (count, record) in whole.games.items():
            there = read_game(Folder(folder), number)
            if there is None or there.record is None:
                entries, games, said = entries + count, games + 1, said or there is not None
            else:
                wrong = wrong or there.record != record
    return Cost(entries, games, said, wrong)


def hit(found: dict[str, bytes], chance: Random, names: list[str]) -> tuple[str, int]:
    """A file and a place in it, where chance hits."""
    place = chance.randrange(sum(len(found[name]) for name in names))
    for name in names:
        if place < len(found[name]):
            return name, place
        place -= len(found[name])
    raise AssertionError


def spoil(content: bytes, at: int, put_there: bytes) -> bytes:
    return content[:at] + put_there[: len(content) - at] + content[at + len(put_there) :]


def zeroed(content: bytes, at: int, chance: Random) -> bytes:
    return spoil(content, at - at % PAGE, bytes(PAGE))


def noise(content: bytes, at: int, chance: Random) -> bytes:
    return spoil(content, at - at % PAGE, chance.randbytes(PAGE))


def cut(content: bytes, at: int, chance: Random) -> bytes:
    return content[:at]


def flipped(content: bytes, at: int, chance: Random) -> bytes:
    return spoil(content, at, bytes([content[at] ^ 1 << chance.randrange(8)]))


def gone(content: bytes, at: int, chance: Random) -> None:
    return None


def header(content: bytes, at: int, chance: Random) -> bytes:
    return spoil(content, 0, chance.randbytes(100))


Damage = Callable[[bytes, int, Random], bytes | None]
KINDS: list[tuple[str, Damage, bool]] = [
    ("4 KiB zeroed", zeroed, False),
    ("4 KiB of noise", noise, False),
    ("tail cut", cut, False),
    ("a file gone", gone, False),
    ("header hit", header, False),
    ("a bit flipped", flipped, False),
    ("a bit flipped in the log", flipped, True),
    ("4 KiB zeroed in the log", zeroed, True),
    ("tail of the log cut", cut, True),
]


def tried(folder: Path, whole: Whole, damage: Damage, log: bool, times: int) -> Iterator[Cost]:
    chance = Random(1)
    # Blank pages, into which nothing was written yet, can't cost anything.
    used = {name: content.rstrip() + b"\n" for name, content in whole.found.items()}
    names = [LOG] if log else sorted(used)
    for _ in range(times):
        name, at = hit(used, chance, names)
        spoilt = damage(whole.found[name], at, chance)
        found = {key: content for key, content in whole.found.items() if key != name}
        yield cost(folder, whole, found if spoilt is None else found | {name: spoilt})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--folder", type=Path, help="where to put the stores (default: the system's for such)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = Path(name)
        whole = make(folder)
        entries = sum(count for count, _ in whole.games.values()) + len(whole.live)
        print(f"{GAMES} games and one that is on, {entries:,} entries; {args.times} of each kind of damage")
        for kind, damage, log in KINDS:
            costs = list(tried(folder, whole, damage, log, args.times))
            unsaid = sum(each.entries > 0 and not each.said for each in costs)
            print(
                f"  {kind:25} {mean(each.entries for each in costs):5.1f} entries lost on average, "
                f"{max(each.games for each in costs)} games hurt at most, {unsaid} losses unsaid, "
                f"{sum(each.wrong for each in costs)} taken for right wrongly"
            )
        times = []
        for torn in (False, True):
            put(folder, whole.found)
            if torn:  # as a power cut leaves it
                content = whole.found[LOG]
                end = len(content.rstrip()) // PAGE * PAGE + PAGE
                (folder / LOG).write_bytes(spoil(content, end, Random(2).randbytes(PAGE)))
            for _ in range(30):
                before = perf_counter()
                opened(folder).close()
                times.append(perf_counter() - before)
            said = "after a power cut" if torn else "clean"
            print(f"  start {said}: {min(times) * 1e3:.1f} to {max(times) * 1e3:.1f} ms")
            times.clear()


if __name__ == "__main__":
    main()
