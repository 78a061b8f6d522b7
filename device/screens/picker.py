"""Picking a bid: the kind by LEFT and RIGHT, each rank by UP and DOWN, OK from rank to rank and at last to the bid.

With four keys OK begins at the kind, and UP and DOWN change that too. Only legal bids are offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from device.buttons.keypad import Button
from device.panel.canvas import HINTS, Canvas
from device.panel.font import LARGE, MEDIUM, SMALL
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import big, heading, hints, name
from engine.bids import Bid, Category
from engine.cards import Rank
from engine.ladder import Ladder
from engine.rules import Rules
from engine.value import replace, value

if TYPE_CHECKING:
    from fractions import Fraction

KIND = -1
"""The field that is the kind; the others are the places of the ranks."""
OPENING = 0.75
"""How likely the hand is, about, that the first bid of a hand names."""
CALLED = 0.4
"""How likely the hand is, about, that is called."""


@value
class Picker(Screen):
    """A bid being picked.

    Attributes:
        bid: as it is picked so far.
        seat: who makes it.
        under: the screen that asks for it.
        above: the bid that it must be higher than, or None.
        field: what UP and DOWN change: the place of a rank, or `KIND`.
        onward: whether another question follows.
        unsaid: whether the table may leave open which bid it is: among the kinds there is "not said" then.
        said: False where that is chosen.
        in_play: how many cards are in play, where it isn't what is dealt now.
    """

    bid: Bid
    seat: int
    under: Screen
    above: Bid | None = None
    field: int = 0
    onward: bool = False
    unsaid: bool = False
    said: bool = True
    in_play: int | None = None

    @property
    def takes_calls(self) -> bool:  # type: ignore[override]
        """Whoever picks the next bid may be called first."""
        return self.under.takes_calls

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the bid as it stands, how likely it is, and what UP and DOWN change."""
        does = "bids" if self.under.takes_calls else "bid"
        heading(
            canvas,
            view,
            f"{name(view, self.seat, SMALL, 66)} {does}",
            percent(view, self.in_play or sum(view.on.deal), self.bid) if self.said else "",
        )
        big(canvas, str(self.bid) if self.said else "not said", 13, 40, (LARGE, MEDIUM))
        turns = [("↑↓", self._asked())] if self.said or self.field == KIND else []
        if view.keys == 7:
            turns.append(("←→", "kind"))
        canvas.hints(*turns, foot=HINTS[1])
        hints(
            canvas,
            view,
            ok="bid" if self._next_field(view) is None else "next",
            call="" if self.takes_calls else None,
            back="back",
        )

    def press(self, button: Button, view: View) -> Step | None:
        """Change the kind or a rank, go on to the next, or bid."""
        if button is Button.BACK:
            return Go(self.under)
        if button is Button.OK:
            after = self._next_field(view)
            return self.under.answered(self, view) if after is None else Go(replace(self, field=after))
        if button in (Button.LEFT, Button.RIGHT):
            return Go(self._other_kind(view, 1 if button is Button.RIGHT else -1))
        if button in (Button.UP, Button.DOWN):
            by = 1 if button is Button.UP else -1
            if self.field != KIND and not self.said:
                return None
            return Go(self._other_kind(view, by) if self.field == KIND else self._other_rank(view, by))
        return None

    def _asked(self) -> str:
        if self.field == KIND or not self.said:
            return "kind"
        rank = self.bid.ranks[self.field]
        if len(self.bid.ranks) == 1:
            return f"rank: {rank.word}"
        return f"{('1st', '2nd', '3rd', '4th', '5th')[self.field]} {rank.word}"

    def _next_field(self, view: View) -> int | None:
        """The next field in which there is something to choose."""
        if not self.said:
            return None
        return next(
            (field for field in range(self.field + 1, len(self.bid.ranks)) if len(self._ranks(view, field)) > 1), None
        )

    def _legal(self, view: View) -> tuple[Bid, ...]:
        """The bids of this kind that can be picked."""
        return Ladder(view.on.rules).of(self.bid.category, self.above)

    def _ranks(self, view: View, field: int) -> list[Rank]:
        """The ranks that may stand at a place, those before it as they are."""
        bids = self._legal(view)
        return sorted({bid.ranks[field] for bid in bids if bid.ranks[:field] == self.bid.ranks[:field]})

    def _other_rank(self, view: View, by: int) -> Picker:
        ranks = self._ranks(view, self.field)
        rank = ranks[(ranks.index(self.bid.ranks[self.field]) + by) % len(ranks)]
        begun = (*self.bid.ranks[: self.field], rank)
        bids = [bid for bid in self._legal(view) if bid.ranks[: len(begun)] == begun]
        same_rest = [bid for bid in bids if bid.ranks[len(begun) :] == self.bid.ranks[len(begun) :]]
        return replace(self, bid=(same_rest or bids)[0])

    def _other_kind(self, view: View, by: int) -> Picker:
        ladder = Ladder(view.on.rules)
        kinds = [kind for kind in ladder.categories if ladder.of(kind, self.above)]
        wheel: list[Category | None] = [*kinds, None] if self.unsaid else [*kinds]
        kind = wheel[(wheel.index(self.bid.category if self.said else None) + by) % len(wheel)]
        if kind is None:
            return replace(self, said=False)
        bid = ladder.of(kind, self.above)[0]
        return replace(self, bid=bid, said=True, field=KIND if self.field == KIND else 0)


def pick_next(view: View, under: Screen, seat: int) -> Picker | None:
    """The picker for the next bid, by `seat`; None where no higher bid is legal."""
    game = view.on
    if not game.legal.bids:
        return None
    start = likely(view, OPENING) if game.bid is None else game.legal.bids[0]
    return Picker(start, seat, under, above=game.bid, field=_first_field(view))


def pick_called(view: View, under: Screen, seat: int, bid: Bid | None) -> Picker:
    """The picker for the bid that is called: from `bid`, or from what is likely with so many cards."""
    return Picker(bid or likely(view, CALLED), seat, under, field=_first_field(view))


def _first_field(view: View) -> int:
    return 0 if view.keys == 7 else KIND


def likely(view: View, wanted: float) -> Bid:
    """A bid about so likely with the cards in play: of the kind that comes nearest, a low one."""
    game = view.on
    ladder = Ladder(game.rules)
    starts = [bids[len(bids) // 5] for bids in map(ladder.of, ladder.categories)]
    by_chance = _chances(game.rules, sum(game.deal), tuple(starts))
    return min(starts, key=lambda bid: abs(by_chance[bid] - wanted))


def percent(view: View, in_play: int, bid: Bid) -> str:
    """How likely the hand is with so many cards in play, as `41 %`; never 0 or 100 for what is only nearly so. Nothing
    where the table would rather not know."""
    if not view.chances:
        return ""
    chance = _chances(view.on.rules, in_play, (bid,))[bid]
    if chance in (0, 1):
        return "100 %" if chance else "0 %"
    return f"{min(99, max(1, round(chance * 100)))} %"


@lru_cache(maxsize=256)
def _chances(rules: Rules, in_play: int, bids: tuple[Bid, ...]) -> Mapping[Bid, Fraction]:
    from engine.odds import chances  # only once somebody picks

    return chances(in_play, rules, bids=bids)
