"""The exact chance that a hand exists among the cards in play.

The deals in which it doesn't are counted: for every number of wilds, the ways to draw from each alternative so that
it keeps more gaps than there are wilds, times the ways to draw the rest. Bids that differ only in the names of ranks
have the same counts, so a whole ladder costs little more than its categories.

Source: counting; a hypergeometric draw without replacement from the deck of rules.md, "Cards and wilds".
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb

from engine.adjudication import check_cards, check_in_play
from engine.bids import Bid
from engine.cards import Card
from engine.ladder import Ladder
from engine.rules import Rules
from engine.shapes import alternatives

# Of one part: how many of its cards are not known yet, and how many the hand still needs.
Lot = tuple[int, int]


def chance(bid: Bid, in_play: int, rules: Rules, known: Iterable[Card] = ()) -> Fraction:
    """The chance that `bid` exists among `in_play` cards of which some are known; a Fraction from 0 to 1.

    Raises:
        Illegal: the rules don't allow the bid; ImpossibleCards: the deck can't have those cards.

    >>> chance(Bid.parse("pair of aces"), 2, Rules.of("classic"))
    Fraction(14, 663)
    """
    return chances(in_play, rules, known, (bid,))[bid]


def chances(
    in_play: int, rules: Rules, known: Iterable[Card] = (), bids: Iterable[Bid] | None = None
) -> dict[Bid, Fraction]:
    """The chance of every bid of the ladder, lowest first, or of some `bids`; Fractions from 0 to 1.

    Raises:
        Illegal: the rules don't allow one of the bids; ImpossibleCards: the deck can't have those cards.
    """
    known = tuple(known)
    ladder = Ladder(rules)
    check_cards(known, rules)
    check_in_play(in_play, rules, len(known))
    found = {}
    for bid in ladder if bids is None else bids:
        ladder.check(bid)
        check_cards(known, rules, bid)
        found[bid] = _chance(bid, in_play, rules, known)
    return found


def _chance(bid: Bid, in_play: int, rules: Rules, known: tuple[Card, ...]) -> Fraction:
    natural = [card for card in known if not rules.is_wild(card)]
    wilds = len(known) - len(natural)
    lots = []
    for parts in alternatives(bid, rules):
        there = [sum(card in part for card in natural) for part in parts]
        lots.append(
            tuple(
                sorted((part.size - count, max(0, part.need - count)) for part, count in zip(parts, there, strict=True))
            )
        )
    unknown = rules.deck - len(known)
    return _chance_of(tuple(sorted(lots)), wilds, rules.wilds - wilds, unknown, in_play - len(known))


@lru_cache(maxsize=4096)
def _chance_of(lots: tuple[tuple[Lot, ...], ...], wilds: int, more_wilds: int, unknown: int, drawn: int) -> Fraction:
    """The chance, where `wilds` are known and `drawn` more cards come from `unknown`, `more_wilds` of them wild."""
    others = unknown - more_wilds - sum(size for parts in lots for size, _ in parts)
    draws = [_draws(parts) for parts in lots]
    failing = 0
    for more in range(min(more_wilds, drawn) + 1):
        ways = [1]
        for by_gaps in draws:
            ways = _product(ways, _with_more_gaps(by_gaps, wilds + more))
        rest = drawn - more
        failing += comb(more_wilds, more) * sum(
            count * comb(others, rest - cards) for cards, count in enumerate(ways) if cards <= rest
        )
    return 1 - Fraction(failing, comb(unknown, drawn))


def _draws(parts: tuple[Lot, ...]) -> list[list[int]]:
    """`[gaps][cards]`: in how many ways so many cards are drawn from the parts that so many gaps stay."""
    found = [[1]]
    for size, need in parts:
        longer = [[0] * (len(found[0]) + size) for _ in range(len(found) + need)]
        for gaps, row in enumerate(found):
            for cards, ways in enumerate(row):
                for more in range(size + 1) if ways else ():
                    longer[gaps + max(0, need - more)][cards + more] += ways * comb(size, more)
        found = longer
    return found


def _with_more_gaps(by_gaps: list[list[int]], wilds: int) -> list[int]:
    """By number of cards, the ways that leave more gaps than there are wilds."""
    return [sum(column) for column in zip(*by_gaps[wilds + 1 :], strict=True)] or [0]


def _product(left: list[int], right: list[int]) -> list[int]:
    """The product of two polynomials, lowest power first."""
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product
