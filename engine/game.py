"""A game of Commune: a frozen value, folded over events.

`game.apply(event)` gives the next game, or refuses with a sentence for players. What was taken down can be put right
later without undoing what came after it: the hand is worked out again from what stood before it.

Source: rules.md, "Turns, deals, penalties", "Corrections that tables make" and "Revealed cards".
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.adjudication import check_in_play
from engine.bids import Bid
from engine.errors import Illegal, Refusal, WrongTotal
from engine.events import Call, Correction, Deal, Event, Leave, MakeBid, Penalty, PutRight, Settle, Taken
from engine.hands import Hand, Outcome
from engine.ladder import Ladder
from engine.names import check_players
from engine.rules import Rules
from engine.standing import Standing
from engine.value import replace, value

NOTHING_TAKEN = Taken()


@value
class Legal:
    """What may happen now.

    Attributes:
        bids: the legal bids, lowest first.
        bidders: the seats that may bid.
        callers: the seats that may call.
        settle: whether a call waits to be settled.
    """

    bids: tuple[Bid, ...] = ()
    bidders: tuple[int, ...] = ()
    callers: tuple[int, ...] = ()
    settle: bool = False


@value
class Game:
    """A game, with all that was taken down of it.

    Attributes:
        rules: its rules.
        players: their names, clockwise.
        hands: the hands that are over, in order.
        opening: corrections made before the first hand.
        standing: what stands before, or during, the hand under way.
        taken: what was taken down of the hand under way.
        dealt: whether that hand is known to have been dealt.
        pending: corrections made during it, which take effect when it is over.

    >>> game = Game.start(Rules.of("classic"), 3, dealer=0)
    >>> from engine.settlement import Agreed
    >>> game = game.apply(MakeBid(1, Bid.parse("pair of sixes"))).apply(Call(2)).apply(Settle(Agreed(False)))
    >>> game.penalties, game.deal, game.why_first
    ((0, 1, 0), (1, 2, 1), 'was penalized')
    """

    rules: Rules
    players: tuple[str, ...]
    first_dealer: int
    standing: Standing
    hands: tuple[Hand, ...] = ()
    opening: tuple[Correction, ...] = ()
    taken: Taken = NOTHING_TAKEN
    dealt: bool = False
    pending: tuple[Correction, ...] = ()

    @classmethod
    def start(cls, rules: Rules, players: int | Iterable[str], dealer: int = 0) -> Game:
        """A game before its first hand; players by name, clockwise, or just how many.

        Raises:
            Illegal: too few or too many players, two of one name, or no such dealer.
        """
        if isinstance(players, int):
            rules.check_seats(players)
            players = default_names(players)
        names = tuple(players)
        rules.check_seats(len(names))
        check_players(names)
        if type(dealer) is not int or not 0 <= dealer < len(names):
            raise Illegal(f"The dealer must be a seat from 0 to {len(names) - 1}.")
        return cls(rules, names, dealer, Standing.at_start(rules, len(names), dealer))

    # What stands

    @property
    def penalties(self) -> tuple[int, ...]:
        """Penalties by seat."""
        return self.standing.penalties

    @property
    def players_in(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return self.standing.players_in

    @property
    def winner(self) -> int | None:
        """The seat that has won, or None while the game goes on."""
        return self.standing.winner

    @property
    def dealer(self) -> int:
        """The seat that deals the hand under way."""
        return self.standing.dealer

    @property
    def first(self) -> int:
        """The seat that bids first in it."""
        return self.standing.first

    @property
    def why_first(self) -> str:
        """Why that player bids first: `was penalized`, `left of Player 2, who is out`, …"""
        return self.standing.why_first(self.players)

    @property
    def deal(self) -> tuple[int, ...]:
        """How many cards each seat is dealt in it."""
        return self.standing.deal

    @property
    def bid(self) -> Bid | None:
        """The last recorded bid of the hand under way, or None."""
        return self.taken.bids[-1].bid if self.taken.bids else None

    @property
    def bidder(self) -> int | None:
        """Who made the last recorded bid, or None."""
        return self.taken.bids[-1].seat if self.taken.bids else None

    @property
    def next_bidder(self) -> int:
        """Whose turn it is, as far as bids were recorded."""
        return self.first if self.bidder is None else self.standing.left_of(self.bidder)

    @property
    def under_way(self) -> bool:
        """Whether a hand has been dealt and isn't over."""
        return self.dealt or bool(self.taken.bids)

    @property
    def coming(self) -> Standing:
        """What will stand when the corrections that wait for the end of the hand have taken effect."""
        standing = self.standing
        for correction in self.pending:
            standing = standing.corrected(correction)
        return standing

    @property
    def legal(self) -> Legal:
        """What may happen now, corrections apart: they always may."""
        if self.winner is not None:
            return Legal()
        if self.taken.caller is not None:
            return Legal(settle=True)
        if self.taken.bids and self.bid is None:
            return Legal(callers=self.callers)
        bids = Ladder(self.rules).above(self.bid)
        return Legal(bids, self.players_in if bids else (), self.callers)

    @property
    def callers(self) -> tuple[int, ...]:
        """The seats that may call the last recorded bid; none before one."""
        if self.bidder is None:
            return ()
        if self.rules.caller == "next_player":
            return (self.standing.left_of(self.bidder),)
        return tuple(seat for seat in self.players_in if seat != self.bidder)

    @property
    def next_caller(self) -> int:
        """Who calls, as long as the table doesn't say: the player to the left of the last recorded bid's, or of the
        first bidder."""
        return self.standing.left_of(self.first if self.bidder is None else self.bidder)

    def called_bidder(self, caller: int, said: int | None = None) -> int:
        """Whose bid a player is taken to call: `said`, where the table said whose, or the last recorded one's; where
        none is recorded, or they would call their own, that of the next player to their right."""
        bidder = self.bidder if said is None else said
        if self.bidder is None or bidder is None or bidder == caller:
            return self.standing.right_of(caller)
        return bidder

    def check_caller(self, seat: int) -> None:
        """Refuse a call by somebody who can't have made one, whosever bid it may turn out to be.

        Raises:
            Illegal: with the reason.
        """
        if not self.standing.is_in(seat):
            raise Illegal(f"{self.name(seat)} {self.standing.how_out(seat)}.")
        if self.rules.caller == "next_player" and self.bidder is not None and seat not in self.callers:
            raise Illegal(f"Only {self.name(self.callers[0])} may call.")

    def calling(self, bidder: int, bid: Bid | None, caller: int) -> tuple[Event, ...]:
        """What must happen so that `caller` has called that bid. Where it isn't the last recorded one, nor higher, that
        one was taken down wrongly: it and what isn't lower are replaced."""
        made = MakeBid(bidder, bid)
        events: list[Event] = []
        if self.taken.bids[-1:] != (made,):
            higher = self.bid is not None and (bid is None or bid > self.bid)
            if not self.taken.bids or higher:
                events.append(made)
            else:
                lower = (other for other in self.taken.bids[:-1] if other.bid and (bid is None or other.bid < bid))
                events.append(PutRight(len(self.hands), Taken((*lower, made))))
        if self.taken.caller != caller:
            events.append(Call(caller))
        return tuple(events)

    def name(self, seat: int) -> str:
        """The player's name.

        Raises:
            Illegal: there is no such seat.
        """
        self._check_seat(seat)
        return self.players[seat]

    # What happens

    def apply(self, event: Event) -> Game:
        """The game after the event.

        Raises:
            Refusal: it isn't legal now; the sentence says why.
        """
        if isinstance(event, PutRight):
            return self._put_right(event)
        if isinstance(event, Correction):
            self._check_seat(event.seat)
            reason = self.coming.why_not(event, self.players)
            if reason is not None:
                raise Illegal(reason)
            if self.under_way:
                return replace(self, pending=(*self.pending, event))
            return self._corrected(event)
        if self.winner is not None:
            raise Illegal(f"The game is over: {self.name(self.winner)} has won.")
        if isinstance(event, Deal):
            return replace(self, dealt=True)
        if isinstance(event, MakeBid):
            return self._bid(event)
        if isinstance(event, Call):
            return self._call(event.seat)
        return self._settle(event)

    def _bid(self, event: MakeBid) -> Game:
        self._check_in(event.seat, "bid")
        if self.taken.caller is not None:
            raise Illegal(f"{self.name(self.taken.caller)} has called: the hand must be settled first.")
        if self.taken.bids and self.bid is None:
            raise Illegal("The bid before isn't recorded: say which it was before a higher one.")
        if event.bid is None:
            if self.bid is not None and Ladder(self.rules).after(self.bid) is None:
                raise Illegal(f"There is no bid higher than {self.bid}: a call is the only move.")
        else:
            Ladder(self.rules).check(event.bid)
            if self.bid is not None and not event.bid > self.bid:
                lowest = Ladder(self.rules).after(self.bid)
                left = f"the lowest is {lowest}." if lowest else "there is none: a call is the only move."
                raise Illegal(f"{str(event.bid).capitalize()} is not higher than {self.bid}: {left}")
        return replace(self, dealt=True, taken=replace(self.taken, bids=(*self.taken.bids, event)))

    def _call(self, seat: int) -> Game:
        self._check_in(seat, "call")
        if self.bidder is None:
            raise Illegal(f"There is nothing to call yet: {self.name(self.first)} must bid first.")
        if self.taken.caller is not None:
            raise Illegal(f"{self.name(self.taken.caller)} has called already.")
        if seat == self.bidder:
            raise Illegal(f"{self.name(seat)} made the bid and can't call it.")
        if seat not in self.callers:
            raise Illegal(f"Only the next player may call: {self.name(self.callers[0])}.")
        return replace(self, taken=replace(self.taken, caller=seat))

    def _settle(self, event: Settle) -> Game:
        dealt = sum(self.deal)
        if event.in_play is not None:
            check_in_play(event.in_play, self.rules)
            event = replace(event, in_play=None if event.in_play == dealt else event.in_play)
        if event.by.void:
            taken = replace(self.taken, caller=None, settled=event)
            return self._over(Hand(self.standing, taken, Outcome(None)), self.standing)
        if self.taken.caller is None or self.bidder is None:
            raise Illegal("Nobody has called yet: there is nothing to settle.")
        holds, verdict = event.by.decide(self.bid, event.in_play or dealt, self.rules)
        penalized = self.taken.caller if holds else self.bidder
        after = self.standing.after_hand(penalized)
        outcome = Outcome(holds, penalized, not after.is_in(penalized), verdict)
        return self._over(Hand(self.standing, replace(self.taken, settled=event), outcome), after)

    def _over(self, hand: Hand, after: Standing) -> Game:
        """The hand is over; corrections made during it take effect, those that still can; the others fall away."""
        made: list[Correction] = []
        dropped: list[Correction] = []
        for correction in self.pending:
            if after.why_not(correction, self.players) is None:
                after = after.corrected(correction)
                made.append(correction)
            else:
                dropped.append(correction)
        hand = replace(hand, corrections=tuple(made), dropped=tuple(dropped))
        return replace(self, hands=(*self.hands, hand), standing=after, taken=NOTHING_TAKEN, dealt=False, pending=())

    # Corrections

    def seats_for(self, kind: type[Correction]) -> tuple[int, ...]:
        """The seats that a correction of that kind can be made for now; penalties can be changed for everybody's."""
        seats = tuple(range(len(self.players)))
        if issubclass(kind, Penalty):
            return seats
        if self.winner is not None and not issubclass(kind, Leave):
            return ()
        return tuple(seat for seat in seats if self.coming.why_not(kind(seat), self.players) is None)

    def penalty_to(self, seat: int, count: int) -> Penalty | None:
        """What brings a player to so many penalties, or None where nothing need be done."""
        by = count - self.coming.penalties[seat]
        return Penalty(seat, by) if by else None

    def _corrected(self, correction: Correction) -> Game:
        game = replace(self, standing=self.standing.corrected(correction))
        if not self.hands:
            return replace(game, opening=(*self.opening, correction))
        last = self.hands[-1]
        last = replace(last, corrections=(*last.corrections, correction))
        return replace(game, hands=(*self.hands[:-1], last))

    def _put_right(self, event: PutRight) -> Game:
        under_way = len(self.hands)
        if event.hand not in (under_way, under_way - 1) or event.hand < 0:
            raise Illegal("Only this hand and the one before can be put right.")
        try:
            if event.hand == under_way:
                if event.taken.settled is not None:
                    raise Illegal("This hand is not over: it is settled when it is called.")
                return self._before(under_way)._take(event.taken, self.dealt, self.pending)
            if event.taken.settled is None:
                raise Illegal("The hand before is over: it must stay settled, or be void.")
            return apply_all(self._before(event.hand)._take(event.taken), self.hands[-1].corrections)._take(
                self.taken, self.dealt, self.pending
            )
        except WrongTotal:
            raise  # the table is asked about it
        except Refusal as refusal:
            raise type(refusal)(f"That can't be put right so: {refusal}") from None

    def _before(self, hand: int) -> Game:
        """The game as it was before that hand: the one under way, or the one before."""
        standing = self.standing if hand == len(self.hands) else self.hands[hand].standing
        return replace(self, hands=self.hands[:hand], standing=standing, taken=NOTHING_TAKEN, dealt=False, pending=())

    def _take(self, taken: Taken, dealt: bool = False, pending: tuple[Correction, ...] = ()) -> Game:
        """The game with all of a hand taken down, each step checked."""
        game = self.apply(Deal()) if dealt else self
        game = apply_all(game, (*replace(taken, settled=None).events, *pending))
        return game if taken.settled is None else game.apply(taken.settled)

    # What is refused

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < len(self.players):
            raise Illegal(f"There is no seat {seat}: they are 0 to {len(self.players) - 1}.")

    def _check_in(self, seat: int, does: str) -> None:
        self._check_seat(seat)
        if not self.standing.is_in(seat):
            raise Illegal(f"{self.name(seat)} {self.standing.how_out(seat)} and can't {does}.")


def apply_all(game: Game, events: Iterable[Event]) -> Game:
    """The game after several events that belong together.

    Raises:
        Refusal: one of them isn't legal.
    """
    for event in events:
        game = game.apply(event)
    return game


def default_names(seats: int) -> tuple[str, ...]:
    """What players are called until somebody names them."""
    return tuple(f"Player {seat + 1}" for seat in range(seats))
