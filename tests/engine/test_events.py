"""Events are kept as data, and only what is an event is read as one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.counts import Counts
from engine.errors import Refusal, Unreadable
from engine.events import Call, Deal, Leave, MakeBid, Penalty, PutRight, SetDealer, SetFirst, Settle, Taken, read_event
from engine.settlement import CardsSeen
from tests.engine.refusing import is_sentence, refusal_of
from tests.engine.tables import NOT_THERE, THERE, VOID, bid, cards, counts

EVENTS = [
    Deal(),
    bid(3, "fives over kings"),
    bid(3, "ace-high flush"),
    bid(0, "flush A J 9 5 3"),
    bid(0),
    Call(2),
    cards("6h Td * 9"),
    cards("6h Td", 3),
    cards(""),
    Settle(CardsSeen(parse_cards("6h 6d"))),
    Settle(CardsSeen(parse_cards("6h"), Counts.from_data({"6": 1, "wild": 0})), 12),
    counts({"6": 2, "wild": 1}),
    counts({"h": ["A", "9"], "s": [], "wild": 0}, 12),
    THERE,
    NOT_THERE,
    VOID,
    Penalty(2, -1),
    Leave(3),
    SetDealer(0),
    SetFirst(1),
    PutRight(4, Taken()),
    PutRight(4, Taken((bid(1, "pair of sixes"), bid(2)), 0)),
    PutRight(0, Taken((bid(1, "pair of sixes"),), 0, cards("6h 6d", 2))),
    PutRight(0, Taken((bid(1),), 0, NOT_THERE)),
    PutRight(1, Taken((bid(1, "straight to nine"),), 0, counts({"9": 1}))),
    PutRight(1, Taken((), None, VOID)),
]


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_an_event_reads_back_from_its_data(event):
    data = json.loads(json.dumps(event.to_data()))
    assert read_event(data) == event
    assert read_event(data).to_data() == data


NO_EVENTS = [
    {"seen": 3}, {"seen": "6h", "counted": []}, {"seen": "6h", "counted": None}, {"seen": "6h", "cards": "6h"},
    None, [], "dealt", 3, {}, {"seat": "3"}, {"seat": True}, {"seat": 1.0}, {"seat": 3, "bid": "pair of sixes"},
    {"bid": {"category": "pair", "ranks": ["6"]}}, {"caller": None}, {"caller": [1]}, {"cards": 3}, {"cards": ["6h"]},
    {"cards": "6x"}, {"counts": []}, {"counts": {"6": [1]}}, {"agreed": "yes"}, {"agreed": 1}, {"void": False},
    {"void": True, "agreed": True}, {"agreed": True, "in_play": "9"}, {"penalty": 1}, {"penalty": 1, "by": None},
    {"by": 1}, {"leave": 1, "dealer": 2}, {"penalty": 1, "by": 1, "first": 1}, {"put_right": None},
    {"put_right": 0, "bids": {}}, {"put_right": 0, "bids": [None]}, {"put_right": 0, "caller": "me"},
    {"put_right": 0, "cards": "6h", "void": True}, {"penalty": 0, "by": 10**4000}, {"first": -(10**4000)},
]  # fmt: skip


@pytest.mark.parametrize("data", NO_EVENTS, ids=lambda data: repr(data)[:40])
def test_data_that_are_no_event_are_refused(data):
    with pytest.raises(Refusal) as refused:
        read_event(data)
    assert is_sentence(str(refused.value))


KEYS = (
    "seat", "bid", "caller", "cards", "counts", "agreed", "void", "in_play", "penalty", "by", "leave", "dealer",
    "first", "put_right", "bids", "dealt", "category", "ranks", "6", "h", "wild", "cls",
)  # fmt: skip
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
VALUES |= st.sampled_from(["6h 6d", "pair", "6", ["6"], {"6": 2}, {"category": "pair", "ranks": ["6"]}, [{"seat": 1}]])
JSON = st.recursive(
    VALUES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4) | JSON)
def test_any_data_are_an_event_or_refused_with_a_sentence(data):
    said = refusal_of(read_event, data)
    assert is_sentence(said)
    if said is None:
        event = read_event(data)
        assert read_event(json.loads(json.dumps(event.to_data()))) == event


def test_a_bid_of_garbage_is_unreadable_whoever_made_it():
    with pytest.raises(Unreadable):
        read_event({"seat": 1, "bid": {"category": {}, "ranks": []}})
    assert read_event({"seat": 1, "bid": None}) == MakeBid(1)
