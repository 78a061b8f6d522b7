"""From settings that were given to the box that they describe: what is given goes before what the board says, as far as
it can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from device.boards import DEFAULT, Board, read_board, rewired
from device.buttons.keypad import Key
from device.configuration.configuration import Configuration
from device.configuration.pins import Use, bus_pins, conflict, uart_pins
from device.configuration.problems import Problem, trouble
from device.configuration.settings import TABLES, Word
from device.panel.wiring import SPI, Chip, Wiring
from device.readers.wiring import Reader
from engine.errors import Refusal

PANEL = ("bus", "chip", "port", "address", "device", "dc", "reset", "speed", "rotated")
"""What can be said of how a panel is wired, the bus first: it decides what else can be."""


Lines = Callable[..., int | None]
"""Tells on which line a setting stands, from its path; see `device.configuration.places`."""


class Building:
    """A box being made of `given` settings, by their full names, as "panel.chip", and of readers by which they are in
    the file. Those that can't be are left out, and a problem is added for each."""

    def __init__(
        self,
        given: Mapping[str, object],
        readers: Mapping[int, Reader],
        problems: list[Problem],
        line_of: Lines = lambda *_: None,
    ) -> None:
        self._given = dict(given)
        self._readers = dict(readers)
        self._problems = problems
        self._line_of = line_of

    def configuration(self) -> Configuration:
        """The box. Raises Refusal only if the default board can't be read."""
        board = self._board()
        self._settle_order("panel.dim_contrast", "panel.contrast", "brighter than contrast")
        self._settle_order("panel.dim_after", "panel.dark_after", "later than dark_after", never=0.0)
        self._settle_readers()
        panel = self._panel(board)
        while (clash := conflict(self._uses(board, panel))) is not None:
            if clash.setting.startswith("readers."):
                self._drop_reader(int(clash.setting.removeprefix("readers.")), clash.what)
            else:
                self._drop(clash.setting, clash.what)
            panel = self._panel(board)
        keys = self._keys(board)
        if self._value("upside_down"):
            keys = _turned(keys, board)
            panel = Wiring(panel.bus, panel.chip, not panel.rotated)
        problems = sorted(self._problems, key=lambda problem: problem.line or 0)
        seats, buzzer = self._value("seat_buttons"), self._value("buzzer")
        contrast, dim_contrast = self._value("panel.contrast"), self._value("panel.dim_contrast")
        assert isinstance(seats, tuple)
        assert isinstance(contrast, int)
        assert isinstance(dim_contrast, int)
        return Configuration(
            board=board.id,
            keys=MappingProxyType(keys),
            seat_buttons=seats,
            buzzer=buzzer if isinstance(buzzer, int) else None,
            panel=panel,
            contrast=contrast,
            dim_contrast=dim_contrast,
            dim_after=self._seconds("panel.dim_after"),
            dark_after=self._seconds("panel.dark_after"),
            readers=tuple(self._readers.values()),
            problems=tuple(map(str, problems)),
            trouble=trouble(problems),
        )

    def _value(self, name: str) -> object:
        return self._given[name] if name in self._given else default(name)

    def _seconds(self, name: str) -> float | None:
        seconds = self._value(name)
        return seconds if isinstance(seconds, float) and seconds else None

    def _drop(self, name: str, why: str) -> None:
        del self._given[name]
        self._problems.append(Problem(self._line_of(*name.split(".")), name.rpartition(".")[2], why))

    def _drop_reader(self, number: int, why: str) -> None:
        del self._readers[number]
        self._problems.append(Problem(self._line_of("readers", number), "readers", why))

    def _board(self) -> Board:
        try:
            return read_board(str(self._value("board")))
        except Refusal as refusal:
            if "board" not in self._given:
                raise
            self._drop("board", str(refusal))
            return read_board(DEFAULT)

    def _settle_order(self, smaller: str, larger: str, wrong: str, never: object = None) -> None:
        """Leave out what makes one setting more than the other, which it mustn't be; `never` is not compared."""
        while never not in (self._value(smaller), self._value(larger)):
            less, more = self._value(smaller), self._value(larger)
            if less <= more:  # type: ignore[operator]
                return
            name = smaller if smaller in self._given else larger
            about = f"{smaller.rpartition('.')[2]} would be {wrong}: {_plain(less)} and {_plain(more)}"
            self._drop(name, about)

    def _settle_readers(self) -> None:
        """Leave out readers on a port that is another's."""
        ports: set[str] = set()
        for number, reader in [*self._readers.items()]:
            if reader.port in ports:
                self._drop_reader(number, f"{reader.port} is another reader's port")
            ports.add(reader.port)

    def _panel(self, board: Board) -> Wiring:
        changes: dict[str, object] = {}
        panel = board.panel
        for name in PANEL:
            full = f"panel.{name}"
            if (given := self._value(full)) is Word.BOARD:
                continue
            try:
                panel = rewired(board.panel, {**changes, name: given})
            except ValueError as error:
                self._drop(full, str(error))
            else:
                changes[name] = given
        if isinstance(panel.bus, SPI) and panel.chip is Chip.AUTO:
            why = "a panel on SPI can't be asked which chip it has: chip must be given"
            self._drop("panel.chip" if "panel.chip" in self._given else "panel.bus", why)
            return self._panel(board)
        return panel

    def _keys(self, board: Board) -> dict[Key, int]:
        keys: dict[Key, int] = {}
        for key, pin in board.keys.items():
            given = self._value(f"keys.{key}")
            if given is not Word.NONE:
                keys[key] = given if isinstance(given, int) else pin
        return keys

    def _uses(self, board: Board, panel: Wiring) -> list[Use]:
        """Every pin that is used, what can't give way first."""

        def said(name: str) -> str:
            return name if name in self._given else ""

        bus = next(filter(None, map(said, ("panel.device", "panel.port", "panel.bus"))), "")
        uses = [Use(pin, "the panel's bus", bus) for pin in bus_pins(panel)]
        for number, reader in self._readers.items():
            uses += [Use(pin, "a reader", f"readers.{number}") for pin in uart_pins(reader.port)]
        if isinstance(panel.bus, SPI):
            uses += [Use(panel.bus.dc, "the panel's dc", said("panel.dc"))]
            uses += [Use(panel.bus.reset, "the panel's reset", said("panel.reset"))]
        uses += [Use(pin, key.upper(), said(f"keys.{key}")) for key, pin in self._keys(board).items()]
        seats, buzzer = self._value("seat_buttons"), self._value("buzzer")
        if isinstance(seats, tuple):
            uses += [Use(pin, f"seat button {seat}", "seat_buttons") for seat, pin in enumerate(seats, 1)]
        if isinstance(buzzer, int):
            uses += [Use(buzzer, "the buzzer", "buzzer")]
        return uses


def _turned(keys: dict[Key, int], board: Board) -> dict[Key, int]:
    """The keys of a board that stands upside down."""
    turned = dict(keys)
    for one, other in board.swapped:
        if one in keys and other in keys:
            turned[one], turned[other] = keys[other], keys[one]
    return turned


def _plain(number: object) -> str:
    return f"{number:g}" if isinstance(number, (int, float)) else str(number)


@cache
def default(name: str) -> object:
    """What a setting is that isn't given."""
    table, _, inner = name.rpartition(".")
    setting = TABLES[table][inner]
    return setting.read(setting.default)
