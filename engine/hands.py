"""A hand that is over: what stood, what was taken down, and how the call was settled.

Source: rules.md, "Revealed cards, and how a call is settled".
"""

from __future__ import annotations

from engine.adjudication import Verdict
from engine.bids import Bid
from engine.events import Correction, Settle, Taken
from engine.standing import Standing
from engine.value import field, value


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

    @property
    def words(self) -> str:
        """`There`, `Not there` or `Void`."""
        return "Void" if self.holds is None else "There" if self.holds else "Not there"


@value
class Hand:
    """A hand that is over.

    Attributes:
        standing: what stood when it was dealt.
        taken: what was taken down of it.
        outcome: how it ended.
        corrections: made after it, before the next deal, those that waited for its end included.
        dropped: corrections that waited for its end, and then couldn't be any more. No record holds them.
    """

    standing: Standing
    taken: Taken
    outcome: Outcome
    corrections: tuple[Correction, ...] = ()
    dropped: tuple[Correction, ...] = field(default=(), compare=False)

    @property
    def bid(self) -> Bid | None:
        """The called bid, or the last one of a void hand; None where none is recorded."""
        return self.taken.bids[-1].bid if self.taken.bids else None

    @property
    def settled(self) -> Settle:
        """How it was settled: whatever is over was."""
        if self.taken.settled is None:
            raise ValueError("a hand that is over was settled")
        return self.taken.settled

    @property
    def in_play(self) -> int:
        """How many cards were in play."""
        return self.settled.in_play or sum(self.standing.deal)

    @property
    def reason(self) -> str:
        """Which cards make the hand, or what is missing, as far as the table said: a sentence or two."""
        if self.outcome.verdict:
            return self.outcome.verdict.reason
        return self.settled.by.reason(self.bid, self.outcome.holds, self.standing.rules)
