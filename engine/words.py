"""What has happened, in a few words: `Anna's pair of sixes`, `Ben's penalty`, `Cleo leaving`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Call, Correction, Deal, Event, Leave, MakeBid, Penalty, PutRight, SetDealer, Settle
from engine.game import Game


def words_of(before: Game, events: Sequence[Event], after: Game) -> tuple[str, ...]:
    """Ways to say what events made of the game before them the game after, the longest first: `Anna's pair of sixes`,
    `Anna's pair`, `a bid`."""
    last = events[-1]
    if isinstance(last, Settle):
        outcome = after.hands[-1].outcome
        if outcome.penalized is None:
            return ("the void hand",)
        name = before.name(outcome.penalized)
        return (f"{name} being out" if outcome.eliminated else f"{name}'s penalty", "the verdict")
    if isinstance(last, MakeBid):
        name = before.name(last.seat)
        kind = (f"{name}'s {last.bid}", f"{name}'s {last.bid.category.words}", str(last.bid)) if last.bid else ()
        return (*kind, f"{name}'s bid", "the bid")
    if isinstance(last, Call):
        return (f"{before.name(last.seat)}'s call", "the call")
    if isinstance(last, Deal):
        return ("the deal",)
    if isinstance(last, PutRight):
        return ("what was put right",)
    return correction_words(before, last)


def correction_words(game: Game, correction: Correction) -> tuple[str, ...]:
    """Ways to say a correction, the longest first: `Anna's +1`, `Anna leaving`, `dealing`."""
    name = game.name(correction.seat)
    if isinstance(correction, Penalty):
        return (f"{name}'s {correction.by:+}", "the penalty")
    if isinstance(correction, Leave):
        return (f"{name} leaving", "the leaving")
    what = "dealing" if isinstance(correction, SetDealer) else "bidding first"
    return (f"{name} {what}", what)


def correction_sentence(game: Game, correction: Correction) -> str:
    """A correction as a sentence without its stop: `Anna leaves`, `Ben deals, set by hand`."""
    name = game.name(correction.seat)
    if isinstance(correction, Penalty):
        return f"{name}'s penalties are put right by {correction.by:+}"
    if isinstance(correction, Leave):
        return f"{name} leaves"
    return f"{name} {'deals' if isinstance(correction, SetDealer) else 'bids first'}, set by hand"
