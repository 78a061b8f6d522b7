"""Partial knowledge: a verdict comes exactly when no way of filling the unseen cards can change it."""

from collections import Counter
from math import comb, prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.bids import Bid, Category
from engine.cards import Rank, Suit, parse_cards
from engine.errors import ImpossibleCards, Unreadable
from engine.ladder import Ladder
from engine.reveal import WILD, Counts, Sighting, find
from engine.rules import Rules
from tests.engine.deals import bids
from tests.engine.fillings import Sorter, answers
from tests.engine.matching import is_wild
from tests.engine.refusing import refusal_of
from tests.engine.rule_sets import RULE_SETS, deck

CLASSIC, DENEXA = Rules.of("classic"), Rules.of("denexa")
ALL_RULES = st.sampled_from(list(RULE_SETS.values()))
WITH_FLUSHES = st.sampled_from([rules for rules in RULE_SETS.values() if rules.flush != "none"])


def look(words, in_play, cards="", counts=None, rules=CLASSIC):
    sighting = Sighting(in_play, parse_cards(cards), Counts.from_data(counts or {}))
    return find(Bid.parse(words), sighting, rules)


@st.composite
def sightings(draw, possible):
    """Rules, a bid, how many are in play, the cards seen, and counts as data.

    Where it must be possible, the counts are those of a whole commune, which is the last value; otherwise any.
    """
    rules = draw(ALL_RULES | WITH_FLUSHES)
    bid = draw(bids(rules))
    if rules.flush != "none" and draw(st.booleans()):
        bid = draw(st.sampled_from(Ladder(rules).of(Category.FLUSH) + Ladder(rules).of(Category.STRAIGHT_FLUSH)))
    whole, sorter, suit = deck(rules), Sorter(bid, rules), draw(st.sampled_from("shdc"))
    near = sorted(range(len(whole)), key=lambda place: (sorter.lot(whole[place]) == "other", suit not in whole[place]))
    places = draw(st.lists(st.sampled_from(near[:24]) | st.sampled_from(near), unique=True, min_size=1, max_size=14))
    if draw(st.booleans()) and draw(st.booleans()):  # nearly the whole deck
        places = sorted(set(near) - set(places))
    commune = [whole[place] for place in places]
    seen = commune[: draw(st.integers(0, len(commune)))]
    if not bid.category.suited and draw(st.booleans()):
        seen = [card[0] for card in seen]
    counts = {}
    if bid.category.suited:
        for suit in draw(st.sets(st.sampled_from("shdc"))):
            counts[suit] = [c[0] for c in commune if c[1:] == suit and sorter.lot(c) not in ("other", WILD)]
    else:
        ranks = [rank for rank in sorted(sorter.named) if not is_wild(rank, rules)] + ["Q", "9"]
        for rank in draw(st.sets(st.sampled_from(ranks))):
            counts[rank] = sum(card[0] == rank for card in commune)
    if draw(st.booleans()):
        counts[WILD] = sum(is_wild(card, rules) for card in commune)
    in_play = len(commune)
    if not possible:
        in_play = max(1, min(rules.deck, in_play + draw(st.integers(-3, 3))))
        for key, count in counts.items():
            if isinstance(count, int) and draw(st.booleans()):
                counts[key] = max(0, count + draw(st.integers(-2, 2)))
    return rules, bid, in_play, seen, counts, commune


def spread(sorter, rules, seen, counts):
    """What is known and what may still come, by lots; None where it contradicts itself or the deck.

    A count is final: all of that rank, or all of the hand's cards of that suit, are known with it.
    """
    whole = Counter(deck(rules))
    if not sorter.suited:  # suits don't matter, and may not have been given
        whole = Counter(card[0] for card in deck(rules))
    cards = Counter(card if sorter.suited else card[0] for card in seen)
    if cards - whole:
        return None
    known, left = cards.copy(), whole - cards
    for key, count in counts.items():
        if key == WILD:
            counted = {card: None for card in whole if is_wild(card, rules)}
        elif isinstance(count, list):
            counted = {
                card: card[0] in count for card in whole if card[1:] == key and sorter.lot(card) not in ("other", WILD)
            }
        else:
            counted = {key: count}
        before = sum(known[card] for card in counted)
        total = count if isinstance(count, int) else len(count)
        if total < before or total > sum(whole[card] for card in counted):
            return None
        if isinstance(count, list) and any(known[card] > counted[card] for card in counted):
            return None
        for card in counted:
            left[card] = 0
            if isinstance(count, list):
                known[card] = int(counted[card])
            elif key != WILD:
                known[card] = count
        if key == WILD:
            known[next(iter(counted), "*")] += total - before
    by_lot, more = Counter(), Counter()
    for card, number in known.items():
        by_lot[sorter.lot(card)] += number
    for card, number in left.items():
        more[sorter.lot(card)] += number
    return by_lot, more


def filled(rules, bid, in_play, seen, counts):
    """Every answer that the call may still have."""
    sorter = Sorter(bid, rules)
    found = spread(sorter, rules, seen, counts)
    if found is None:
        return set()
    known, left = found
    unseen = in_play - known.total()
    if unseen < 0:
        return set()
    short = max(0, min(unseen, left.total() - unseen))  # as many are taken, or left out
    many = min(prod(min(size, short) + 1 for size in left.values()), comb(short + len(left) - 1, short))
    assume(many <= 4000)
    return answers(sorter, known, left, unseen)


@given(sightings(possible=True))
@settings(max_examples=200, deadline=None)
def test_a_verdict_is_given_exactly_when_every_filling_gives_the_same_answer(sighting):
    rules, bid, in_play, seen, counts, _ = sighting
    finding = find(bid, Sighting(in_play, parse_cards(" ".join(seen)), Counts.from_data(counts)), rules)
    possible = filled(rules, bid, in_play, seen, counts)
    assert possible
    assert finding.holds is (None if len(possible) == 2 else possible.pop())
    assert bool(finding.asks) == (finding.holds is None)


@given(sightings(possible=False))
@settings(max_examples=200, deadline=None)
def test_a_sighting_is_refused_exactly_when_there_is_no_filling(sighting):
    rules, bid, in_play, seen, counts, _ = sighting
    possible = filled(rules, bid, in_play, seen, counts)
    sight = Sighting(in_play, parse_cards(" ".join(seen)), Counts.from_data(counts))
    assert (refusal_of(find, bid, sight, rules) is not None) == (not possible)
    if possible:
        assert find(bid, sight, rules).holds is (None if len(possible) == 2 else possible.pop())


@given(sightings(possible=True))
@settings(max_examples=200, deadline=None)
def test_answering_all_that_is_asked_settles_it(sighting):
    rules, bid, in_play, seen, counts, commune = sighting
    sorter = Sorter(bid, rules)
    cards = parse_cards(" ".join(seen))
    asks = find(bid, Sighting(in_play, cards, Counts.from_data(counts)), rules).asks
    told = dict(counts)
    for ask in asks:
        if ask == WILD:
            told[WILD] = sum(is_wild(card, rules) for card in commune)
        elif isinstance(ask, Suit):
            told[str(ask)] = [c[0] for c in commune if c[1:] == str(ask) and sorter.lot(c) not in ("other", WILD)]
        else:
            told[str(ask)] = sum(card[0] == str(ask) for card in commune)
    assert len(told) == len(counts) + len(asks)
    finding = find(bid, Sighting(in_play, cards, Counts.from_data(told)), rules)
    assert finding.holds is sorter.holds(Counter(map(sorter.lot, commune)))
    assert finding.asks == ()


@given(sightings(possible=True))
@settings(max_examples=100, deadline=None)
def test_a_verdict_once_given_stays_as_more_cards_are_seen(sighting):
    rules, bid, in_play, _, _, commune = sighting
    found = [
        find(bid, Sighting(in_play, parse_cards(" ".join(commune[:seen]))), rules).holds
        for seen in range(len(commune) + 1)
    ]
    settled = [holds for holds in found if holds is not None]
    assert found == [None] * (len(found) - len(settled)) + settled
    assert len(set(settled)) == 1


SETTLED = [
    ("pair of sixes", 8, "", {"6": 2}, True, ()),
    ("pair of sixes", 8, "", {"6": 1, "wild": 1}, True, ()),
    ("pair of sixes", 8, "", {"6": 1, "wild": 0}, False, ()),
    ("pair of sixes", 8, "", {"6": 1}, None, ("wild",)),
    ("pair of sixes", 8, "", {}, None, (Rank.SIX, "wild")),
    ("pair of sixes", 8, "", {"wild": 2}, True, ()),
    ("pair of sixes", 1, "", {}, False, ()),
    ("pair of sixes", 2, "Kh", {}, False, ()),
    ("pair of sixes", 52, "", {}, True, ()),
    ("pair of sixes", 46, "", {}, True, ()),
    ("pair of sixes", 45, "", {}, None, (Rank.SIX, "wild")),
    ("three sixes", 46, "", {"6": 0}, None, ("wild",)),  # two or more must be wild: all others are but 44
    ("three sixes", 47, "", {"6": 0}, True, ()),
    ("eights and fours", 9, "", {"8": 2, "wild": 0}, None, (Rank.FOUR,)),
    ("fives over kings", 9, "2h 2d 2c", {}, None, (Rank.FIVE, Rank.KING, "wild")),
]


@pytest.mark.parametrize(("words", "in_play", "cards", "counts", "holds", "asks"), SETTLED)
def test_what_is_known_settles_it_or_says_what_to_count(words, in_play, cards, counts, holds, asks):
    finding = look(words, in_play, cards, counts)
    assert (finding.holds, finding.asks) == (holds, asks)


def test_a_flush_asks_for_the_suits_that_can_still_make_it():
    asks = look("king-high flush", 12, "", {"s": [], "h": ["K", "Q"], "wild": 2}, DENEXA).asks
    assert asks == (Suit.DIAMONDS, Suit.CLUBS)


def test_how_many_are_unseen_counts_cards_and_counts_once():
    assert look("pair of sixes", 10, "6h 2c 9d", {"6": 1}).unseen == 7
    assert look("pair of sixes", 10, "6h 2c 9d", {"6": 1, "wild": 2}).unseen == 6


IMPOSSIBLE = [
    ("pair of sixes", 8, "", {"6": 5}, "classic", "5 sixes"),
    ("pair of sixes", 8, "6h 6d", {"6": 1}, "classic", "shown already"),
    ("pair of sixes", 8, "2h", {"wild": 0}, "classic", "shown already"),
    ("pair of sixes", 8, "", {"wild": 5}, "classic", "5 wild"),
    ("pair of sixes", 3, "", {"6": 4}, "classic", "only 3 are in play"),
    ("pair of sixes", 52, "", {"6": 0}, "classic", "rest of the deck"),
    ("pair of sixes", 8, "6h 6h", {}, "classic", "twice"),
    ("pair of sixes", 8, "", {"2": 1}, "classic", "wild here"),
    ("pair of sixes", 8, "", {"h": ["6"]}, "classic", "Suits don't matter"),
    ("king-high flush", 8, "", {"K": 1}, "denexa", "each suit"),
    ("king-high flush", 8, "", {"h": ["2"]}, "denexa", "wild here"),
    ("king-high flush", 8, "", {"h": ["9", "9"]}, "denexa", "twice"),
    ("king-high flush", 8, "Kh", {"h": ["9"]}, "denexa", "king of hearts"),
    ("pair of sixes", 53, "", {}, "classic", "from 1 to 52"),
    ("pair of sixes", 0, "", {}, "classic", "from 1 to 52"),
]


@pytest.mark.parametrize(("words", "in_play", "cards", "counts", "rules", "why"), IMPOSSIBLE)
def test_what_cant_have_been_seen_is_refused_saying_why(words, in_play, cards, counts, rules, why):
    with pytest.raises(ImpossibleCards, match=why):
        look(words, in_play, cards, counts, Rules.of(rules))


def test_counts_read_back_from_their_data():
    for data in ({"6": 2, "wild": 1}, {"h": ["A", "9"], "s": [], "wild": 0}, {"T": 0}, {}):
        assert Counts.from_data(data).to_data() == data
    assert Counts.from_data({"10": 1, "sixes": 2, "H": ["10"]}).to_data() == {"T": 1, "6": 2, "h": ["T"]}


NO_COUNTS = (
    None, [], "6", {"6": "2"}, {"6": -1}, {"6": True}, {"6": 1.0}, {"6": None}, {"6": 1, "six": 1}, {"h": "A"},
    {"h": ["A"], "H": ["K"]}, {"h": [1]}, {"x": 1}, {"wild": []}, {"": 1}, {"h": {}}, {"wild": None},
)  # fmt: skip


@pytest.mark.parametrize("data", NO_COUNTS, ids=repr)
def test_data_that_are_no_counts_are_refused(data):
    with pytest.raises(Unreadable):
        Counts.from_data(data)
