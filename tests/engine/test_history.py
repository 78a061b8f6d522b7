"""What a log means: entries that are taken back and done again, and play that goes on after one that can't be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bids import Bid
from engine.errors import Refusal, Unreadable
from engine.events import Call, Deal, MakeBid, Penalty, Settle
from engine.game import Game
from engine.history import Entry, History, log_of
from engine.rules import Rules
from engine.settlement import Agreed

START = History.begin(Game.start(Rules.of("classic"), 3))[1].body
SIXES = {"events": [{"seat": 1, "bid": {"category": "pair", "ranks": ["6"]}}]}
SEVENS = {"events": [{"seat": 2, "bid": {"category": "pair", "ranks": ["7"]}}]}
CALL = {"events": [{"caller": 0}, {"agreed": True}]}


def log(*bodies: Any) -> list[Entry]:
    return [Entry(number, body, f"before {number}") for number, body in enumerate((START, *bodies), 1)]


def bids(history: History) -> list[str]:
    return [str(bid.bid) for bid in history.game.taken.bids]


@pytest.mark.parametrize(
    ("bodies", "left", "last", "again"),
    [
        ([SIXES, SEVENS], ["pair of sixes", "pair of sevens"], 3, None),
        ([SIXES, SEVENS, {"undo": 3}], ["pair of sixes"], 2, 4),
        ([SIXES, SEVENS, {"undo": 3}, {"undo": 2}], [], None, 5),
        ([SIXES, SEVENS, {"undo": 3}, {"undo": 2}, {"undo": 5}], ["pair of sixes"], 6, 4),
        ([SIXES, {"undo": 2}, {"undo": 3}], ["pair of sixes"], 4, None),
        ([SIXES, {"undo": 2}, {"undo": 3}, {"undo": 4}], [], None, 5),
        ([SIXES, {"undo": 2}, SEVENS], ["pair of sevens"], 4, None),
    ],
)
def test_what_is_taken_back_and_done_again(
    bodies: Sequence[Any], left: list[str], last: int | None, again: int | None
) -> None:
    history = History.replay(log(*bodies))
    assert (history.unread, history.wrong, history.entries) == (None, (), len(bodies) + 1)
    assert bids(history) == left
    assert (history.done[-1].entry if history.done else None) == last
    assert (history.undone[-1][1] if history.undone else None) == again


@pytest.mark.parametrize(
    "body",
    [
        {"undo": 2},  # not the last
        {"undo": 9},
        {"undo": "3"},
        {"undo": [2]},
        {"events": []},
        {"events": {}},
        {"events": [{"caller": 2}]},  # it was their own bid
        {"events": [{"seat": 7, "bid": None}]},
        {"events": [None]},
        {"events": [{"put_right": 5, "bids": {}}]},
        {"resume": 1},
        {"resume": 4},
        {"resume": "2"},
        {},
        {"start": START["start"]},
    ],
)
def test_play_goes_on_after_an_entry_that_cannot_be_read(body: Any) -> None:
    stopped = History.replay(log(SIXES, SEVENS, body, CALL))
    assert bids(stopped) == ["pair of sixes", "pair of sevens"]
    assert (stopped.unread, stopped.entries) == (4, 5)
    assert stopped.wrong[0].startswith("Entry 4 is wrong, so the game is shown as it was before: ")

    resumed, entry = stopped.resume()
    assert (entry.number, entry.body, resumed.unread) == (6, {"resume": 4}, None)
    called, more = resumed.record((Call(0), Settle(Agreed(True))), "call")
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
    assert bids(history) == ["pair of sixes"]
    assert (history.unread, len(history.wrong)) == (3, 2)


@pytest.mark.parametrize("bodies", [[], [{}], [SIXES], [{"start": 3}], [{"start": {"players": [1, 2]}}]])
def test_a_log_without_its_start_is_none(bodies: list[Any]) -> None:
    with pytest.raises(Refusal):
        History.replay([Entry(number, body) for number, body in enumerate(bodies, 1)])


def test_nothing_is_taken_back_before_the_start_and_nothing_done_again_that_was_not_taken_back() -> None:
    history = History(Game.start(Rules.of("classic"), 3))
    with pytest.raises(Refusal, match="start of the game"):
        history.take_back()
    with pytest.raises(Refusal, match="Nothing was taken back"):
        history.do_again()


OPS = st.lists(st.sampled_from(["deal", "bid", "call", "penalty", "back", "again", "broken"]), max_size=30)


@given(OPS)
def test_whatever_is_done_its_log_gives_the_same_again(ops: list[str]) -> None:
    history, entry = History.begin(Game.start(Rules.of("classic", lives=2), 4))
    written = [entry]
    for op in ops:
        if op == "broken":
            written.append(Entry(len(written) + 1, {"events": [{"nonsense": 1}]}))
            history = History.replay(written)
            history, entry = history.resume()
            written.append(entry)
            continue
        before = len(written)
        try:
            if op == "back":
                history, entry = history.take_back(before)
            elif op == "again":
                history, entry = history.do_again(before)
            else:
                history, entry = history.record(_events(op, history.game), before)
        except Refusal:
            continue
        written.append(entry)
        assert entry.number == len(written)
    again = History.replay(written)
    assert (again.game, again.done, again.undone) == (history.game, history.done, history.undone)
    assert (again.entries, again.unread) == (len(written), None)
    assert History.replay(list(log_of(again.game))).game == again.game


def _events(op: str, game: Game) -> tuple[Any, ...]:
    if op == "deal":
        return (Deal(),)
    if op == "bid":
        bid = game.legal.bids[0] if game.legal.bids else Bid.parse("pair of sixes")
        return (MakeBid(game.next_bidder, bid),)
    if op == "call":
        return (Call((*game.callers, 0)[0]), Settle(Agreed(len(game.hands) % 2 == 0)))
    return (Penalty(len(game.hands) % 4, 1),)


def test_a_start_that_is_damaged_says_so() -> None:
    with pytest.raises(Unreadable, match="first entry is its start"):
        History.replay([])
