"""Whether the commune contains the hand: agreed with a second judge, with proof, and with what is missing."""

from itertools import combinations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.adjudication import judge
from engine.bids import Bid
from engine.cards import parse_cards
from engine.errors import Illegal, ImpossibleCards
from engine.rules import Rules
from tests.engine import vectors
from tests.engine.deals import questions
from tests.engine.matching import fault_of_proof, is_wild, missing
from tests.engine.refusing import refusal_of
from tests.engine.rule_sets import deck, rest_of


def ask(words, cards, rules="classic"):
    return judge(Bid.parse(words), parse_cards(cards), Rules.parse(rules))


def judged(rules, bid, cards):
    return judge(bid, parse_cards(" ".join(cards)), rules)


def fault_of(verdict, cards, rules):
    """What the second judge finds wrong with a verdict, or None."""
    data = verdict.bid.to_data()
    lacking = missing(data, cards, rules)
    if (verdict.holds, verdict.missing) != (lacking == 0, lacking):
        return f"{lacking} cards are missing"
    proof = [(str(card), str(counts_as)) for card, counts_as in verdict.proof]
    return fault_of_proof(data, cards, proof, rules) if verdict.holds else None


@given(questions())
@settings(max_examples=400)
def test_the_second_judge_agrees_and_the_proof_is_right(question):
    rules, _, cards = question
    assert fault_of(judged(*question), cards, rules) is None


@pytest.mark.parametrize(("name", "count", "there"), [("cases", 27, 12), ("adjudication", 3000, 1694)])
def test_the_shared_cases_are_judged_as_they_say_and_the_second_judge_agrees(name, count, there):
    faults, held = {}, 0
    for number, case in enumerate(vectors.read(name), 1):
        rules, cards = Rules.from_data(case["rules"]), case["cards"].split()
        verdict = judged(rules, Bid.from_data(case["bid"]), cards)
        faults[number] = "wrong" if verdict.holds is not case["holds"] else fault_of(verdict, cards, rules)
        held += verdict.holds
    assert {number: fault for number, fault in faults.items() if fault} == {}
    assert (len(faults), held) == (count, there)


@given(questions(most=10), st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_the_order_of_the_cards_and_the_names_of_the_suits_change_nothing(question, shuffle):
    rules, bid, cards = question
    turned = [card[0] + "shdc"["hdcs".index(card[1])] if len(card) > 1 else card for card in cards]
    shuffle.shuffle(turned)
    one, other = (judged(rules, bid, hand) for hand in (cards, turned))
    assert (one.holds, one.missing) == (other.holds, other.missing)


@given(questions(most=10))
@settings(max_examples=100, suppress_health_check=[HealthCheck.filter_too_much])
def test_so_many_more_cards_make_it_and_fewer_never_do(question):
    rules, bid, cards = question
    lacking = judged(*question).missing
    assume(1 <= lacking <= 2)
    assume(missing(bid.to_data(), deck(rules), rules) == 0)  # ten twos are a bid, but never there
    more = (combinations(rest_of(rules, cards), count) for count in range(lacking + 1))
    makes_it = [any(judged(rules, bid, [*cards, *some]).holds for some in so_many) for so_many in more]
    assert makes_it == [False] * lacking + [True]


@given(questions(most=8))
@settings(max_examples=150)
def test_the_gaps_name_what_no_natural_card_fills(question):
    rules, bid, cards = question
    verdict = judged(*question)
    naturals = [card for card in cards if not is_wild(card, rules)]
    assert sum(count for _, count in verdict.gaps) == missing(bid.to_data(), naturals, rules)
    assert verdict.wilds == len(cards) - len(naturals)


PLAIN = "classic,twos_wild=no,lowest_named=2,max_kind=4"
JUDGED = {  # what is protected, the rules, the bid, cards that make it, and cards that don't
    "suits may be left out while they don't matter": ("classic", "pair of eights", ["8h 8d", "8 8", "8h 8 "], []),
    "cards of one rank may be many": ("classic", "eight high", ["8 8 8 8"], []),
    "each wild is used once": ("classic", "eights and fours", ["8h 4d 2s 2h"], ["8h 4d 2s"]),
    "a two that can be named is still a wild": ("denexa", "pair of twos", ["2h *"], []),
    "a two in its place, and a two as a wild": ("denexa", "straight to five", ["Ah 2d 3c 4s 2h"], []),
    "a joker as the fifth two": ("denexa", "five twos", ["2s 2h 2d 2c *"], ["2s 2h 2d 2c Ah"]),
    "a two that is not wild is only a two": (PLAIN, "pair of twos", ["2h 2d"], []),
    "a two that is not wild is no three": (PLAIN, "pair of threes", [], ["3h 2d"]),
    "a two that is not wild is needed": (PLAIN, "straight to five", ["Ah 2d 3c 4s 5h"], ["Ah Kd 3c 4s 5h"]),
    "a flush of five wilds exists": ("denexa", "ace-high flush", ["2s 2h 2d 2c *"], []),
    "four aces are a pair too": ("classic", "pair of aces", ["Ah Ad Ac As"], []),
    "a higher card is no harm": ("classic,flush=high_card", "king-high flush", ["Kh Qh Jh Th 9h Ah"], []),
    "the top is there or wild": ("denexa", "king-high flush", ["Ah Qh Jh 9h 7h 2s"], ["Ah Qh Jh 9h 7h 5h"]),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "words", "makes", "fails"), JUDGED.values(), ids=JUDGED)
def test_what_makes_a_hand_and_what_does_not(rules, words, makes, fails):
    assert [cards for cards in (*makes, *fails) if ask(words, cards, rules).holds] == makes


@pytest.mark.parametrize("words", ["pair of twos", "straight to six", "king-high flush", "six aces"])
def test_a_bid_that_the_rules_lack_is_not_judged(words):
    assert refusal_of(ask, words, "Ah Kh", kind=Illegal)


SIXES = "pair of sixes"
IMPOSSIBLE = [
    (SIXES, "6h 6h", "classic", "six of hearts is there twice"), (SIXES, "9c 9c", "classic", "nine of clubs"),
    (SIXES, "6h 6h 6h", "classic", "six of hearts is there three times"), (SIXES, "6 *", "classic", "no jokers"),
    (SIXES, "6 6 6 6 6", "classic", "5 sixes"), (SIXES, "6s 6h 6d 6c 6", "classic", "5 sixes"),
    (SIXES, "2 2 2 2 2", "classic", "5 twos"), (SIXES, "* * *", "denexa", "only 2 jokers"),
    ("king-high flush", "Kh Qh Jh 9h 7", "denexa", "needs its suit"),
    ("straight flush to nine", "9h 8h 7h 6h 5h K", "denexa", "needs its suit"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "cards", "rules", "why"), IMPOSSIBLE)
def test_cards_that_cant_be_are_refused_saying_which_and_why(words, cards, rules, why):
    assert why in refusal_of(ask, words, cards, rules, kind=ImpossibleCards)


REASONS = [
    ("fives over kings", "5h 5d Ks Kd 2c", "5h 5d Ks Kd, and 2c as a five."),
    ("fives over kings", "5h 5d Ks 2c 9s", "One more card would make it: a five or a king, or another wild."),
    ("fives over kings", "5h 9s", "Missing: two fives and two kings."),
    ("three queens", "2c 9s", "Missing, beside what is wild: two queens."),
    ("four aces", "2s 2h 2d 2c", "2c as an ace, 2d as an ace, 2h as an ace and 2s as an ace."),
]


@pytest.mark.parametrize(("words", "cards", "reason"), REASONS)
def test_the_reason_says_which_cards_make_it_or_what_is_missing(words, cards, reason):
    assert ask(words, cards).reason == reason
