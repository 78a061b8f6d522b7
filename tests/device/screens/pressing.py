"""Pressing a screen without a box: lists of buttons, what they lead to, and what the hints promise."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.evening import Evening
from device.panel.canvas import Canvas
from device.screens.base import Begin, Go, Keep, Screen, Step, View
from tests.device import evenings, walking


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
    """What follows from each button that does something on a screen, after every check of a walk."""
    named = walking.check(Evening(view, screen), drawn(screen, view))
    steps = {button: step(screen, button, view) for button in Button if button in named}
    return {button: follows for button, follows in steps.items() if follows is not None}
