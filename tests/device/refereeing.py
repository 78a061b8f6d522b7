"""A recorded game played again on a whole box: real presses on mock pins, as few as will do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from device.buttons.keypad import Button
from device.store import Change, Store
from engine.cards import Suit
from engine.counts import Counts, suit_ranks
from engine.events import Correction, Leave, MakeBid, Penalty, SetDealer, Taken, read_correction, read_taken
from engine.settlement import AllCards, Counted
from tests.device.box import Box
from tests.device.planning import ARROWS, Moment, Presses, Target, calling, recording, settling
from tests.device.walking import lit_row

ROWS = {Penalty: "Penalties", Leave: "A player leaves", SetDealer: "Next dealer"}
MOST = 2_000
"""Presses that no hand needs."""


def box_for(record: dict[str, Any], folder: Path, keys: int) -> Box:
    """A box whose last evening was at the record's table, so that OK starts the game."""
    start = {key: record[key] for key in ("rules", "seats", "players", "dealer") if key in record}
    with Store.open(folder, wall_clock=lambda: datetime(2026, 1, 1, tzinfo=UTC)) as store:
        store.commit(Change(True, (({"start": start}, None),), on=False))
    box = Box(folder, keys, lot=lambda seats: record["dealer"])
    box.press("ok")
    return box


class Referee:
    """Somebody who takes down games on a box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.pressed = 0

    def play(self, hand: dict[str, Any]) -> None:
        """Take down one hand of a record, to the verdict and on to what comes next."""
        self.pressed = 0
        taken = read_taken(hand)
        self.press(Button.OK)
        for bid in taken.bids:
            if bid.bid is not None:
                self.record(bid)
        assert taken.settled is not None
        if taken.settled.by.void:
            self.void(taken.settled.in_play)
        else:
            self.settle(taken, taken.bids[-1])

    def record(self, bid: MakeBid) -> None:
        assert bid.bid is not None
        self.presses(recording(self.moment, bid.seat, bid.bid, hold=False)[0])

    def settle(self, taken: Taken, last: MakeBid) -> None:
        assert taken.settled is not None
        by = taken.settled.by
        target = Target(self.game.rules, last.seat, last.bid, taken.caller, by, taken.settled.in_play)
        if isinstance(by, AllCards):
            self.show_cards(target)
        else:
            self.presses(settling(self.moment, target, hold=False)[0])
        assert self.box.screen == "verdict"
        if isinstance(by, Counted) and self.game.hands[-1].taken.settled != taken.settled:
            self.count_on(by.counts)
        self.press(Button.OK)

    def show_cards(self, target: Target) -> None:
        """Bring the call right, then enter every card from its menu."""
        self.presses(calling(self.moment, target))
        self.menu("Enter all cards")
        self.presses(settling(self.moment, target, hold=False)[0])

    def count_on(self, counts: Counts) -> None:
        """Complete counts that were settled early, so that the record holds all of them."""
        self.menu("Put right last hand")
        self.choose("Settled")
        self.choose("By counts")
        told = dict(self.box.session.screen.counts)
        for key, value in counts.to_data().items():
            if key in told:
                continue
            self.point(key)
            self.press(Button.OK)
            if isinstance(value, int):
                while self.box.session.screen.value != value:
                    self.press(Button.UP)
                self.press(Button.OK)
            else:
                while self.box.session.screen.name == "counting":
                    screen = self.box.session.screen
                    ranks = suit_ranks(screen.bid, Suit.parse(key), self.game.rules)
                    self.press(Button.UP if ranks[len(screen.marks)].letter in value else Button.DOWN)
        self.choose("That is all")
        self.choose("Now it's right")
        assert self.box.screen == "verdict", self.box.words

    def void(self, in_play: int | None) -> None:
        self.menu("Void hand")
        wanted = sum(self.game.deal) if in_play is None else in_play
        while self.box.session.screen.in_play != wanted:
            self.press(Button.UP if self.box.session.screen.in_play < wanted else Button.DOWN)
        self.press(Button.OK)
        if self.box.screen == "verdict":
            self.press(Button.OK)

    def correct(self, correction: Correction) -> None:
        """Make a correction between hands, from the menu."""
        self.pressed = 0
        self.menu(ROWS.get(type(correction), "First bidder"))
        self.player(correction.seat)
        if isinstance(correction, Penalty):
            wanted = self.game.penalties[correction.seat] + correction.by
            while self.box.session.screen.penalties != wanted:
                more = (self.box.session.screen.penalties < wanted) is not (self.game.rules.scoring == "tokens")
                self.press(Button.UP if more else Button.DOWN)
            self.press(Button.OK)
        elif self.box.screen == "confirm":
            self.press(Button.OK)

    # Fingers

    def player(self, seat: int) -> None:
        while self.box.session.screen.seat != seat:
            self.press(Button.DOWN)
        self.press(Button.OK)

    def menu(self, row: str) -> None:
        self.box.press("hold-call")
        self.choose(row)

    def choose(self, row: str) -> None:
        """Choose the row that begins so."""
        for _ in range(60):
            if self.lit.startswith(row):
                self.press(Button.OK)
                return
            self.press(Button.DOWN)
        raise LookupError(f"there is no row {row} in\n{self.box.words}")

    def point(self, key: str) -> None:
        screen = self.box.session.screen
        keys = screen._keys(self.box.session.view)
        while self.box.session.screen.chosen != keys.index(key):
            self.press(Button.DOWN)

    @property
    def lit(self) -> str:
        """The row that is pointed at."""
        return lit_row(self.box.session.draw())

    def presses(self, presses: Presses) -> None:
        for button, times in presses:
            assert times == 1 or button in ARROWS
            self.press(button)

    def press(self, button: Button) -> None:
        self.pressed += 1
        assert self.pressed < MOST, f"lost on\n{self.box.words}"
        self.box.press(button.value)

    @property
    def game(self) -> Any:
        return self.box.session.game

    @property
    def moment(self) -> Moment:
        return Moment(self.box.session.evening)


def corrections_after(record: dict[str, Any], hand: int) -> Sequence[Correction]:
    return [read_correction(entry) for entry in record.get("corrections", ()) if entry["after"] == hand]
