"""Records out and in: what they hold must follow from the rules, or they are refused saying where."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.record import WrongRecord, read_record, replay, write_record
from tests.engine import vectors
from tests.engine.refusing import is_sentence, refusal_of
from tests.engine.tables import cards, counts, play, start

GAMES = [(f"{name} {n}", game) for name in ("games", "corrections") for n, game in enumerate(vectors.read(name), 1)]


def plain(record):
    """The record without what is expected of it, and without an empty list of corrections."""
    hands = [{key: value for key, value in hand.items() if key != "expect"} for hand in record["hands"]]
    return {key: value for key, value in (record | {"hands": hands}).items() if value or key != "corrections"}


def expectation(game):
    outcome = game.hands[-1].outcome
    ended = {"holds": outcome.holds, "penalized": outcome.penalized, "eliminated": outcome.eliminated}
    stands = {"penalties": list(game.penalties), "next": game.standing.told if game.winner is None else None}
    return ended | stands | {"winner": game.winner}


def test_the_games_are_all_there():
    assert len(GAMES) == 56 + 40


@pytest.mark.parametrize("record", [game for _, game in GAMES], ids=[name for name, _ in GAMES])
def test_every_hand_comes_out_as_expected_and_the_record_as_it_went_in(record):
    _, *after = replay(record)
    assert [expectation(game) for game in after] == [hand["expect"] for hand in record["hands"]]
    assert write_record(after[-1]) == plain(record)
    assert read_record(write_record(after[-1])) == after[-1]


LIVE = [
    "", "deal", "1: pair of sixes", "1:", "1: pair of sixes; 2 calls", "deal; 2 +1",
    "1: pair of sixes; 2 +1; 3 leaves; 2 deals", "2 +1; 1: pair of sixes; 2 calls; 2 +1", "void",
    "1: pair of sixes; void; 1 leaves", "1: pair of sixes; 2 calls; there; 2:; 3 calls; not there",
    "1: pair of sixes; 2 calls; cards 6h 6d 2c *; 0 +1",
    ("1: pair of sixes; 2 calls", cards("6h 6d 2c", 3), "2: pair of sevens; 0 +1"),
    ("1: king-high flush; 2 calls", counts({"h": ["K"], "s": [], "d": [], "c": [], "wild": 0}), "deal"),
]  # fmt: skip


@pytest.mark.parametrize("events", LIVE, ids=str)
@pytest.mark.parametrize("players", [4, ("Ann", "Ben", "Cléo", "♠ 4")], ids=["seats", "names"])
def test_a_live_game_reads_back_with_its_hand_under_way_and_what_waits(players, events):
    game = play(start("denexa", players), *([events] if isinstance(events, str) else events))
    record = json.loads(json.dumps(write_record(game)))
    assert read_record(record) == game
    assert write_record(read_record(record)) == record


def test_names_are_written_only_where_somebody_gave_them():
    assert write_record(start())["seats"] == 4
    assert write_record(start("classic", ["Ann", "Ben"]))["players"] == ["Ann", "Ben"]


FIRST = {
    "rules": {"preset": "classic"}, "seats": 3, "dealer": 0, "corrections": [{"after": 1, "penalty": 0, "by": 1}],
    "hands": [
        {"dealer": 0, "first": 1, "deal": [1, 1, 1], "bids": [{"seat": 1}], "caller": 2, "agreed": True},
        {"dealer": 1, "first": 2, "deal": [1, 1, 2], "bids": [{"seat": 2}], "caller": 0, "agreed": False},
    ],
}  # fmt: skip

# Where the record is changed, to what ("-" takes it out), the hand where it is then refused, and a word of the reason.
WRONG = [
    ("hands.1.dealer", 2, 1, "dealer"), ("hands.1.first", 0, 1, "first"), ("hands.0.first", 0, 0, "first"),
    ("hands.1.deal", [1, 1, 1], 1, "deal"), ("hands.1.deal", [1, 1, 2, 0], 1, "deal"), ("hands.0.deal", "-", 0, "deal"),
    ("hands.1.dealer", "-", 1, "dealer"), ("hands.1.first", None, 1, "first"), ("hands.1.first", 2.0, 1, "first"),
    ("hands.1.dealer", True, 1, "dealer"), ("hands.0", None, 0, "not a hand"),
    ("hands.0.agreed", "-", 0, "isn't settled"), ("hands.0.agreed", "yes", 0, "agreed"),
    ("hands.0.void", True, 0, "one way"), ("hands.0.caller", "-", 0, "Nobody has called"),
    ("hands.0.caller", 1, 0, "made the bid"), ("hands.0.caller", 7, 0, "no seat 7"),
    ("hands.0.bids", [], 0, "nothing to call"), ("hands.0.bids", {}, 0, "bids"),
    ("hands.0.bids.0", {"bid": None}, 0, "seat"), ("hands", None, None, "hands"),
    ("rules", {"preset": "poker"}, None, "preset"), ("rules", {"twos_wild": False}, None, "max_kind"),
    ("rules", {"cls": 1}, None, "not a field"), ("seats", 18, None, "too many"), ("seats", "3", None, "seats"),
    ("seats", "-", None, "players"), ("players", ["Ann", "Ben"], None, "seats"),
    ("players", ["Ann", "Ben", "Ann"], None, "called Ann"), ("players", ["Ann", "Ben", 3], None, "list of names"),
    ("dealer", 3, None, "dealer"), ("dealer", "0", None, "dealer"), ("corrections.0.after", 2, None, "after"),
    ("corrections.0.after", -2, None, "after"), ("corrections.0.after", "-", None, "after"),
    ("corrections.0.penalty", "-", None, "correction"), ("corrections.0.by", 4, 1, "can't have 4"),
    ("corrections.0", [], None, "correction"), ("corrections", {}, None, "corrections"),
]  # fmt: skip


def changed(record, path, value):
    """The record with another value at the path, `hands.1.dealer`, or without any, for "-"."""
    record = inner = copy.deepcopy(record)
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")] if isinstance(path, str) else path
    for key in way:
        inner = inner[key]
    inner[last] = value
    if value == "-":
        del inner[last]
    return record


def test_the_record_is_right_before_it_is_changed():
    assert read_record(FIRST).penalties == (1, 0, 2)


@pytest.mark.parametrize(("path", "value", "hand", "why"), WRONG)
def test_a_record_that_disagrees_with_the_rules_is_refused_saying_where(path, value, hand, why):
    with pytest.raises(WrongRecord, match=why) as refused:
        read_record(changed(FIRST, path, value))
    assert refused.value.hand == hand
    assert is_sentence(str(refused.value))


@pytest.mark.parametrize("data", [None, [], "{}", 3, {}, {"seats": 3, "hands": 1}])
def test_what_is_no_record_is_refused(data):
    assert refusal_of(read_record, data, kind=WrongRecord)


FORMER = changed(FIRST, "hands.0", {"dealer": 1, "first": 1, "deal": [1, 1, 1], "bids": [], "void": True})
FORMER = changed(FORMER, "hands.1", {"dealer": 2, "first": 1, "deal": [1, 1, 1], "bids": []})
FORMER["corrections"] = [{"after": -1, "dealer": 1}, {"after": 0, "dealer": 2}]


def test_the_first_bidder_that_version_0_1_told_before_a_settled_hand_is_taken_for_right():
    game = read_record(FORMER)
    assert write_record(game) == FORMER
    assert [hand.standing.why_first(game.players) for hand in game.hands] == ["as before"]
    now = changed(changed(FORMER, "hands.0.first", 2), "hands.1.first", 0)
    assert write_record(read_record(now)) == now
    for told in (0, 1.0, True, None):
        assert "by the rules it is 2" in refusal_of(read_record, changed(FORMER, "hands.0.first", told))


SMALL = [plain(game) for _, game in GAMES if len(json.dumps(game)) < 6000][:12]
ODD = st.sampled_from([None, True, -1, 0, 1, 3, 10**30, 0.5, "", "Ks", "6", [], {}, [[]], {"a": 1}, "-"])


def paths(inner, way=()):
    """Every place in a record."""
    items = inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
    for key, value in items:
        yield (*way, key)
        yield from paths(value, (*way, key))


@given(st.data())
@settings(max_examples=200)
def test_a_garbled_record_is_refused_and_never_an_error_of_another_kind(data):
    record = data.draw(st.sampled_from(SMALL))
    for _ in range(data.draw(st.integers(1, 2))):
        record = changed(record, data.draw(st.sampled_from(list(paths(record)))), data.draw(ODD))
    said = refusal_of(read_record, record, kind=WrongRecord)
    assert is_sentence(said)
    if said is None:
        game = read_record(record)
        assert read_record(write_record(game)) == game


@pytest.mark.parametrize("name", ["Anna\n", "\x1b[2JBen", "a\u202eb"])
def test_a_name_that_would_play_with_a_terminal_is_refused(name):
    data = {"rules": {"preset": "classic"}, "players": [name, "Ben"], "dealer": 0, "hands": []}
    assert "can't be shown" in refusal_of(read_record, data, kind=WrongRecord)
