"""The menu, on a held CALL: everything that isn't needed in every hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Record, Screen, Step, View
from device.screens.bids_list import BidsList, any_bids
from device.screens.box import About
from device.screens.call import find_call, hand_on
from device.screens.confirm import Confirm
from device.screens.parts import heading, hints, moved, rows
from device.screens.penalties import Penalties
from device.screens.put_right import PutRight, put_right
from device.screens.settings import Settings
from device.screens.showing import Showing, showing
from device.screens.standing import Standing
from device.screens.teach import teaching
from device.screens.verdict import Verdict
from device.screens.void import Void
from device.screens.who import Who
from engine.events import Correction, Deal, Leave, Penalty, SetDealer, SetFirst
from engine.value import replace, value

KINDS: dict[str, type[SetDealer | SetFirst | Leave]] = {"dealer": SetDealer, "first": SetFirst, "leaves": Leave}
"""The corrections that need only a player, by what is asked."""


@value
class Menu(Screen):
    """What can be done besides playing on.

    Attributes:
        under: the screen to go back to.
        chosen: the entry pointed at.
        kept: what was being put right when the menu was opened from there.
        readers: whether there was a card reader when it was opened: one that is met later would shift the entries. None
            in drafts of earlier versions, for whether there is one now.
    """

    under: Screen
    chosen: int = 0
    kept: Screen | None = None
    readers: bool | None = None

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the entries."""
        heading(canvas, view, "Menu")
        entries = self._entries(view)
        rows(canvas, [words for words, _ in entries], self._place(entries))
        hints(canvas, view, ("↑↓", "go"), ok="open", back="close")

    def press(self, button: Button, view: View) -> Step | None:
        """Choose an entry, or close the menu."""
        entries = self._entries(view)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, chosen=moved(button, self._place(entries), len(entries))))
        if button is Button.OK:
            return entries[self._place(entries)][1]()
        return Go(self.under) if button is Button.BACK else None

    def answered(self, question: Screen, view: View) -> Step | None:
        """Make the correction that was asked for; what takes effect later, or for good, is asked once."""
        if isinstance(question, Penalties):
            penalty = view.on.penalty_to(question.seat, question.penalties)
            return Go(self) if penalty is None else self._correct(view, penalty)
        if isinstance(question, Confirm) and question.seat is not None:
            return self._correct(view, KINDS[question.asks](question.seat))
        if not isinstance(question, Who):
            return None
        if question.asks == "penalty":
            return Go(Penalties(question.seat, view.on.coming.penalties[question.seat], self, back=question))
        if question.asks == "leaves" or hand_on(self, view):
            return Go(Confirm(question.asks, self, back=question, seat=question.seat))
        return self._correct(view, KINDS[question.asks](question.seat))

    def _correct(self, view: View, correction: Correction) -> Step:
        """Record a correction. During a hand it waits for the end, and play goes on where the menu was opened."""
        if not hand_on(self, view):
            return Record((correction,), settles=True)
        dealt = () if view.on.under_way else (Deal(),)
        return Record((*dealt, correction), self.under, settles=True)

    def _place(self, entries: Sequence[object]) -> int:
        """The entry pointed at. A box that was switched off meanwhile may have fewer: without its reader, say."""
        return min(self.chosen, len(entries) - 1)

    # What there is to choose from

    def _entries(self, view: View) -> list[tuple[str, Callable[[], Step]]]:
        """The entries that mean something now, each with what choosing it leads to."""
        entries = [] if view.game is None else [*self._looking(view), *self._righting(view), *self._correcting(view)]
        if view.undone:
            entries.append(("Do again", lambda: self._ask("again")))
        if view.readers if self.readers is None else self.readers:
            entries.append(("Teach a deck", lambda: Go(teaching(self, view))))
        entries.append(("Settings", lambda: Go(Settings(self))))
        about = "What is wrong" if view.trouble or view.troubles else "About this box"
        entries.append((about, lambda: Go(About(self))))
        if view.game is not None:
            over = view.game.winner is not None
            entries.append(("New game" if over else "End the game", lambda: self._ask("over" if over else "end")))
        entries.append(("Power off", lambda: Go(Confirm("off", self.under, back=self))))
        return entries

    def _looking(self, view: View) -> list[tuple[str, Callable[[], Step]]]:
        entries: list[tuple[str, Callable[[], Step]]] = []
        call = find_call(self.under)
        if call is not None and call.bid is not None and not isinstance(self.under, Showing):
            bid = call.bid
            entries.append(("Enter all cards", lambda: Go(showing(call, bid, call.dealt(view)))))
        entries.append(("Standing", lambda: Go(Standing(self))))
        if any_bids(view):
            entries.append(("Bids", lambda: Go(BidsList(self))))
        return entries

    def _righting(self, view: View) -> list[tuple[str, Callable[[], Step]]]:
        if self.kept is not None:
            return [("Go on putting right", lambda: Go(self.kept))]
        entries: list[tuple[str, Callable[[], Step]]] = []
        hands = len(view.on.hands)
        if view.on.taken.bids:
            entries.append(("Put right this hand", lambda: Go(put_right(view, self, hands))))
        if hands:
            entries.append(("Put right last hand", lambda: Go(put_right(view, self, hands - 1))))
        return entries

    def _correcting(self, view: View) -> list[tuple[str, Callable[[], Step]]]:
        named = (
            ("Penalties", "penalty"),
            ("Next dealer", "dealer"),
            ("First bidder", "first"),
            ("A player leaves", "leaves"),
        )
        entries: list[tuple[str, Callable[[], Step]]] = []
        for words, asks in named:
            if seats := view.on.seats_for(KINDS.get(asks, Penalty)):
                entries.append((words, lambda asks=asks, seats=seats: self._who(view, asks, seats)))  # type: ignore[misc]
        if view.on.winner is None and not isinstance(self.under, Verdict):
            entries.append(("Void hand", lambda: self._void(view)))
        return entries

    def _who(self, view: View, asks: str, seats: tuple[int, ...]) -> Step:
        """Ask which player, pointing at the likeliest."""
        standing = view.on.coming
        likely = {"dealer": standing.dealer, "first": standing.first}.get(asks, seats[0])
        return Go(Who(asks, self, likely if likely in seats else seats[0], back=self, seats=seats))

    def _void(self, view: View) -> Step:
        call = find_call(self.under)
        return Go(Void(sum(view.on.deal) if call is None else call.dealt(view), self))

    def _ask(self, asks: str) -> Step:
        return Go(Confirm(asks, self, back=self))


def open_menu(screen: Screen, view: View) -> Menu:
    """The menu over a screen. From what the menu itself led to it is that menu again, and keeps what was being put
    right."""
    kept: Screen | None = None
    at: Screen | None = screen
    while at is not None and not isinstance(at, Menu):
        kept = screen if isinstance(at, PutRight) else kept
        at = getattr(at, "under", None)
    if at is None:
        return Menu(screen, readers=view.readers)
    return at if kept is None else replace(at, kept=kept, chosen=0)
