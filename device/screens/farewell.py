"""The last picture: what was asked for, and when the plug may be pulled, as far as a box can know that."""

from __future__ import annotations

from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import LARGE, SMALL
from device.screens.base import View


def draw_farewell(canvas: Canvas, view: View) -> None:
    """Draw it. Nothing can be drawn once the machine is off, so the picture names a sign that comes after it."""
    saved = "not all was saved!" if view.trouble else "all is saved"
    canvas.text(WIDTH // 2, 2, "Good night", LARGE, anchor=Anchor.CENTRE)
    canvas.text(WIDTH // 2, 26, saved, SMALL, anchor=Anchor.CENTRE, inverted=bool(view.trouble))
    canvas.text(WIDTH // 2, 40, "Unplug when the green", SMALL, anchor=Anchor.CENTRE)
    canvas.text(WIDTH // 2, 52, "light stays off.", SMALL, anchor=Anchor.CENTRE)
