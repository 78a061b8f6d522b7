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
    return seek(rules, Bid.parse(words), in_play, cards.split(), counts or {})


def seek(rules, bid, in_play, seen, counts):
    return find(bid, Sighting(in_play, parse_cards(" ".join(seen)), Counts.from_data(counts)), rules)


def counted(key, commune, sorter):
    """What the table counts of the whole commune, when it is asked for a rank, a suit or the wilds."""
    if key == WILD:
        return sum(is_wild(card, sorter.rules) for card in commune)
    if key in "shdc":
        return [c[0] for c in commune if c[1:] == key and sorter.lot(c) not in ("other", WILD)]
    return sum(card[0] == key for card in commune)


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
    ranks = [rank for rank in sorted(sorter.named) if not is_wild(rank, rules)] + ["Q", "9"]
    keys = "shdc" if bid.category.suited else ranks
    asked = [*draw(st.sets(st.sampled_from(keys))), *[WILD] * draw(st.booleans())]
    counts = {key: counted(key, commune, sorter) for key in asked}
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
    # Where suits don't matter they may not have been given.
    whole, cards = (Counter(card if sorter.suited else card[0] for card in some) for some in (deck(rules), seen))
    if cards - whole:
        return None
    known, left = cards.copy(), whole - cards
    for key, count in counts.items():
        if key == WILD:
            final = {card: known[card] for card in whole if is_wild(card, rules)}
        elif isinstance(count, list):
            suit = (card for card in whole if card[1:] == key and sorter.lot(card) not in ("other", WILD))
            final = {card: int(card[0] in count) for card in suit}
        else:
            final = {key: count}
        before = sum(known[card] for card in final)
        total = count if isinstance(count, int) else len(count)
        if total < before or total > sum(whole[card] for card in final):
            return None
        if isinstance(count, list) and any(known[card] > final[card] for card in final):
            return None
        for card, number in final.items():
            known[card], left[card] = number, 0
        if key == WILD:
            known[next(iter(final), "*")] += total - before
    return tuple(Counter(map(sorter.lot, cards.elements())) for cards in (known, left))


def filled(rules, bid, in_play, seen, counts):
    """Every answer that the call may still have."""
    sorter = Sorter(bid, rules)
    known, left = spread(sorter, rules, seen, counts) or (None, None)
    if known is None or known.total() > in_play:
        return set()
    unseen = in_play - known.total()
    short = max(0, min(unseen, left.total() - unseen))  # as many are taken, or left out
    many = min(prod(min(size, short) + 1 for size in left.values()), comb(short + len(left) - 1, short))
    assume(many <= 4000)
    return answers(sorter, known, left, unseen)


@given(sightings(possible=True))
@settings(max_examples=200)
def test_a_verdict_is_given_exactly_when_every_filling_gives_the_same_answer(sighting):
    finding = seek(*sighting[:5])
    possible = filled(*sighting[:5])
    assert possible
    assert finding.holds is (None if len(possible) == 2 else possible.pop())
    assert bool(finding.asks) == (finding.holds is None)


@given(sightings(possible=False))
@settings(max_examples=200)
def test_a_sighting_is_refused_exactly_when_there_is_no_filling(sighting):
    possible = filled(*sighting[:5])
    assert (refusal_of(seek, *sighting[:5]) is not None) == (not possible)
    if possible:
        assert seek(*sighting[:5]).holds is (None if len(possible) == 2 else possible.pop())


@given(sightings(possible=True))
@settings(max_examples=200)
def test_answering_all_that_is_asked_settles_it(sighting):
    rules, bid, in_play, seen, counts, commune = sighting
    sorter = Sorter(bid, rules)
    asks = seek(*sighting[:5]).asks
    told = counts | {str(ask): counted(str(ask), commune, sorter) for ask in asks}
    assert len(told) == len(counts) + len(asks)
    finding = seek(rules, bid, in_play, seen, told)
    assert finding.holds is sorter.holds(Counter(map(sorter.lot, commune)))
    assert finding.asks == ()


@given(sightings(possible=True))
@settings(max_examples=100)
def test_a_verdict_once_given_stays_as_more_cards_are_seen(sighting):
    rules, bid, in_play, _, _, commune = sighting
    found = [seek(rules, bid, in_play, commune[:seen], {}).holds for seen in range(len(commune) + 1)]
    settled = [holds for holds in found if holds is not None]
    assert found == [None] * (len(found) - len(settled)) + settled
    assert len(set(settled)) == 1


SETTLED = [
    ("pair of sixes", 8, "", {"6": 2}, True, ()), ("pair of sixes", 8, "", {"6": 1, "wild": 1}, True, ()),
    ("pair of sixes", 8, "", {"6": 1, "wild": 0}, False, ()), ("pair of sixes", 8, "", {"6": 1}, None, ("wild",)),
    ("pair of sixes", 8, "", {}, None, (Rank.SIX, "wild")), ("pair of sixes", 8, "", {"wild": 2}, True, ()),
    ("pair of sixes", 1, "", {}, False, ()), ("pair of sixes", 2, "Kh", {}, False, ()),
    ("pair of sixes", 52, "", {}, True, ()), ("pair of sixes", 46, "", {}, True, ()),
    ("pair of sixes", 45, "", {}, None, (Rank.SIX, "wild")),
    ("three sixes", 46, "", {"6": 0}, None, ("wild",)),  # two or more must be wild: all others are but 44
    ("three sixes", 47, "", {"6": 0}, True, ()), ("eights and fours", 9, "", {"8": 2, "wild": 0}, None, (Rank.FOUR,)),
    ("fives over kings", 9, "2h 2d 2c", {}, None, (Rank.FIVE, Rank.KING, "wild")),
]  # fmt: skip


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


SIXES, FLUSH = "pair of sixes", "king-high flush"
IMPOSSIBLE = [
    (SIXES, 8, "", {"6": 5}, CLASSIC, "5 sixes"), (SIXES, 8, "6h 6d", {"6": 1}, CLASSIC, "shown already"),
    (SIXES, 8, "2h", {"wild": 0}, CLASSIC, "shown already"), (SIXES, 8, "", {"wild": 5}, CLASSIC, "5 wild"),
    (SIXES, 3, "", {"6": 4}, CLASSIC, "only 3 are in play"), (SIXES, 52, "", {"6": 0}, CLASSIC, "rest of the deck"),
    (SIXES, 8, "6h 6h", {}, CLASSIC, "twice"), (SIXES, 8, "", {"2": 1}, CLASSIC, "wild here"),
    (SIXES, 8, "", {"h": ["6"]}, CLASSIC, "Suits don't matter"), (FLUSH, 8, "", {"K": 1}, DENEXA, "each suit"),
    (FLUSH, 8, "", {"h": ["2"]}, DENEXA, "wild here"), (FLUSH, 8, "", {"h": ["9", "9"]}, DENEXA, "twice"),
    (FLUSH, 8, "Kh", {"h": ["9"]}, DENEXA, "king of hearts"), (SIXES, 53, "", {}, CLASSIC, "from 1 to 52"),
    (SIXES, 0, "", {}, CLASSIC, "from 1 to 52"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "in_play", "cards", "counts", "rules", "why"), IMPOSSIBLE)
def test_what_cant_have_been_seen_is_refused_saying_why(words, in_play, cards, counts, rules, why):
    assert why in refusal_of(look, words, in_play, cards, counts, rules, kind=ImpossibleCards)


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
    assert refusal_of(Counts.from_data, data, kind=Unreadable)
