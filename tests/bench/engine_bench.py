"""How fast the engine answers, as ratios that mean the same on any machine. Nothing here passes or fails."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from engine.adjudication import judge
from engine.bids import Bid
from engine.cards import Card, Rank, Suit
from engine.events import Call, Event, MakeBid, Penalty, Settle
from engine.game import Game
from engine.odds import _chance_of, chances
from engine.rules import Rules
from engine.settlement import Agreed
from engine.shapes import alternatives

CLASSIC = Rules.of("classic")
DECK = [Card(rank, suit) for rank in Rank for suit in Suit]
RUNS = 25
JUDGE = (
    "-c",
    "import sys; from device.cli import main; main()",
    "judge",
    "fives over kings",
    "5h",
    "5d",
    "Ks",
    "2c",
    "9s",
)


def timed(do: Callable[[], object]) -> float:
    """How long it takes, in seconds."""
    start = perf_counter()
    do()
    return perf_counter() - start


def alternating(one: Callable[[], object], other: Callable[[], object], runs: int) -> tuple[list[float], list[float]]:
    """The times of both in turn, so that whatever else the machine does falls on both."""
    pairs = [(timed(one), timed(other)) for _ in range(runs)]
    return [first for first, _ in pairs], [second for _, second in pairs]


def compare(what: str, one: Callable[[], object], against: str, other: Callable[[], object], runs: int) -> None:
    """Print the median and the fastest of both, and their ratios."""
    times, others = alternating(one, other, runs)
    for name, found in ((what, times), (f"  {against}", others)):
        print(f"{name}: {median(found) * 1000:.2f} ms (fastest {min(found) * 1000:.2f})")
    mid, least = median(times) / median(others), min(times) / min(others)
    print(f"  ratio {mid:.3f} by the median, {least:.3f} by the fastest, of {runs} runs each")


def whole_ladder() -> None:
    """The odds of every bid, with nothing remembered from the run before."""
    _chance_of.cache_clear()
    alternatives.cache_clear()
    chances(27, CLASSIC)


def sampling() -> None:
    """The odds of one bid by 10,000 dealt communes."""
    deal, bid = random.Random(1), Bid.parse("fives over kings")
    sum(judge(bid, deal.sample(DECK, 27), CLASSIC).holds for _ in range(10_000))


def evening(count: int) -> list[Event]:
    """So many events of a game that doesn't end: whoever gets a penalty has it taken back."""
    words = Bid.parse("pair of sixes")
    hand: list[Event] = [MakeBid(1, words), Call(2), Settle(Agreed(False)), Penalty(1, -1)]
    return (hand * (count // len(hand) + 1))[:count]


def applied(events: list[Event]) -> Game:
    """The game after all of them."""
    game = Game.start(CLASSIC, 6)
    for event in events:
        game = game.apply(event)
    return game


def process(*words: str) -> None:
    """Run Python with those words and wait for it."""
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=False)


def main() -> None:
    """Print everything."""
    compare("odds of the classic ladder, 27 cards", whole_ladder, "10,000 deals for one bid of it", sampling, 5)
    long, short = evening(2000), evening(1000)
    compare("a game of 2,000 events", lambda: applied(long), "one of 1,000", lambda: applied(short), RUNS)
    compare(
        "commune judge, whole process", lambda: process(*JUDGE), "python -c pass", lambda: process("-c", "pass"), RUNS
    )


if __name__ == "__main__":
    main()
