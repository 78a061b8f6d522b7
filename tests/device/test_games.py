"""Recorded games, played through the whole box by real presses on mock pins, in all their rule sets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from device.commands.replay import standing_data
from engine.record import write_record
from tests.device.refereeing import Referee, box_for, corrections_after

VECTORS = Path(__file__).parents[1] / "vectors"
MEMORY = Path("/dev/shm")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder, in memory where there is such a place: thousands of presses are saved here, each one durably."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as made:
        yield Path(made)


def records() -> Iterator[Any]:
    """Every recorded game; the first of each rule set in the default run, the others in the long one."""
    for name in ("games.jsonl", "corrections.jsonl"):
        met = set()
        for number, line in enumerate((VECTORS / name).read_text().splitlines()):
            record = json.loads(line)
            rules = json.dumps(record["rules"])
            many = name == "games.jsonl" and len(record["hands"]) > 25
            marks = [pytest.mark.long] if rules in met or many else []
            if not many:
                met.add(rules)
            yield pytest.param(record, id=f"{name}:{number}", marks=marks)


@pytest.mark.parametrize("record", list(records()))
def test_a_recorded_game_goes_through_the_box_and_comes_out_as_it_went_in(record: dict[str, Any], folder: Path) -> None:
    keys = 4 if len(record["hands"]) % 3 == 0 else 7
    with box_for(record, folder, keys) as box:
        referee = Referee(box)
        for correction in corrections_after(record, -1):
            referee.correct(correction)
        for number, hand in enumerate(record["hands"]):
            referee.play(hand)
            for correction in corrections_after(record, number):
                referee.correct(correction)
            standing = {key: hand["expect"][key] for key in ("penalties", "next", "winner")}
            assert standing_data(referee.game) == standing, f"after hand {number}"
        written = write_record(referee.game)
    assert [in_a_set(hand) for hand in written["hands"]] == [in_a_set(hand) for hand in record["hands"]]
    assert written.get("corrections", []) == record.get("corrections", [])


def in_a_set(hand: dict[str, Any]) -> dict[str, Any]:
    """A hand whose revealed cards count as a set, and what was expected left out."""
    told = {key: value for key, value in hand.items() if key != "expect"}
    if "cards" in told:
        told["cards"] = sorted(told["cards"].split())
    if "counts" in told:
        told["counts"] = {
            key: sorted(value) if isinstance(value, list) else value for key, value in told["counts"].items()
        }
    return told
