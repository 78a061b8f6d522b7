"""A hand that is over: what stood, what was taken down, and how the call was settled.

Source: rules.md, "Revealed cards, and how a call is settled".
"""

from __future__ import annotations

from engine.adjudication import Verdict, check_cards, judge
from engine.bids import Bid
from engine.cards import Card, Rank
from engine.errors import Illegal, WrongTotal, listed
from engine.events import Correction, Taken
from engine.reveal import Counts, Seen, Sighting, find
from engine.rules import Rules
from engine.standing import Standing
from engine.value import value


@value
class Outcome:
    """How a hand ended.

    Attributes:
        holds: whether the called hand was there; None where the hand is void.
        penalized: the seat that got the penalty, or None where the hand is void.
        eliminated: whether that put the player out.
        verdict: the proof, where cards were shown and it follows from them alone.
    """

    holds: bool | None
    penalized: int | None = None
    eliminated: bool = False
    verdict: Verdict | None = None


@value
class Hand:
    """A hand that is over.

    Attributes:
        standing: what stood when it was dealt.
        taken: what was taken down of it.
        outcome: how it ended.
        corrections: made after it, before the next deal.
    """

    standing: Standing
    taken: Taken
    outcome: Outcome
    corrections: tuple[Correction, ...] = ()


def settle(
    bid: Bid | None, by: tuple[Card, ...] | Seen | Counts | bool | None, in_play: int, rules: Rules
) -> tuple[bool, Verdict | None]:
    """Whether the called hand is there, by whatever the table goes by, and the proof where cards are shown.

    Raises:
        Illegal: the bid isn't recorded, or what was counted or seen doesn't settle it; ImpossibleCards: the deck or the
            deal can't have those cards; WrongTotal: more or fewer cards are shown than were dealt.
    """
    if isinstance(by, bool):
        return by, None
    if bid is None:
        raise Illegal("The called bid isn't recorded: say which it was, or settle it by agreement.")
    if isinstance(by, Counts):
        finding = find(bid, Sighting(in_play, counts=by), rules)
        if finding.holds is None:
            asks = [ask.plural if isinstance(ask, Rank) else str(ask) for ask in finding.asks]
            raise Illegal(f"That doesn't settle {bid} yet: still to be counted: {listed(asks)}.")
        return finding.holds, None
    if isinstance(by, Seen):
        finding = find(bid, Sighting(in_play, by.cards, by.counts), rules)
        if finding.holds is None:
            raise Illegal(f"That doesn't settle {bid} yet: {finding.unseen} more to be shown.")
        verdict = judge(bid, by.cards, rules)
        alone = by.counts == Counts() and verdict.holds is finding.holds
        return finding.holds, verdict if alone else None
    cards = by or ()
    check_cards(cards, rules, bid)
    if len(cards) != in_play:
        raise WrongTotal(in_play, len(cards))
    verdict = judge(bid, cards, rules)
    return verdict.holds, verdict
