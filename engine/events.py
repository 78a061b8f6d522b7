"""What happens at the table, as values; a game is a fold over them.

Each has a form as data, the one that records use for the same thing, so that a store can keep events and a record can
be read by replaying it (rules.md, "Records" and "Corrections that tables make").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.bids import Bid
from engine.errors import Unreadable, quoted
from engine.settlement import Settlement, read_settled
from engine.value import value


@value
class Deal:
    """The cards have been dealt. Optional: any bid or call says the same."""

    def to_data(self) -> dict[str, Any]:
        return {"dealt": True}


@value
class MakeBid:
    """A player bids; `bid` is None where the table doesn't say what."""

    seat: int
    bid: Bid | None = None

    def to_data(self) -> dict[str, Any]:
        return {"seat": self.seat} | ({} if self.bid is None else {"bid": self.bid.to_data()})


@value
class Call:
    """A player calls the last bid."""

    seat: int

    def to_data(self) -> dict[str, Any]:
        return {"caller": self.seat}


@value
class Settle:
    """The called hand is settled, or void.

    Attributes:
        by: what it is settled by.
        in_play: how many cards were in play, where the table dealt other than told.
    """

    by: Settlement
    in_play: int | None = None

    def to_data(self) -> dict[str, Any]:
        data = self.by.to_data()
        return data if self.in_play is None else {"in_play": self.in_play} | data


@value
class Penalty:
    """Penalties given (`by` above 0) or taken back (below) by hand."""

    seat: int
    by: int

    def to_data(self) -> dict[str, Any]:
        return {"penalty": self.seat, "by": self.by}


@value
class _SeatAlone:
    """A correction that needs only a seat, which is written under `key`."""

    key: ClassVar[str]
    seat: int

    def to_data(self) -> dict[str, Any]:
        return {self.key: self.seat}


@value
class Leave(_SeatAlone):
    """A player leaves for good."""

    key = "leave"


@value
class SetDealer(_SeatAlone):
    """The dealer of the coming hand, set by hand."""

    key = "dealer"


@value
class SetFirst(_SeatAlone):
    """The first bidder of the coming hand, set by hand."""

    key = "first"


Correction = Penalty | Leave | SetDealer | SetFirst


@value
class Taken:
    """What was taken down of one hand.

    Attributes:
        bids: the recorded bids, in order; the last is the one that is called.
        caller: who called, or None.
        settled: how it was settled, or None where it is not yet.
    """

    bids: tuple[MakeBid, ...] = ()
    caller: int | None = None
    settled: Settle | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order, for all of this to be taken down."""
        called = () if self.caller is None else (Call(self.caller),)
        return (*self.bids, *called, *(() if self.settled is None else (self.settled,)))

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"bids": [bid.to_data() for bid in self.bids]}
        if self.caller is not None:
            data["caller"] = self.caller
        return data if self.settled is None else data | self.settled.to_data()


@value
class PutRight:
    """What was taken down of a hand was wrong, and this is right.

    Attributes:
        hand: which hand, counted from 0: the one under way or the one before it.
        taken: all of that hand, as it should have been taken down.
    """

    hand: int
    taken: Taken

    def to_data(self) -> dict[str, Any]:
        return {"put_right": self.hand} | self.taken.to_data()


Event = Deal | MakeBid | Call | Settle | Correction | PutRight


def read_event(data: object) -> Event:
    """The event whose `to_data` gave this.

    Raises:
        Unreadable: it is none; another Refusal where a bid or a card in it can't be.
    """
    data = _object(data, "an event")
    if "put_right" in data:
        return PutRight(_number(data, "put_right"), read_taken(data))
    if "dealt" in data:
        return Deal()
    if "seat" in data:
        return read_bid(data)
    if "caller" in data:
        return Call(_number(data, "caller"))
    settled = _settle(data)
    return read_correction(data) if settled is None else settled


def read_correction(data: object) -> Correction:
    """A correction, as records hold it.

    Raises:
        Unreadable: it is none.
    """
    data = _object(data, "a correction")
    found: list[Correction] = []
    if "penalty" in data:
        found.append(Penalty(_number(data, "penalty"), _number(data, "by")))
    found += [kind(_number(data, kind.key)) for kind in (Leave, SetDealer, SetFirst) if kind.key in data]
    if len(found) != 1:
        raise Unreadable(f"{quoted(data)} is not a correction: it has one of penalty (with by), leave, dealer, first.")
    return found[0]


def read_bid(data: object) -> MakeBid:
    """A recorded bid, `{"seat": 3, "bid": {…}}`; the bid may be missing.

    Raises:
        Unreadable: it is none; Illegal: no bid can be named by those ranks.
    """
    data = _object(data, "a recorded bid")
    bid = data.get("bid")
    return MakeBid(_number(data, "seat"), None if bid is None else Bid.from_data(bid))


def _settle(data: Mapping[str, Any]) -> Settle | None:
    """How a hand was settled, or None where it doesn't say."""
    by = read_settled(data)
    return None if by is None else Settle(by, _number(data, "in_play") if data.get("in_play") is not None else None)


def read_taken(data: object) -> Taken:
    """What a record's hand took down: its bids, caller and settling.

    Raises:
        Unreadable: it can't be read; another Refusal where a bid or a card in it can't be.
    """
    data = _object(data, "a hand")
    bids = data.get("bids", [])
    if not isinstance(bids, list):
        raise Unreadable(f'"bids" is a list, not {quoted(bids)}.')
    caller = _number(data, "caller") if data.get("caller") is not None else None
    return Taken(tuple(read_bid(bid) for bid in bids), caller, _settle(data))


def _object(data: object, what: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise Unreadable(f"{quoted(data)} is not {what}: it must be a JSON object.")
    return data


def _number(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key)
    if type(value) is not int:
        raise Unreadable(f'"{key}" must be a whole number, not {quoted(value)}.')
    if abs(value) > _LARGEST:  # nothing at a table is, and Python doesn't write out very long numbers
        raise Unreadable(f'"{key}" is too large: {quoted(value)}.')
    return value


_LARGEST = 999_999
