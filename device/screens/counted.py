"""All that can be counted for a bid, to put a count right, or to add what wasn't needed for the verdict."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from device.screens.base import Go, Screen, Step, View
from device.screens.counting import Answer, Counting, ask_one
from device.screens.lines import Line, around, brief, draw_lines
from device.screens.parts import heading, hints, moved
from engine.bids import Bid
from engine.cards import Rank, Suit
from engine.counts import WILD, Counts, asks_of
from engine.rules import Rules
from engine.value import replace, value

ROOM = 15
"""Characters that all counts may take in short."""


@value
class Counted(Screen):
    """All that can be counted for a bid, a row for each: what wasn't before can be here.

    Attributes:
        under: the screen that asks.
        bid: the called bid.
        in_play: how many cards were dealt.
        counts: what is counted.
        chosen: the row pointed at; the last one is that all is said.
    """

    under: Screen
    bid: Bid
    in_play: int
    counts: tuple[Answer, ...] = ()
    chosen: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw what is counted, and what isn't."""
        keys, done = self._keys(view), dict(self.counts)
        heading(canvas, view, brief(self.bid), f"of {self.in_play}")
        lines: list[Line] = [(_asked(key), _told(done.get(key))) for key in keys]
        lines.append(("That is all", ""))
        draw_lines(canvas, lines, around(self.chosen, len(lines)), self.chosen)
        asked = [*asks_of(self.bid, view.on.rules), ""]
        ok = "done" if self.chosen == len(keys) else "count" if keys[self.chosen] in asked else "drop"
        hints(canvas, view, ("↑↓", "go"), ok=ok, back="back")

    def _keys(self, view: View) -> list[str]:
        """What the bid asks for, and whatever else was counted."""
        asks = asks_of(self.bid, view.on.rules)
        return [*asks, *(key for key, _ in self.counts if key not in asks)]

    def press(self, button: Button, view: View) -> Step | None:
        """Count one thing anew, or say that this is all."""
        keys = self._keys(view)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, chosen=moved(button, self.chosen, len(keys) + 1)))
        if button is Button.BACK:
            return Go(self.under)
        if button is not Button.OK:
            return None
        if self.chosen == len(keys):
            return self.under.answered(self, view)
        return Go(self._ask(keys[self.chosen], view.on.rules))

    def _ask(self, key: str, rules: Rules) -> Screen:
        """Count one thing; where it is nothing that the bid asks for, leave it out."""
        if key not in asks_of(self.bid, rules):
            return replace(self, counts=tuple(count for count in self.counts if count[0] != key))
        question = ask_one(self, self.bid, self.in_play, key, rules)
        value = dict(self.counts).get(key)
        return replace(question, value=value) if isinstance(value, int) else question

    def answered(self, question: Screen, view: View) -> Step | None:
        """Take over one count, in the place it has; what isn't to be counted is left out."""
        if not isinstance(question, Counting):
            return None
        done = dict(self.counts) | dict(question.answers)
        return Go(replace(self, counts=tuple(done.items()), chosen=self._after(view, done)))

    def _after(self, view: View, done: dict[str, int | tuple[str, ...]]) -> int:
        """The next row that isn't counted yet, or the last."""
        keys = self._keys(view)
        return next((place for place, key in enumerate(keys) if key not in done), len(keys))


def counts_of(counts: Counts) -> tuple[Answer, ...]:
    """What was counted, as `Counting` has it."""
    return tuple((key, tuple(told) if isinstance(told, list) else told) for key, told in counts.to_data().items())


def in_short(counts: tuple[Answer, ...]) -> str:
    """`6 2, wild 1`; how many counts there are where that is too long."""
    words = ", ".join(f"{_letter(key)} {_number(value)}" for key, value in counts)
    return words if len(words) <= ROOM else f"{len(counts)} counts"


def _asked(key: str) -> str:
    if key == WILD:
        return "wilds"
    return Suit.parse(key).name.lower() if key in "shdc" else Rank.parse(key).plural


def _told(value: int | tuple[str, ...] | None) -> str:
    if value is None:
        return "not counted"
    return str(value) if isinstance(value, int) else " ".join(value) or "none"


def _letter(key: str) -> str:
    return Suit.parse(key).symbol if key in "shdc" else "wild" if key == WILD else key


def _number(value: int | tuple[str, ...]) -> int:
    return value if isinstance(value, int) else len(value)
