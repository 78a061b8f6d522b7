"""Recorded games on the whole box, every hand revealed by sweeping its cards and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.commands.replay import standing_data
from engine.events import MakeBid, Taken
from engine.record import read_record, write_record
from engine.settlement import AllCards
from tests.device.planning import Target, calling
from tests.device.refereeing import Referee, box_for

GAMES = Path(__file__).parents[2] / "vectors" / "games.jsonl"
THIN = ({"preset": "classic"}, {"preset": "classic", "flush": "all_ranks"}, {"preset": "denexa"})


class Sweeper(Referee):
    """Somebody who enters bids and calls by pressing, and reveals by sweeping alone."""

    def settle(self, taken: Taken, last: MakeBid) -> None:
        assert taken.settled is not None
        by = taken.settled.by
        assert isinstance(by, AllCards)
        self.presses(calling(self.moment, Target(self.game.rules, last.seat, last.bid, taken.caller, by)))
        pressed = self.pressed
        for card in by.cards:
            assert self.box.screen in ("call", "showing")
            self.box.sweep(str(card))
            if self.box.screen == "verdict":
                break
        assert self.box.screen == "verdict", self.box.words
        assert self.pressed == pressed
        self.box.press("ok")


def records() -> Iterator[Any]:
    """Every recorded game; in the default run only the shortest of three rule sets, one without flushes."""
    games = [json.loads(line) for line in GAMES.read_text().splitlines()]
    by_rules = [[record for record in games if record["rules"] == rules] for rules in THIN]
    thin = [min(records, key=lambda record: len(record["hands"])) for records in by_rules]
    for number, record in enumerate(games):
        marks = [] if record in thin else [pytest.mark.long]
        yield pytest.param(record, id=f"games.jsonl:{number}", marks=marks)


@pytest.mark.parametrize("record", list(records()))
def test_a_game_revealed_by_sweeping_alone_ends_as_expected(record: dict[str, Any], folder: Path) -> None:
    with box_for(record, folder, 4 if len(record["hands"]) % 3 == 0 else 7) as box:
        sweeper = Sweeper(box)
        for number, hand in enumerate(record["hands"]):
            sweeper.play(hand)
            outcome = sweeper.game.hands[-1].outcome
            expect = hand["expect"]
            for key in ("holds", "penalized", "eliminated"):
                assert getattr(outcome, key) == expect[key], f"hand {number}"
            standing = {key: expect[key] for key in ("penalties", "next", "winner")}
            assert standing_data(sweeper.game) == standing, f"after hand {number}"
            settled = sweeper.game.hands[-1].taken.settled
            assert " ".join(map(str, settled.by.cards)) in hand["cards"]
        written = write_record(sweeper.game)
    assert read_record(written) == sweeper.game
