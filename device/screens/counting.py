"""Counting what a call is about: only what the bid needs, until no further card can change the verdict."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.decks import Swept
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import HUGE, LARGE, MEDIUM, SMALL, TINY
from device.panel.layout import fit
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import heading, hints
from engine.bids import Bid
from engine.cards import Rank, Suit
from engine.counts import WILD, Counts, likeliest, most_of, suit_ranks
from engine.reveal import Finding, Sighting, find
from engine.rules import Rules
from engine.value import replace, value

Answer = tuple[str, int | tuple[str, ...]]
"""What was asked for (a rank, `wild`, or a suit), and how many there are (or which ranks)."""


@value
class Counting(Screen):
    """One question of a count.

    Attributes:
        bid: the called bid.
        in_play: how many cards were dealt.
        under: the call.
        asks: what is asked for now: a rank's letter, `wild`, or a suit's.
        answers: what was answered so far.
        value: the number as it stands, for a rank or the wilds.
        marks: which cards of a suit are there, as far as they were gone through.
        single: whether only this is asked, whatever else may be open.
    """

    bid: Bid
    in_play: int
    under: Screen
    asks: str
    answers: tuple[Answer, ...] = ()
    value: int = 0
    marks: tuple[bool, ...] = ()
    single: bool = False

    @property
    def result(self) -> Counts:
        """All that was answered."""
        return told_counts(self.answers)

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the bid, the question, and the answer as it stands."""
        heading(canvas, view, str(self.bid), f"of {self.in_play}")
        told = "  ".join(f"{key} {value if isinstance(value, int) else len(value)}" for key, value in self.answers)
        canvas.text(0, 43, told, TINY)
        if self.asks in "shdc":
            self._draw_suit(canvas, view)
            return
        asked = "wilds?" if self.asks == WILD else f"{Rank.parse(self.asks).plural}?"
        font = fit(asked, 96, (LARGE, MEDIUM))
        canvas.text(2, 28 - font.height // 2, asked, font)
        canvas.text(WIDTH - 4, 13, str(self.value), HUGE, anchor=Anchor.RIGHT)
        hints(canvas, view, ("↑↓", "set"), ok="next", back="back")

    def _draw_suit(self, canvas: Canvas, view: View) -> None:
        suit = Suit.parse(self.asks)
        ranks = self._suit_ranks(view)
        at = len(self.marks)
        asked = f"{ranks[at].word} of {suit.name.lower()}?" if at < len(ranks) else f"all {suit.name.lower()}"
        canvas.text(0, 13, asked, fit(asked, WIDTH, (MEDIUM, SMALL)))
        for place, rank in enumerate(ranks):
            x = 2 + place * 10
            there = place < at and self.marks[place]
            canvas.text(x, 29, rank.letter, SMALL, inverted=there)
            if place == at:
                canvas.line(x, 41, x + 5, 41)
        hints(canvas, view, ("↑↓", "yes/no"), ok="rest no" if view.keys == 7 else "go", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Change the answer, give it, or go back to the one before."""
        if button is Button.BACK:
            return Go(self._before(view))
        suited = self.asks in "shdc"
        if button is Button.OK:
            return self._answer(view, self._there(view) if suited else self.value)
        if button not in (Button.UP, Button.DOWN):
            return None
        if suited:
            after = replace(self, marks=(*self.marks, button is Button.UP))
            whole = len(after.marks) == len(self._suit_ranks(view))
            return after._answer(view, after._there(view)) if whole else Go(after)
        most = most_of(self.asks, view.on.rules)
        return Go(replace(self, value=(self.value + (1 if button is Button.UP else -1)) % (most + 1)))

    def swept(self, swept: Swept, view: View) -> Step | None:
        """Go on by the cards, with what was counted so far; BACK leads back to the count."""
        if swept.card is None or self.single:
            return None
        from device.screens.showing import Showing

        return Showing(self.bid, self.in_play, self, counts=self.answers).entered(swept, view)

    def answered(self, question: Screen, view: View) -> Step | None:
        """Hand on what came out by the cards."""
        return self.under.answered(question, view)

    def _there(self, view: View) -> tuple[str, ...]:
        return tuple(rank.letter for rank, there in zip(self._suit_ranks(view), self.marks, strict=False) if there)

    def _suit_ranks(self, view: View) -> tuple[Rank, ...]:
        return suit_ranks(self.bid, Suit.parse(self.asks), view.on.rules)

    def _answer(self, view: View, value: int | tuple[str, ...]) -> Step | None:
        """With one more answer: the verdict where nothing can change it any more, else the next question."""
        told = replace(self, answers=(*self.answers, (self.asks, value)))
        if self.single:
            return self.under.answered(told, view)
        finding = told.finding(view.on.rules)
        if finding.holds is not None:
            return self.under.answered(told, view)
        return Go(ask(replace(told, marks=()), finding, view.on.rules))

    def _before(self, view: View) -> Screen:
        if self.marks:
            return replace(self, marks=self.marks[:-1])
        if not self.answers:
            return self.under
        asks, value = self.answers[-1]
        before = replace(self, asks=asks, answers=self.answers[:-1])
        if isinstance(value, int):
            return replace(before, value=value)
        return replace(before, marks=tuple(rank.letter in value for rank in before._suit_ranks(view)[:-1]))

    def finding(self, rules: Rules) -> Finding:
        """What the answers say so far.

        Raises:
            ImpossibleCards: the deck or the deal can't have that.
        """
        return find(self.bid, Sighting(self.in_play, counts=self.result), rules)


def told_counts(answers: tuple[Answer, ...]) -> Counts:
    """What was answered, as the engine has it."""
    return Counts.from_data({key: list(value) if isinstance(value, tuple) else value for key, value in answers})


def count(under: Screen, bid: Bid, in_play: int, rules: Rules) -> Counting | None:
    """The first question of a count, or None where nothing need be counted: so few cards can't make the hand."""
    start = Counting(bid, in_play, under, asks=WILD)
    finding = start.finding(rules)
    return ask(start, finding, rules) if finding.holds is None else None


def ask(counting: Counting, finding: Finding, rules: Rules) -> Counting:
    """The next question that is worth an answer, its number at what is likeliest."""
    asks = str(finding.asks[0])
    return replace(counting, asks=asks, value=likeliest(asks, counting.in_play, rules) if asks not in "shdc" else 0)


def ask_one(under: Screen, bid: Bid, in_play: int, asks: str, rules: Rules) -> Counting:
    """One question only, its answer to go to `under`."""
    start = replace(Counting(bid, in_play, under, asks=WILD), single=True, asks=asks)
    return start if asks in "shdc" else replace(start, value=likeliest(asks, in_play, rules))
