"""The buttons as people see them in a terminal: what each is called, and which keys of the keyboard press it."""

from __future__ import annotations

from device.buttons.keypad import Key
from device.simulator.finger import Touch
from engine.value import value

UP, DOWN, LEFT, RIGHT = Touch(Key.UP), Touch(Key.DOWN), Touch(Key.LEFT), Touch(Key.RIGHT)
OK, BACK, CALL = Touch(Key.OK), Touch(Key.BACK), Touch(Key.CALL)
MENU, LONG_OK = Touch(Key.CALL, held=True), Touch(Key.OK, held=True)


@value
class Control:
    """A button, or a way to press it.

    Attributes:
        touch: what is done to the mock keys.
        name: what the button is called.
        typed: the keys of the keyboard that do it, for people.
        column, row: where it is drawn when the buttons are beneath the panel, in characters.
        does: what it does, where its name doesn't say.
    """

    touch: Touch
    name: str
    typed: str
    column: int
    row: int
    does: str = ""


SEVEN = (
    Control(UP, "UP", "↑", 14, 0),
    Control(LEFT, "LEFT", "←", 0, 2),
    Control(OK, "OK", "Enter", 14, 2),
    Control(RIGHT, "RIGHT", "→", 30, 2),
    Control(DOWN, "DOWN", "↓", 14, 4),
    Control(BACK, "BACK", "Esc", 46, 0),
    Control(CALL, "CALL", "c", 46, 2),
    Control(MENU, "hold CALL", "m", 46, 4, "menu"),
)
FOUR = (
    Control(UP, "UP", "↑", 4, 0),
    Control(DOWN, "DOWN", "↓", 4, 2),
    Control(OK, "OK", "Enter", 24, 0),
    Control(LONG_OK, "hold OK", "Esc", 24, 2, "BACK"),
    Control(CALL, "CALL", "c", 46, 0),
    Control(MENU, "hold CALL", "m", 46, 2, "menu"),
)
CONTROLS = {7: SEVEN, 4: FOUR}
"""By how many buttons the box has."""

TYPED = {
    "KEY_UP": UP,
    "KEY_DOWN": DOWN,
    "KEY_LEFT": LEFT,
    "KEY_RIGHT": RIGHT,
    "KEY_ENTER": OK,
    "\r": OK,
    "\n": OK,
    " ": OK,
    "KEY_BACKSPACE": BACK,
    "KEY_DELETE": BACK,
    "KEY_ESCAPE": BACK,
    "c": CALL,
    "m": MENU,
    "h": LONG_OK,
}
"""What a key of the keyboard does, by its name or character."""

QUIT = "q"


def typed(key: str, buttons: int) -> Touch | None:
    """What a key of the keyboard does on a box with so many buttons; None if nothing.

    With four, BACK is a held OK.
    """
    touch = TYPED.get(key) or TYPED.get(key.lower())
    if touch is BACK and buttons == 4:
        return LONG_OK
    known = {control.touch for control in CONTROLS[buttons]} | {LONG_OK}
    return touch if touch in known else None
