"""Putting right what was taken down of this hand or the last one: all of it is here, to be changed in place."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Record, Screen, Step, View
from device.screens.bidding import Bidding
from device.screens.call import find_call, open_call
from device.screens.counted import counts_of
from device.screens.counting import told_counts
from device.screens.lines import Line, around, brief, draw_lines, names_beside
from device.screens.number import Number
from device.screens.one_bid import OneBid
from device.screens.parts import heading, hints, moved
from device.screens.picker import Picker, pick_called
from device.screens.settling import Settling
from device.screens.verdict import Verdict
from device.screens.who import Who
from engine.bids import Bid
from engine.cards import Card
from engine.events import MakeBid, Settle, Taken
from engine.events import PutRight as Righted
from engine.settlement import Settlement, settlement_named
from engine.standing import Standing
from engine.value import replace, value

SAVE, ADD, CALLER, SETTLED, DEALT = "save", "add", "caller", "settled", "dealt"


@value
class PutRight(Screen):
    """What was taken down of a hand, a row for each thing. Nothing is recorded before the row that says so.

    Attributes:
        under: the screen to go back to.
        hand: which hand, counted from 0.
        bids: who bid, and what (None where it isn't recorded), in order.
        caller: who called, or None.
        by: by what it was settled, as the engine names it, or "" where it isn't yet.
        counts: what was counted, as `Counting` has it.
        cards: the cards that were shown.
        in_play: how many cards were dealt, where it was otherwise than told.
        chosen: the row pointed at.
        jokers: which ones the jokers among `cards` are, as `Showing` has it; what is recorded doesn't say.
    """

    under: Screen
    hand: int
    bids: tuple[tuple[int, Bid | None], ...] = ()
    caller: int | None = None
    by: str = ""
    counts: tuple[tuple[str, int | tuple[str, ...]], ...] = ()
    cards: tuple[Card, ...] = ()
    in_play: int | None = None
    chosen: int = 0
    jokers: tuple[str, ...] = ()

    # What it shows

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the rows round the one pointed at."""
        rows = self._rows(view)
        heading(canvas, view, "Put right", "this hand" if self._under_way(view) else "last hand")
        draw_lines(canvas, self._lines(view, rows), around(self.chosen, len(rows)), self.chosen)
        changed = rows[0] == SAVE
        saving = rows[self.chosen] == SAVE
        move = (("↑↓", "go"),) if len(rows) > 1 else ()
        hints(canvas, view, *move, ok="save" if saving else "fix", back="undo" if changed else "back")

    def _rows(self, view: View) -> list[str]:
        """The rows: a bid's is its place among the bids."""
        rows = [str(place) for place in range(len(self.bids))] + [ADD]
        if not self._under_way(view):
            rows += [CALLER, SETTLED, DEALT]
        elif self.caller is not None:
            rows.append(CALLER)
        return [SAVE, *rows] if self.taken != taken_down(view, self.hand) else rows

    def _lines(self, view: View, rows: list[str]) -> list[Line]:
        bids = [brief(bid) for _, bid in self.bids]
        names = names_beside(view, bids)
        words = {
            SAVE: ("Now it's right", ""),
            ADD: ("Add a bid", ""),
            CALLER: ("Called by", "nobody" if self.caller is None else names_beside(view, ["Called by"])[self.caller]),
            SETTLED: ("Settled", self._settlement.words if self.by else "not yet"),
            DEALT: ("Cards dealt", str(self.dealt(view))),
        }
        return [words[row] if row in words else (names[self.bids[int(row)][0]], bids[int(row)]) for row in rows]

    # What it is about

    def _under_way(self, view: View) -> bool:
        return self.hand == len(view.on.hands)

    @property
    def bid(self) -> Bid | None:
        """The called bid."""
        return self.bids[-1][1] if self.bids else None

    def dealt(self, view: View) -> int:
        """How many cards were dealt."""
        return self.in_play or sum(self._standing(view).deal)

    def _standing(self, view: View) -> Standing:
        """What stood when that hand was dealt."""
        return view.on.standing if self._under_way(view) else view.on.hands[self.hand].standing

    def seats(self, view: View) -> tuple[int, ...]:
        """Who played that hand."""
        return self._standing(view).players_in

    @property
    def taken(self) -> Taken:
        """All of it, as it stands here."""
        bids = tuple(MakeBid(seat, bid) for seat, bid in self.bids)
        if not self.by:
            return Taken(bids, self.caller)
        by = self._settlement
        return Taken(bids, None if by.void else self.caller, Settle(by, self.in_play))

    @property
    def _settlement(self) -> Settlement:
        return settlement_named(self.by, self.cards, told_counts(self.counts))

    # What is pressed

    def press(self, button: Button, view: View) -> Step | None:
        """Move among the rows, change the one pointed at, or record all of it; BACK drops what was changed."""
        rows = self._rows(view)
        if button in (Button.UP, Button.DOWN) and len(rows) > 1:
            return Go(replace(self, chosen=moved(button, self.chosen, len(rows))))
        if button is Button.OK:
            return self._record(view) if rows[self.chosen] == SAVE else Go(self._question(view, rows[self.chosen]))
        if button is Button.BACK:
            return Go(self.under if rows[0] != SAVE else put_right(view, self.under, self.hand))
        return None

    def _question(self, view: View, row: str) -> Screen:
        seats = self.seats(view)
        if row == CALLER:
            caller = seats[0] if self.caller not in seats or self.caller is None else self.caller
            return Who("caller", self, caller, back=self, seats=seats)
        if row == SETTLED:
            return Settling(self)
        if row == DEALT:
            return Number("Cards dealt?", self.dealt(view), 1, view.on.rules.deck, self)
        if row == ADD:
            seat = self._standing(view).left_of(self.bids[-1][0]) if self.bids else seats[0]
            return Who("bidder", self, seat, back=self, seats=seats)
        return OneBid(self, int(row))

    def answered(self, question: Screen, view: View) -> Step | None:
        """Take over what was changed, and point at the row that records it."""
        if isinstance(question, Number):
            return Go(self.dealing(view, question.value))
        if isinstance(question, Who):
            if question.asks == "caller":
                return Go(self.changed(view, caller=question.seat))
            return Go(self.pick(view, self, question.seat, None))
        if isinstance(question, Picker):
            return Go(self.with_bid(view, question.seat, question.bid))
        return None

    def dealing(self, view: View, cards: int) -> PutRight:
        """With so many cards dealt."""
        return self.changed(view, in_play=None if cards == sum(self._standing(view).deal) else cards)

    def pick(self, view: View, asking: Screen, seat: int, bid: Bid | None) -> Picker:
        """The picker for a bid of this hand."""
        return replace(pick_called(view, asking, seat, bid), in_play=self.dealt(view))

    def with_bid(self, view: View, seat: int, bid: Bid) -> PutRight:
        """With a forgotten bid, where it belongs: after those that are lower."""
        place = sum(1 for _, other in self.bids if other is not None and other < bid)
        return self.changed(view, bids=(*self.bids[:place], (seat, bid), *self.bids[place:]))

    def changed(self, view: View, **changes: object) -> PutRight:
        """With other values, pointing at the row that records them; where it was, if nothing is changed after all."""
        after = replace(self, **changes)
        rows = after._rows(view)
        return replace(after, chosen=0 if rows[0] == SAVE else min(after.chosen, len(rows) - 1))

    def _record(self, view: View) -> Step:
        """Record it, and show what it changes: the verdict, or the bidding with the call that was open."""
        event = Righted(self.hand, self.taken)
        after = view.on.apply(event)
        then: Screen | None = None
        if after.under_way and self._under_way(view) and find_call(self.under) is not None:
            then = open_call(Bidding(), replace(view, game=after))
        elif not after.under_way and after.hands:
            then = Verdict()
        return Record((event,), then, settles=True)


def taken_down(view: View, hand: int) -> Taken:
    """What is recorded of a hand."""
    return view.on.taken if hand == len(view.on.hands) else view.on.hands[hand].taken


def put_right(view: View, under: Screen, hand: int) -> PutRight:
    """A hand as it is recorded, to be changed; pointing at the bid that is, or was, called."""
    taken = taken_down(view, hand)
    bids = tuple((bid.seat, bid.bid) for bid in taken.bids)
    screen = PutRight(under, hand, bids, taken.caller, chosen=max(0, len(bids) - 1))
    settled = taken.settled
    if settled is None:
        return screen
    by = settled.by
    return replace(screen, by=by.name, cards=by.cards, counts=counts_of(by.counts), in_play=settled.in_play)
