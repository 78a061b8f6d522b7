"""How a hand was settled, put right: by the table's word, by counts, by the cards, or void."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Screen, Step, View
from device.screens.counted import Counted, in_short
from device.screens.lines import Line, around, draw_lines
from device.screens.parts import heading, hints, moved
from device.screens.showing import Showing, showing
from device.screens.shown import Shown
from device.screens.total import Total
from engine.errors import Illegal
from engine.value import replace, value

if TYPE_CHECKING:
    from device.screens.put_right import PutRight

WAYS = ("there", "not there", "counts", "cards", "void")
NOT_RECORDED = "The called bid isn't recorded: say which it was first, or settle it by agreement."


@value
class Settling(Screen):
    """The ways in which a hand can have been settled.

    Attributes:
        under: the hand that is put right.
        chosen: the way pointed at, or None for the one that stands.
    """

    under: Screen
    chosen: int | None = None

    @property
    def _hand(self) -> PutRight:
        return cast("PutRight", self.under)

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the ways, and what each holds so far."""
        hand = self._hand
        heading(canvas, view, "How was it settled?")
        lines: list[Line] = [
            ("It was there", ""),
            ("It wasn't there", ""),
            ("By counts", in_short(hand.counts)),
            ("By the cards", f"{len(hand.cards)} of {hand.dealt(view)}" if hand.cards else ""),
            ("The hand was void", ""),
        ]
        at = self._at
        draw_lines(canvas, lines, around(at, len(lines)), at)
        hints(canvas, view, ("↑↓", "go"), ok="set" if WAYS[at] not in ("counts", "cards") else "open", back="back")

    @property
    def _at(self) -> int:
        by = "cards" if self._hand.by == "seen" else self._hand.by
        return WAYS.index(by) if self.chosen is None else self.chosen

    def press(self, button: Button, view: View) -> Step | None:
        """Choose a way; counts and cards are gone through."""
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, chosen=moved(button, self._at, len(WAYS))))
        if button is Button.BACK:
            return Go(self.under)
        if button is not Button.OK:
            return None
        hand, way = self._hand, WAYS[self._at]
        if way not in ("counts", "cards"):
            return Go(hand.changed(view, by=way))
        here = replace(self, chosen=self._at)
        bid = hand.bid
        if bid is None:
            raise Illegal(NOT_RECORDED)
        if way == "counts":
            return Go(Counted(here, bid, hand.dealt(view), hand.counts))
        if not hand.cards:
            return Go(showing(here, bid, hand.dealt(view)))
        early = hand.by == "seen"
        counts = hand.counts if early else ()
        return Go(Shown(here, bid, hand.dealt(view), hand.cards, early=early, counts=counts, jokers=hand.jokers))

    def answered(self, question: Screen, view: View) -> Step | None:
        """Take over what was counted, or the cards."""
        if isinstance(question, Total):
            return Go(self._hand.changed(view, by="void"))
        if isinstance(question, Showing):
            hand = (
                self._hand if question.in_play == self._hand.dealt(view) else self._hand.dealing(view, question.in_play)
            )
            counts = question.counts if question.not_all else hand.counts
            return Go(
                hand.changed(view, by=question.result.name, cards=question.shown, jokers=question.jokers, counts=counts)
            )
        if isinstance(question, Counted):
            return Go(self._hand.changed(view, by="counts", counts=question.counts))
        return None
