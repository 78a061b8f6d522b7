"""Pieces that several screens are made of: the heading, lists to choose from, hints, names that fit."""

from __future__ import annotations

from collections.abc import Sequence

from device.buttons.keypad import Button
from device.panel.canvas import BODY, WIDTH, Anchor, Canvas
from device.panel.font import LARGE, MEDIUM, SMALL, TINY, Font
from device.panel.layout import shorten, wrap
from device.panel.names import short_names
from device.screens.base import Step, TakeBack, View

UNSAVED = "NOT SAVED"
"""What every screen says while nothing can be saved; the menu says it in full."""
ROW = 13
ROWS = 3
"""Rows of a list that are seen at once."""


def heading(canvas: Canvas, view: View, text: str, right: str = "", *, rule: bool = True) -> None:
    """Write the title; until the next press what the box has just done; and all the time what is wrong with it."""
    room = WIDTH
    flag = UNSAVED if view.trouble else view.troubles[0][0].upper() if view.troubles else ""
    if flag:
        canvas.text(WIDTH, 2, flag, TINY, anchor=Anchor.RIGHT, inverted=True)
        room -= TINY.measure(flag) + 3
    if view.notice:
        fitting = [words for words in view.notice if TINY.measure(words) <= room]
        said = fitting[0] if fitting else shorten(view.notice[-1], TINY, room)
        canvas.text(0, 2, said, TINY, inverted=True)
    else:
        if right and not flag:
            canvas.text(WIDTH, 0, right, SMALL, anchor=Anchor.RIGHT)
            room -= SMALL.measure(right) + 6
        font = SMALL if SMALL.measure(text) <= room else TINY
        canvas.text(0, 0 if font is SMALL else 2, shorten(text, font, room), font)
    if rule:
        canvas.line(0, 12, WIDTH - 1, 12)


def hints(
    canvas: Canvas, view: View, *moves: tuple[str, str], ok: str = "", call: str | None = None, back: str = ""
) -> None:
    """Write what the buttons do: those of the arrows first, then OK, CALL and BACK in the places they always have.

    A button whose name says what it does needs no words: `call` is "" for that, None where CALL does nothing; `back`
    is "back" for that, "" where BACK does nothing.
    """
    pairs = [*moves]
    if ok:
        pairs.append(("OK", ok))
    leaving = [(back_key(view), "" if back == "back" and view.keys == 7 else back)] if back else []
    calling = [("CALL", call)] if call is not None else []
    pairs += calling + leaving if view.keys == 7 else leaving + calling
    canvas.hints(*pairs)


def back_key(view: View) -> str:
    """What BACK is called on the box: where there is no such key, a held OK."""
    return "BACK" if view.keys == 7 else "hold"


def take_back(view: View) -> Step | None:
    """What BACK does where the game is at rest: it takes back the last thing, if there is one."""
    return TakeBack() if view.last else None


def name(view: View, seat: int, font: Font, width: int) -> str:
    """The player's name in so many pixels, never to be taken for another's."""
    return short_names(view.on.players, font, width)[seat]


def big(canvas: Canvas, text: str, top: int, bottom: int, fonts: Sequence[Font] = (LARGE, MEDIUM)) -> None:
    """Write what the screen is for, as big as it fits between two heights, and midway between them.

    Lines of 16 pixels and up are set close, since capitals and figures leave room above and below.
    """
    for font, pitch in [(font, font.height - 2) for font in fonts] + [(SMALL, 12), (TINY, 8)]:
        most = (bottom - top + 2) // pitch
        lines = wrap(text, font, WIDTH, most)
        if " ".join(lines) == font.shape(text):
            break
    y = top + (bottom - top - len(lines) * pitch) // 2
    for line in lines:
        canvas.text(WIDTH // 2, y, line, font, anchor=Anchor.CENTRE)
        y += pitch


def rows(canvas: Canvas, items: Sequence[str], chosen: int, values: Sequence[str] = ()) -> None:
    """Write a list with the chosen row lit, as much of it as can be seen, and where in it that is."""
    first = max(0, min(chosen - 1, len(items) - ROWS))
    room = WIDTH - (4 if len(items) > ROWS else 0)
    for place, index in enumerate(range(first, min(len(items), first + ROWS))):
        top = BODY[1] + place * ROW
        lit = index == chosen
        if lit:
            canvas.fill((0, top, room, top + ROW))
        value = values[index] if index < len(values) else ""
        value_room = SMALL.measure(value) + 6 if value else 0
        font = SMALL if SMALL.measure(items[index]) <= room - 2 - value_room else TINY
        drop = 0 if font is SMALL else 2
        canvas.text(1, top + drop, shorten(items[index], font, room - 2 - value_room), font, inverted=lit)
        if value:
            canvas.text(room - 1, top, value, SMALL, anchor=Anchor.RIGHT, inverted=lit)
    mark_place(canvas, first, len(items))


def mark_place(canvas: Canvas, first: int, count: int) -> None:
    """Draw at the right which of so many rows are seen, from the first on, where that isn't all."""
    if count > ROWS:
        height = BODY[3] - BODY[1]
        canvas.fill((WIDTH - 2, BODY[1] + height * first // count, WIDTH, BODY[1] + height * (first + ROWS) // count))


def moved(button: Button, chosen: int, count: int) -> int:
    """The row that UP or DOWN leads to, from the last round to the first."""
    return (chosen + {Button.UP: -1, Button.DOWN: 1}.get(button, 0)) % count if count else 0


def cards(count: int) -> str:
    """`1 card`, `17 cards`."""
    return f"{count} card{'' if count == 1 else 's'}"
