"""One recorded bid that is put right: which it was, whose, or that there was none."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Screen, Step, View
from device.screens.lines import brief, draw_lines, names_beside
from device.screens.parts import heading, hints, moved
from device.screens.picker import Picker
from device.screens.who import Who
from engine.value import replace, value

if TYPE_CHECKING:
    from device.screens.put_right import PutRight

ROWS = 3


@value
class OneBid(Screen):
    """What can be wrong with a bid.

    Attributes:
        under: the hand that is put right.
        place: which of its bids, counted from 0.
        chosen: the row pointed at.
    """

    under: Screen
    place: int
    chosen: int = 0

    @property
    def _hand(self) -> PutRight:
        return cast("PutRight", self.under)

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the bid, its bidder, and the way to strike it out."""
        seat, bid = self._hand.bids[self.place]
        heading(canvas, view, "What was wrong?", f"bid {self.place + 1}")
        lines = [("Bid", brief(bid)), ("Bidder", names_beside(view, ["Bidder"])[seat]), ("There was no such bid", "")]
        draw_lines(canvas, lines, 0, self.chosen)
        hints(canvas, view, ("↑↓", "go"), ok="remove" if self.chosen == 2 else "fix", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Change the bid or its bidder, or strike it out."""
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, chosen=moved(button, self.chosen, ROWS)))
        if button is Button.BACK:
            return Go(self.under)
        if button is not Button.OK:
            return None
        hand = self._hand
        seat, bid = hand.bids[self.place]
        if self.chosen == 0:
            return Go(hand.pick(view, self, seat, bid))
        if self.chosen == 1:
            return Go(Who("bidder", self, seat, back=self, seats=hand.seats(view)))
        return Go(hand.changed(view, bids=(*hand.bids[: self.place], *hand.bids[self.place + 1 :])))

    def answered(self, question: Screen, view: View) -> Step | None:
        """Take over the bid or the bidder."""
        hand = self._hand
        seat, bid = hand.bids[self.place]
        if isinstance(question, Picker):
            bid = question.bid
        elif isinstance(question, Who):
            seat = question.seat
        bids = (*hand.bids[: self.place], (seat, bid), *hand.bids[self.place + 1 :])
        return Go(hand.changed(view, bids=bids))
