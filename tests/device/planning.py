"""The fewest presses from one moment at the table to another. Screens are pure, so it is a shortest path.

Presses that can't be on a shortest path are not tried: changing a rank before the kind is right, giving an answer that
isn't the one to be given, recording something else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from device.buttons.keypad import Button
from device.evening import Evening
from device.screens.base import Screen
from device.screens.bidding import Bidding
from device.screens.call import Call
from device.screens.counting import Counting
from device.screens.number import Number
from device.screens.picker import KIND, Picker
from device.screens.showing import DONE, Showing
from device.screens.told import Told
from device.screens.who import Who
from engine.bids import Bid
from engine.cards import Suit
from engine.counts import suit_ranks
from engine.game import Game
from engine.rules import Rules
from engine.settlement import Agreed, AllCards, Counted, Settlement
from engine.value import value

MOVES = {
    7: (Button.OK, Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT, Button.CALL, Button.BACK),
    4: (Button.OK, Button.UP, Button.DOWN, Button.CALL, Button.BACK),
}
ARROWS = (Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT)


@value
class Moment:
    """What is on, and what a press makes of it."""

    evening: Evening

    @property
    def game(self) -> Game:
        return self.evening.playing.game

    @property
    def screen(self) -> Screen:
        return self.evening.screen

    @property
    def keys(self) -> int:
        return self.evening.view.keys

    @property
    def key(self) -> object:
        hands = self.game.hands
        return (self.screen, self.game.taken, self.game.dealt, len(hands), hands[-1].taken if hands else None)

    def press(self, button: Button) -> Moment | None:
        """The moment after a press, or None where it does nothing, or is refused."""
        after = self.evening.press(button).evening
        if after.screen is self.screen or isinstance(after.screen, Told):
            return None
        return Moment(after)


@value
class Target:
    """What is to be taken down of the hand that is on.

    `bid` and `seat` are those of the next recorded bid, or of the called one; `by` is how the call is settled.
    """

    rules: Rules
    seat: int
    bid: Bid | None
    caller: int | None = None
    by: Settlement | None = None
    in_play: int | None = None

    def may(self, moment: Moment, button: Button) -> bool:
        """Whether a press can be on a shortest path."""
        screen = moment.screen
        if isinstance(screen, Picker):
            return self._may_pick(screen, button, moment.keys)
        if isinstance(screen, Counting):
            return self._may_count(screen, button)
        if isinstance(screen, Showing):
            return self._may_show(screen, button, moment.keys)
        if button is Button.BACK:
            return False
        if isinstance(screen, Who):
            wanted = self.caller if screen.asks == "caller" else self.seat
            return button is not Button.OK or screen.seat == wanted
        if isinstance(screen, Number):
            wanted = screen.value if self.in_play is None else self.in_play
            right = Button.OK if screen.value == wanted else Button.UP if screen.value < wanted else Button.DOWN
            return button is right
        if isinstance(screen, Call):
            return self._may_settle(screen, button)
        return isinstance(screen, Bidding) or button in (Button.OK, Button.CALL)

    def _may_pick(self, screen: Picker, button: Button, keys: int) -> bool:
        if self.bid is None and not screen.said:
            return button is Button.OK
        if self.bid is None or not screen.said:
            return button in (ARROWS if screen.field == KIND else (Button.LEFT, Button.RIGHT))
        right_kind = screen.bid.category is self.bid.category
        if screen.field == KIND:
            return button is Button.OK if right_kind else button in (Button.UP, Button.DOWN)
        if not right_kind:
            return keys == 7 and button in (Button.LEFT, Button.RIGHT)
        right = screen.bid.ranks[: screen.field + 1] == self.bid.ranks[: screen.field + 1]
        return button is Button.OK if right else button in (Button.UP, Button.DOWN)

    def _may_count(self, screen: Counting, button: Button) -> bool:
        if not isinstance(self.by, Counted):
            return False
        data = self.by.counts.to_data()
        wanted = data.get(screen.asks, 0)
        if not isinstance(wanted, list):
            return button is Button.OK if screen.value == wanted else button in (Button.UP, Button.DOWN)
        ranks = [rank.letter for rank in suit_ranks(screen.bid, Suit.parse(screen.asks), self.rules)]
        left = ranks[len(screen.marks) :]
        if not set(left) & set(wanted):
            return button is Button.OK
        return button is (Button.UP if left[0] in wanted else Button.DOWN)

    def _may_show(self, screen: Showing, button: Button, keys: int) -> bool:
        if not isinstance(self.by, AllCards):
            return False
        if len(screen.shown) == len(self.by.cards):
            return button is Button.OK if screen.face == DONE else button in (Button.UP, Button.DOWN)
        card = self.by.cards[len(screen.shown)]
        face = "*" if card.rank is None else card.rank.letter
        if screen.face != face:
            return button in (Button.UP, Button.DOWN) and not screen.picking_suit
        suit = card.suit.value if card.suit else ""
        if card.rank is None or screen.suit == suit:
            return button is Button.OK
        if screen.picking_suit:
            return button in (Button.UP, Button.DOWN)
        return button in (Button.LEFT, Button.RIGHT) if keys == 7 else button is Button.OK

    def _may_settle(self, screen: Call, button: Button) -> bool:
        right = (screen.caller, screen.bidder, screen.in_play) == (self.caller, self.seat, self.in_play)
        right = right and (screen.bid == self.bid or (screen.bid is None and not isinstance(self.by, Agreed)))
        if button in (Button.UP, Button.DOWN):
            return right and self.by == Agreed(button is Button.UP)
        if button is Button.OK:
            return right and not isinstance(self.by, Agreed)
        return not right


Presses = tuple[tuple[Button, int], ...]
"""Buttons, each with how often it acts: more than once where it is held and repeats."""


def shortest(start: Moment, target: Target, reached: Callable[[Moment], bool], *, hold: bool) -> tuple[Presses, Moment]:
    """The fewest presses that lead to a moment where `reached` is true, and that moment.

    With `hold` an arrow may be held until it has repeated as often as is wanted; that is one press.

    Raises:
        LookupError: none do.
    """
    met = {start.key}
    waiting: deque[tuple[Moment, Presses]] = deque([(start, ())])
    while waiting:
        moment, pressed = waiting.popleft()
        for button in MOVES[moment.keys]:
            for times, after in _pressed(moment, button, target, hold):
                if after.key in met:
                    continue
                met.add(after.key)
                if reached(after):
                    return (*pressed, (button, times)), after
                if len(after.game.hands) == len(start.game.hands):
                    waiting.append((after, (*pressed, (button, times))))
    raise LookupError(f"no presses lead from {start.screen} to {target}")


def _pressed(moment: Moment, button: Button, target: Target, hold: bool) -> Iterator[tuple[int, Moment]]:
    """The moments that one press leads to: at once, and after every repeat where the button may be held."""
    after: Moment | None = moment
    for times in range(1, 40 if hold and button in ARROWS else 2):
        after = after.press(button) if after and target.may(after, button) else None
        if after is None or (times > 1 and type(after.screen) is not type(moment.screen)):
            return
        yield times, after


def recording(start: Moment, seat: int, bid: Bid, *, hold: bool) -> tuple[Presses, Moment]:
    """The fewest presses that record a bid."""
    before = len(start.game.taken.bids)

    def reached(moment: Moment) -> bool:
        return [(made.seat, made.bid) for made in moment.game.taken.bids[before:]] == [(seat, bid)]

    return shortest(start, Target(start.game.rules, seat, bid), reached, hold=hold)


def settling(start: Moment, target: Target, *, hold: bool) -> tuple[Presses, Moment]:
    """The fewest presses that settle the call of the target's bid, to the verdict."""
    hands = len(start.game.hands)

    def reached(moment: Moment) -> bool:
        new = [hand.taken for hand in moment.game.hands[hands:]]
        called = [(taken.bids[-1].seat, taken.bids[-1].bid, taken.caller) for taken in new]
        return called == [(target.seat, target.bid, target.caller)]

    return shortest(start, target, reached, hold=hold)


def calling(start: Moment, target: Target) -> Presses:
    """The fewest presses to the call screen with all of the call as it was."""

    def reached(moment: Moment) -> bool:
        called = (target.caller, target.seat, target.bid, target.in_play)
        at = moment.screen
        return isinstance(at, Call) and (at.caller, at.bidder, at.bid, at.in_play) == called

    return shortest(start, target, reached, hold=False)[0]
