"""Evenings without a box: what is on as a value, and what presses would make of it."""

from __future__ import annotations

from typing import Any

from device.buttons.keypad import Button
from device.evening import Evening
from device.screens.base import Go, Record, Screen, Step, Table, View
from device.screens.menu import open_menu
from device.screens.told import Told
from engine.errors import Refusal
from engine.game import Game
from engine.history import History
from engine.value import replace


def evening_of(game: Game | None, screen: Screen | None = None, table: Table | None = None, **known: Any) -> Evening:
    """An evening with this game on, at a screen, or at the one that the game is at."""
    if table is None:
        table = Evening().view.table if game is None else Table(game.rules, game.players)
    evening = Evening(View(None, table)).resumed(None if game is None else History(game), None)
    return replace(evening, view=replace(evening.view, **known), screen=screen or evening.screen)


def step(evening: Evening, button: Button) -> Step | None:
    """What a press would come to, nothing done: a refusal is told, as the box does."""
    if button is Button.MENU:
        return Go(open_menu(evening.screen, evening.view))
    try:
        found = evening.step(button)
        told = evening.press(button).evening.screen if isinstance(found, Record) else None
        return Go(told) if isinstance(told, Told) else found
    except Refusal as refusal:
        return Go(Told(str(refusal), under=evening.screen))
