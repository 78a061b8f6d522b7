"""Buttons at the seats, one a player: a press calls. Pure: no pin, clock or thread."""

from __future__ import annotations

from collections.abc import Callable

from device.buttons.debounce import Contact, Trouble
from engine.value import value


@value
class SeatPress:
    """A player called."""

    seat: int
    at: float
    """Seconds of the clock that stamps the edges."""


class SeatPad:
    """All seat buttons, numbered as the seats. `read` gives the level of a button's wire now, True while it is down,
    and is asked for each at once: one that is down already is stuck until it has been let go.

    Hand every edge that waits to `edge`, then the time to `tick`; again with the next edge or at `deadline`, whichever
    is first. A press counts on its first edge, and again only after a release. A hold means nothing.

    >>> pad = SeatPad(4, read=lambda seat: False)
    >>> pad.edge(2, pressed=True, at=10.0)
    SeatPress(seat=2, at=10.0)
    """

    def __init__(self, seats: int, read: Callable[[int], bool]) -> None:
        self._read = read
        self._contacts = [Contact(pressed=read(seat)) for seat in range(seats)]

    def edge(self, seat: int, pressed: bool, at: float) -> SeatPress | None:
        """The press that begins with an edge of a seat's button at `at`, down if `pressed`; or None."""
        contact = self._contacts[seat]
        contact.trust_edges()
        self._settle(contact, at)
        return SeatPress(seat, contact.since) if contact.edge(pressed=pressed, at=at) else None

    def tick(self, now: float) -> None:
        """Do what is due by `now`, once every edge up to now has been handed in."""
        for seat, contact in enumerate(self._contacts):
            if not contact.idle:
                contact.look(pressed=self._read(seat), now=now)
                self._settle(contact, now)

    @property
    def deadline(self) -> float | None:
        """When `tick` must be called next; None if nothing happens before the next edge."""
        return min((time for contact in self._contacts if (time := contact.deadline) is not None), default=None)

    @property
    def troubled(self) -> bool:
        """Whether any button is ignored."""
        return any(contact.trouble for contact in self._contacts)

    @property
    def stuck(self) -> frozenset[int]:
        """The seats whose buttons are down and ignored until they have been let go."""
        return self._in(Trouble.STUCK)

    @property
    def chattering(self) -> frozenset[int]:
        """The seats whose wires make noise, ignored until they have been quiet for a second."""
        return self._in(Trouble.CHATTERING)

    def _in(self, trouble: Trouble) -> frozenset[int]:
        return frozenset(seat for seat, contact in enumerate(self._contacts) if contact.trouble is trouble)

    @staticmethod
    def _settle(contact: Contact, until: float) -> None:
        contact.settle(until)
        contact.tire(until)
