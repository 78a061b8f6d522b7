"""Which rules to play by: a preset as it is, or house rules."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import MEDIUM, SMALL
from device.screens.base import Go, Screen, Step, View
from device.screens.house_rules import HouseRules
from device.screens.parts import heading, hints, moved
from device.screens.rule_words import HOUSE, SETS, Values, preset_of, rules_of, summary, values_of
from engine.errors import Unplayable
from engine.rules import PRESETS, Rules
from engine.value import replace, value


@value
class RuleSets(Screen):
    """The presets and the house rules, one at a time.

    Attributes:
        chosen: the one that is on: its place in `SETS`.
        in_use: the rules that the table has, as text.
        seats: how many players there are.
        house: the house rules as far as they were made up.
        under: the screen that asks.
        own: the last house rules that were no preset's, or ().
    """

    chosen: int
    in_use: str
    seats: int
    house: Values
    under: Screen
    own: Values = ()

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw what the rules are called, and what they come to."""
        used = SETS[self.chosen] == (preset_of(values_of(Rules.parse(self.in_use))) or HOUSE)
        heading(canvas, view, "Rules", "in use" if used else f"{self.chosen + 1} of {len(SETS)}")
        title, lines = self._words()
        canvas.text(WIDTH // 2, 12, title, MEDIUM, anchor=Anchor.CENTRE)
        for place, line in enumerate(lines):
            canvas.text(WIDTH // 2, 28 + place * 12, line, SMALL, anchor=Anchor.CENTRE)
        hints(canvas, view, ("↑↓", "more"), ok="open" if SETS[self.chosen] == HOUSE else "use", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Go through them, or choose the one that is on."""
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, chosen=moved(button, self.chosen, len(SETS))))
        if button is Button.OK:
            if SETS[self.chosen] == HOUSE:
                return Go(HouseRules(self.house, under=self, own=self.own))
            return self._use(PRESETS[SETS[self.chosen]], view)
        return self.under.answered(self, view) if button is Button.BACK else None

    def answered(self, question: Screen, view: View) -> Step | None:
        """Keep the house rules as they were left; and play by them where they are to be used."""
        if not isinstance(question, HouseRules):
            return None
        kept = replace(self, house=question.values, own=question.own)
        return kept._use(rules_of(question.values), view) if question.used else Go(kept)

    def _use(self, rules: Rules, view: View) -> Step | None:
        rules.check_seats(self.seats)
        return self.under.answered(replace(self, in_use=str(rules)), view)

    def _words(self) -> tuple[str, tuple[str, ...]]:
        preset = SETS[self.chosen]
        if preset != HOUSE:
            return preset, summary(PRESETS[preset])
        try:
            return "house rules", summary(rules_of(self.house))
        except Unplayable:
            return "house rules", ("can't be played yet:", "open them to see why")
