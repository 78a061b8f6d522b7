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
from tests.engine.deals import questions
from tests.engine.matching import fault_of_proof, is_wild, missing
from tests.engine.rule_sets import deck

CLASSIC, DENEXA = Rules.of("classic"), Rules.of("denexa")


def ask(words, cards, rules=CLASSIC):
    return judge(Bid.parse(words), parse_cards(cards), rules)


@given(questions())
@settings(max_examples=400, deadline=None)
def test_the_second_judge_agrees_and_the_proof_is_right(question):
    rules, bid, cards = question
    verdict = judge(bid, parse_cards(" ".join(cards)), rules)
    assert verdict.missing == missing(bid.to_data(), cards, rules)
    assert verdict.holds == (verdict.missing == 0)
    if verdict.holds:
        proof = [(str(card), str(counts_as)) for card, counts_as in verdict.proof]
        assert fault_of_proof(bid.to_data(), cards, proof, rules) is None


@given(questions(most=10), st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_the_order_of_the_cards_and_the_names_of_the_suits_change_nothing(question, shuffle):
    rules, bid, cards = question
    turned = [card[0] + "shdc"["hdcs".index(card[1])] if len(card) > 1 else card for card in cards]
    shuffle.shuffle(turned)
    one, other = (judge(bid, parse_cards(" ".join(hand)), rules) for hand in (cards, turned))
    assert (one.holds, one.missing) == (other.holds, other.missing)


@given(questions(most=10))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_so_many_more_cards_make_it_and_fewer_never_do(question):
    rules, bid, cards = question
    lacking = judge(bid, parse_cards(" ".join(cards)), rules).missing
    assume(1 <= lacking <= 2)
    assume(missing(bid.to_data(), deck(rules), rules) == 0)  # ten twos are a bid, but never there
    rest = deck(rules)
    for card in cards:
        rest.remove(card)
    makes_it = [
        any(judge(bid, parse_cards(" ".join([*cards, *more])), rules).holds for more in combinations(rest, count))
        for count in range(lacking + 1)
    ]
    assert makes_it == [False] * lacking + [True]


@given(questions(most=8))
@settings(max_examples=150, deadline=None)
def test_the_gaps_name_what_no_natural_card_fills(question):
    rules, bid, cards = question
    verdict = judge(bid, parse_cards(" ".join(cards)), rules)
    naturals = [card for card in cards if not is_wild(card, rules)]
    assert sum(count for _, count in verdict.gaps) == missing(bid.to_data(), naturals, rules)
    assert verdict.wilds == len(cards) - len(naturals)


@pytest.mark.parametrize(
    ("words", "cards"),
    [("pair of eights", "8h 8d"), ("pair of eights", "8 8"), ("pair of eights", "8h 8 "), ("eight high", "8 8 8 8")],
)
def test_cards_may_be_given_by_rank_alone_while_suits_dont_matter(words, cards):
    assert ask(words, cards).holds


def test_each_wild_is_used_once():
    assert not ask("eights and fours", "8h 4d 2s").holds
    assert ask("eights and fours", "8h 4d 2s 2h").holds


def test_a_two_that_can_be_named_is_still_a_wild_when_needed():
    assert ask("pair of twos", "2h *", DENEXA).holds
    assert ask("straight to five", "Ah 2d 3c 4s 2h", DENEXA).holds
    assert ask("five twos", "2s 2h 2d 2c *", DENEXA).holds
    assert not ask("five twos", "2s 2h 2d 2c Ah", DENEXA).holds


def test_a_two_that_is_not_wild_is_only_a_two():
    plain = Rules.parse("classic,twos_wild=no,lowest_named=2,max_kind=4")
    assert ask("pair of twos", "2h 2d", plain).holds
    assert not ask("pair of threes", "3h 2d", plain).holds
    assert ask("straight to five", "Ah 2d 3c 4s 5h", plain).holds
    assert not ask("straight to five", "Ah Kd 3c 4s 5h", plain).holds


def test_a_flush_of_five_wilds_exists():
    assert ask("ace-high flush", "2s 2h 2d 2c *", DENEXA).holds
    assert ask("ace-high flush", "2s 2h 2d 2c *", DENEXA).proof[0][1].suit is not None


def test_a_named_hand_need_not_be_the_best_one_there():
    suited = Rules.parse("classic,flush=high_card")
    assert ask("pair of aces", "Ah Ad Ac As").holds
    assert ask("king-high flush", "Kh Qh Jh Th 9h Ah", suited).holds


def test_the_top_rank_of_a_flush_must_be_there_or_be_wild():
    assert not ask("king-high flush", "Ah Qh Jh 9h 7h 5h", DENEXA).holds
    assert ask("king-high flush", "Ah Qh Jh 9h 7h 2s", DENEXA).holds


@pytest.mark.parametrize("words", ["pair of twos", "straight to six", "king-high flush", "six aces"])
def test_a_bid_that_the_rules_lack_is_not_judged(words):
    with pytest.raises(Illegal):
        ask(words, "Ah Kh")


IMPOSSIBLE = [
    ("pair of sixes", "6h 6h", "classic", "six of hearts is there twice"),
    ("pair of sixes", "6h 6h 6h", "classic", "six of hearts is there three times"),
    ("pair of sixes", "9c 9c", "classic", "nine of clubs"),
    ("pair of sixes", "6 6 6 6 6", "classic", "5 sixes"),
    ("pair of sixes", "6s 6h 6d 6c 6", "classic", "5 sixes"),
    ("pair of sixes", "2 2 2 2 2", "classic", "5 twos"),
    ("pair of sixes", "6 *", "classic", "no jokers"),
    ("pair of sixes", "* * *", "denexa", "only 2 jokers"),
    ("king-high flush", "Kh Qh Jh 9h 7", "denexa", "needs its suit"),
    ("straight flush to nine", "9h 8h 7h 6h 5h K", "denexa", "needs its suit"),
]


@pytest.mark.parametrize(("words", "cards", "rules", "why"), IMPOSSIBLE)
def test_cards_that_cant_be_are_refused_saying_which_and_why(words, cards, rules, why):
    with pytest.raises(ImpossibleCards, match=why):
        ask(words, cards, Rules.of(rules))


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
