"""The boards that a box can be made of: a TOML file each, and what reads them. Adding a board is adding a file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from device.buttons.keypad import Key
from device.panel.wiring import I2C, SPI, Chip, Wiring
from engine.errors import Unreadable, quoted
from engine.value import field_names, replace, value

FOLDER = Path(__file__).parent
DEFAULT = "adafruit-bonnet"
"""The board of a box that says nothing."""


@value
class Board:
    """One board as it stands upright.

    Attributes:
        id: the word for it in commune.toml.
        name: what people call it.
        supplier: what to search for to buy it.
        about: what it is, in a sentence or two.
        keys: the BCM number of each key's pin.
        marks: what is printed beside a key, where it isn't what the key is called.
        panel: how its panel is wired.
        swapped: the keys that change places when the board is turned upside down.
        verified: what is known to be right, sentences.
        unverified: what isn't.
    """

    id: str
    name: str
    supplier: str
    about: str
    keys: Mapping[Key, int]
    marks: Mapping[Key, str]
    panel: Wiring
    swapped: tuple[tuple[Key, Key], ...]
    verified: tuple[str, ...]
    unverified: tuple[str, ...]


@cache
def board_ids(folder: Path = FOLDER) -> tuple[str, ...]:
    """The words for all boards that there are, the default one first."""
    found = sorted(path.stem for path in folder.glob("*.toml"))
    return tuple(sorted(found, key=lambda id: id != DEFAULT))


@cache
def read_board(id: str, folder: Path = FOLDER) -> Board:
    """The board of that word.

    Raises:
        Unreadable: there is none, or its file is wrong: a sentence that says what.
    """
    import tomllib

    try:
        found = tomllib.loads((folder / f"{id}.toml").read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(f"The board {id} can't be read: {error.strerror}.") from None
    except ValueError as error:
        raise Unreadable(f"The board {id} can't be read: {error}.") from None
    try:
        return _board(id, found)
    except KeyError as error:
        raise Unreadable(f"The board {id} lacks {error.args[0]}.") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise Unreadable(f"The board {id} is wrong: {error}.") from None


def rewired(panel: Wiring, changes: Mapping[str, Any]) -> Wiring:
    """A panel wired like that one but for some things: `bus` ("i2c" or "spi"), what the bus has, `chip`, `rotated`.

    Raises:
        ValueError: a panel on that bus has no such thing, or there is no such bus or chip: a clause that says what.
    """
    changes = dict(changes)
    was = "spi" if isinstance(panel.bus, SPI) else "i2c"
    name = changes.pop("bus", was)
    if name not in BUSES:
        raise ValueError(f'bus is "i2c" or "spi", not {name}')
    kept = panel.bus if name == was else BUSES[name]()
    chip = Chip(changes.pop("chip", panel.chip))
    rotated = bool(changes.pop("rotated", panel.rotated))
    for thing, number in changes.items():
        if thing not in field_names(kept):
            raise ValueError(f"a panel on {name.upper()} has no {thing}")
        if type(number) is not int:
            raise ValueError(f"{thing} is a number, not {quoted(number)}")
    return Wiring(replace(kept, **changes), chip, rotated)


BUSES: Mapping[str, type[I2C] | type[SPI]] = MappingProxyType({"i2c": I2C, "spi": SPI})


def _board(id: str, found: dict[str, Any]) -> Board:
    for thing in found:
        if thing not in field_names(Board) and thing != "turned":
            raise ValueError(f"there is no {thing} in a board's file")
    keys = {Key(name): pin for name, pin in found["keys"].items()}
    pins = [*keys.values()]
    if any(type(pin) is not int for pin in pins) or len(set(pins)) < len(pins):
        raise ValueError("every key has a pin of its own, a number")
    for key in Key:
        if key not in keys:
            raise ValueError(f"{key.upper()} has no pin")
    return Board(
        id=id,
        name=str(found["name"]),
        supplier=str(found["supplier"]),
        about=str(found["about"]),
        keys=MappingProxyType({key: keys[key] for key in Key}),
        marks=MappingProxyType({Key(name): str(mark) for name, mark in found["marks"].items()}),
        panel=rewired(Wiring(BUSES[found["panel"]["bus"]]()), found["panel"]),
        swapped=tuple((Key(one), Key(other)) for one, other in found["turned"]["swap"]),
        verified=tuple(map(str, found["verified"])),
        unverified=tuple(map(str, found["unverified"])),
    )
