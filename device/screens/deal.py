"""Before a hand: how many cards everybody gets, who deals, who bids first and why."""

from __future__ import annotations

from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import MEDIUM, SMALL, TINY, Font
from device.panel.names import short_names
from device.screens.base import Record, Screen, Step, View
from device.screens.parts import cards, heading, hints, name, take_back
from engine.events import Deal as Dealt
from engine.game import Game
from engine.standing import Why
from engine.value import value

FIRST = "bids first:"
LONGEST = 8
"""Characters of a name that stay whole."""


@value
class Deal(Screen):
    """What to deal. OK says that it is dealt; a call may come without."""

    takes_calls: ClassVar[bool] = True

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the dealer above, the cards, and the first bidder with the reason."""
        game = view.on
        heading(canvas, view, f"{name(view, game.dealer, SMALL, 48)} deals", cards(sum(game.deal)))
        _draw_cards(canvas, game)
        whole = min(MEDIUM.measure(game.players[game.first]), MEDIUM.width * LONGEST)
        why = next((words for words in _whys(view) if TINY.measure(words) <= WIDTH - whole - 2), _whys(view)[-1])
        room = WIDTH - TINY.measure(max(why, FIRST, key=len)) - 2
        right = canvas.text(0, 36, name(view, game.first, MEDIUM, room), MEDIUM) + 2
        canvas.text(right, 36, FIRST, TINY)
        canvas.text(right, 44, why, TINY)
        hints(canvas, view, ok="dealt", call="", back="undo" if view.last else "")

    def press(self, button: Button, view: View) -> Step | None:
        """OK goes on to the bidding, BACK takes back what came before."""
        if button is Button.OK:
            return Record((Dealt(),))
        return take_back(view) if button is Button.BACK else None


def _whys(view: View) -> tuple[str, ...]:
    """Ways to say why the first bidder is, the longest first; 14 characters at the most, 12 in the last."""
    standing = view.on.standing
    if standing.why_of is not None:
        does = "is out" if standing.why is Why.LEFT_OF_OUT else "left"
        return tuple(
            f"{name(view, standing.why_of, TINY, room - TINY.measure(f' {does}'))} {does}" for room in (70, 60)
        )
    if standing.why is Why.LEFT_OF_DEALER:
        return ("left of dealer", "after dealer")
    return (standing.why.value, "penalized") if standing.why is Why.PENALIZED else (standing.why.value,)


def _draw_cards(canvas: Canvas, game: Game) -> None:
    """Write how many cards each gets, grouped."""
    dealt = sorted({count for count in game.deal if count})
    if len(dealt) == 1:
        canvas.text(WIDTH // 2, 16, f"{cards(dealt[0])} each", MEDIUM, anchor=Anchor.CENTRE)
        return
    lines: list[str] | None = None
    for font, pitch, most in _SIZES:
        lines = _lines(_groups(game, font.width * most, font), WIDTH // font.width)
        if lines is not None and 13 + (len(lines) - 1) * pitch + font.height <= 38:
            break
    for place, line in enumerate(lines or []):
        canvas.text(0, 13 + place * pitch, line, font)


# Fonts, the height of a line and the most characters of a name, to be tried in this order.
_SIZES = ((MEDIUM, 14, 12), (SMALL, 11, 20), (SMALL, 11, 10), *((TINY, 8, most) for most in (25, 12, 9, 7, 6, 5, 4, 3)))


def _groups(game: Game, width: int, font: Font) -> list[list[str]]:
    """The groups by number of cards, as words: `1:` `Ben` `Eva`; the largest says `all others`, and comes first."""
    dealt = sorted(set(game.deal) - {0})
    by_cards = {count: [seat for seat, cards in enumerate(game.deal) if cards == count] for count in dealt}
    largest = max(by_cards, key=lambda count: len(by_cards[count]))
    names = short_names(game.players, font, width)
    groups = [[f"{cards(largest)}:", "all", "others"]] if len(by_cards[largest]) > 1 else []
    for count, seats in by_cards.items():
        if count != largest or len(seats) == 1:
            groups.append([f"{count}:" if groups else f"{cards(count)}:", *(names[seat] for seat in seats)])
    return groups


def _lines(groups: list[list[str]], cells: int) -> list[str] | None:
    """The groups set into lines of so many characters, each begun on a line of its own if it fits; None if a name
    doesn't fit."""
    lines: list[str] = []
    for group in groups:
        words = [f"{group[0]} {group[1]}", *group[2:]]
        whole = " ".join(words)
        if lines and len(lines[-1]) + 2 + len(whole) <= cells:
            lines[-1] += f"  {whole}"
            continue
        lines.append("")
        for word in words:
            if len(word) > cells:
                return None
            if len(lines[-1]) + 1 + len(word) > cells:
                lines.append("")
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
