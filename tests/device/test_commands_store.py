"""What was kept, at the shell: games, show, export, import and players, beside a box that runs."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from device.cli import main
from device.store import Change, Store
from device.store.lines import from_line, to_line, to_pages
from engine.bids import Bid
from engine.events import Call, MakeBid, Settle
from engine.game import Game
from engine.history import History, events_body
from engine.record import Identity
from engine.rules import Rules
from engine.settlement import Agreed
from tests.device.box import Box
from tests.device.stores import LOG, files, opened

VECTORS = Path(__file__).parents[1] / "vectors"


class Said(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Commune = Callable[..., Said]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir()
    return folder


@pytest.fixture
def commune(state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Commune:
    """`commune`, looking into `state`."""

    def run(*words: str, stdin: bytes = b"") -> Said:
        capsys.readouterr()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main([*words, "--state", str(state)])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return Said(status, said.out, said.err)

    return run


def play(store: Store) -> int:
    """A hand at a table of three, and a bid of the next."""
    game = Game.start(Rules.of("classic"), ("Anna", "Ben", "Cleo"), 0)
    first = [MakeBid(1, Bid.parse("pair of sixes")), Call(2), Settle(Agreed(False))]
    begun = History.begin(game, Identity(uuid4().hex))[1].body
    bodies = [begun, events_body(first), events_body([MakeBid(1, Bid.parse("ace high"))])]
    store.commit(Change(True, tuple((body, None) for body in bodies), {"screen": "bidding"}, True))
    return store.state.game


def records(name: str, count: int = 4) -> list[dict[str, Any]]:
    """Records of the vectors, without what is expected of them."""
    found = [json.loads(line) for line in (VECTORS / name).read_text().splitlines()[:count]]
    for hand in (hand for record in found for hand in record["hands"]):
        hand.pop("expect", None)
    return found


def as_lines(objects: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in objects).encode()


def test_where_nothing_was_kept_they_say_so(commune: Commune, state: Path) -> None:
    for words, status in [(["games"], 0), (["show"], 1), (["export", "--all"], 0), (["players"], 0)]:
        assert commune(*words) == (status, "", "commune: Nothing has been kept yet.\n")
    assert list(state.iterdir()) == []
    with opened(state) as store:
        store.commit(Change(screen={"screen": "setup"}))
    assert commune("games").err == "commune: No game has been kept yet.\n"
    assert commune("show") == (2, "", "commune: No game has been kept yet.\n")
    assert commune("players").err == "commune: There are no names yet: commune players add NAME adds one.\n"
    assert commune("export") == (0, "", "")


@pytest.mark.parametrize("name", ["games.jsonl", "corrections.jsonl"])
def test_what_is_imported_is_exported_as_it_was(commune: Commune, name: str) -> None:
    wanted = records(name)
    said = commune("import", "-", stdin=as_lines(wanted))
    assert said == (0, "Kept as games 1 to 4.\n", "")
    exported = commune("export").lines
    for key in ("hands", "corrections"):
        assert [found.get(key) for found in exported] == [record.get(key) for record in wanted]
    assert commune("export", "3", "1").lines == [exported[2], exported[0]]


def test_what_is_wrong_is_refused_line_by_line_and_the_rest_is_kept(commune: Commune, tmp_path: Path) -> None:
    good, other = (as_lines([record]) for record in records("games.jsonl", 2))
    file = tmp_path / "evenings.jsonl"
    file.write_bytes(good + b'{"seats": 1}\n\nnonsense\n' + other)
    said = commune("import", str(file))
    assert (said.status, said.out) == (1, "Kept as games 1 to 2.\n")
    first, second = said.err.splitlines()
    assert first == "commune: line 2: A game needs at least 2 players."
    assert second.startswith("commune: line 4: The line is not a JSON object")
    assert commune("import", "-").err == "commune: There is nothing in it.\n"
    assert commune("import", str(tmp_path / "none")).status == 2


def test_the_live_game_is_shown_beside_the_box(commune: Commune, state: Path) -> None:
    with opened(state) as store:
        number = play(store)
        (shown,) = commune("show", "--json").lines
        assert shown["screen"] == "bidding"
        assert shown["players"] == ["Anna", "Ben", "Cleo"]
        after = {"dealer": 1, "first": 1, "deal": [1, 2, 1]}
        assert shown["standing"] == {"penalties": [0, 1, 0], "next": after, "winner": None}
        assert [hand.get("caller") for hand in shown["hands"]] == [2, None]
        words = commune("show").out.splitlines()
        assert words[0].startswith(f"Game {number}: ")
        assert words[-1] == "The game is not over after 1 hand: Anna, Ben and Cleo are in."
        assert commune("games").out == f"{number:4}  2026-05-01 12:00  Anna, Ben, Cleo  1 hand, under way\n"
        assert commune("import", "-", stdin=as_lines(records("games.jsonl", 1))).status == 0
        assert commune("show", "2", "--json").lines[0]["screen"] is None
        store.commit(Change(screen={"screen": "menu"}))
        assert commune("show", "--json").lines[0]["screen"] == "menu"
        assert store.trouble is None


def test_games_are_listed_newest_first(commune: Commune) -> None:
    commune("import", "-", stdin=as_lines(records("games.jsonl", 4)))
    assert [line.split()[0] for line in commune("games").out.splitlines()] == ["4", "3", "2", "1"]
    said = commune("games", "--last", "1", "--json")
    assert [(line["game"], line["live"]) for line in said.lines] == [(4, False)]
    assert said.err == "commune: There are older ones: commune games --all lists them too.\n"
    assert len(commune("games", "--all").out.splitlines()) == 4


def test_names_are_added_and_forgotten(commune: Commune) -> None:
    assert commune("players", "add", "Anna", " Jean  Luc ", "Zoë").status == 0
    assert commune("players").out == "Anna\nJean Luc\nZoë\n"
    said = commune("players", "forget", "Anna", "Nobody")
    assert said == (1, "", 'commune: "Nobody": not on the list.\n')
    assert commune("players").out == "Jean Luc\nZoë\n"
    assert commune("players", "add", "zoë", "Ben").status == 0
    assert commune("players").out == "zoë\nBen\nJean Luc\n"
    assert commune("players", "forget", "jean  LUC", "ZOË").status == 0
    assert commune("players").out == "Ben\n"


def test_a_roster_of_an_earlier_version_is_listed_as_it_is_and_can_be_mended(commune: Commune, state: Path) -> None:
    long = "x" * 60
    (state / LOG).write_bytes(
        b"".join(
            to_pages(to_line(line))
            for line in ({"format": 1, "log": "x", "n": 0}, {"n": 1, "roster": ["Anna", "anna", long]})
        )
    )
    assert commune("players").out == f"Anna\nanna\n{long}\n"
    with Box(state) as box:
        assert box.store.state.roster == ("Anna", "anna", long)
        box.store.commit(Change(players=("ANNA",)))
        assert box.store.state.roster == ("ANNA", long)
    assert commune("players", "forget", long).status == 0
    assert commune("players").out == "ANNA\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "9"], "There is no game 9: commune games lists them."),
        (["export", "1", "--all"], "Say which games, or --all, not both."),
        (["players", "add"], "Say whom, as in: commune players add Anna."),
        (["players", "add", "x" * 41], f'"{"x" * 41}" has 41 characters, and a name has at most 40.'),
    ],
)
def test_what_can_not_be_is_refused_in_words(commune: Commune, state: Path, words: list[str], message: str) -> None:
    with opened(state) as store:
        play(store)
    assert commune(*words) == (2, "", f"commune: {message}\n")


@pytest.mark.parametrize("content", [b"no store at all", b"\xff" * 9000, b""])
@pytest.mark.parametrize("words", [["games"], ["show"], ["export"], ["players"], ["players", "add", "Anna"]])
def test_a_damaged_log_is_left_for_the_box(commune: Commune, state: Path, content: bytes, words: list[str]) -> None:
    (state / LOG).write_bytes(content)
    said = commune(*words)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("commune: The store is damaged: ")
    assert said.err.endswith(" The box puts that right when it is started.\n")
    assert files(state) == {LOG: content}


def test_what_an_earlier_version_kept_is_left_for_the_box(commune: Commune, state: Path) -> None:
    (state / "commune.db").write_bytes(b"whatever")
    for words in (["games"], ["players", "add", "Anna"]):
        said = commune(*words)
        assert (said.status, said.out) == (2, "")
        assert (
            said.err == f"commune: {state} was kept by an earlier version: the box takes it over when it is started.\n"
        )


def test_a_record_that_was_edited_is_set_aside_and_import_takes_it_under_its_number(
    commune: Commune, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(state) as store:
        play(store)
        play(store)
    content = (state / "game-1.json").read_bytes()
    shown = commune("show", "1").out
    assert main(["replay", str(state / "game-1.json")]) == 0
    assert capsys.readouterr().out == shown
    edited = content.replace(b'"Anna"', b'"Hannah"')
    (state / "game-1.json").write_bytes(edited)
    aside = state / "damaged-1-game-1.json"
    said = commune("show", "1")
    assert (said.status, said.out) == (1, "")
    assert (
        said.err
        == f"commune: game 1: It was damaged, or edited: if it is a record still, commune import {aside} takes it.\n"
    )
    assert aside.read_bytes() == edited
    assert commune("show", "1").err == "commune: game 1: It was damaged, and was set aside.\n"
    assert [line["game"] for line in commune("games", "--json").lines] == [2]
    assert commune("import", str(aside)) == (0, "Kept as game 1.\n", "")
    assert commune("show", "1", "--json").lines[0]["players"] == ["Hannah", "Ben", "Cleo"]
    (state / "game-1.json").write_bytes(content.replace(b'"Anna"', b'"Hanna"'))
    assert commune("import", str(state / "game-1.json")) == (0, "Kept as game 1.\n", "")


def test_a_game_is_kept_once_and_of_two_copies_the_one_that_goes_on_further(commune: Commune, state: Path) -> None:
    whole, other = records("games.jsonl", 2)
    named = whole | {"id": "a" * 32, "began": "2026-05-01T20:00:00", "evening": "b" * 32}
    part = named | {"hands": named["hands"][:2]}
    assert commune("import", "-", stdin=as_lines([part, other])).out == "Kept as games 1 to 2.\n"
    assert commune("import", "-", stdin=as_lines([other, part])) == (
        0,
        "No game was kept.\n",
        "".join(f"commune: line {3 - n}: It is game {n}, which is there already.\n" for n in (2, 1)),
    )
    assert commune("import", "-", stdin=as_lines([named])).out == "Kept as game 1.\n"
    assert (
        commune("import", "-", stdin=as_lines([part])).err == "commune: line 1: It is game 1, which is there already.\n"
    )
    without = {key: value for key, value in named.items() if key not in ("id", "began", "evening")}
    assert (
        commune("import", "-", stdin=as_lines([without])).err
        == "commune: line 1: It is game 1, which is there already.\n"
    )
    said = commune("import", "-", stdin=as_lines([other | {"id": "a" * 32}]))
    assert (said.status, said.out) == (1, "No game was kept.\n")
    assert said.err == "commune: line 1: It is a copy of game 1, but not the same: neither was changed.\n"
    (found,) = commune("export", "1").lines
    assert (found["id"], found["began"], found["evening"]) == (named["id"], named["began"], named["evening"])
    assert found["hands"] == whole["hands"]
    with opened(state) as store:
        number = play(store)
        (live,) = commune("export", str(number)).lines
        assert (
            commune("import", "-", stdin=as_lines([live])).err
            == "commune: line 1: It is game 3, which is there already.\n"
        )
        further = live | {"hands": [*live["hands"][:-1], live["hands"][-1] | {"caller": 2, "agreed": True}]}
        said = commune("import", "-", stdin=as_lines([further]))
        assert said.err == "commune: line 1: It is game 3, which the box has on: it goes on there.\n"
    assert commune("games", "--all", "--json").lines[0]["hands"] == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"id": "x"}, '"id" is 32 hexadecimal digits, not "x".'),
        ({"evening": 3}, '"evening" is 32 hexadecimal digits, not 3.'),
        ({"began": "yesterday"}, '"began" is a time as 2026-05-01T21:30:00, not "yesterday".'),
    ],
)
def test_a_record_that_says_wrongly_which_game_it_is_is_refused(
    commune: Commune, wrong: dict[str, Any], says: str
) -> None:
    said = commune("import", "-", stdin=as_lines([records("games.jsonl", 1)[0] | wrong]))
    assert (said.status, said.err) == (1, f"commune: line 1: {says}\n")


def test_when_each_hand_was_settled_is_exported_and_imported(commune: Commune, state: Path) -> None:
    with opened(state) as store:
        play(store)
    (record,) = commune("export").lines
    assert (record["began"], record["hands"][0]["at"]) == ("2026-05-01T12:00:00", "2026-05-01T12:00:00")
    assert "at" not in record["hands"][1]
    (state / "commune.jsonl").unlink()
    assert commune("import", "-", stdin=as_lines([record])).out == "Kept as game 1.\n"
    assert commune("export").lines == [record]


def test_an_entry_that_could_not_be_read_stays_beside_the_record(commune: Commune, state: Path) -> None:
    with opened(state) as store:
        number = play(store)
        store.commit(Change(entries=(({"events": [{"caller": 1}]}, None), ({"resume": 4}, None))))
        log = [entry._asdict() for entry in store.state.entries]
        play(store)
        said = commune("show", str(number), "--json")
        assert (said.status, len(said.lines[0]["hands"])) == (1, 2)
        assert said.err == f"commune: game {number}: Entry 4 could not be read and doesn't count.\n"
    lines = (state / f"game-{number}-log.jsonl").read_bytes().splitlines()
    assert [from_line(line) for line in lines] == log


def test_a_game_that_the_rules_refuse_is_shown_as_far_as_they_allow(commune: Commune, state: Path) -> None:
    with opened(state) as store:
        play(store)
        store.commit(Change(entries=(({"events": [{"caller": 1}]}, None),)))
        said = commune("show", "--json")
        assert said.status == 1
        assert len(said.lines[0]["hands"]) == 2
        assert "Ben made the bid and can't call it" in said.err
        store.commit(Change(entries=(({"resume": 4}, None),)))
        said = commune("show", "--json")
        assert len(said.lines[0]["hands"]) == 2
        assert said.err.endswith("Entry 4 could not be read and doesn't count.\n")


def test_the_store_of_the_box_comes_before_that_of_the_simulator(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("device.commands.state.BOX", state)
    assert main(["players", "add", "Simona"]) == 0
    assert capsys.readouterr().err == f"commune: the simulator's store, {tmp_path}/commune\n"
    with opened(state) as store:
        store.commit(Change(screen={"screen": "setup"}))
    assert main(["players", "add", "Bert"]) == 0
    assert capsys.readouterr().err == f"commune: the box's store, {state}\n"
    assert main(["players", "--state", str(tmp_path / "commune")]) == 0
    assert capsys.readouterr() == ("Simona\n", "")
    assert main(["players", "--state", os.devnull]) == 2
    assert capsys.readouterr().err == f"commune: There is no folder {os.devnull}.\n"
