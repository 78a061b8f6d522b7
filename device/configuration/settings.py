"""Every setting of commune.toml: its name, its default, and what it may be.

A setting that the board decides is "board" by default; one that there needn't be is "none" where there is none. What is
read of a setting is the value itself, or `Word.BOARD` or `Word.NONE`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType

from device.boards import BUSES, DEFAULT, board_ids
from device.buttons.keypad import Key
from device.panel.wiring import Chip
from device.readers.wiring import SPEEDS, Kind
from engine.errors import Illegal, listed, quoted
from engine.value import value

FIRST_PIN, LAST_PIN = 2, 27
"""BCM numbers on the header that may be used; 0 and 1 belong to the memory chip of plug-on boards."""

MOST_SEATS = 17
"""As many seat buttons as anybody can seat players, with one deck."""

SPI_SPEEDS = (500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 16_000_000)
"""Hertz. Those that luma.core takes, as far as these chips could follow."""


class Word(StrEnum):
    """What is written instead of a value."""

    BOARD = "board"
    NONE = "none"


Read = Callable[[object], object]
"""Takes what is in the file and returns what it means; raises Illegal with a clause that says what would be right."""


@value
class Setting:
    """One setting: its table ("" for the top), its name, its default as it stands in the file, what reads it."""

    table: str
    name: str
    default: object
    read: Read


def _one_of(words: Callable[[], tuple[str, ...]], *more: Word) -> Read:
    def read(found: object) -> object:
        known = (*words(), *more)
        if isinstance(found, str) and found in known:
            return Word(found) if found in more else found
        raise Illegal(f"{quoted(found)} is not {listed([quoted(word) for word in known], 'or')}{nearest(found, known)}")

    return read


def _number(lowest: int, highest: int, *more: Word) -> Read:
    def read(found: object) -> object:
        if type(found) is int and lowest <= found <= highest:
            return found
        return _word(found, more, f"a number from {lowest} to {highest}")

    return read


def _numbers(known: tuple[int, ...], *more: Word) -> Read:
    def read(found: object) -> object:
        if type(found) is int and found in known:
            return found
        near = ""
        if type(found) is int:
            near = f"; the nearest is {min(known, key=lambda number: abs(number - found))}"
        return _word(found, more, "one of " + ", ".join(map(str, known)), near)

    return read


def _pin(*more: Word) -> Read:
    return _number(FIRST_PIN, LAST_PIN, *more)


def _pins(found: object) -> object:
    if not isinstance(found, list) or len(found) > MOST_SEATS:
        raise Illegal(f"{quoted(found)} is not a list of at most {MOST_SEATS} pins, as [20, 21]")
    return tuple(_pin()(pin) for pin in found)


def _seconds(found: object) -> object:
    if type(found) in (int, float) and 0 <= found <= 86400:  # type: ignore[operator]
        return float(found)  # type: ignore[arg-type]
    raise Illegal(f"{quoted(found)} is not a number of seconds from 0, never, to 86400, a day")


def _yes(*more: Word) -> Read:
    def read(found: object) -> object:
        return found if isinstance(found, bool) else _word(found, more, "true or false")

    return read


def _device(found: object) -> object:
    if isinstance(found, str) and found.startswith("/dev/") and found.isprintable() and len(found) <= 255:
        return found
    raise Illegal(f"{quoted(found)} is not the path of a device, as /dev/serial0")


def _word(found: object, words: tuple[Word, ...], right: str, near: str = "") -> Word:
    if isinstance(found, str) and found in words:
        return Word(found)
    raise Illegal(f"{quoted(found)} is not {listed([right, *map(quoted, words)], 'or')}{near}")


def nearest(found: object, known: tuple[str, ...]) -> str:
    """A clause that asks whether a word that is known was meant; or "" where none is near."""
    from difflib import get_close_matches  # only where something is misspelled

    near = get_close_matches(found, known, 1) if isinstance(found, str) else []
    return f"; did you mean {near[0]}?" if near else ""


_OPTIONAL_KEYS = (Key.LEFT, Key.RIGHT, Key.BACK)

SETTINGS = (
    Setting("", "board", DEFAULT, _one_of(board_ids)),
    Setting("", "upside_down", False, _yes()),
    Setting("", "seat_buttons", [], _pins),
    Setting("", "buzzer", "none", _pin(Word.NONE)),
    *(
        Setting("keys", key.value, "board", _pin(Word.BOARD, *((Word.NONE,) if key in _OPTIONAL_KEYS else ())))
        for key in Key
    ),
    Setting("panel", "contrast", 207, _number(1, 255)),
    Setting("panel", "dim_contrast", 8, _number(0, 255)),
    Setting("panel", "dim_after", 90, _seconds),
    Setting("panel", "dark_after", 900, _seconds),
    Setting("panel", "chip", "board", _one_of(lambda: tuple(Chip), Word.BOARD)),
    Setting("panel", "rotated", "board", _yes(Word.BOARD)),
    Setting("panel", "bus", "board", _one_of(lambda: tuple(BUSES), Word.BOARD)),
    Setting("panel", "port", "board", _number(0, 63, Word.BOARD)),
    Setting("panel", "address", "board", _number(0x08, 0x77, Word.BOARD)),
    Setting("panel", "device", "board", _number(0, 2, Word.BOARD)),
    Setting("panel", "dc", "board", _pin(Word.BOARD)),
    Setting("panel", "reset", "board", _pin(Word.BOARD)),
    Setting("panel", "speed", "board", _numbers(SPI_SPEEDS, Word.BOARD)),
)
"""All of them, in the order of the file."""

READER_SETTINGS = (
    Setting("readers", "port", "/dev/serial0", _device),
    Setting("readers", "kind", "auto", _one_of(lambda: tuple(Kind))),
    Setting("readers", "speed", 9600, _numbers(SPEEDS)),
)
"""What each [[readers]] may say; there are none by default."""

TABLES: Mapping[str, Mapping[str, Setting]] = MappingProxyType(
    {
        table: MappingProxyType(
            {setting.name: setting for setting in (*SETTINGS, *READER_SETTINGS) if setting.table == table}
        )
        for table in ("", "keys", "panel", "readers")
    }
)
"""The same by table and name."""
