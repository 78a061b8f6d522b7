"""By what a hand is settled: the table's word, what was counted, the cards that were shown; or it is void.

Source: rules.md, "Revealed cards, and how a call is settled".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from engine.adjudication import Verdict, check_cards, judge
from engine.bids import Bid
from engine.cards import Card, Rank, format_cards, parse_cards
from engine.counts import Counts
from engine.errors import Illegal, Unreadable, WrongTotal, listed, quoted
from engine.reveal import Sighting, find
from engine.rules import Rules
from engine.value import value

Decision = tuple[bool, Verdict | None]
"""Whether the called hand is there, and the proof where it follows from the cards alone."""
NO_COUNTS = Counts()


class Settlement(ABC):
    """By what a hand is settled."""

    key: ClassVar[str]
    """What records and events hold it under."""
    way: ClassVar[str]
    """By what, in a word or two: `counted`; nothing for a void hand."""
    void: ClassVar[bool] = False
    """Whether nobody is penalized, so that nobody need have called."""

    @property
    def name(self) -> str:
        """What it is called where it can be chosen; see `settlement_named`."""
        return self.key

    @property
    def words(self) -> str:
        """As said after "settled": `by counts`."""
        return self.name

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that were taken down."""
        return ()

    @property
    def counts(self) -> Counts:
        """What was counted."""
        return NO_COUNTS

    @abstractmethod
    def decide(self, bid: Bid | None, in_play: int, rules: Rules) -> Decision:
        """Whether the called hand is there.

        Raises:
            Illegal: the bid isn't recorded, or this doesn't settle it; ImpossibleCards: the deck or the deal can't have
                those cards; WrongTotal: more or fewer cards are shown than were dealt.
        """

    def reason(self, bid: Bid | None, holds: bool | None, rules: Rules) -> str:
        """Why the hand is there, or isn't, where no proof says it: a sentence or two."""
        besides = "" if self.counts == NO_COUNTS else f", counted: {self.counts}"
        return f"Shown: {format_cards(self.cards)}{besides}."

    @abstractmethod
    def to_data(self) -> dict[str, Any]:
        """As records and events hold it."""

    @classmethod
    @abstractmethod
    def from_data(cls, data: Mapping[str, Any]) -> Settlement:
        """The settlement that was written so.

        Raises:
            Unreadable: it can't be read.
        """


@value
class AllCards(Settlement):
    """All cards were shown."""

    key = "cards"
    words = "by the cards"
    way = "all cards"
    cards: tuple[Card, ...] = ()

    def decide(self, bid: Bid | None, in_play: int, rules: Rules) -> Decision:
        bid = _recorded(bid)
        check_cards(self.cards, rules, bid)
        if len(self.cards) != in_play:
            raise WrongTotal(in_play, len(self.cards))
        verdict = judge(bid, self.cards, rules)
        return verdict.holds, verdict

    def to_data(self) -> dict[str, Any]:
        return {"cards": format_cards(self.cards)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> AllCards:
        return cls(parse_cards(data["cards"]))


@value
class CardsSeen(Settlement):
    """Cards were shown one by one, not all of them, until no further card could change the verdict.

    Attributes:
        cards: those that were shown.
        counts: what was counted besides, before or while they were shown.
    """

    key = "seen"
    words = "by the cards"
    way = "by cards"
    cards: tuple[Card, ...] = ()
    counts: Counts = NO_COUNTS

    def decide(self, bid: Bid | None, in_play: int, rules: Rules) -> Decision:
        bid = _recorded(bid)
        finding = find(bid, Sighting(in_play, self.cards, self.counts), rules)
        if finding.holds is None:
            raise Illegal(f"That doesn't settle {bid} yet: {finding.unseen} more to be shown.")
        verdict = judge(bid, self.cards, rules)
        alone = self.counts == NO_COUNTS and verdict.holds is finding.holds
        return finding.holds, verdict if alone else None

    def to_data(self) -> dict[str, Any]:
        counted = self.counts.to_data()
        return {"seen": format_cards(self.cards)} | ({"counted": counted} if counted else {})

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> CardsSeen:
        return cls(parse_cards(data["seen"]), Counts.from_data(data.get("counted", {})))


@value
class Counted(Settlement):
    """It was counted what the bid needs."""

    key = "counts"
    words = "by counts"
    way = "counted"
    counts: Counts = NO_COUNTS

    def decide(self, bid: Bid | None, in_play: int, rules: Rules) -> Decision:
        bid = _recorded(bid)
        finding = find(bid, Sighting(in_play, counts=self.counts), rules)
        if finding.holds is None:
            asks = [ask.plural if isinstance(ask, Rank) else str(ask) for ask in finding.asks]
            raise Illegal(f"That doesn't settle {bid} yet: still to be counted: {listed(asks)}.")
        return finding.holds, None

    def reason(self, bid: Bid | None, holds: bool | None, rules: Rules) -> str:
        missing = 0 if holds or bid is None else self.counts.missing(bid, rules)
        more = f" {missing} more {'is' if missing == 1 else 'are'} missing." if missing else ""
        return f"Counted: {self.counts}.{more}"

    def to_data(self) -> dict[str, Any]:
        return {"counts": self.counts.to_data()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Counted:
        return cls(Counts.from_data(data["counts"]))


@value
class Agreed(Settlement):
    """Everybody sees it, and the table says whether the hand is there."""

    key = "agreed"
    way = "agreed"
    there: bool

    @property
    def name(self) -> str:
        return "there" if self.there else "not there"

    def decide(self, bid: Bid | None, in_play: int, rules: Rules) -> Decision:
        return self.there, None

    def reason(self, bid: Bid | None, holds: bool | None, rules: Rules) -> str:
        return "By the table's word."

    def to_data(self) -> dict[str, Any]:
        return {"agreed": self.there}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Agreed:
        if type(data["agreed"]) is not bool:
            raise Unreadable(f'"agreed" is true or false, not {quoted(data["agreed"])}.')
        return cls(data["agreed"])


@value
class Void(Settlement):
    """The hand doesn't count, and is dealt again."""

    key = "void"
    way = ""
    void = True

    def decide(self, bid: Bid | None, in_play: int, rules: Rules) -> Decision:
        raise Illegal("A void hand settles no call.")

    def reason(self, bid: Bid | None, holds: bool | None, rules: Rules) -> str:
        return "The hand was void."

    def to_data(self) -> dict[str, Any]:
        return {"void": True}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Void:
        if data["void"] is not True:
            raise Unreadable(f'"void" is true or left out, not {quoted(data["void"])}.')
        return cls()


KINDS: tuple[type[Settlement], ...] = (AllCards, CardsSeen, Counted, Agreed, Void)


def read_settled(data: Mapping[str, Any]) -> Settlement | None:
    """By what a hand was settled, or None where it doesn't say.

    Raises:
        Unreadable: it says so wrongly, or twice.

    >>> str(read_settled({"counts": {"6": 2, "wild": 1}}).counts)
    '2 sixes, 1 wild'
    """
    kinds = [kind for kind in KINDS if kind.key in data]
    if len(kinds) > 1:
        raise Unreadable(f"A hand is settled in one way, not by {listed([kind.key for kind in kinds])}.")
    return kinds[0].from_data(data) if kinds else None


def settlement_named(name: str, cards: tuple[Card, ...], counts: Counts) -> Settlement:
    """The settlement of that name, by these cards and counts as far as it goes by any."""
    every = (Agreed(True), Agreed(False), Counted(counts), AllCards(cards), CardsSeen(cards, counts), Void())
    return {settlement.name: settlement for settlement in every}[name]


def _recorded(bid: Bid | None) -> Bid:
    """The called bid.

    Raises:
        Illegal: it isn't recorded.
    """
    if bid is None:
        raise Illegal("The called bid isn't recorded: say which it was, or settle it by agreement.")
    return bid
