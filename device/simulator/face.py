"""What a terminal shows: the panel as large as it fits, and the buttons with their keys. Pure: rows of spans."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from PIL import Image

from device.panel.picture import braille, half_blocks
from device.simulator.controls import CONTROLS, Control
from device.simulator.finger import Touch
from engine.value import value


class Style(Enum):
    """How a span looks."""

    GLASS = auto()
    RIM = auto()
    BUTTON = auto()
    PRESSED = auto()
    TYPED = auto()
    QUIET = auto()


@value
class Span:
    """Characters in one row."""

    column: int
    text: str
    style: Style


Rows = list[list[Span]]

CAP = {7: 9, 4: 11}
"""How wide a button is drawn."""
LEGEND_WIDTH = 22
GAP = 2
QUITS = "q quits"


@value
class Plan:
    """One way to fill a terminal: how the panel is drawn, and what of the buttons, where."""

    picture: Callable[[Image.Image], list[str]]
    panel: tuple[int, int]
    """Columns and rows of the panel with its rim."""
    legend: Callable[[int, Touch | None], Rows]
    beside: bool = False

    def size(self, buttons: int) -> tuple[int, int]:
        """The columns and rows it takes."""
        columns, rows = self.panel
        height = len(self.legend(buttons, None))
        if self.beside:
            return columns + GAP + LEGEND_WIDTH, max(rows, height)
        return columns, rows + height


def _beneath(buttons: int, pressed: Touch | None) -> Rows:
    controls = CONTROLS[buttons]
    rows: Rows = [[] for _ in range(2 + max(control.row for control in controls))]
    for control in controls:
        rows[1 + control.row] += _button(control, control.column, buttons, pressed)
    rows[-1].append(Span(0, QUITS, Style.QUIET))
    return rows


def _beside(buttons: int, pressed: Touch | None) -> Rows:
    rows: Rows = [[]]
    for control in CONTROLS[buttons]:
        rows += [_button(control, 0, buttons, pressed), []]
    return [*rows, [Span(0, QUITS, Style.QUIET)]]


def _words(buttons: int, pressed: Touch | None) -> Rows:
    controls = CONTROLS[buttons]
    half = len(controls) // 2 + 1
    rows: Rows = []
    for some in (controls[:half], controls[half:]):
        row: list[Span] = []
        column = 0
        for control in some:
            style = Style.PRESSED if control.touch == pressed else Style.TYPED
            row += [
                Span(column, control.typed, style),
                Span(column + len(control.typed) + 1, control.name, Style.QUIET),
            ]
            column += len(control.typed) + len(control.name) + 3
        rows.append(row)
    rows[1].append(Span(column, QUITS, Style.QUIET))
    return rows


def _button(control: Control, column: int, buttons: int, pressed: Touch | None) -> list[Span]:
    style = Style.PRESSED if control.touch == pressed else Style.BUTTON
    width = max(CAP[buttons], len(control.name) + 2)
    typed_at = column + width + 1
    return [
        Span(column, control.name.center(width), style),
        Span(typed_at, control.typed, Style.TYPED),
        Span(typed_at + len(control.typed) + 1, control.does, Style.QUIET),
    ]


HALF, SMALL = (130, 34), (66, 18)
PLANS = (
    Plan(half_blocks, HALF, _beneath),
    Plan(half_blocks, HALF, _beside, beside=True),
    Plan(half_blocks, HALF, _words),
    Plan(braille, SMALL, _beneath),
    Plan(braille, SMALL, _beside, beside=True),
    Plan(braille, SMALL, _words),
)
"""The ways to fill a terminal, the best first; the last needs least."""


def draw(image: Image.Image, columns: int, rows: int, *, buttons: int, pressed: Touch | None) -> Rows | None:
    """The rows of a terminal of that size, or None where it is too small; see `smallest`.

    `pressed` is the press that is going on.
    """
    for plan in PLANS:
        width, height = plan.size(buttons)
        if width <= columns and height <= rows:
            block = _block(plan, image, buttons, pressed)
            return _placed(block, (columns - width) // 2, (rows - height) // 2)
    return None


def smallest(buttons: int) -> tuple[int, int]:
    """The columns and rows a terminal must have."""
    return PLANS[-1].size(buttons)


def too_small(columns: int, rows: int, buttons: int) -> Rows:
    """What a terminal shows that is too small: how large it is, and must be."""
    width, height = smallest(buttons)
    words = (
        f"This terminal is {columns} by {rows}: too small for the panel. Make it {width} by {height} or larger.".split()
    )
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > columns:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [[Span(0, line[:columns], Style.TYPED)] for line in lines[:rows]]


def _block(plan: Plan, image: Image.Image, buttons: int, pressed: Touch | None) -> Rows:
    width = plan.panel[0]
    rim = "─" * (width - 2)
    rows: Rows = [[Span(0, f"╭{rim}╮", Style.RIM)]]
    rows += [
        [Span(0, "│", Style.RIM), Span(1, line, Style.GLASS), Span(width - 1, "│", Style.RIM)]
        for line in plan.picture(image)
    ]
    rows.append([Span(0, f"╰{rim}╯", Style.RIM)])
    legend = plan.legend(buttons, pressed)
    if not plan.beside:
        inset = (width - SMALL[0]) // 2
        return rows + _placed(legend, inset, 0)
    rows += [[] for _ in range(len(legend) - len(rows))]
    top = (len(rows) - len(legend)) // 2
    for row, spans in zip(rows[top:], _placed(legend, width + GAP, 0), strict=False):
        row += spans
    return rows


def _placed(rows: Rows, column: int, row: int) -> Rows:
    moved = [[Span(span.column + column, span.text, span.style) for span in spans] for spans in rows]
    return [[] for _ in range(row)] + moved
