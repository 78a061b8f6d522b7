"""Reading commune.toml: whatever is wrong in it, a box comes out, and sentences that say what is wrong.

A file that isn't TOML counts as empty. Else what is wrong counts as not given, and the rest holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.configuration.building import Building
from device.configuration.configuration import Configuration
from device.configuration.problems import Problem
from device.configuration.settings import READER_SETTINGS, TABLES, Setting, nearest
from device.readers.wiring import Kind, Reader
from engine.errors import Illegal, quoted

MOST_READERS = 4


def parse_configuration(data: bytes) -> Configuration:
    """The configuration that these bytes of a file describe. Never raises: see `problems`."""
    import tomllib

    try:
        text = data.decode()
        return Reading(text, tomllib.loads(text)).configuration()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return without("it isn't text in UTF-8", line)
    except tomllib.TOMLDecodeError as error:
        return without(*_syntax(str(error), text))
    except (ValueError, RecursionError):
        return without("it isn't TOML")


class Reading:
    """What was found in a file, with its text, being compared with the settings that there are."""

    def __init__(self, text: str, found: Mapping[str, Any]) -> None:
        self._text = text
        self._found = found
        self._given: dict[str, object] = {}
        self._readers: dict[int, Reader] = {}
        self._problems: list[Problem] = []

    def configuration(self) -> Configuration:
        """The box of it."""
        for name, found in self._found.items():
            if name == "readers":
                self._read_readers(found)
            elif name in TABLES and isinstance(found, dict):
                for inner, value in found.items():
                    self._read(name, inner, value)
            elif name in TABLES:
                self._wrong(f"{quoted(found)} is not a table: begin it with a line [{name}]", name)
            else:
                self._read("", name, found)
        return Building(self._given, self._readers, self._problems, self._line_of).configuration()

    def _read(self, table: str, name: str, found: object) -> None:
        path = (table, name) if table else (name,)
        setting = TABLES[table].get(name)
        if setting is None:
            self._wrong(_unknown(table, name), *path)
            return
        try:
            self._given[".".join(path)] = setting.read(found)
        except Illegal as illegal:
            self._wrong(str(illegal), *path)

    def _read_readers(self, found: object) -> None:
        if not isinstance(found, list) or not all(isinstance(reader, dict) for reader in found):
            self._wrong("each reader begins with a line [[readers]]", "readers")
            return
        if len(found) > MOST_READERS:
            self._wrong(f"{len(found)} readers are too many: at most {MOST_READERS}", "readers", MOST_READERS)
        for number, reader in enumerate(found[:MOST_READERS]):
            values = {setting.name: self._of_reader(setting, number, reader) for setting in READER_SETTINGS}
            for name in reader:
                if name not in values:
                    self._wrong(_unknown("readers", name), "readers", number, name)
            port, kind, speed = values["port"], values["kind"], values["speed"]
            if isinstance(port, str) and isinstance(kind, str) and isinstance(speed, int):
                self._readers[number] = Reader(port, Kind(kind), speed)

    def _of_reader(self, setting: Setting, number: int, reader: Mapping[str, object]) -> object:
        """What a reader has for a setting; None if that is wrong: there is no reader then."""
        try:
            return setting.read(reader.get(setting.name, setting.default))
        except Illegal as illegal:
            self._wrong(str(illegal), "readers", number, setting.name)
            return None

    def _wrong(self, what: str, *path: str | int) -> None:
        name = quoted(next(part for part in reversed(path) if isinstance(part, str))).strip('"')
        self._problems.append(Problem(self._line_of(*path), name, what))

    def _line_of(self, *path: str | int) -> int | None:
        from device.configuration.places import line_of  # only where something is wrong

        return line_of(self._text, *path)


def _unknown(table: str, name: str) -> str:
    """What to say of a name that no setting of this table has."""
    tables = [known for known in TABLES if known]
    known = (*TABLES[table], *(() if table else tables))
    if near := nearest(name, known):
        return f"there is no such key{near}"
    for other, settings in TABLES.items():
        if other != table and (near := nearest(name, tuple(settings))):
            where = f"under [{other}]" if other else "above the first [table]"
            return f"there is no such key{near.rstrip('?')}, {where}?"
    return f"there is no such key; there are {', '.join(known)}"


def without(what: str, line: int | None = None) -> Configuration:
    """The defaults, where a file can't be used as a whole, and why."""
    return Building({}, {}, [Problem(line, "", what)]).configuration()


def _syntax(error: str, text: str) -> tuple[str, int | None]:
    """What tomllib says, and on which line: it writes "… (at line 3, column 9)", or "(at end of document)"."""
    import re

    at = re.search(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$", error)
    if at is None:
        return quoted(error).strip('"'), None
    what = error[: at.start()]
    return quoted(what[:1].lower() + what[1:]).strip('"'), int(at[1]) if at[1] else len(text.splitlines())
