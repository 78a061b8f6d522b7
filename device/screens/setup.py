"""Between games: who plays, by which rules, and who deals first."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import HUGE, LARGE, MEDIUM, SMALL, TINY
from device.panel.layout import fit
from device.panel.names import short_names
from device.screens.base import Begin, Go, Reopen, Screen, Step, Table, View
from device.screens.parts import heading, hints, moved, rows
from device.screens.rule_words import HOUSE, SETS, Values, called, values_of
from engine.game import default_names
from engine.names import is_taken
from engine.rules import Rules
from engine.value import replace, value

START, PLAYERS, NAMES, RULES, DEALER = range(5)
"""The rows."""
LABELS = ("Start", "Players", "Names and seats", "Rules", "Dealer")
LOT = -1
"""The dealer where lots are drawn."""
DEALER_ROOM = 78
FEWEST = 2


@value
class Setup(Screen):
    """The last evening's table, ready to start; or changed.

    Attributes:
        row: the row pointed at.
        names: by seat; more than play where there were more before. () for the table as it was on the last evening,
            whatever the fields below say.
        seats: how many play.
        rules: as text.
        dealer: the seat that deals first, or `LOT`, as is a seat where nobody sits.
        house: the house rules as far as they were made up, or () for those in use.
        own: the last house rules that were no preset's, or ().
        before: what the number or the dealer was when OK began to change it, or None while UP and DOWN move.
    """

    row: int = START
    names: tuple[str, ...] = ()
    seats: int = 0
    rules: str = ""
    dealer: int = LOT
    house: Values = ()
    own: Values = ()
    before: int | None = None

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the table that would start, or the rows to change it by."""
        draft = self._filled(view)
        if self.before is not None:
            draft._draw_inside(canvas, view)
        elif self.row == START:
            draft._draw_start(canvas, view)
        else:
            draft._draw_rows(canvas, view)

    def _draw_start(self, canvas: Canvas, view: View) -> None:
        heading(canvas, view, "Ready to play")
        canvas.text(0, 13, f"{self.seats} players", MEDIUM)
        rules = called(Rules.parse(self.rules))
        canvas.text(WIDTH, 13, rules, TINY, anchor=Anchor.RIGHT)
        canvas.text(WIDTH, 21, "rules", TINY, anchor=Anchor.RIGHT)
        players = self._players
        names = _in_a_line(players)
        canvas.text(0, 29, names, fit(names, WIDTH, (SMALL, TINY)))
        dealer = self._dealer
        deals = "First dealer by lot" if dealer == LOT else f"{short_names(players, SMALL, 54)[dealer]} deals first"
        canvas.text(0, 40, deals, SMALL)
        change = "set" if view.left and view.keys == 4 else "change"
        hints(canvas, view, ("↑↓", change), ok="start", back="back" if view.left else "")

    def _draw_rows(self, canvas: Canvas, view: View) -> None:
        heading(canvas, view, "The next game")
        rules = called(Rules.parse(self.rules))
        values = ("", str(self.seats), "", "house rules" if rules == HOUSE else rules, self._dealer_words(DEALER_ROOM))
        rows(canvas, LABELS, self.row, values)
        change = (("←→", "set"),) if view.keys == 7 and self.row in (PLAYERS, DEALER) else ()
        hints(canvas, view, ("↑↓", "go"), *change, ok="open" if self.row in (NAMES, RULES) else "set", back="back")

    def _draw_inside(self, canvas: Canvas, view: View) -> None:
        if self.row == PLAYERS:
            heading(canvas, view, "How many players?")
            canvas.text(WIDTH // 2, 15, str(self.seats), HUGE, anchor=Anchor.CENTRE)
            hints(canvas, view, ("↑↓", "set"), ok="done", back="back")
        else:
            heading(canvas, view, "Who deals first?")
            words = self._dealer_words(WIDTH)
            font = fit(words, WIDTH, (LARGE, MEDIUM, SMALL))
            canvas.text(WIDTH // 2, 32 - font.height // 2, words, font, anchor=Anchor.CENTRE)
            hints(canvas, view, ("↑↓", "who"), ok="done", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Start, move among the rows, or change what is pointed at."""
        draft = self._filled(view)
        if self.before is not None:
            return draft._press_inside(button)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(draft, row=moved(button, self.row, len(LABELS))))
        if button in (Button.LEFT, Button.RIGHT) and self.row in (PLAYERS, DEALER):
            return Go(draft._changed(1 if button is Button.RIGHT else -1))
        if button is Button.OK:
            return draft._chosen()
        if button is not Button.BACK:
            return None
        return Go(replace(draft, row=START)) if self.row != START else Reopen() if view.left else None

    def answered(self, question: Screen, view: View) -> Step | None:
        """Take who sits where, or the rules."""
        from device.screens.rule_sets import RuleSets
        from device.screens.seats import Seats

        if isinstance(question, Seats):
            waiting = tuple(name for name in self.names[self.seats :] if not is_taken(name, question.players))
            return Go(replace(self, names=question.players + waiting, dealer=question.dealer))
        if isinstance(question, RuleSets):
            return Go(replace(self, rules=question.in_use, house=question.house, own=question.own))
        return None

    def _press_inside(self, button: Button) -> Step | None:
        if button in (Button.UP, Button.DOWN):
            # Numbers grow upwards, lists go downwards.
            forward = Button.UP if self.row == PLAYERS else Button.DOWN
            return Go(self._changed(1 if button is forward else -1))
        if button is Button.OK:
            return Go(replace(self, before=None))
        if button is not Button.BACK or self.before is None:
            return None
        was = replace(self, before=None)
        return Go(replace(was, seats=self.before) if self.row == PLAYERS else replace(was, dealer=self.before))

    def _chosen(self) -> Step | None:
        """What OK does in a row."""
        if self.row == START:
            dealer = self._dealer
            return Begin(Table(Rules.parse(self.rules), self._players, None if dealer == LOT else dealer))
        if self.row == NAMES:
            from device.screens.seats import Seats  # what isn't shown at the start isn't imported before it

            return Go(Seats(self._players, self.dealer, under=self))
        if self.row == RULES:
            from device.screens.rule_sets import RuleSets

            values = values_of(Rules.parse(self.rules))
            chosen = SETS.index(called(Rules.parse(self.rules)))
            return Go(RuleSets(chosen, self.rules, self.seats, self.house or values, under=self, own=self.own))
        return Go(replace(self, before=self.seats if self.row == PLAYERS else self._dealer))

    def _changed(self, by: int) -> Setup:
        """With one player more or fewer, or the next one dealing.

        Raises:
            Illegal: so few or so many can't play by these rules.
        """
        if self.row == DEALER:
            return replace(self, dealer=(self._dealer + 1 + by) % (self.seats + 1) - 1)
        seats = self.seats + by
        if by > 0 or seats < FEWEST:
            Rules.parse(self.rules).check_seats(seats)
        names = self.names
        while len(names) < seats:
            from device.screens.seats import unnamed

            names = (*names, unnamed(names, len(names)))
        return replace(self, seats=seats, names=names)

    def _filled(self, view: View) -> Setup:
        """With the last evening's table, where nothing was changed yet."""
        if self.names:
            return self
        table = view.table
        dealer = LOT if table.dealer is None else table.dealer
        return replace(self, names=table.players, seats=len(table.players), rules=str(table.rules), dealer=dealer)

    @property
    def _players(self) -> tuple[str, ...]:
        return self.names[: self.seats]

    @property
    def _dealer(self) -> int:
        return self.dealer if self.dealer < self.seats else LOT

    def _dealer_words(self, width: int) -> str:
        if self._dealer == LOT:
            return "by lot"
        return short_names(self._players, SMALL, width)[self._dealer]


def _in_a_line(players: tuple[str, ...]) -> str:
    """All names, as short as they need be to stand in a line; of many, the first and the last."""
    if players == default_names(len(players)):
        return f"Player 1 to {len(players)}"
    for cells in range(12, 3, -1):
        line = " ".join(short_names(players, TINY, TINY.width * cells))
        if TINY.measure(line) <= WIDTH:
            return line
    short = short_names(players, TINY, 50)
    return f"{short[0]} to {short[-1]}"
