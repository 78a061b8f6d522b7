"""The fewest presses that take down the called hands of the recorded games, by phase, beside a naive way.

A press is 0.25 s, a held one as long as it is held. Screens are pure, so the fewest presses are a shortest path.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from device.buttons.keypad import HOLD, REPEAT_AFTER, REPEAT_EVERY, Button
from engine.bids import Bid
from engine.cards import Card, parse_cards
from engine.counts import WILD, Counts
from engine.events import Deal, read_bid
from engine.game import Game
from engine.ladder import Ladder
from engine.record import replay
from engine.settlement import Agreed, Counted
from engine.shapes import alternatives
from tests.device.evenings import evening_of
from tests.device.planning import Moment, Presses, Target, recording, settling

GAMES = Path(__file__).parents[1] / "vectors" / "games.jsonl"
PRESS = 0.25


def hands(every: int) -> Iterator[tuple[Game, dict]]:
    """The called hands of every so manieth game: the game before each, and the record's hand."""
    for line in GAMES.read_text().splitlines()[::every]:
        record = json.loads(line)
        games = replay(record)
        for hand, game in zip(record["hands"], games, strict=False):
            yield game, hand


def counts_of(bid: Bid, cards: tuple[Card, ...], game: Game) -> Counts:
    """What the table would count."""
    rules = game.rules
    natural = [card for card in cards if not rules.is_wild(card)]
    data: dict[str, object] = {}
    for parts in alternatives(bid, rules):
        for part in parts:
            there = [card for card in natural if card in part]
            if part.suit:
                data.setdefault(part.suit.value, []).extend(card.rank.letter for card in there)  # type: ignore
            else:
                data[part.ranks[0].letter] = len(there)
    return Counts.from_data(data | {WILD: len(cards) - len(natural)})


def measure(game: Game, hand: dict, keys: int, hold: bool, found: dict[str, list[tuple[int, float]]]) -> None:
    bids = [read_bid(bid) for bid in hand["bids"]]
    moment = Moment(evening_of(game.apply(Deal()), keys=keys))
    empty = moment
    for bid in bids:
        assert bid.bid is not None
        pressed, moment = recording(moment, bid.seat, bid.bid, hold=hold)
        note(found, "recording a bid", pressed, keys)
    called = bids[-1]
    cards = parse_cards(hand["cards"])
    assert called.bid is not None
    agreed = Target(game.rules, called.seat, called.bid, hand["caller"], Agreed(hand["expect"]["holds"]))
    counted = Target(game.rules, called.seat, called.bid, hand["caller"], Counted(counts_of(called.bid, cards, game)))
    for phase, start, target in (
        ("called and agreed, bids recorded", moment, agreed),
        ("called and counted, bids recorded", moment, counted),
        ("called and counted, nothing recorded", empty, counted),
    ):
        note(found, phase, (*settling(start, target, hold=hold)[0], (Button.OK, 1)), keys)
    rungs = len([bid for bid in Ladder(game.rules) if bid <= called.bid])
    naive = rungs + sum(1 + (card.rank or 14) - 2 + "shdc".index(str(card.suit or "s")) + 1 for card in cards) + 1
    found["naively: ladder from the bottom, every card"].append((naive, naive * PRESS))


def note(found: dict[str, list[tuple[int, float]]], phase: str, pressed: Presses, keys: int) -> None:
    found[phase].append((len(pressed), sum(seconds(button, times, keys) for button, times in pressed)))


def seconds(button: Button, times: int, keys: int) -> float:
    """How long a press takes; a held one its length."""
    if times > 1:
        return REPEAT_AFTER + (times - 2) * REPEAT_EVERY
    return HOLD if button is Button.MENU or (button is Button.BACK and keys == 4) else PRESS


def main() -> None:
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for keys, hold in ((7, False), (7, True), (4, False), (4, True)):
        groups: dict[str, dict[str, list[tuple[int, float]]]] = defaultdict(lambda: defaultdict(list))
        for game, hand in hands(every):
            still_in = len(game.players_in)
            group = "2-4 in" if still_in <= 4 else "5-8 in" if still_in <= 8 else "9 and more in"
            measured: dict[str, list[tuple[int, float]]] = defaultdict(list)
            measure(game, hand, keys, hold, measured)
            for phase, values in measured.items():
                groups[group][phase] += values
                groups["all"][phase] += values
        print(f"\n{keys} keys, arrows {'held where that is less' if hold else 'never held'}: presses, seconds")
        for group in ("2-4 in", "5-8 in", "9 and more in", "all"):
            for phase, values in groups[group].items():
                presses, times = [value[0] for value in values], [value[1] for value in values]
                print(
                    f"  {group:14} {phase:44} mean {mean(presses):6.2f}  worst {max(presses):3d}"
                    f"   mean {mean(times):6.2f} s  worst {max(times):6.2f} s  ({len(values)})",
                    flush=True,
                )


if __name__ == "__main__":
    main()
