"""Somebody has called: who, whose bid, which bid; and the table's word on whether it is there."""

from __future__ import annotations

from typing import ClassVar

from device.buttons.keypad import Button
from device.decks import Swept
from device.panel.canvas import HINTS, WIDTH, Canvas
from device.panel.font import LARGE, MEDIUM, TINY
from device.screens.base import Go, NotTaken, Record, Screen, Step, View, saved
from device.screens.counting import Counting, count
from device.screens.number import Number
from device.screens.parts import big, heading, name
from device.screens.picker import Picker, pick_called
from device.screens.showing import Showing, showing
from device.screens.total import Total
from device.screens.verdict import Verdict
from device.screens.who import Who
from engine.bids import Bid
from engine.counts import Counts
from engine.errors import Illegal
from engine.events import Call as Called
from engine.events import Event, MakeBid, PutRight, Settle, Taken
from engine.game import Game
from engine.settlement import Agreed, Counted, Settlement, Void
from engine.value import replace, value


@saved
@value
class Call(Screen):
    """A call that waits to be settled.

    UP and DOWN are the table's word: it's there, it isn't. OK counts. LEFT changes who called, RIGHT the bid, and CALL
    goes through all of it.

    Attributes:
        caller: who called.
        bidder: whose bid it is.
        bid: the called bid, or None where the table hasn't said.
        under: the screen to go back to.
        in_play: how many cards were dealt, where it was otherwise than told.
    """

    name: ClassVar[str] = "call"
    caller: int
    bidder: int
    bid: Bid | None
    under: Screen | None
    in_play: int | None = None

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw who calls whom, the bid, and the two answers."""
        heading(canvas, view, calls(view, self.caller, self.bidder))
        big(canvas, str(self.bid) if self.bid else "Is it there?", 13, 40, (LARGE, MEDIUM))
        change = [("←", "who"), ("→", "bid"), ("CALL", "fix"), ("BACK", "")]
        canvas.hints(*(change if view.keys == 7 else [("CALL", "fix"), ("hold OK", "back")]), foot=HINTS[1])
        canvas.hints(("↑", "there"), ("↓", "isn't"), ("OK", "count"))

    def press(self, button: Button, view: View) -> Step | None:
        """Settle by agreement, go on to count, or change what was called."""
        if button in (Button.UP, Button.DOWN):
            return self.settled(view, Agreed(button is Button.UP))
        if button is Button.OK:
            return Go(self._pick(view)) if self.bid is None else self._count(view, self.bid)
        if button is Button.CALL:
            return Go(Who("caller", self, self.caller, back=self, onward=True))
        if button is Button.LEFT:
            return Go(Who("caller", self, self.caller, back=self))
        if button is Button.RIGHT:
            return Go(self._pick(view))
        return Go(self.under) if button is Button.BACK else None

    def swept(self, swept: Swept, view: View) -> Step | None:
        """Enter the first card; what was called must be known for that."""
        if swept.card is None:
            return None
        if self.bid is None:
            return NotTaken(says=(f"{swept.short}: first say which bid", "First say which bid"))
        return showing(self, self.bid, self.dealt(view)).entered(swept, view)

    def answered(self, question: Screen, view: View) -> Step | None:
        """Take what was asked for, and ask for the next thing where all of the call is gone through."""
        if isinstance(question, Total):
            return Record((Settle(Void(), question.shown),), Verdict(), settles=True)
        if isinstance(question, Counting):
            return self._by_counts(view, question.bid, question.result)
        if isinstance(question, Showing):
            told = sum(view.on.deal)
            dealt = None if question.in_play == told else question.in_play
            return replace(self, in_play=dealt).settled(view, question.result)
        if isinstance(question, Number):
            told = sum(view.on.deal)
            return Go(replace(self, in_play=None if question.value == told else question.value))
        if isinstance(question, Picker):
            call = replace(self, bid=question.bid if question.said else None)
            if question.onward:
                return Go(Number("Cards dealt?", call.dealt(view), 1, view.on.rules.deck, call))
            return call._count(view, question.bid) if self.bid is None and question.said else Go(call)
        if not isinstance(question, Who):
            return None
        if question.asks == "bidder":
            call = replace(self, bidder=question.seat)
            return Go(replace(call._pick(view), onward=True))
        call = self.by(question.seat, view.on)
        if question.onward:
            return Go(Who("bidder", call, call.bidder, back=call, without=call.caller, onward=True))
        return Go(call)

    def _pick(self, view: View) -> Picker:
        """The picker for the called bid, which the table may leave open: its word can settle it all the same."""
        return replace(pick_called(view, self, self.bidder, self.bid), unsaid=True)

    def _count(self, view: View, bid: Bid) -> Step:
        counting = count(self, bid, self.dealt(view), view.on.rules)
        return self._by_counts(view, bid, Counts()) if counting is None else Go(counting)

    def _by_counts(self, view: View, bid: Bid, counts: Counts) -> Record:
        return self.settled(view, Counted(counts.completed(bid, view.on.rules)))

    def dealt(self, view: View) -> int:
        """How many cards are in play."""
        return self.in_play or sum(view.on.deal)

    def by(self, seat: int, game: Game) -> Call:
        """The same call by another player. Where no bid was recorded, or a player would call their own, the player to
        the caller's right is taken to have made it."""
        assumed = game.bidder is None or seat == self.bidder
        return replace(self, caller=seat, bidder=right_of(game, seat) if assumed else self.bidder)

    def settled(self, view: View, by: Settlement) -> Record:
        """Record the call as it stands, settled."""
        return Record((*self._events(view.on), Settle(by, self.in_play)), Verdict(), settles=True)

    def _events(self, game: Game) -> tuple[Event, ...]:
        """What must be recorded so that the called bid, its bidder and the caller are as they stand here."""
        events: list[Event] = []
        bid = MakeBid(self.bidder, self.bid)
        if game.taken.bids[-1:] != (bid,):
            before = tuple(b for b in game.taken.bids[:-1] if b.bid and (self.bid is None or b.bid < self.bid))
            higher = game.bid is not None and (self.bid is None or self.bid > game.bid)
            if not game.taken.bids or higher:
                events.append(bid)
            else:
                events.append(PutRight(len(game.hands), Taken((*before, bid))))
        if game.taken.caller != self.caller:
            events.append(Called(self.caller))
        return tuple(events)


def open_call(screen: Screen, view: View) -> Screen | None:
    """What a press of CALL opens from this screen, or None where no hand is on or a call is open already."""
    game = view.game
    if game is None or game.winner is not None or not screen.takes_calls:
        return None
    if game.bidder is not None:
        return Call(game.next_bidder, game.bidder, game.bid, under=screen)
    caller = game.standing.left_of(game.first)
    return Who("caller", Call(caller, game.first, None, under=screen), caller, back=screen)


def call_from_seat(seat: int, screen: Screen, view: View) -> Step | None:
    """What follows when a player calls from their own seat; None where no hand is on or a call is open already.

    Raises:
        Illegal: that player can't call; it says why.
    """
    game = view.game
    if game is None or game.winner is not None or seat >= len(game.players):
        return None
    asked = isinstance(screen, Who) and screen.asks == "caller"
    if not (screen.takes_calls or asked):
        return None
    if seat not in game.players_in:
        raise Illegal(f"{game.name(seat)} is out.")
    if game.rules.caller == "next_player" and game.bidder is not None and seat not in game.callers:
        raise Illegal(f"Only {game.name(game.callers[0])} may call.")
    if isinstance(screen, Who):
        return screen.under.answered(replace(screen, seat=seat), view)
    if game.bidder is None:
        return Go(Call(seat, right_of(game, seat), None, under=screen))
    return Go(Call(game.next_bidder, game.bidder, game.bid, under=screen).by(seat, game))


def standing_call(game: Game) -> Call:
    """The call screen of a hand that was called already when it was read from a record."""
    assert game.taken.caller is not None
    assert game.bidder is not None
    return Call(game.taken.caller, game.bidder, game.bid, under=None)


def right_of(game: Game, seat: int) -> int:
    """The next player to the right who is still in."""
    players = game.players_in
    return players[players.index(seat) - 1]


def calls(view: View, caller: int, bidder: int) -> str:
    """`Ben calls Anna`, as much of the names as the heading has room for."""
    whole = f"{view.on.name(caller)} calls {view.on.name(bidder)}"
    if TINY.measure(whole) <= WIDTH:
        return whole
    return f"{name(view, caller, TINY, 45)} calls {name(view, bidder, TINY, 45)}"
