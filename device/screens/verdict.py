"""A call is settled: was it there, who is penalized, and on a second page why."""

from __future__ import annotations

from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Canvas, Mark
from device.panel.font import MEDIUM, SMALL, TINY
from device.panel.layout import fit_lines
from device.screens.base import Go, Screen, Step, View, saved
from device.screens.parts import heading, hints, name, take_back
from device.screens.picker import percent
from engine.bids import Bid
from engine.cards import format_cards
from engine.game import Game
from engine.hands import Hand
from engine.reveal import Counts, Seen
from engine.rules import Rules
from engine.shapes import alternatives
from engine.value import replace, value

MARK = 40
LEFT = MARK + 5


@saved
@value
class Verdict(Screen):
    """How the last hand was settled.

    Attributes:
        why: whether the second page is on: what makes the hand, or what is missing.
    """

    name: ClassVar[str] = "verdict"
    why: bool = False

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the mark, the word, and who is penalized; or why."""
        game = view.on
        hand = game.hands[-1]
        bid = hand.taken.bids[-1].bid if hand.taken.bids else None
        chance = percent(view, in_play(hand), bid) if bid else ""
        heading(canvas, view, str(bid) if bid else "Settled", chance, rule=self.why)
        if self.why:
            font, lines = fit_lines(reasons(hand), WIDTH, 38, (SMALL, TINY))
            for place, line in enumerate(lines):
                canvas.text(0, 14 + place * font.height, line, font)
        else:
            self._draw_verdict(canvas, view, hand)
        more = ("↑↓", "back" if self.why else "why")
        hints(canvas, view, more, ok="next" if game.winner is None else "end", back="undo")

    def _draw_verdict(self, canvas: Canvas, view: View, hand: Hand) -> None:
        game, outcome = view.on, hand.outcome
        if outcome.penalized is None:
            canvas.text(LEFT, 18, "Void", MEDIUM)
            canvas.text(LEFT, 36, "deal again", SMALL)
            return
        canvas.mark(0, 12, Mark.TICK if outcome.holds else Mark.CROSS, MARK)
        canvas.text(LEFT, 12, "It's there" if outcome.holds else "Not there", MEDIUM)
        canvas.text(LEFT, 26, name(view, outcome.penalized, MEDIUM, WIDTH - LEFT), MEDIUM, inverted=True)
        canvas.text(LEFT, 41, fate(game, outcome.penalized), SMALL)

    def press(self, button: Button, view: View) -> Step | None:
        """OK goes on to the next deal, UP and DOWN turn the page, BACK takes the verdict back."""
        if button is Button.OK:
            return Go(None, settles=True)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, why=not self.why))
        return take_back(view) if button is Button.BACK else None


def in_play(hand: Hand) -> int:
    """How many cards were in play."""
    settled = hand.taken.settled
    return (settled.in_play if settled else None) or sum(hand.standing.deal)


def fate(game: Game, seat: int) -> str:
    """What the penalty means for a player, as the table keeps count: `penalty 2 of 3`, `1 token left`, `is out!`."""
    if not game.standing.is_in(seat):
        return "is out!"
    count = game.penalties[seat]
    if game.rules.scoring == "tokens":
        left = game.rules.lives - count
        return f"{left} token{'' if left == 1 else 's'} left"
    return f"penalty {count} of {game.rules.lives}"


def reasons(hand: Hand) -> str:
    """Which cards make the hand, or what is missing, as far as the table said."""
    outcome, settled = hand.outcome, hand.taken.settled
    if outcome.verdict:
        return outcome.verdict.reason
    if settled and isinstance(settled.by, Counts):
        bid = hand.taken.bids[-1].bid
        short = missing(settled.by, bid, hand.standing.rules) if bid and not outcome.holds else ""
        return f"Counted: {counted(settled.by)}.{short}"
    if settled and isinstance(settled.by, Seen):
        besides = f", counted: {counted(settled.by.counts)}" if settled.by.counts != Counts() else ""
        return f"Shown: {format_cards(settled.by.cards)}{besides}."
    return "By the table's word." if outcome.holds is not None else "The hand was void."


def missing(counts: Counts, bid: Bid, rules: Rules) -> str:
    """How many cards more the hand would need, as far as it was counted."""
    if bid.category.suited:
        return ""
    there = dict(counts.ranks)
    gaps = [max(0, part.need - sum(there.get(rank, 0) for rank in part.ranks)) for part in alternatives(bid, rules)[0]]
    short = sum(gaps) - (counts.wilds or 0)
    return f" {short} more {'is' if short == 1 else 'are'} missing." if short > 0 else ""


def counted(counts: Counts) -> str:
    """What was counted, as spoken: `2 sixes, 1 wild`."""
    told = [f"{count} {rank.word if count == 1 else rank.plural}" for rank, count in counts.ranks]
    told += [f"{suit.symbol} {' '.join(rank.letter for rank in ranks) or 'none'}" for suit, ranks in counts.suits]
    if counts.wilds is not None:
        told.append(f"{counts.wilds} wild")
    return ", ".join(told) or "too few cards for it"
