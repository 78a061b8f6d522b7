"""What keys and the buttons at the seats mean: presses, repeats and holds out of edges and the passing of time. Pure.

Whether a key was held is judged by the stamps of its edges, never by when they are handed in: after a loop that was
busy for seconds the same presses come out, in the same order, as with one that was always in time.
"""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from types import MappingProxyType

from device.buttons.debounce import Contact, Trouble
from engine.value import value

HOLD = 0.7
"""Seconds after which a key is held."""

REPEAT_AFTER = 0.5
"""Seconds from a press to its first repeat."""

REPEAT_EVERY = 0.12
"""Seconds from one repeat to the next."""


class Key(StrEnum):
    """A key one can put a finger on."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BACK = "back"
    CALL = "call"


class Button(StrEnum):
    """What a press of a key asks for."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BACK = "back"
    CALL = "call"
    MENU = "menu"


@value
class Press:
    """One press of a button."""

    button: Button
    at: float
    """Seconds of the clock that stamps the edges: the edge or the deadline that made it a press."""
    repeat: bool = False
    """Whether it came of holding the key down."""
    seat: int | None = None
    """Whose call it is, where the player's own button was pressed."""


@value
class Meaning:
    """What one key does."""

    button: Button
    held: Button | None = None
    """What it gives when it is held, besides `button`, or instead where that waits for the release."""
    repeats: bool = False
    """Whether `button` comes again and again while it is held."""
    on_release: bool = False
    """Whether `button` waits for the release, and stays away after a hold."""
    seat: int | None = None
    """Whose button it is, where it is one at a seat."""


Switch = Key | int
"""What one can put a finger on: a key, or the button of a seat by its number."""

Layout = Mapping[Switch, Meaning]
"""What every key of a box does, and the buttons at its seats."""


def layout(keys: Collection[Key], seats: int = 0) -> Layout:
    """What the keys of a box with these `keys` do, and so many buttons at the seats: each calls. Unless all seven are
    there a held OK is BACK, beside a BACK key too: the screens say so of every such box.

    :raises ValueError: if UP, DOWN, OK or CALL is missing.

    >>> layout([Key.UP, Key.DOWN, Key.OK, Key.CALL])[Key.OK].held
    <Button.BACK: 'back'>
    """
    missing = [key.upper() for key in (Key.UP, Key.DOWN, Key.OK, Key.CALL) if key not in keys]
    if missing:
        raise ValueError(f"a box needs UP, DOWN, OK and CALL; there is no {' and no '.join(missing)}")
    ok = Meaning(Button.OK) if set(Key) <= set(keys) else Meaning(Button.OK, held=Button.BACK, on_release=True)
    every: dict[Switch, Meaning] = {
        Key.UP: Meaning(Button.UP, repeats=True),
        Key.DOWN: Meaning(Button.DOWN, repeats=True),
        Key.LEFT: Meaning(Button.LEFT, repeats=True),
        Key.RIGHT: Meaning(Button.RIGHT, repeats=True),
        Key.OK: ok,
        Key.BACK: Meaning(Button.BACK),
        Key.CALL: Meaning(Button.CALL, held=Button.MENU),
    }
    own: dict[Switch, Meaning] = {seat: Meaning(Button.CALL, seat=seat) for seat in range(seats)}
    return MappingProxyType({key: meaning for key, meaning in every.items() if key in keys} | own)


SEVEN_KEYS = layout(tuple(Key))
"""A joystick, BACK and CALL."""

FOUR_KEYS = layout([Key.UP, Key.DOWN, Key.OK, Key.CALL])
"""Four loose buttons."""


class Keypad:
    """All keys of a box, and the buttons at its seats. `read` gives the level of one's wire now, True while it is down,
    and is asked for each at once: one that is down already is stuck until it has been let go.

    Hand every edge that waits to `edge`, then the time to `tick`; again with the next edge or at `deadline`, whichever
    is first. Presses come out in the order of their stamps, from one call to the next too, if edges go in so. Edges
    of one key must; those of different keys may swap places.

    >>> keypad = Keypad(FOUR_KEYS, read=lambda key: False)
    >>> keypad.edge(Key.UP, pressed=True, at=10.0)
    [Press(button=<Button.UP: 'up'>, at=10.0, repeat=False)]
    """

    def __init__(self, layout: Layout, read: Callable[[Switch], bool]) -> None:
        self._read = read
        self._keys = {key: _HeldKey(meaning, pressed=read(key)) for key, meaning in layout.items()}

    def edge(self, key: Switch, pressed: bool, at: float) -> list[Press]:
        """The presses that are due by an edge of `key` at `at`, down if `pressed`, and the one that begins with it."""
        held = self._keys[key]
        held.contact.trust_edges()
        return [*self._due(at), *held.edge(pressed=pressed, at=at)]

    def tick(self, now: float) -> list[Press]:
        """The presses that are due by `now`, once every edge up to now has been handed in."""
        for key, held in self._keys.items():
            if not held.contact.idle:
                held.contact.look(pressed=self._read(key), now=now)
        return self._due(now)

    @property
    def deadline(self) -> float | None:
        """When `tick` must be called next; None if nothing happens before the next edge."""
        return min((time for held in self._keys.values() if (time := held.deadline) is not None), default=None)

    @property
    def troubled(self) -> bool:
        """Whether any key is ignored."""
        return any(held.contact.trouble for held in self._keys.values())

    @property
    def stuck(self) -> frozenset[Switch]:
        """The keys that are down and ignored until they have been let go."""
        return self._in(Trouble.STUCK)

    @property
    def chattering(self) -> frozenset[Switch]:
        """The keys whose wires make noise, ignored until they have been quiet for a second."""
        return self._in(Trouble.CHATTERING)

    def _in(self, trouble: Trouble) -> frozenset[Switch]:
        return frozenset(key for key, held in self._keys.items() if held.contact.trouble is trouble)

    def _due(self, until: float) -> list[Press]:
        presses = [press for held in self._keys.values() if not held.contact.idle for press in held.due(until)]
        return sorted(presses, key=lambda press: press.at)


class _HeldKey:
    """One key: its contact, its meaning, and how much of a hold has been told."""

    def __init__(self, meaning: Meaning, *, pressed: bool) -> None:
        self.contact = Contact(pressed=pressed)
        self._meaning = meaning
        self._told = 0  # repeats, or 1 for a hold

    @property
    def deadline(self) -> float | None:
        deadline = self.contact.deadline
        if deadline is not None and self.contact.steady and (held_at := self._held_at) is not None:
            return min(deadline, held_at)
        return deadline

    def edge(self, *, pressed: bool, at: float) -> list[Press]:
        if not self.contact.edge(pressed=pressed, at=at):
            return []
        self._told = 0
        return [] if self._meaning.on_release else [self._press(self.contact.since)]

    def due(self, until: float) -> list[Press]:
        released_at = self.contact.settle(until)
        if released_at is not None:
            waits = self._meaning.on_release and not self._told
            return [self._press(released_at)] if waits else []
        presses = []
        while self.contact.steady and (held_at := self._held_at) is not None:
            if held_at > min(until, self.contact.stuck_at):
                break
            self._told += 1
            # A hold that came due in noise was waited with: it is told, and stamped, when the noise is over.
            at = max(held_at, self.contact.steady_since)
            if self._meaning.repeats:
                presses.append(Press(self._meaning.button, at, repeat=True))
            elif self._meaning.held:
                presses.append(Press(self._meaning.held, at))
        self.contact.tire(until)
        return presses

    def _press(self, at: float) -> Press:
        return Press(self._meaning.button, at, seat=self._meaning.seat)

    @property
    def _held_at(self) -> float | None:
        """When the hold, or the next repeat, of the press that is going on is due."""
        if self._meaning.repeats:
            return self.contact.since + REPEAT_AFTER + self._told * REPEAT_EVERY
        return self.contact.since + HOLD if self._meaning.held and not self._told else None
