"""Entering a name letter by letter, with four keys as well as with a joystick."""

from __future__ import annotations

from collections.abc import Sequence

from device.buttons.keypad import Button
from device.panel.canvas import BODY, WIDTH, Anchor, Canvas
from device.panel.font import MEDIUM, SMALL
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import heading, hints
from engine.errors import Illegal
from engine.names import LONGEST, is_taken, kept_name
from engine.value import replace, value

CELLS = 13
"""Letters that are seen at once, the lit one among them."""
END = "✓"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ACCENTED = "äöüßåæøœéèêëáàâãçñíìîïóòôõúùûýÿăąāćčďđěęėēğģīįķļłńňņőřŕśšşșťţțūůűųźžżðþ"
DIGITS = "0123456789"
JOINTS = "-' "
"""Between two parts of a name, each of which begins with a capital."""


@value
class Naming(Screen):
    """A name being entered: UP and DOWN change the letter that is lit, OK goes on to the next, a tick ends it.

    Attributes:
        seat: whose name it is.
        others: the names of the other players.
        under: the screen that asks.
        letter: the letter that is lit, where it isn't one of `text`.
        text: the letters that are settled.
        at: which of them is lit; their number where it is `letter`.
    """

    seat: int
    others: tuple[str, ...]
    under: Screen
    letter: str = "A"
    text: str = ""
    at: int = 0

    @property
    def result(self) -> str:
        """The name as it was entered."""
        return self.text.strip()

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the name, with the letters that UP and DOWN lead to above and below the one that is lit."""
        heading(canvas, view, f"Name for seat {self.seat + 1}")
        shown = self.text + (self.letter if self._at_end else "")
        first = min(max(0, self.at - CELLS // 2), max(0, len(shown) - CELLS))
        left = (WIDTH - MEDIUM.width * CELLS) // 2 - first * MEDIUM.width
        for place, letter in list(enumerate(shown))[first : first + CELLS]:
            x = left + place * MEDIUM.width
            lit = place == self.at
            if lit:
                canvas.fill((x - 1, 25, x + MEDIUM.width + 1, 41))
            canvas.text(x, 25, letter, MEDIUM, inverted=lit)
        for place in range(len(shown), CELLS - 1):
            x = left + place * MEDIUM.width
            canvas.line(x + 1, 38, x + MEDIUM.width - 3, 38)
        middle = left + self.at * MEDIUM.width + MEDIUM.width // 2
        wheel = self._wheel()
        turns = len(wheel) > 1 and not self._fills_the_line
        if turns:
            place = wheel.index(self._lit)
            canvas.text(middle, BODY[1], _seen(wheel[place - 1]), SMALL, anchor=Anchor.CENTRE)
            canvas.text(middle, 41, _seen(wheel[(place + 1) % len(wheel)]), SMALL, anchor=Anchor.CENTRE)
        self._draw_hints(canvas, view, turns=turns)

    def _draw_hints(self, canvas: Canvas, view: View, *, turns: bool) -> None:
        moves = [("↑↓", "abc")] if turns else []
        if view.keys == 7:
            ways = ("←" if self.at else "") + ("" if self._at_end and self.letter == END else "→")
            moves += [(ways, "go")] if ways else []
        ok = "done" if self._at_end and self.letter == END else "next"
        hints(canvas, view, *moves, ok=ok, back="erase" if self.text and view.keys == 4 else "back")

    def press(self, button: Button, view: View) -> Step | None:
        """Change the letter, move, end, or take a letter back."""
        if button in (Button.UP, Button.DOWN):
            return self._turned(1 if button is Button.DOWN else -1)
        if button is Button.OK and self._at_end and self.letter == END:
            return self._ended(view)
        if button in (Button.OK, Button.RIGHT):
            return self._next()
        if button is Button.LEFT:
            return Go(replace(self, at=self.at - 1)) if self.at else None
        return self._erased() if button is Button.BACK else None

    @property
    def _at_end(self) -> bool:
        return self.at == len(self.text)

    @property
    def _fills_the_line(self) -> bool:
        """Whether the tick is in the last cell of the first line: most names end before, so it stands there alone,
        and yet UP and DOWN go on to more letters."""
        return self._at_end and self.letter == END and len(self.text) == CELLS - 1

    @property
    def _lit(self) -> str:
        return self.letter if self._at_end else self.text[self.at]

    def _wheel(self) -> Sequence[str]:
        """The letters that may stand where the lit one is, in the order in which DOWN leads through them."""
        if self.at >= LONGEST:
            return END
        letters = LETTERS + ACCENTED
        if begins := self.at == 0 or self.text[self.at - 1] in JOINTS:
            letters = "".join(letter.upper() for letter in letters if len(letter.upper()) == 1)
        end = END if self.at and self._at_end else ""
        wheel = end + letters + DIGITS + ("" if begins else JOINTS)
        return wheel if self._lit in wheel else self._lit + wheel

    def _turned(self, by: int) -> Step | None:
        wheel = self._wheel()
        if len(wheel) < 2:
            return None
        letter = wheel[(wheel.index(self._lit) + by) % len(wheel)]
        if self._at_end:
            return Go(replace(self, letter=letter))
        return Go(replace(self, text=self.text[: self.at] + letter + self.text[self.at + 1 :]))

    def _next(self) -> Step | None:
        if not self._at_end:
            return Go(replace(self, at=self.at + 1))
        if self.letter == END:
            return None
        return Go(replace(self, text=self.text + self.letter, letter=END, at=self.at + 1))

    def _erased(self) -> Step | None:
        """Without the lit letter, or with the last settled one lit again; from an empty name back."""
        if not self.text:
            return Go(self.under)
        if self._at_end:
            return Go(replace(self, text=self.text[:-1], letter=self.text[-1], at=self.at - 1))
        text = self.text[: self.at] + self.text[self.at + 1 :]
        return Go(replace(self, text=text, letter=self.letter if text else "A"))

    def _ended(self, view: View) -> Step | None:
        name = kept_name(self.text)
        if is_taken(name, self.others):
            raise Illegal(f"There is a {name} at the table already: they must be told apart.")
        return self.under.answered(replace(self, text=name, at=len(name)), view)


def _seen(letter: str) -> str:
    """A letter of the wheel as it is shown; a blank would be taken for nothing."""
    return "_" if letter == " " else letter
