"""Pressing a screen without a box: lists of buttons, what they lead to, and what the hints promise."""

from __future__ import annotations

import json

from device.buttons.keypad import Button
from device.evening import Evening
from device.panel.canvas import HINTS, Canvas
from device.screens.base import Begin, Go, Keep, Screen, Step, View, from_data, to_data
from tests.device import evenings

ON_SEVEN = (Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT, Button.OK, Button.BACK)
ON_FOUR = (Button.UP, Button.DOWN, Button.OK, Button.BACK)
NAMED = {"↑": Button.UP, "↓": Button.DOWN, "←": Button.LEFT, "→": Button.RIGHT}


def step(screen: Screen, button: Button, view: View) -> Step | None:
    """What follows from a press; a refusal is told, as the box does."""
    return evenings.step(Evening(view, screen), button)


def press(screen: Screen, view: View, buttons: str) -> Screen:
    """The screen that buttons lead to: `down ok 3*right`."""
    for word in buttons.split():
        times, _, button = word.rpartition("*")
        for _ in range(int(times or 1)):
            follows = step(screen, Button(button), view)
            assert isinstance(follows, Go | Keep), f"{button} on {screen.name} gives {follows}"
            assert follows.screen is not None
            screen = follows.screen
    return screen


def begun(screen: Screen, view: View) -> Begin:
    """The game that OK starts from here."""
    follows = step(screen, Button.OK, view)
    assert isinstance(follows, Begin)
    return follows


def drawn(screen: Screen, view: View) -> Canvas:
    canvas = Canvas()
    screen.draw(canvas, view)
    return canvas


def shows(screen: Screen, view: View) -> str:
    """The words on the panel."""
    return drawn(screen, view).as_text()


def hinted(canvas: Canvas) -> set[Button]:
    """The buttons that the foot of the panel names."""
    keys = [text.text for text in canvas.texts if text.inverted and text.box[1] >= HINTS[1]]
    found: set[Button] = set()
    for key in keys:
        if key in ("BACK", "hold"):
            found.add(Button.BACK)
        elif key in ("OK", "CALL"):
            found.add(Button(key.lower()))
        else:
            found |= {NAMED[arrow] for arrow in key}
    return found


def check(screen: Screen, view: View) -> dict[Button, Step]:
    """That a screen is drawn without fault, comes back as it was, and says what its buttons do: no more, no less.

    Returns what follows from each button that does something.
    """
    canvas = drawn(screen, view)
    assert canvas.faults() == [], canvas.as_text()
    assert from_data(json.loads(json.dumps(to_data(screen)))) == screen
    follows = {}
    for button in ON_SEVEN if view.keys == 7 else ON_FOUR:
        after = step(screen, button, view)
        if after is not None and after != Go(screen):
            follows[button] = after
    assert set(follows) == hinted(canvas), canvas.as_text()
    return follows
