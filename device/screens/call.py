"""Somebody has called: who, whose bid, which bid; and the table's word on whether it is there."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.decks import Swept
from device.panel.canvas import HINTS, WIDTH, Canvas
from device.panel.font import LARGE, MEDIUM, TINY
from device.screens.base import Go, NotTaken, Record, Screen, Step, View
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
from engine.events import Settle
from engine.game import Game
from engine.settlement import Agreed, Counted, Settlement, Void
from engine.value import replace, value


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
            return self._dealing(view, question.in_play).settled(view, question.result)
        if isinstance(question, Number):
            return Go(self._dealing(view, question.value))
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

    def _dealing(self, view: View, cards: int) -> Call:
        """The same call with so many cards in play."""
        return replace(self, in_play=None if cards == sum(view.on.deal) else cards)

    def by(self, seat: int, game: Game) -> Call:
        """The same call by another player, of whomever they are then taken to call."""
        return replace(self, caller=seat, bidder=game.called_bidder(seat, self.bidder))

    def settled(self, view: View, by: Settlement) -> Record:
        """Record the call as it stands, settled."""
        called = view.on.calling(self.bidder, self.bid, self.caller)
        return Record((*called, Settle(by, self.in_play)), Verdict(), settles=True)


def open_call(screen: Screen, view: View) -> Screen | None:
    """What a press of CALL opens from this screen, or None where no hand is on or a call is open already."""
    game = view.game
    if game is None or game.winner is not None or not screen.takes_calls:
        return None
    call = called_by(game, game.next_caller, screen)
    return call if game.bidder is not None else Who("caller", call, call.caller, back=screen)


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
    game.check_caller(seat)
    if isinstance(screen, Who):
        return screen.under.answered(replace(screen, seat=seat), view)
    return Go(called_by(game, seat, screen))


def called_by(game: Game, seat: int, under: Screen) -> Call:
    """A call by that player, of whatever they are taken to call."""
    return Call(seat, game.called_bidder(seat), game.bid, under)


def calls(view: View, caller: int, bidder: int) -> str:
    """`Ben calls Anna`, as much of the names as the heading has room for."""
    whole = f"{view.on.name(caller)} calls {view.on.name(bidder)}"
    if TINY.measure(whole) <= WIDTH:
        return whole
    return f"{name(view, caller, TINY, 45)} calls {name(view, bidder, TINY, 45)}"


def find_call(screen: Screen | None) -> Call | None:
    """The call that is open on a screen or under it."""
    while screen is not None and not isinstance(screen, Call):
        screen = getattr(screen, "under", None)
    return screen


def hand_on(screen: Screen | None, view: View) -> bool:
    """Whether a hand is on, as far as the box knows: one that was called has been dealt."""
    return view.on.under_way or find_call(screen) is not None
