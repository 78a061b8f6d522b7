"""The shared cases of judging agree, and so does the second judge."""

import pytest

from engine.adjudication import judge
from engine.bids import Bid
from engine.cards import parse_cards
from engine.rules import Rules
from tests.engine import vectors
from tests.engine.matching import fault_of_proof, missing

CASES = [
    (f"{name} {number}", case)
    for name in ("cases", "adjudication")
    for number, case in enumerate(vectors.read(name), 1)
]


@pytest.fixture(scope="module")
def verdicts():
    found = []
    for line, case in CASES:
        rules, cards = Rules.from_data(case["rules"]), parse_cards(case["cards"])
        found.append((line, case, rules, judge(Bid.from_data(case["bid"]), cards, rules)))
    return found


def test_the_cases_are_all_there():
    assert len(CASES) == 27 + 3000


def test_every_case_is_judged_as_it_says(verdicts):
    assert [line for line, case, _, verdict in verdicts if verdict.holds is not case["holds"]] == []


def test_the_second_judge_finds_as_many_cards_missing(verdicts):
    assert [
        line
        for line, case, rules, verdict in verdicts
        if missing(case["bid"], case["cards"].split(), rules) != verdict.missing
    ] == []


def test_every_proof_is_made_of_revealed_cards_in_the_places_of_the_hand(verdicts):
    faults = {}
    for line, case, rules, verdict in verdicts:
        if verdict.holds:
            proof = [(str(card), str(counts_as)) for card, counts_as in verdict.proof]
            faults[line] = fault_of_proof(case["bid"], case["cards"].split(), proof, rules)
    assert {line: fault for line, fault in faults.items() if fault} == {}
    assert len(faults) > 1000
