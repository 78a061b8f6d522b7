"""One key's contact: edges as they come off the wire in, presses and releases out. Pure: no pin, clock or thread.

A press counts on its first edge. A release counts once the contact has been quiet, so that a contact which lets go
for a moment under a thumb makes no second press. What the edges say is checked against the level of the wire after the
quiet time, and now and then while the key is held: a kernel that is busy drops edges.
"""

from collections import deque
from enum import StrEnum
from math import inf

QUIET = 0.006
"""Seconds without an edge after which a contact is at rest. Bounces last 5 ms; 40 presses a second, each edge
bouncing that long, leave 7.5 ms."""

NOISY = 0.1
"""Seconds of edges without a quiet time after which a contact is chattering."""

RUSH_PRESSES, RUSH_TIME = 23, 0.5
"""So many presses within so many seconds are no thumb: 40 a second may be, but a long wire picks up mains hum at 50."""

CALM = 1.0
"""Seconds without an edge after which a chattering contact is trusted again."""

STUCK_AFTER = 20.0
"""Seconds after which a key that is still down is taken to be stuck."""

LOOK_EVERY = 1.0
"""Seconds between two readings of a key that is held and has nothing else to wait for."""


class Trouble(StrEnum):
    """Why a key is ignored."""

    STUCK = "stuck"
    CHATTERING = "chattering"


class Contact:
    """The state of one contact. `pressed` is the level it has when it is first seen: a key that is down already is
    stuck until it has been let go once.

    Times are seconds of one monotonic clock. Whoever holds a contact calls `settle` with the time before every other
    call that has one, so that what was due earlier is done earlier.
    """

    def __init__(self, *, pressed: bool) -> None:
        self.trouble: Trouble | None = Trouble.STUCK if pressed else None
        self.pressed = False
        """Whether a press that counted has not ended yet."""
        self.since = -inf
        """When the last press that counted began."""
        self.steady_since = -inf
        """When the contact was last found at rest."""
        self._level = pressed
        self._last_edge = -inf
        self._noise: float | None = None  # the first edge since it was last quiet
        self._doubt: float | None = None  # when a reading first disagreed with the edges
        self._looked = -inf
        self._presses: deque[float] = deque(maxlen=RUSH_PRESSES)

    @property
    def steady(self) -> bool:
        """Whether a press is going on and the contact is at rest: only then can a hold be judged."""
        return self.pressed and self._noise is None and self._doubt is None

    @property
    def idle(self) -> bool:
        """Whether nothing is to be waited for or read."""
        return not self.pressed and self._noise is None and self.trouble is None

    @property
    def deadline(self) -> float | None:
        """When it wants to be read and settled next; None if only an edge can change anything."""
        if self._doubt is not None:
            return self._doubt + QUIET
        if self._noise is not None:
            return self._last_edge + self._quiet
        if self.pressed:
            return min(self._looked + LOOK_EVERY, self.stuck_at)
        return None

    @property
    def stuck_at(self) -> float:
        """When the press that is going on will have lasted too long to be anybody's."""
        return self.since + STUCK_AFTER

    def trust_edges(self) -> None:
        """An edge is at hand: it, not a reading, says what the level was until now."""
        self._doubt = None

    def settle(self, until: float) -> float | None:
        """Take note of a quiet time that is over by `until`; the end of it if that ended a press, else None."""
        over = self._last_edge + self._quiet
        if self._noise is None or self._doubt is not None or until < over:
            return None
        self._noise = None
        self._looked = over
        self.steady_since = max(self.steady_since, over)
        if self._level:
            if self.trouble:
                self.trouble = Trouble.STUCK
            return None
        ended = self.pressed
        self.pressed = False
        self.trouble = None
        return over if ended else None

    def tire(self, until: float) -> None:
        """Take the key to be stuck if its press has lasted too long by `until`."""
        if self.steady and until >= self.stuck_at:
            self._ignore(Trouble.STUCK)

    def edge(self, *, pressed: bool, at: float) -> bool:
        """Take the edge to the level `pressed`; whether a press begins with it, at `since`."""
        at = max(at, self._last_edge)
        self._level = pressed
        self._last_edge = at
        if self._noise is None:
            self._noise = at
        if at - self._noise >= NOISY:
            self._ignore(Trouble.CHATTERING)
        if not pressed or self.pressed or self.trouble:
            return False
        self._presses.append(at)
        if len(self._presses) == RUSH_PRESSES and at - self._presses[0] < RUSH_TIME:
            self._ignore(Trouble.CHATTERING)
            return False
        self.pressed = True
        self.since = at
        return True

    def look(self, *, pressed: bool, now: float) -> None:
        """Compare a reading with what the edges say. One that disagrees is believed when it still does a quiet time
        later: before that the edge may be on its way."""
        if now < self._last_edge + self._quiet:
            return
        self._looked = now
        if pressed == self._level:
            if self._doubt is not None:
                self._doubt = None
                self.steady_since = now
        elif self._doubt is None:
            self._doubt = now
        elif now >= self._doubt + QUIET:
            self._level = pressed
            self._last_edge = self._doubt
            if self._noise is None:
                self._noise = self._doubt
            self._doubt = None

    @property
    def _quiet(self) -> float:
        return CALM if self.trouble is Trouble.CHATTERING else QUIET

    def _ignore(self, trouble: Trouble) -> None:
        self.trouble = trouble
        self.pressed = False
