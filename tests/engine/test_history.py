"""What a log means: entries that are taken back and done again, and play that goes on after one that can't be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bids import Bid
from engine.errors import Refusal
from engine.events import Call, MakeBid
from engine.game import Game
from engine.history import Entry, History, events_body
from tests.engine.refusing import refusal_of
from tests.engine.tables import NOT_THERE, THERE, start, told

START = History.begin(start(players=3))[1].body
SIXES, SEVENS, CALL = (events_body(told(text)) for text in ("1: pair of sixes", "2: pair of sevens", "0 calls; there"))


def log(*bodies: Any) -> list[Entry]:
    return [Entry(number, body, f"before {number}") for number, body in enumerate((START, *bodies), 1)]


def bids(history: History) -> list[str]:
    return [str(bid.bid) for bid in history.game.taken.bids]


SIX, SEVEN = "pair of sixes", "pair of sevens"
TAKEN_BACK = [  # what follows the start; the bids that are left, the entry of the last, and what would be done again
    ([SIXES, SEVENS], [SIX, SEVEN], 3, None), ([SIXES, {"undo": 2}, SEVENS], [SEVEN], 4, None),
    ([SIXES, SEVENS, {"undo": 3}], [SIX], 2, 4), ([SIXES, SEVENS, {"undo": 3}, {"undo": 2}], [], None, 5),
    ([SIXES, SEVENS, {"undo": 3}, {"undo": 2}, {"undo": 5}], [SIX], 6, 4),
    ([SIXES, {"undo": 2}, {"undo": 3}], [SIX], 4, None), ([SIXES, {"undo": 2}, {"undo": 3}, {"undo": 4}], [], None, 5),
]  # fmt: skip


@pytest.mark.parametrize(("bodies", "left", "last", "again"), TAKEN_BACK)
def test_what_is_taken_back_and_done_again(
    bodies: Sequence[Any], left: list[str], last: int | None, again: int | None
) -> None:
    history = History.replay(log(*bodies))
    assert (history.unread, history.wrong, history.entries) == (None, (), len(bodies) + 1)
    assert bids(history) == left
    assert (history.done[-1].entry if history.done else None) == last
    assert (history.undone[-1][1] if history.undone else None) == again


NOTHING_TO_READ = [
    {"undo": 2},  # not the last
    {"undo": 9}, {"undo": "3"}, {"undo": [2]}, {"events": []}, {"events": {}}, {"events": [None]}, {},
    {"events": [{"caller": 2}]},  # it was their own bid
    {"events": [{"seat": 7, "bid": None}]}, {"events": [{"put_right": 5, "bids": {}}]}, {"start": START["start"]},
    {"resume": 1}, {"resume": 4}, {"resume": "2"},
]  # fmt: skip


@pytest.mark.parametrize("body", NOTHING_TO_READ)
def test_play_goes_on_after_an_entry_that_cannot_be_read(body: Any) -> None:
    stopped = History.replay(log(SIXES, SEVENS, body, CALL))
    assert bids(stopped) == [SIX, SEVEN]
    assert (stopped.unread, stopped.entries) == (4, 5)
    assert stopped.wrong[0].startswith("Entry 4 is wrong, so the game is shown as it was before: ")

    resumed, entry = stopped.resume()
    assert (entry.number, entry.body, resumed.unread) == (6, {"resume": 4}, None)
    called, more = resumed.record(told("0 calls; there"), "call")
    assert more.number == 7
    again = History.replay([*log(SIXES, SEVENS, body, CALL), entry, more])
    assert again.game == called.game
    assert (again.entries, again.unread, len(again.game.hands)) == (7, None, 1)
    assert again.wrong == ("Entries 4 to 5 could not be read and don't count.",)
    assert again.done[-1].before == "call"


def test_even_what_says_that_play_goes_on_may_be_left_out() -> None:
    first = [*log(SIXES, {}, SEVENS), Entry(5, {"resume": 3})]
    second = [*first, Entry(6, {}), Entry(7, {"resume": 5}), Entry(8, SEVENS)]
    history = History.replay(second)
    assert bids(history) == [SIX]
    assert (history.unread, len(history.wrong)) == (3, 2)


STARTLESS = [
    ([], "first entry is its start"), ([{}], "first entry is its start"), ([SIXES], "first entry is its start"),
    ([{"start": 3}], "not a record"), ([{"start": {"players": [1, 2]}}], "list of names"),
]  # fmt: skip


@pytest.mark.parametrize(("bodies", "why"), STARTLESS)
def test_a_log_without_its_start_is_none_and_says_so(bodies: list[Any], why: str) -> None:
    entries = [Entry(number, body) for number, body in enumerate(bodies, 1)]
    assert why in (refusal_of(History.replay, entries) or "")


def test_nothing_is_taken_back_before_the_start_and_nothing_done_again_that_was_not_taken_back() -> None:
    history = History(start(players=3))
    assert "start of the game" in refusal_of(history.take_back)
    assert "Nothing was taken back" in refusal_of(history.do_again)


OPS = st.lists(st.sampled_from(["deal", "bid", "call", "penalty", "back", "again", "broken"]), max_size=30)


@given(OPS)
def test_whatever_is_done_its_log_gives_the_same_again(ops: list[str]) -> None:
    history, entry = History.begin(start("classic,lives=2"))
    written = [entry]
    for op in ops:
        before = len(written)
        undo = {"back": history.take_back, "again": history.do_again}.get(op)
        if op == "broken":
            written.append(Entry(before + 1, {"events": [{"nonsense": 1}]}))
            history, entry = History.replay(written).resume()
        else:
            try:
                history, entry = undo(before) if undo else history.record(_events(op, history.game), before)
            except Refusal:
                continue
        written.append(entry)
        assert entry.number == len(written)
    again = History.replay(written)
    assert (again.game, again.done, again.undone) == (history.game, history.done, history.undone)
    assert (again.entries, again.unread) == (len(written), None)


def _events(op: str, game: Game) -> tuple[Any, ...]:
    if op == "bid":
        return (MakeBid(game.next_bidder, (*game.legal.bids, Bid.parse("pair of sixes"))[0]),)
    if op == "call":
        return (Call((*game.callers, 0)[0]), THERE if len(game.hands) % 2 == 0 else NOT_THERE)
    return told("deal" if op == "deal" else f"{len(game.hands) % 4} +1")
