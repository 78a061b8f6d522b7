"""The buttons: `debounce` and `keypad` turn edges into presses, `pins` brings edges from wires, `mock` fakes wires."""

from device.buttons.keypad import FOUR_KEYS, SEVEN_KEYS, Button, Key, Keypad, Layout, Press, layout

__all__ = ["FOUR_KEYS", "SEVEN_KEYS", "Button", "Key", "Keypad", "Layout", "Press", "layout"]
