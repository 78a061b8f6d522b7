"""What stands before a deal: penalties, who is in, who deals, who bids first and why.

Source: rules.md, "Turns, deals, penalties" and "Corrections that tables make".
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

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
    AS_BEFORE = "as before"
    """A correction has taken away the reason, not the turn."""


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
        settled: whether a hand has been settled; a void one is not.
    """

    rules: Rules
    penalties: tuple[int, ...]
    gone: tuple[bool, ...]
    dealer: int
    first: int
    why: Why = Why.LEFT_OF_DEALER
    why_of: int | None = None
    first_set: bool = False
    settled: bool = False

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

    @property
    def told(self) -> dict[str, Any]:
        """What the box says before a deal, as records hold it."""
        return {"dealer": self.dealer, "first": self.first, "deal": list(self.deal)}

    def why_first(self, players: Sequence[str]) -> str:
        """Why the first bidder is, with the names that the players go by: `left of Ben, who is out`."""
        return self.why.value if self.why_of is None else self.why.value.format(players[self.why_of])

    def count(self, seat: int) -> str:
        """A player's count as the table keeps it, penalties or tokens; or `out`, or `left`."""
        if not self.is_in(seat):
            return "left" if self.gone[seat] else "out"
        return str(self.rules.counted(self.penalties[seat]))

    def fate(self, seat: int) -> str:
        """What a penalty means for a player, as the table keeps count: `penalty 2 of 3`, `1 token left`, `is out!`."""
        if not self.is_in(seat):
            return "is out!"
        count = self.rules.counted(self.penalties[seat])
        if self.rules.scoring == "tokens":
            return f"{count} token{'' if count == 1 else 's'} left"
        return f"penalty {count} of {self.rules.lives}"

    def left_of(self, seat: int) -> int:
        """The next seat clockwise that is still in; `seat` itself where nobody else is."""
        seats = len(self.penalties)
        return next((s % seats for s in range(seat + 1, seat + seats) if self.is_in(s % seats)), seat)

    def right_of(self, seat: int) -> int:
        """The next seat counter-clockwise that is still in; `seat` itself where nobody else is."""
        seats = len(self.penalties)
        return next((s % seats for s in range(seat - 1, seat - seats, -1) if self.is_in(s % seats)), seat)

    def after_hand(self, penalized: int) -> Standing:
        """After a settled hand: the penalty counts, the deal passes on, and who bids first follows."""
        after = self._penalized(penalized, 1)
        after = replace(after, dealer=after.left_of(self.dealer), first_set=False, settled=True)
        if self.rules.first_bidder == "left_of_dealer":
            return after._left_of_dealer()
        return replace(after, first=penalized, why=Why.PENALIZED, why_of=None)._first_in()

    def why_not(self, correction: Correction, players: Sequence[str]) -> str | None:
        """Why a correction can't be made, a sentence with the names that the players go by; None where it can."""
        seat = correction.seat
        name = players[seat]
        if isinstance(correction, Penalty):
            count = self.penalties[seat] + correction.by
            if not 0 <= count <= self.rules.lives:
                return f"{name} can't have {count} penalties: it is 0 to {self.rules.lives}."
            if correction.by == 0:
                return "A correction gives or takes back at least one penalty."
        elif isinstance(correction, Leave):
            if self.gone[seat]:
                return f"{name} has left already."
        elif not self.is_in(seat):
            does = "deal" if isinstance(correction, SetDealer) else "bid first"
            return f"{name} {self.how_out(seat)} and can't {does}."
        if not self.corrected(correction).players_in:
            return f"{name} is the last one in: somebody must be left."
        return None

    def how_out(self, seat: int) -> str:
        """How a player who isn't in any more is out: `has left`, `is out`."""
        return "has left" if self.gone[seat] else "is out"

    def corrected(self, correction: Correction) -> Standing:
        """After a correction; dealer and first bidder are put right where it takes them out.

        While nothing is settled, whoever deals, the player to their left bids first, unless the table says otherwise.
        """
        after = self
        if isinstance(correction, Penalty):
            after = self._penalized(correction.seat, correction.by)
        elif isinstance(correction, Leave):
            after = replace(self, gone=tuple(gone or seat == correction.seat for seat, gone in enumerate(self.gone)))
        elif isinstance(correction, SetDealer):
            after = replace(self, dealer=correction.seat, first_set=False)
        elif isinstance(correction, SetFirst):
            after = replace(self, first=correction.seat, why=Why.SET_BY_HAND, why_of=None, first_set=True)
        if not after.is_in(after.dealer):
            after = replace(after, dealer=after.left_of(after.dealer))
        if not after.first_set and (self.rules.first_bidder == "left_of_dealer" or not self.settled):
            return after._left_of_dealer()
        return after._first_in()

    def _penalized(self, seat: int, by: int) -> Standing:
        penalties = (count + by if other == seat else count for other, count in enumerate(self.penalties))
        return replace(self, penalties=tuple(penalties))

    def _left_of_dealer(self) -> Standing:
        return replace(self, first=self.left_of(self.dealer), why=Why.LEFT_OF_DEALER, why_of=None)

    def _first_in(self) -> Standing:
        """With a first bidder who is in: whoever it was, or the next to their left; and a reason that is still true."""
        if not self.is_in(self.first):
            return self._left_of(self.first)
        if self.why_of is None:
            return self
        if self.is_in(self.why_of) or self.left_of(self.why_of) != self.first:
            return replace(self, why=Why.AS_BEFORE, why_of=None)
        return self._left_of(self.why_of)

    def _left_of(self, seat: int) -> Standing:
        """With the next to the left of somebody who is not in any more bidding first."""
        why = Why.LEFT_OF_GONE if self.gone[seat] else Why.LEFT_OF_OUT
        return replace(self, first=self.left_of(seat), why=why, why_of=seat)
