"""Files that were cut, flipped or replaced: the box starts, says so, keeps what can be read, and goes on."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.store import Change, State
from device.store.folder import Folder
from device.store.games import read_game
from device.store.lines import PAGE, to_line, to_pages
from tests.device.stores import DEALT, LOG, START, files, in_memory, kept, opened, play, put, records

Files = dict[str, bytes]
ASIDE = f"damaged-1-{LOG}"
NOTICE = f"The store was damaged: set aside as {ASIDE}; what could be read was kept."
AWAY = "The store was taken away: what is on now went into a new one."


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder


@pytest.fixture(scope="module")
def whole(folder: Path) -> tuple[Files, State]:
    """A folder with two games that were left and one that is on, and what it keeps."""
    with opened(folder) as store:
        for _ in range(3):
            play(store)
        for number in range(9):
            store.commit(Change(entries=((DEALT, None),), screen={"on": number}))
            store.commit(Change(players=(f"Player {number}",), settings={"on": number}))
        return files(folder), store.state


def damaged(folder: Path, whole: tuple[Files, State], content: bytes, name: str = LOG) -> tuple[State, str | None]:
    """Start with something else in the place of a file, and see that all is in order that can be: what is kept, and
    what is said of it."""
    found, before = whole
    put(folder, found | {name: content})
    with opened(folder) as store:
        assert store.trouble is None
        state, notice = store.state, store.notice
        assert state.entries == before.entries[: len(state.entries)]
        assert set(state.roster) <= set(before.roster)
        assert state.settings.get("on", 0) <= 8
        assert notice in (None, NOTICE)
        if notice:
            assert (folder / ASIDE).read_bytes() == content
        if state.screen is not None:
            assert state.entries or not state.on or state.game == before.game
        game = play(store)
        assert game == max(2, state.game) + 1
        after = store.state
    assert kept(folder) == after
    assert {number: records(folder)[number] for number in (1, 2)} == {
        number: recorded(found, number) for number in (1, 2)
    }
    return state, notice


def recorded(found: Files, number: int) -> object:
    return json.loads(found[f"game-{number}.json"])["record"]


def pages(content: bytes) -> int:
    """How many pages there are up to the last that holds a line."""
    return -(-len(content.rstrip()) // PAGE)


def lengths(content: bytes) -> list[int]:
    """A dense sample of lengths, and all about the ends of pages."""
    edges = {at + near for at in range(0, len(content), PAGE) for near in (-1, 0, 1, 16, 99, 400)}
    return sorted(at for at in edges | set(range(0, len(content), 331)) if 0 <= at < len(content))


def state_of(content: bytes, lines: int) -> State:
    """What the first lines of a log say."""
    state = State()
    for at in range(1, lines):
        data = json.loads(content[at * PAGE : (at + 1) * PAGE])
        state = state.after(data)
    return state


def test_a_log_cut_at_any_length_keeps_every_line_before(folder: Path, whole: tuple[Files, State]) -> None:
    content = whole[0][LOG]
    for length in lengths(content):
        state, notice = damaged(folder, whole, content[:length])
        page, rest = divmod(length, PAGE)
        lines = min(pages(content), page + (rest >= len(content[page * PAGE : (page + 1) * PAGE].rstrip())))
        assert state == state_of(content, lines), f"cut at {length}"
        assert (notice is not None) is (lines == 0 or length % PAGE > 0), f"cut at {length}"


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1 << random.Random(at).randrange(8)]) + content[at + 1 :]


def test_a_flipped_bit_is_noticed_wherever_it_costs_something_and_costs_no_more_than_its_line(
    folder: Path, whole: tuple[Files, State]
) -> None:
    content, before = whole[0][LOG], whole[1]
    for at in sorted(
        {*range(0, len(content), 97), *(page + near for page in range(0, len(content), PAGE) for near in range(30))}
    ):
        state, notice = damaged(folder, whole, flipped(content, at))
        page = at // PAGE
        line = content[page * PAGE : (page + 1) * PAGE].rstrip()
        if at % PAGE >= len(line):
            assert (state, notice) == (before, None), f"in what is blank, at {at}"
            continue
        assert notice == NOTICE, f"flipped at {at}"
        assert state == before or page > 0
        assert len(set(before.roster) - set(state.roster)) <= 1
        assert state.game == before.game
        assert (state.entries == before.entries) is (b'"entries"' not in line), f"flipped at {at}"


@pytest.mark.parametrize(
    "spoilt", [b"", bytes(PAGE), random.Random(1).randbytes(PAGE)], ids=["blank", "zero", "garbage"]
)
def test_a_page_that_was_being_written_is_spoilt_by_a_power_cut_and_nothing_is_said(
    folder: Path, whole: tuple[Files, State], spoilt: bytes
) -> None:
    content = whole[0][LOG]
    end = pages(content)
    for sectors in range(8):
        page = to_pages(to_line({"n": 99, "screen": {"on": 9}, "pad": "x" * 3900}))
        torn = page[: sectors * 512] + spoilt.ljust(PAGE)[sectors * 512 :]
        state, notice = damaged(folder, whole, content[: end * PAGE] + torn + content[(end + 1) * PAGE :])
        assert (state, notice) == (whole[1], None)


@pytest.mark.parametrize("content", [b"", b"garbage", bytes(8192), random.Random(2).randbytes(50_000)], ids=len)
def test_what_is_no_log_is_set_aside(folder: Path, whole: tuple[Files, State], content: bytes) -> None:
    state, notice = damaged(folder, whole, content)
    assert (state, notice) == (State(), NOTICE)


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
@pytest.mark.parametrize("name", [LOG, f"{LOG}.part", "game-2.json"])
def test_a_folder_or_a_pipe_in_the_place_of_a_file_is_set_aside(
    folder: Path, whole: tuple[Files, State], make: Callable[[Path], None], name: str
) -> None:
    put(folder, {key: content for key, content in whole[0].items() if key != name})
    make(folder / name)
    with opened(folder) as store:
        play(store)
        play(store)
        assert store.trouble is None
        assert store.notice == (NOTICE if name == LOG else None)
        state = store.state
    assert kept(folder) == state
    assert (records(folder)[2] is None) is (name == "game-2.json")


def test_what_is_set_aside_is_numbered_and_nothing_is_overwritten(folder: Path) -> None:
    put(folder, {"damaged-4-game-3.json": b"left"})
    for number in (5, 6):
        (folder / LOG).write_bytes(b"damaged %d" % number)
        with opened(folder) as store:
            assert store.notice == NOTICE.replace("-1-", f"-{number}-")
            play(store)
    there = files(folder)
    assert [there[f"damaged-{number}-{LOG}"] for number in (5, 6)] == [b"damaged 5", b"damaged 6"]
    assert there["damaged-4-game-3.json"] == b"left"


def test_damage_that_touches_a_record_costs_no_other(folder: Path, whole: tuple[Files, State]) -> None:
    content = whole[0]["game-1.json"]
    for at in range(0, len(content) - 1, 7):
        put(folder, whole[0] | {"game-1.json": flipped(content, at)})
        assert kept(folder) == whole[1]
        found = records(folder)
        assert found == {1: None, 2: recorded(whole[0], 2)}, f"flipped at {at}"
        assert (folder / "damaged-1-game-1.json").read_bytes() == flipped(content, at)
        assert not (folder / "game-1.json").exists()
        again = read_game(Folder(folder), 1)
        assert (again and again.wrong) == "It was damaged, and was set aside."


def test_damage_found_while_playing_loses_nothing_of_what_is_on(folder: Path, whole: tuple[Files, State]) -> None:
    put(folder, whole[0])

    def overwrite(content: bytes) -> None:
        with (folder / LOG).open("r+b") as file:
            file.write(content)

    content = whole[0][LOG]
    end = pages(content)
    for done, notice in [
        (lambda: overwrite(b"\xff" * len(content)), NOTICE),
        (lambda: os.truncate(folder / LOG, 3 * PAGE), NOTICE),
        (lambda: os.truncate(folder / LOG, 0), NOTICE),
        (lambda: (folder / LOG).unlink(), AWAY),
        (lambda: put(folder, {}), AWAY),
        (lambda: put(folder, whole[0]), NOTICE),
        (lambda: os.replace(folder / "game-1.json", folder / LOG), NOTICE),
        (
            lambda: overwrite(content[: end * PAGE] + flipped(to_pages(to_line({"n": 99, "players": ["X"]})), 50)),
            NOTICE,
        ),
    ]:
        put(folder, whole[0])
        with opened(folder) as store:
            store.commit(Change(screen={"on": 1}))
            done()
            before = store.state
            store.commit(Change(players=("Ben",)))
            assert (store.trouble, store.notice) == (None, notice)
            assert (store.state.entries, store.state.screen) == (before.entries, {"on": 1})
            assert store.state.roster == ("Ben", *before.roster)
            after = store.state
        assert kept(folder) == after


def test_a_newer_version_is_left_alone(folder: Path, whole: tuple[Files, State]) -> None:
    newer = to_pages(to_line({"format": 2, "log": "x", "what": "ever"})) + b"something else"
    put(folder, {LOG: newer})
    with opened(folder) as store:
        assert store.trouble == "Store of a newer version: playing on in memory"
        game = play(store)
        store.retry()
        store.look()
        assert store.trouble == "Store of a newer version: playing on in memory"
        assert (store.state.game, len(store.state.entries)) == (game, 5)
    assert files(folder) == {LOG: newer}


@pytest.mark.parametrize(
    "line",
    [
        {"n": 99}, {"n": 99, "game": "x"}, {"n": 99, "entries": 3}, {"n": 99, "entries": [{}]},
        {"n": 99, "entries": [3]}, {"n": "x"}, {}, {"n": 99, "tags": [3]}, {"n": 99, "tags": {"a": "b"}},
        {"n": 99, "settings": [1]},
        {"n": 99, "players": 3}, {"n": 99, "roster": None},
        {"n": 99, "entries": [{"number": 15, "at": 1, "body": 3, "before": None}]},
    ],
)  # fmt: skip
def test_a_line_that_says_what_lines_do_not_costs_nothing_else(
    folder: Path, whole: tuple[Files, State], line: dict[str, object]
) -> None:
    content = whole[0][LOG]
    end = pages(content) * PAGE
    last = json.loads(content[end - PAGE : end])["n"]
    strange = to_line(line | {"n": last + 1} if line.get("n") == 99 else line | {"more": 1})
    state, notice = damaged(folder, whole, content[:end] + to_pages(strange) + content[end + PAGE :])
    assert replaced(state) == replaced(whole[1])
    assert notice in (None, NOTICE)


def replaced(state: State) -> tuple[object, ...]:
    return state.entries, state.roster, dict(state.settings), dict(state.tags)


def test_the_box_starts_with_the_log_that_it_can_not_set_aside(
    folder: Path, whole: tuple[Files, State], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = whole[0][LOG]
    hurt = flipped(content, 30)
    put(folder, whole[0] | {LOG: hurt})

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", fail)
        store = opened(folder)
        assert store.trouble == "Disk full: playing on in memory"
        assert store.state == whole[1]
        store.commit(Change(entries=((START, None),), screen={"screen": "deal"}))
        assert (folder / LOG).read_bytes() == hurt
    store.commit(Change(screen={"screen": "deal"}))
    assert (store.trouble, store.notice) == (None, NOTICE)
    assert sorted(files(folder)) == sorted([ASIDE, "game-1.json", "game-2.json", LOG])
    store.close()
    assert len(kept(folder).entries) == len(whole[1].entries) + 1
