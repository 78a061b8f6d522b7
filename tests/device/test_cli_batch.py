"""`commune … --batch`: a JSON line for every line, whatever comes in."""

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.cli import main

VECTORS = Path(__file__).parent.parent / "vectors"


def batch(words, text):
    """Exit status and answers of `commune` with that on standard input; what it prints goes through real streams."""
    old = sys.stdin, sys.stdout, sys.stderr
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(text)), out, err
    try:
        status = main([*words, "--batch"])
    finally:
        sys.stdin, sys.stdout, sys.stderr = old
    out.flush()
    assert err.getvalue() == ""
    return status, [json.loads(line) for line in out.buffer.getvalue().decode().splitlines()]


def lines(*objects):
    return "\n".join(each if isinstance(each, str) else json.dumps(each) for each in objects).encode() + b"\n"


def vectors(name, few=400):
    return [json.loads(line) for line in (VECTORS / f"{name}.jsonl").read_text().splitlines()][:few]


def test_judging_answers_every_case():
    cases = vectors("cases") + vectors("adjudication")
    status, found = batch(["judge"], lines(*cases))
    assert status == 0
    assert [answer["holds"] for answer in found] == [case["holds"] for case in cases]
    assert {tuple(answer) for answer in found} == {("holds", "proof"), ("holds", "missing")}


def test_a_proof_says_what_each_card_counts_as_with_suits_for_flushes():
    pair = {"bid": {"category": "full_house", "ranks": ["5", "K"]}, "cards": "5h 2d Ks Kd 5c"}
    flush = {"rules": {"preset": "denexa"}, "bid": "ace-high flush", "cards": "Ah * 9h 8h 7h"}
    _, found = batch(["judge"], lines(pair, flush))
    assert found[0]["proof"] == [["5h", "5"], ["5c", "5"], ["2d", "5"], ["Ks", "K"], ["Kd", "K"]]
    assert found[1]["proof"] == [["Ah", "Ah"], ["9h", "9h"], ["8h", "8h"], ["7h", "7h"], ["*", "Kh"]]


def test_odds_answer_every_case():
    cases = vectors("odds")
    status, found = batch(["odds"], lines(*cases))
    assert (status, found) == (0, [{"chance": case["chance"]} for case in cases])


@pytest.mark.parametrize("name", ["games", "corrections"])
def test_replay_answers_every_hand(name):
    games = vectors(name)
    status, found = batch(["replay"], lines(*games))
    wanted = [
        {"game": number, "hand": at} | hand["expect"]
        for number, game in enumerate(games)
        for at, hand in enumerate(game["hands"])
    ]
    assert (status, found) == (0, wanted)


def test_a_wrong_line_is_answered_and_the_batch_goes_on():
    good = {"bid": "pair of sixes", "cards": "6h 6d"}
    bad = ["nonsense", [], {"bid": "pair of sixes"}, {"cards": "6h"}, good | {"cards": 6}, good | {"rules": {"cls": 1}}]
    status, found = batch(["judge"], lines(good, *bad, "", good))
    assert status == 1
    assert [list(answer) for answer in found] == [["holds", "proof"]] + [["error"]] * len(bad) + [["holds", "proof"]]


def test_a_wrong_game_is_answered_with_its_number_and_the_hand_where_it_got_to():
    right = vectors("games", 1)[0]
    wrong = json.loads(json.dumps(right))
    wrong["hands"][2]["first"] += 1
    status, found = batch(["replay"], lines({"seats": 1}, wrong, "[", right))
    assert status == 1
    assert [list(answer) for answer in found[:1]] == [["game", "error"]]
    wanted = [(1, 0, False), (1, 1, False), (1, 2, True)]
    assert [(answer["game"], answer["hand"], "error" in answer) for answer in found[1:4]] == wanted
    assert (found[4]["game"], list(found[4])) == (2, ["game", "error"])
    assert [answer["hand"] for answer in found[5:]] == list(range(len(right["hands"])))


def test_the_rules_of_the_command_line_are_those_of_lines_without_any():
    line = {"bid": "pair of fives", "cards": "5h *"}
    assert batch(["judge", "--rules", "denexa"], lines(line))[1][0]["holds"] is True
    assert "no jokers" in batch(["judge"], lines(line))[1][0]["error"]


GARBAGE = [
    b"\xff\xfe{", b"{", b"null", b'"', b"1e999", b"NaN", b'{"bid": NaN}', b"[" * 100_000, b'{"a":' * 5000, b"\x00",
    b"\xe2\x82",
    b'{"bid": "\\ud800", "cards": ""}', b'{"bid": ["pair"], "cards": "", "in_play": 1e400}', b"9" * 5000,
    b'{"bid": "pair of sixes", "cards": "6h", "in_play": ' + b"9" * 4000 + b"}", b'{"hands": [{}], "seats": 3}',
    b'{"bid": "pair of sixes", "in_play": 1, "cards": "6h", "rules": {"max_seats": ' + b"9" * 4200 + b"}}",
]  # fmt: skip


@pytest.mark.parametrize("command", ["judge", "odds", "replay"])
@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: repr(line[:30]))
def test_garbage_is_answered_with_one_short_sentence(command, line):
    _, found = batch([command], line + b"\n")
    assert len(found) == 1
    said = found[0].get("error", "fine.")
    assert said.isprintable()
    assert len(said) < 400
    assert said[-1] in ".?"


WORDS = ("pair of sixes", "6s", "Ks 6h", "*", "", "king-high flush", "denexa", "6")
KEYS = (
    "rules", "bid", "cards", "in_play", "known", "category", "ranks", "preset", "flush", "seats", "players", "hands",
    "corrections", "dealer", "first", "deal", "bids", "caller", "agreed", "void", "after", "penalty", "by", "cls",
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats() | st.sampled_from(WORDS) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4).map(json.dumps)
ALMOST = st.builds(
    lambda change: json.dumps({"bid": "pair of sixes", "cards": "6h", "in_play": 3, "seats": 3, "hands": []} | change),
    st.dictionaries(st.sampled_from(KEYS), JSON, min_size=1, max_size=2),
)
LINE = st.binary(max_size=30) | OBJECTS.map(str.encode) | ALMOST.map(str.encode)


@given(st.lists(LINE.map(lambda line: line.replace(b"\n", b" ").replace(b"\r", b" ")), max_size=6))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_comes_in_each_line_is_answered_once(given_lines):
    text = b"\n".join(given_lines) + b"\n"
    asked = sum(bool(line.decode("utf-8", "replace").strip().strip("\ufeff")) for line in given_lines)
    for command in ("judge", "odds"):
        status, found = batch([command], text)
        assert len(found) == asked
        assert status == int(any("error" in answer for answer in found))
        assert all(answer["error"].isprintable() for answer in found if "error" in answer)
    status, found = batch(["replay"], text)
    assert status == int(any("error" in answer for answer in found))
    assert {answer["game"] for answer in found} <= set(range(asked))
