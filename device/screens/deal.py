"""Before a hand: how many cards everybody gets, who deals, who bids first and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import MEDIUM, SMALL, TINY, Font
from device.panel.names import short_names
from device.screens.base import Record, Screen, Step, TakeBack, View, saved
from device.screens.parts import back_key, cards, heading, name
from engine.events import Deal as Dealt
from engine.game import Game

DEAL_LINES = 3


@saved
@dataclass(frozen=True, slots=True)
class Deal(Screen):
    """What to deal. OK says that it is dealt; a call may come without."""

    name: ClassVar[str] = "deal"
    takes_calls: ClassVar[bool] = True

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the dealer above, the cards, and the first bidder with the reason."""
        game = view.on
        heading(canvas, view, f"{name(view, game.dealer, SMALL, 66)} deals", cards(sum(game.deal)))
        foot = _draw_cards(canvas, game)
        first = name(view, game.first, MEDIUM, 80)
        y = (foot + 52 - 21) // 2
        right = canvas.text(0, y, first, MEDIUM)
        canvas.text(right + 4, y + 2, "first bid", TINY)
        why = game.why_first
        canvas.text(0, y + 15, why if TINY.measure(why) <= WIDTH else _short_why(view), TINY)
        back = (back_key(view), "undo") if view.last else ("", "")
        canvas.hints(("OK", "dealt"), ("CALL", "call"), back)

    def press(self, button: Button, view: View) -> Step | None:
        """OK goes on to the bidding, BACK takes back what came before."""
        if button is Button.OK:
            return Record((Dealt(),))
        return TakeBack() if button is Button.BACK else None


def _short_why(view: View) -> str:
    game = view.on
    standing = game.standing
    assert standing.why_of is not None
    room = WIDTH - TINY.measure(standing.why.value.replace("{}", ""))
    return standing.why.value.format(short_names(game.players, TINY, room)[standing.why_of])


def _draw_cards(canvas: Canvas, game: Game) -> int:
    """Write how many cards each gets, grouped; where that ends."""
    dealt = sorted({count for count in game.deal if count})
    if len(dealt) == 1:
        canvas.text(WIDTH // 2, 13, f"{cards(dealt[0])} each", MEDIUM, anchor=Anchor.CENTRE)
        return 27
    for font, cells in ((SMALL, 30), (SMALL, 12), (TINY, 30), (TINY, 12), (TINY, 8), (TINY, 6), (TINY, 5), (TINY, 4)):
        lines = _lines(_groups(game, font.width * cells, font), WIDTH // font.width)
        pitch = font.height if font is TINY else 11
        if lines is not None and len(lines) * pitch <= DEAL_LINES * TINY.height + 1:
            break
    lines = lines or []
    for place, line in enumerate(lines):
        canvas.text(0, 14 + place * pitch, line, font)
    return 14 + len(lines) * pitch


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
