"""Asking once: before what can't be taken back, and to say when a correction takes effect."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import LARGE, MEDIUM, SMALL, TINY
from device.panel.layout import fit_lines
from device.screens.base import Close, DoAgain, Go, PowerOff, Screen, Step, View
from device.screens.call import hand_on
from device.screens.parts import big, heading, hints, name
from engine.value import value


@value
class Words:
    """What a question says: above, big (or else a player's name), below, and what OK does."""

    title: str
    big: str
    below: str
    ok: str


ASKED = {
    "leaves": Words("Leaves the game for good?", "", "no more cards", "leaves"),
    "dealer": Words("Deals the next hand?", "", "", "deals"),
    "first": Words("Bids first next hand?", "", "", "bids first"),
    "end": Words("End this game?", "End game?", "you can go back to it", "end it"),
    "over": Words("Put this game away?", "New game?", "this one is kept", "new game"),
    "off": Words("Switch off?", "Power off?", "all is saved", "power off"),
    "again": Words("Do again what was undone?", "", "", "again"),
}
AFTER = "after this hand"


@value
class Confirm(Screen):
    """A question that OK says yes to.

    Attributes:
        asks: which: `leaves`, `dealer`, `first`, `end`, `over`, `off` or `again`.
        under: the screen that gets the answer; for `off`, the one to come back to when there is power again.
        back: the screen that BACK leads to.
        seat: the player it is about, or None.
    """

    asks: str
    under: Screen
    back: Screen
    seat: int | None = None

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the question, what it is about big, and what comes of it."""
        words = ASKED[self.asks]
        heading(canvas, view, words.title)
        if self.asks == "again":
            big(canvas, view.undone, 13, 52)
        elif self.asks == "off" and view.trouble:
            self._draw_unsaved(canvas, view.trouble)
        else:
            subject = words.big if self.seat is None else name(view, self.seat, LARGE, WIDTH)
            canvas.text(WIDTH // 2, 14, subject, LARGE, anchor=Anchor.CENTRE)
            below = AFTER if self.seat is not None and hand_on(self.under, view) else words.below
            canvas.text(WIDTH // 2, 39, below, SMALL, anchor=Anchor.CENTRE)
        hints(canvas, view, ok=words.ok, back="back")

    def _draw_unsaved(self, canvas: Canvas, trouble: str) -> None:
        canvas.text(WIDTH // 2, 12, "Not all saved!", MEDIUM, anchor=Anchor.CENTRE)
        font, lines = fit_lines(trouble, WIDTH, 25, (SMALL, TINY))
        for place, line in enumerate(lines):
            canvas.text(WIDTH // 2, 28 + font.height * place, line, font, anchor=Anchor.CENTRE)

    def press(self, button: Button, view: View) -> Step | None:
        """OK does it, BACK doesn't."""
        if button is Button.OK:
            if self.asks == "off":
                return PowerOff(self.under, settles=True)
            if self.asks == "again":
                return DoAgain()
            return Close(settles=True) if self.asks in ("end", "over") else self.under.answered(self, view)
        return Go(self.back) if button is Button.BACK else None
