"""House rules: every field of the rules, one by one, from whatever they were."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import LARGE, MEDIUM, SMALL
from device.panel.layout import fit
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import heading, hints, moved
from device.screens.rule_words import Values, changes, in_labels, preset_of, rules_of, values_of
from device.screens.told import Told
from engine.errors import Unplayable
from engine.rules import FIELDS, PRESETS, RULES
from engine.value import replace, value

USE, PRESET = 0, 1
"""The first two pages; the fields follow."""
FIRST_FIELD = 2
PAGES = FIRST_FIELD + len(FIELDS)
MARGIN = 7
"""At either side of a value, for the arrow that says that it can be changed."""


@value
class HouseRules(Screen):
    """Rules being made up, a page for each field. What can't be played can be passed through, not used.

    Attributes:
        values: of all fields as they stand.
        under: the screen that asks.
        page: the one that is on: `USE`, `PRESET`, or a field.
        own: the last values that were no preset's, or () before there were any.
        before: what the values were when OK began to change this page, or () while UP and DOWN turn the pages.
        used: whether the rules are to be played by.
    """

    values: Values
    under: Screen
    page: int = USE
    own: Values = ()
    before: Values = ()
    used: bool = False

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the page; above it, whether the rules can be played as they stand."""
        reasons = self._reasons()
        title = "Can't be played" if reasons else "House rules"
        heading(canvas, view, title, f"{self.page}/{PAGES - 1}" if self.page else "")
        if self.page == USE:
            self._draw_use(canvas, reasons)
            hints(canvas, view, ("↑↓", "rules"), ok="why?" if reasons else "use", back="back")
            return
        label, value = self._words()
        canvas.text(WIDTH // 2, 13, label, SMALL, anchor=Anchor.CENTRE)
        font = fit(value, WIDTH - 2 * MARGIN, (LARGE, MEDIUM))
        top = 38 - font.height // 2
        if self.before:
            canvas.fill((0, 26, WIDTH, 51))
        canvas.text(WIDTH // 2, top, value, font, anchor=Anchor.CENTRE, inverted=bool(self.before))
        if self.before:
            hints(canvas, view, ("↑↓", "set"), ok="done", back="back")
        elif view.keys == 7:
            canvas.text(0, 32, "◀", SMALL)
            canvas.text(WIDTH, 32, "▶", SMALL, anchor=Anchor.RIGHT)
            hints(canvas, view, ("↑↓", "go"), ("←→", "set"), ok="set", back="back")
        else:
            hints(canvas, view, ("↑↓", "rule"), ok="set", back="back")

    def _draw_use(self, canvas: Canvas, reasons: tuple[str, ...]) -> None:
        canvas.text(WIDTH // 2, 15, "Not yet" if reasons else "Use these", LARGE, anchor=Anchor.CENTRE)
        if reasons:
            words = "1 thing is in the way" if len(reasons) == 1 else f"{len(reasons)} things are wrong"
        else:
            words = self._compared()
        canvas.text(WIDTH // 2, 39, words, SMALL, anchor=Anchor.CENTRE)

    def press(self, button: Button, view: View) -> Step | None:
        """Turn the pages, change what is on, or use the rules."""
        if self.before:
            return self._press_inside(button)
        if button in (Button.UP, Button.DOWN):
            return Go(replace(self, page=moved(button, self.page, PAGES)))
        if button in (Button.LEFT, Button.RIGHT) and self.page != USE:
            return Go(self._changed(1 if button is Button.RIGHT else -1))
        if button is Button.OK:
            if self.page != USE:
                return Go(replace(self, before=self.values))
            reasons = self._reasons()
            if reasons:
                return Go(Told("\n".join(map(in_labels, reasons)), self, "Can't be played"))
            return self.under.answered(replace(self, used=True), view)
        return self.under.answered(self, view) if button is Button.BACK else None

    def _press_inside(self, button: Button) -> Step | None:
        if button in (Button.UP, Button.DOWN):
            return Go(self._changed(1 if button is Button.UP else -1))
        if button is Button.OK:
            return Go(replace(self, before=()))
        return Go(replace(self, values=self.before, before=())) if button is Button.BACK else None

    def _changed(self, by: int) -> HouseRules:
        """The next, or the one before, of the values that this page can have."""
        own = self.own if preset_of(self.values) else self.values
        if self.page == PRESET:
            sets: list[Values] = [*map(values_of, PRESETS.values())] + ([own] if own else [])
            return replace(self, values=sets[(sets.index(self.values) + by) % len(sets)], own=own)
        place = self.page - FIRST_FIELD
        choices = tuple(RULES[FIELDS[place]].said)
        value = choices[(choices.index(self.values[place]) + by) % len(choices)]
        values = (*self.values[:place], value, *self.values[place + 1 :])
        return replace(self, values=values, own=own)

    def _words(self) -> tuple[str, str]:
        if self.page == PRESET:
            return "All rules as in", preset_of(self.values) or "house rules"
        field = FIELDS[self.page - FIRST_FIELD]
        return RULES[field].label, RULES[field].said[self.values[self.page - FIRST_FIELD]]

    def _compared(self) -> str:
        preset = preset_of(self.values)
        if preset:
            return f"just as in {preset}"
        nearest = rules_of(self.values).preset
        count = changes(self.values, PRESETS[nearest])
        return f"{nearest} but {count} thing{'' if count == 1 else 's'}"

    def _reasons(self) -> tuple[str, ...]:
        """Why these rules can't be played, a sentence each."""
        try:
            rules_of(self.values)
        except Unplayable as unplayable:
            return unplayable.reasons
        return ()
