"""What must be read: why something was refused, in a sentence or several, wrapped, page by page."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.panel.canvas import BODY, WIDTH, Canvas
from device.panel.font import MEDIUM, SMALL
from device.panel.layout import wrap
from device.screens.base import Go, Screen, Step, View
from device.screens.parts import heading, hints
from engine.value import replace, value

LINES = 3
"""Lines of a page."""
PITCH = 13
LONGEST = 99
"""Lines of the longest sentence."""


@value
class Told(Screen):
    """Words, and the way back to where they were said; nothing entered there is lost.

    OK reads on, and at last leads back, as BACK does from the first page.

    Attributes:
        sentence: what is said; after a line break a page of its own begins.
        under: the screen to go back to, with all that was entered there.
        title: what they are about, in a word or three.
        page: the one that is on.
    """

    sentence: str
    under: Screen
    title: str = "That can't be"
    page: int = 0

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw a page of the sentences."""
        pages = self._pages()
        heading(canvas, view, self.title, f"{self.page + 1}/{len(pages)}" if len(pages) > 1 else "")
        lines = pages[self.page]
        joined = " ".join(lines)
        large = wrap(joined, MEDIUM, WIDTH, LONGEST)
        if len(pages) == 1 and len(large) < LINES and " ".join(large) == joined:
            font, pitch, lines = MEDIUM, 17, large
        else:
            font, pitch = SMALL, PITCH
        top = (BODY[1] + BODY[3] - pitch * len(lines)) // 2
        for place, line in enumerate(lines):
            canvas.text(0, top + place * pitch, line, font)
        hints(canvas, view, ok="read on" if self.page + 1 < len(pages) else "go on", back="back")

    def press(self, button: Button, view: View) -> Step | None:
        """Turn the pages; before the first and after the last, go back."""
        if button is Button.OK:
            more = self.page + 1 < len(self._pages())
            return Go(replace(self, page=self.page + 1) if more else self.under)
        if button is Button.BACK:
            return Go(replace(self, page=self.page - 1) if self.page else self.under)
        return None

    def _pages(self) -> list[list[str]]:
        pages = []
        for sentence in self.sentence.splitlines():
            lines = wrap(sentence, SMALL, WIDTH, LONGEST)
            pages += [lines[start : start + LINES] for start in range(0, len(lines), LINES)]
        return pages
