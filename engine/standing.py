"""What stands before a deal: penalties, who is in, who deals, who bids first and why.

Source: rules.md, "Turns, deals, penalties" and "Corrections that tables make".
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from engine.events import Correction, Leave, Penalty, SetDealer, SetFirst
from engine.rules import Rules
from engine.value import replace, value


class Why(Enum):
    """Why somebody bids first."""

    PENALIZED = "was penalized"
    LEFT_OF_DEALER = "left of the dealer"
    LEFT_OF_OUT = "left of {}, who is out"
    LEFT_OF_GONE = "left of {}, who has left"
    SET_BY_HAND = "set by hand"


@value
class Standing:
    """What stands before a deal; every method that changes something returns a new one.

    Attributes:
        rules: the rules of the game.
        penalties: by seat.
        gone: by seat, whether the player has left.
        dealer: the seat that deals.
        first: the seat that bids first.
        why: why it does.
        why_of: the seat that `why` speaks of, if any.
        first_set: whether the first bidder was set by hand, with no dealer set by hand and no hand played since.
    """

    rules: Rules
    penalties: tuple[int, ...]
    gone: tuple[bool, ...]
    dealer: int
    first: int
    why: Why = Why.LEFT_OF_DEALER
    why_of: int | None = None
    first_set: bool = False

    @classmethod
    def at_start(cls, rules: Rules, seats: int, dealer: int) -> Standing:
        """Before the first hand: the player to the dealer's left bids first."""
        start = cls(rules, (0,) * seats, (False,) * seats, dealer, dealer)
        return replace(start, first=start.left_of(dealer))

    def is_in(self, seat: int) -> bool:
        """Whether the player is still in the game."""
        return not self.gone[seat] and self.penalties[seat] < self.rules.lives

    @property
    def players_in(self) -> tuple[int, ...]:
        """The seats still in, clockwise from seat 0."""
        return tuple(seat for seat in range(len(self.penalties)) if self.is_in(seat))

    @property
    def winner(self) -> int | None:
        """The last seat in, or None while the game goes on."""
        players = self.players_in
        return players[0] if len(players) == 1 else None

    @property
    def deal(self) -> tuple[int, ...]:
        """How many cards each seat is dealt; 0 for a player who is out."""
        return tuple(self.rules.cards(count) if self.is_in(seat) else 0 for seat, count in enumerate(self.penalties))

    def why_first(self, players: Sequence[str]) -> str:
        """Why the first bidder is, with the names that the players go by: `left of Ben, who is out`."""
        return self.why.value if self.why_of is None else self.why.value.format(players[self.why_of])

    def left_of(self, seat: int) -> int:
        """The next seat clockwise that is still in; `seat` itself where nobody else is."""
        seats = len(self.penalties)
        return next((s % seats for s in range(seat + 1, seat + seats) if self.is_in(s % seats)), seat)

    def after_hand(self, penalized: int) -> Standing:
        """After a settled hand: the penalty counts, the deal passes on, and who bids first follows."""
        after = self._with_penalties(penalized, 1)
        after = replace(after, dealer=after.left_of(self.dealer), first_set=False)
        if self.rules.first_bidder == "left_of_dealer":
            return after._left_of_dealer()
        return replace(after, first=penalized, why=Why.PENALIZED, why_of=None)._first_in()

    def corrected(self, correction: Correction) -> Standing:
        """After a correction; dealer and first bidder are put right where it takes them out."""
        after = self
        if isinstance(correction, Penalty):
            after = self._with_penalties(correction.seat, correction.by)
        elif isinstance(correction, Leave):
            after = replace(self, gone=tuple(gone or seat == correction.seat for seat, gone in enumerate(self.gone)))
        elif isinstance(correction, SetDealer):
            after = replace(self, dealer=correction.seat, first_set=False)
        elif isinstance(correction, SetFirst):
            after = replace(self, first=correction.seat, why=Why.SET_BY_HAND, why_of=None, first_set=True)
        if not after.is_in(after.dealer):
            after = replace(after, dealer=after.left_of(after.dealer))
        if self.rules.first_bidder == "left_of_dealer" and not after.first_set:
            return after._left_of_dealer()
        return after._first_in()

    def _with_penalties(self, seat: int, by: int) -> Standing:
        penalties = list(self.penalties)
        penalties[seat] += by
        return replace(self, penalties=tuple(penalties))

    def _left_of_dealer(self) -> Standing:
        return replace(self, first=self.left_of(self.dealer), why=Why.LEFT_OF_DEALER, why_of=None)

    def _first_in(self) -> Standing:
        """The first bidder, or when they are not in any more the next to their left."""
        if self.is_in(self.first):
            return self
        why = Why.LEFT_OF_GONE if self.gone[self.first] else Why.LEFT_OF_OUT
        return replace(self, first=self.left_of(self.first), why=why, why_of=self.first)
