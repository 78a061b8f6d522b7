"""What a screen is: a value that draws itself and answers a press with what follows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from device.buttons.keypad import Button
from device.panel.canvas import Canvas
from engine.bids import Bid
from engine.cards import Card
from engine.errors import Unreadable, quoted
from engine.events import Event
from engine.game import Game
from engine.rules import Rules
from engine.value import field, field_names, value

if TYPE_CHECKING:
    from device.decks import Swept, Tags


@value
class Table:
    """Who sits down to play, and by which rules: what a game is started from.

    Attributes:
        rules: the rules.
        players: their names, clockwise.
        dealer: the seat that deals first, or None to draw lots.
    """

    rules: Rules
    players: tuple[str, ...]
    dealer: int | None = None


@value
class View:
    """All that a screen may look at besides itself.

    Attributes:
        game: the game that is on, or None between games.
        table: what the last game was started from, or the box's first suggestion.
        keys: how many keys the box has, 7 or 4.
        roster: the names that are known, the last used first.
        last: what BACK would take back, in words, or "" where there is nothing.
        undone: what could be done again, in words, or "".
        left: whether a game was put away, and BACK gets back into it.
        notice: what the box has just done, until the next press: ways to say it, the longest first.
        chances: whether the box says how likely a hand is.
        trouble: why nothing can be saved, all the time that it can't; or "".
        readers: whether there is a card reader.
        tags: what tags of cards stand for, as far as they were taught.
        troubles: what else is wrong with the box, all the time that it is: with what, and a sentence about it.
    """

    game: Game | None
    table: Table
    keys: int = 7
    roster: tuple[str, ...] = ()
    last: str = ""
    undone: str = ""
    left: bool = False
    notice: tuple[str, ...] = ()
    trouble: str = ""
    troubles: tuple[tuple[str, str], ...] = ()
    chances: bool = True
    readers: bool = False
    tags: Tags = field(default=MappingProxyType({}), compare=False)

    @property
    def on(self) -> Game:
        """The game that is on; a screen that needs one is shown only while there is one."""
        if self.game is None:
            raise ValueError("there is no game on")
        return self.game


SCREENS = {
    "about": "box.About", "bidding": "bidding.Bidding", "bids": "bids_list.BidsList", "call": "call.Call",
    "confirm": "confirm.Confirm", "counted": "counted.Counted", "counting": "counting.Counting", "deal": "deal.Deal",
    "decks": "decks.Decks", "ending": "ending.Ending", "house-rules": "house_rules.HouseRules", "menu": "menu.Menu",
    "naming": "naming.Naming", "number": "number.Number", "one_bid": "one_bid.OneBid",
    "penalties": "penalties.Penalties", "picker": "picker.Picker", "put_right": "put_right.PutRight",
    "rule-sets": "rule_sets.RuleSets", "seating": "seating.Seating", "seats": "seats.Seats",
    "settings": "settings.Settings", "settling": "settling.Settling", "setup": "setup.Setup",
    "showing": "showing.Showing", "shown": "shown.Shown", "standing": "standing.Standing", "teach": "teach.Teaching",
    "told": "told.Told", "total": "total.Total", "verdict": "verdict.Verdict", "void": "void.Void", "who": "who.Who",
}  # fmt: skip
"""Every screen by its name in the store, in scripts and for programs: the file that has it, and its class there."""
_NAMES = {place: name for name, place in SCREENS.items()}


class Screen(ABC):
    """What is shown and what the buttons mean. Subclasses are frozen values whose fields are the draft.

    A field may hold whole numbers, text, True, False, None, bids, cards, screens, and tuples of these: so that every
    screen can be saved and comes back as it was.
    """

    name: ClassVar[str] = ""
    """What the screen is called: see `SCREENS`."""

    takes_calls: ClassVar[bool] = False
    """Whether a press of CALL opens a call from here."""

    lists_names: ClassVar[bool] = False
    """Whether it offers names of the roster, which others may have changed: they are looked at when it is opened."""

    def __init_subclass__(cls) -> None:
        cls.name = _NAMES.get(f"{cls.__module__.rpartition('.')[2]}.{cls.__name__}", cls.__name__.lower())

    @abstractmethod
    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the whole screen, its hints included."""

    @abstractmethod
    def press(self, button: Button, view: View) -> Step | None:
        """What follows from a press; None where the button means nothing here."""

    def belongs(self, view: View) -> bool:
        """Whether it can be on, as the game stands: what was kept of it may be older."""
        return True

    def swept(self, swept: Swept, view: View) -> Step | None:
        """What follows from a card that was swept past a reader; None where it is shown and does nothing."""
        return None

    def answered(self, question: Screen, view: View) -> Step | None:
        """What follows when a screen that this one opened, to ask for something, has its answer."""
        raise NotImplementedError(f"{self.name} asks for nothing that {question.name} answers")


@value
class Blank(Screen):
    """Nothing: what is on before a box has looked at what it kept."""

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw nothing."""

    def press(self, button: Button, view: View) -> Step | None:
        """Do nothing."""
        return None


@value
class Step:
    """What follows from a press, or from a card that was swept.

    Attributes:
        settles: whether it settles something, so that it counts only if it was made after the screen was seen.
        says: what is said of it until the next press: ways to say it, the longest first.
        unseen: the screen to show instead where what would settle it wasn't seen; None: nothing follows then.
    """

    settles: bool = field(default=False, kw_only=True)
    says: tuple[str, ...] = field(default=(), kw_only=True)
    unseen: Screen | None = field(default=None, kw_only=True)


@value
class Go(Step):
    """Show another screen, or the same with other values; None for the one that the game is at."""

    screen: Screen | None


@value
class Record(Step):
    """Something happened at the table; then the screen that the game is at, or another."""

    events: tuple[Event, ...]
    then: Screen | None = None


@value
class Begin(Step):
    """Start a game."""

    table: Table


@value
class TakeBack(Step):
    """Take back the last thing that was recorded."""


@value
class DoAgain(Step):
    """Take the last taking back itself back."""


@value
class Close(Step):
    """Put the game away, whether it is over or not; it stays in the store."""


@value
class Reopen(Step):
    """Go on with the game that was put away."""


@value
class Keep(Step):
    """Keep something for good, beside the game; then another screen.

    Attributes:
        names: to be put on the roster.
        settings: those that change, by name; each is what the view has of it.
        tags: what tags stand for from now on, a deck's number and a card, or None for those to be forgotten; in order.
    """

    screen: Screen
    names: tuple[str, ...] = ()
    settings: tuple[tuple[str, bool], ...] = ()
    tags: tuple[tuple[str, tuple[int, str] | None], ...] = ()


@value
class NotTaken(Step):
    """Say why a card that was swept doesn't count, and leave all as it is."""


@value
class PowerOff(Step):
    """Save, and switch the box off; what is on when it comes back is `screen`."""

    screen: Screen


# Saving and bringing back


def screen_named(name: str, **fields: Any) -> Screen:
    """The screen of that name with these fields; it is loaded when it is first wanted, a box starts with what it shows.

    Raises:
        Unreadable: there is none, or it isn't made of these.
    """
    if name not in SCREENS:
        raise Unreadable(f"There is no screen {quoted(name)}.")
    module, _, kind = SCREENS[name].partition(".")
    try:
        made: Screen = getattr(import_module(f"device.screens.{module}"), kind)(**fields)
    except TypeError:
        raise Unreadable(f"The screen {name} isn't made of {', '.join(fields)}.") from None
    return made


def load_all() -> None:
    """Load every screen, so that none has to be waited for when it is wanted."""
    for place in SCREENS.values():
        import_module(f"device.screens.{place.partition('.')[0]}")


def to_data(value: Any) -> Any:
    """A screen, or a value of one of its fields, as JSON values."""
    if isinstance(value, Screen):
        entries = {name: to_data(getattr(value, name)) for name in field_names(value)}
        return {"screen": value.name} | entries
    if isinstance(value, Bid):
        return {"bid": value.to_data()}
    if isinstance(value, Card):
        return {"card": str(value)}
    return [to_data(item) for item in value] if isinstance(value, tuple) else value


def from_data(data: Any) -> Any:
    """What `to_data` was given.

    Raises:
        Unreadable: it isn't of that form; another Refusal where a bid or card can't be read.
    """
    if isinstance(data, list):
        return tuple(from_data(item) for item in data)
    if not isinstance(data, dict):
        return data
    if set(data) == {"bid"}:
        return Bid.from_data(data["bid"])
    if set(data) == {"card"}:
        return Card.parse(data["card"])
    fields = {str(key): from_data(value) for key, value in data.items() if key != "screen"}
    return screen_named(str(data.get("screen")), **fields)


def root(view: View) -> Screen:
    """The screen that the game is at: to be shown where nothing is half-done."""
    game = view.game
    if game is None:
        return screen_named("setup")
    if game.winner is not None:
        return screen_named("ending")
    if game.taken.caller is not None:
        return screen_named("call", caller=game.taken.caller, bidder=game.bidder, bid=game.bid, under=None)
    return screen_named("bidding" if game.under_way else "deal")
