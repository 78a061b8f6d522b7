"""Events are kept as data, and only what is an event is read as one."""

import json

import pytest
from hypothesis import given

from engine.cards import parse_cards
from engine.counts import Counts
from engine.errors import Unreadable
from engine.events import MakeBid, PutRight, Settle, Taken, read_event
from engine.settlement import CardsSeen
from tests.engine.garbage import garbage
from tests.engine.refusing import is_sentence, refusal_of
from tests.engine.tables import cards, counts, taken, told

EVENTS = [
    *told("deal; 3: fives over kings; 3: ace-high flush; 0: flush A J 9 5 3; 0:; 2 calls; there; not there; void"),
    *told("cards 6h Td * 9; cards; 2 -1; 3 leaves; 0 deals; 1 first"), cards("6h Td", 3),
    Settle(CardsSeen(parse_cards("6h 6d"))),
    Settle(CardsSeen(parse_cards("6h"), Counts.from_data({"6": 1, "wild": 0})), 12),
    counts({"6": 2, "wild": 1}), counts({"h": ["A", "9"], "s": [], "wild": 0}, 12),
    PutRight(4, Taken()), PutRight(4, taken("1: pair of sixes; 2:; 0 calls")), PutRight(1, taken("void")),
    PutRight(0, taken("1: pair of sixes; 0 calls", cards("6h 6d", 2))), PutRight(0, taken("1:; 0 calls; not there")),
    PutRight(1, taken("1: straight to nine; 0 calls", counts({"9": 1}))),
]  # fmt: skip


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
    assert is_sentence(refusal_of(read_event, data) or "not refused")


KEYS = (
    "seat", "bid", "caller", "cards", "counts", "agreed", "void", "in_play", "penalty", "by", "leave", "dealer",
    "first", "put_right", "bids", "dealt", "category", "ranks", "6", "h", "wild", "cls",
)  # fmt: skip
PIECES = ("6h 6d", "pair", "6", ["6"], {"6": 2}, {"category": "pair", "ranks": ["6"]}, [{"seat": 1}])


@given(garbage(KEYS, *PIECES))
def test_any_data_are_an_event_or_refused_with_a_sentence(data):
    said = refusal_of(read_event, data)
    assert is_sentence(said)
    if said is None:
        event = read_event(data)
        assert read_event(json.loads(json.dumps(event.to_data()))) == event


def test_a_bid_of_garbage_is_unreadable_whoever_made_it():
    assert refusal_of(read_event, {"seat": 1, "bid": {"category": {}, "ranks": []}}, kind=Unreadable)
    assert read_event({"seat": 1, "bid": None}) == MakeBid(1)
