"""A hand is on: the current bid, big, and who bids next."""

from __future__ import annotations

from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import HINTS, WIDTH, Anchor, Canvas
from device.panel.font import LARGE, MEDIUM, SMALL, TINY
from device.screens.base import Go, Record, Screen, Step, View
from device.screens.parts import big, cards, heading, hints, name, take_back
from device.screens.picker import Picker, pick_next
from device.screens.who import Who
from engine.events import MakeBid
from engine.value import value


@value
class Bidding(Screen):
    """The bid that stands. Recording the next is offered, and never required."""

    takes_calls: ClassVar[bool] = True

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the current bid with its bidder, and whose turn it is."""
        game = view.on
        dealt = cards(sum(game.deal))
        if game.bidder is None:
            heading(canvas, view, "Bids first:", dealt)
            first = name(view, game.first, LARGE, WIDTH)
            canvas.text(WIDTH // 2, 14, first, LARGE, anchor=Anchor.CENTRE)
        else:
            heading(canvas, view, f"{name(view, game.bidder, SMALL, 78)} bid", dealt)
            big(canvas, str(game.bid or "not recorded"), 13, 40, (LARGE, MEDIUM))
        higher = bool(game.legal.bids)
        if higher:
            room = WIDTH - TINY.measure(" is next") - 40
            bidder = f"{name(view, game.next_bidder, TINY, room)} is next" if game.taken.bids else "somebody else"
            canvas.hints(("↓", bidder), ("↑→" if view.keys == 7 else "↑", "bid"), foot=HINTS[1])
        hints(canvas, view, ok="record" if higher else "", call="", back="undo" if view.last else "")

    def press(self, button: Button, view: View) -> Step | None:
        """OK opens the picker at the next higher bid, UP and RIGHT a rank or a kind further on; DOWN asks who bids."""
        if button is Button.BACK:
            return take_back(view)
        picker = pick_next(view, self, view.on.next_bidder)
        if picker is None:
            return None
        if button is Button.OK:
            return Go(picker)
        if button in (Button.UP, Button.RIGHT):
            return picker.press(button, view)
        return Go(Who("next", self, picker.seat, back=self)) if button is Button.DOWN else None

    def answered(self, question: Screen, view: View) -> Step | None:
        """Whoever bids next picks the bid; a picked bid is recorded."""
        if isinstance(question, Who):
            picker = pick_next(view, self, question.seat)
            return None if picker is None else Go(picker)
        if isinstance(question, Picker):
            return Record((MakeBid(question.seat, question.bid),))
        return None
