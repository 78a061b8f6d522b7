"""Pressing a screen without a box: lists of buttons, what they lead to, and what the hints promise."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.evening import Evening
from device.panel.canvas import Canvas
from device.screens.base import Begin, Go, Keep, Screen, Step, View
from tests.device import evenings
from tests.device.screens.playing import same_again
from tests.device.walking import named_buttons


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


def check(screen: Screen, view: View) -> dict[Button, Step]:
    """That a screen is drawn without fault, comes back as it was, and says what its buttons do: no more, no less.

    Returns what follows from each button that does something.
    """
    canvas = drawn(screen, view)
    assert canvas.faults() == [], canvas.as_text()
    assert same_again(screen) == screen
    follows = {}
    missing = {Button.MENU} if view.keys == 7 else {Button.MENU, Button.LEFT, Button.RIGHT}
    for button in [button for button in Button if button not in missing]:
        after = step(screen, button, view)
        if after is not None:
            follows[button] = after
    assert set(follows) == named_buttons(canvas), canvas.as_text()
    return follows
