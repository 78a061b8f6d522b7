"""A game as a record: one JSON object, out and in (rules.md, "Records").

Reading a record is playing it again, so a record that the rules don't allow, or that disagrees with what the box would
have said, is refused where it does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import Refusal, Unreadable, quoted
from engine.events import Correction, Deal, Event, read_correction, read_taken
from engine.game import Game, apply_all, default_names
from engine.names import check_shown
from engine.rules import Rules
from engine.standing import Standing, Why
from engine.value import replace, value


class WrongRecord(Refusal):
    """A record that can't be read or that the rules refuse.

    Attributes:
        hand: the hand where it is wrong, counted from 0, or None before the first.
    """

    def __init__(self, reason: str, hand: int | None = None) -> None:
        super().__init__(reason)
        self.hand = hand


@value
class Identity:
    """Which game a record is of, and when it was played: nothing of this changes how it is read.

    Attributes:
        id: 32 hexadecimal digits, drawn when it began, the same in every copy; or None.
        began: when, by the box's clock, ISO 8601 to the second; or None.
        evening: the `id` of the first game of its evening, or None.
        settled: for each hand, as far as that is known, when it was settled, as `began`; or None.
    """

    id: str | None = None
    began: str | None = None
    evening: str | None = None
    settled: tuple[str | None, ...] = ()

    @classmethod
    def of(cls, data: object) -> Identity:
        """What a record, or the start of a log, says of it.

        Raises:
            WrongRecord: it says what can't be.
        """
        data = _object(data)
        hands = [hand for hand in _list(data, "hands") if isinstance(hand, Mapping)]
        for key in ("id", "evening"):
            if key in data and not (isinstance(data[key], str) and _ID.fullmatch(data[key])):
                raise WrongRecord(f'"{key}" is 32 hexadecimal digits, not {quoted(data[key])}.')
        for key, holder in (("began", data), *(("at", hand) for hand in hands)):
            if key in holder and not (isinstance(holder[key], str) and _TIME.fullmatch(holder[key])):
                raise WrongRecord(f'"{key}" is a time as 2026-05-01T21:30:00, not {quoted(holder[key])}.')
        settled = tuple(hand.get("at") for hand in hands)
        return cls(data.get("id"), data.get("began"), data.get("evening"), settled)

    def to_data(self) -> dict[str, Any]:
        """What a record says of it before all else."""
        said = {"id": self.id, "began": self.began, "evening": self.evening}
        return {key: value for key, value in said.items() if value is not None}


NOBODYS = Identity()
_ID = re.compile("[0-9a-f]{32}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)?")


def write_record(game: Game, identity: Identity = NOBODYS) -> dict[str, Any]:
    """The game as a JSON object. A hand under way is its last, without how it was settled."""
    hands = [hand.standing.told | hand.taken.to_data() for hand in game.hands]
    corrections = [(-1, correction) for correction in game.opening]
    corrections += [(after, correction) for after, hand in enumerate(game.hands) for correction in hand.corrections]
    if game.under_way:
        hands.append(game.standing.told | game.taken.to_data())
        corrections += [(len(game.hands), correction) for correction in game.pending]
    for hand, at in zip(hands, identity.settled, strict=False):
        hand |= {} if at is None else {"at": at}
    record = identity.to_data() | write_start(game) | {"hands": hands}
    if corrections:
        record["corrections"] = [{"after": after} | correction.to_data() for after, correction in corrections]
    return record


def write_start(game: Game) -> dict[str, Any]:
    """What the game was started from: the rules, the players and the first dealer, as records hold them."""
    named = game.players != default_names(len(game.players))
    record: dict[str, Any] = {"rules": game.rules.to_data()}
    record |= {"players": list(game.players)} if named else {"seats": len(game.players)}
    return record | {"dealer": game.first_dealer}


def read_record(data: object) -> Game:
    """The game that a record holds.

    Raises:
        WrongRecord: with the hand where it is wrong.
    """
    *_, game = replay(data)
    return game


def replay(data: object) -> Iterator[Game]:
    """The game before its first hand, and again after every hand with the corrections made then.

    Raises:
        WrongRecord: when it gets to what is wrong.
    """
    data = _object(data)
    hands = _list(data, "hands")
    corrections = _corrections(data, len(hands))
    game = _in_hand(None, read_start, data)
    for correction in corrections.get(-1, ()):
        game = _in_hand(None, game.apply, correction)
    yield game
    for number, hand in enumerate(hands):
        game = _in_hand(number, _play, game, hand, corrections.get(number, ()), number == len(hands) - 1)
        yield game


def _in_hand(number: int | None, step: Any, *args: Any) -> Game:
    """What `step` gives, or its refusal as one of the record."""
    try:
        game = step(*args)
    except Refusal as refusal:
        raise WrongRecord(str(refusal), number) from None
    assert isinstance(game, Game)
    return game


def read_start(data: object) -> Game:
    """The game before its first hand, from a record or from what `write_start` gave.

    Raises:
        Refusal: the rules, the players or the dealer are wrong.
    """
    data = _object(data)
    rules = Rules.from_data(data.get("rules", {}))
    if "players" in data:
        names = data["players"]
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise Unreadable(f'"players" is a list of names, not {quoted(names)}.')
        for name in names:
            check_shown(name)
        if data.get("seats", len(names)) != len(names):
            raise Unreadable(f'"seats" is {quoted(data["seats"])}, but {len(names)} players are named.')
        return Game.start(rules, names, data.get("dealer", 0))
    seats = data.get("seats")
    if type(seats) is not int:
        raise Unreadable(f'A record has "players", their names, or "seats", their number, not {quoted(seats)}.')
    return Game.start(rules, seats, data.get("dealer", 0))


def _play(game: Game, data: object, corrections: tuple[Correction, ...], last: bool) -> Game:
    """The game after one hand of the record and the corrections made then."""
    if not isinstance(data, Mapping):
        raise Unreadable(f"{quoted(data)} is not a hand: it must be a JSON object.")
    game = _by_former_reckoning(game, data.get("first"))
    _check_told(game, data)
    taken = read_taken(data)
    if taken.settled is None and not last:
        raise Unreadable('It isn\'t settled: it needs "cards", "counts", "agreed" or "void".')
    if taken.settled is not None and taken.settled.by.void and taken.caller is not None:
        raise Unreadable("A void hand has no caller.")
    if taken.settled is None:
        game = game.apply(Deal())  # it is under way, with or without a bid
    return apply_all(game, (*taken.events, *corrections))


def _by_former_reckoning(game: Game, told: object) -> Game:
    """The game as version 0.1 went on with it, where it told that `told` bids first; else as it is.

    As long as no hand was settled it left the first bidder as they were when the dealer changed, as is done later on.
    """
    if game.standing.settled or told == game.first:
        return game
    former = replace(Standing.at_start(game.rules, len(game.players), game.first_dealer), settled=True)
    for correction in (*game.opening, *(correction for hand in game.hands for correction in hand.corrections)):
        former = former.corrected(correction)
    if type(told) is not int or told != former.first:
        return game
    return replace(game, standing=replace(game.standing, first=told, why=Why.AS_BEFORE, why_of=None))


def _check_told(game: Game, data: Mapping[str, Any]) -> None:
    """Refuse what the box can't have said before this deal."""
    for key, right in game.standing.told.items():
        if key not in data:
            raise Unreadable(f'It lacks "{key}".')
        if data[key] != right or type(data[key]) is not type(right):
            raise Unreadable(f'"{key}" is {quoted(data[key])}, but by the rules it is {quoted(right)}.')


def _corrections(data: Mapping[str, Any], hands: int) -> dict[int, tuple[Correction, ...]]:
    """The corrections of a record, by the hand they were made after."""
    found: dict[int, tuple[Correction, ...]] = {}
    for entry in _list(data, "corrections"):
        try:
            correction = read_correction(entry)
        except Refusal as refusal:
            raise WrongRecord(str(refusal)) from None
        after = entry.get("after")
        if type(after) is not int or not -1 <= after < hands:
            raise WrongRecord(f'"after" is a hand from -1 to {hands - 1}, not {quoted(after)}.')
        found[after] = (*found.get(after, ()), correction)
    return found


def _object(data: object) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise WrongRecord(f"{quoted(data)} is not a record: it must be a JSON object.")
    return data


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise WrongRecord(f'"{key}" is a list, not {quoted(value)}.')
    return value


def derived_id(record: Mapping[str, Any]) -> str:
    """An `id` for a record that has none, from all that it says but who it is and when it was played: the same in every
    copy that goes on as far, and another for every other game."""
    from hashlib import sha256

    said = {key: value for key, value in record.items() if key not in ("id", "began", "evening")}
    said["hands"] = [{key: value for key, value in hand.items() if key != "at"} for hand in record.get("hands", ())]
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:32]


def goes_on_from(longer: Game, shorter: Game) -> bool:
    """Whether one game is the other, with as much or more taken down of it."""
    for name in ("rules", "players", "first_dealer"):
        if getattr(longer, name) != getattr(shorter, name):
            return False
    more, less = _parts(longer), _parts(shorter)
    last = len(less) - 1
    begun = len(more) > last and all(
        whole[: len(part)] == part for whole, part in zip(more[last], less[last], strict=True)
    )
    return begun and more[:last] == less[:last]


def _parts(game: Game) -> list[tuple[tuple[Event, ...], tuple[Correction, ...]]]:
    """What happened before the first hand and in each, and the corrections made then."""
    hands = [(hand.taken.events, hand.corrections) for hand in game.hands]
    return [((), game.opening), *hands, *([(game.taken.events, game.pending)] if game.under_way else [])]
