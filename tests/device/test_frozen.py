"""What earlier versions have kept opens in this one: games, rosters, decks, settings, and whatever screen was on.

`frozen/` holds state folders as version 0.1.0 left them, and `text` as the version after it did, each with what it
showed of itself in `expected.json`; a draft of each of 0.1.0's screens, with the log of the game that was on; and
records that it wrote.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from device.cli import main
from device.session import Session
from device.store import Entry, State
from engine.record import read_record, write_record
from tests.device.box import Box
from tests.device.walking import Memory

FROZEN = Path(__file__).parent / "frozen"
FOLDERS = [folder.name for folder in sorted(FROZEN.iterdir()) if folder.is_dir()]


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (FROZEN / name).read_text().splitlines()]


@pytest.fixture(params=FOLDERS)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Any]:
    """A state folder of an earlier version, and what was in it."""
    folder = tmp_path / "state"
    shutil.copytree(FROZEN / request.param, folder)
    return folder, json.loads((folder / "expected.json").read_text())


def test_an_evening_goes_on_where_an_earlier_version_left_it(kept: tuple[Path, Any]) -> None:
    folder, expected = kept
    with Box(folder) as box:
        view = box.session.view
        assert box.words == expected["words"]
        assert box.screen == expected["screen"]["screen"]
        assert (box.session.game and write_record(box.session.game)) == expected["game"]
        assert (view.last, view.undone, view.chances) == (expected["last"], expected["undone"], expected["chances"])
        assert {"rules": str(view.table.rules), "players": list(view.table.players)} == expected["table"]


def test_the_shell_lists_and_writes_out_what_an_earlier_version_kept(
    kept: tuple[Path, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, expected = kept
    with Box(folder):
        pass  # which puts a damaged store right

    def said(*words: str) -> list[str]:
        assert main([*words, "--state", str(folder)]) == 0
        return capsys.readouterr().out.splitlines()

    assert said("players") == expected["players"]
    assert [json.loads(line) for line in said("decks", "export")] == expected["decks"]
    exported = [json.loads(line) for line in said("export", "--all")]
    assert [undated(record) for record in exported] == expected["games"]
    assert len({record["id"] for record in exported}) == len(exported)
    assert [json.loads(line) for line in said("games", "--all", "--json")] == expected["list"]


def undated(record: Any) -> Any:
    """A record without what earlier versions didn't say."""
    said = {key: value for key, value in record.items() if key not in ("id", "began")}
    said["hands"] = [{key: value for key, value in hand.items() if key != "at"} for hand in record["hands"]]
    return said


@pytest.mark.parametrize("frozen", lines("drafts.jsonl"), ids=lambda frozen: frozen["draft"]["screen"])
def test_no_draft_of_an_earlier_version_ends_the_box_or_costs_it_its_game(frozen: Any) -> None:
    entries = [Entry(number, "", entry["body"], entry["before"]) for number, entry in enumerate(frozen["entries"], 1)]
    store = Memory(State(int(bool(entries)), entries=tuple(entries), on=bool(entries), screen=frozen["draft"]))
    session = Session(store, keys=frozen["keys"], draw_lot=lambda seats: 0)  # type: ignore[arg-type]
    assert session.draw().faults() == []
    assert (session.game and write_record(session.game)) == frozen["record"]
    assert (session.view.last, session.view.undone) == (frozen["last"], frozen["undone"])


@pytest.mark.parametrize("record", lines("records.jsonl"), ids=lambda record: str(record["rules"]))
def test_a_record_that_an_earlier_version_wrote_is_read(record: Any) -> None:
    assert write_record(read_record(record)) == record
