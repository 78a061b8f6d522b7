"""The rules of a table: the two presets, every field on which they differ, and what makes rules playable.

Source: rules.md, "Fields".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engine.cards import Card, Rank
from engine.errors import Illegal, Unplayable, Unreadable, listed, quoted
from engine.value import declared_about, field, replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself is slow to import
    from typing import Any

Value = int | str | bool | None
"""A value of a rule."""
PUBLISHED_SEATS = 10
"""What denexa's text says, whatever its variations leave of it."""


@value
class Rule:
    """All that is declared about one rule, besides its name and its value in `classic`.

    Attributes:
        label: what it is called on the panel.
        said: its legal values, in the order in which they are turned through, each with its words on the panel: at most
            14 characters.
        must: what it must be, as it is said where it isn't: `a number from 1 to 9`.
        denexa: its value in `denexa`.
        unbounded: whether higher numbers may be given too; it depends on the other rules whether they can be played.
    """

    label: str
    said: Mapping[Value, str]
    must: str
    denexa: Value
    unbounded: bool = False

    def allows(self, value: object) -> bool:
        """Whether the value is legal by itself."""
        if any(value == legal and type(value) is type(legal) for legal in self.said):
            return True
        return self.unbounded and type(value) is int and value > 1

    def read(self, text: str) -> Value:
        """A value as written at the shell; what can't be read is left as text, which the rule refuses."""
        named = _READ.get(text.lower(), text)
        if named != text and self.allows(named):
            return named
        if any(type(legal) is int for legal in self.said) and len(text) < 9:
            try:
                return int(text)
            except ValueError:
                pass
        return text


_READ: dict[str, Value] = {"yes": True, "true": True, "no": False, "false": False, "none": None}
_WRITTEN: dict[str, str] = {"True": "yes", "False": "no", "None": "none"}


def _numbers(low: int, high: int) -> dict[Value, str]:
    return {number: str(number) for number in range(low, high + 1)}


def _number(label: str, low: int, high: int, *, classic: int, denexa: int, none: str = "0") -> Any:
    """A rule that is a number; `none` are the words for 0."""
    said = {number: words if number else none for number, words in _numbers(low, high).items()}
    return field(default=classic, about=Rule(label, said, f"a number from {low} to {high}", denexa))


def _choice(label: str, said: Mapping[Value, str], *, classic: Value, denexa: Value) -> Any:
    """A rule with a few values, each of which has words."""
    must = listed([_WRITTEN.get(str(legal), str(legal)) for legal in said], "or")
    return field(default=classic, about=Rule(label, said, must, denexa))


_SEATS = {None: "as cards allow"} | _numbers(2, 56)


@value
class Rules:
    """Rules that can be played; what each can be, and is in the presets, is declared with it.

    Attributes:
        preset: the preset whose other fields these are; it doesn't count when rules are compared.
        lives: penalties that put a player out.
        scoring: what the table sees: `penalties` counting up or `tokens` counting down. Display only.
        first_cards: cards dealt to a player with no penalty.
        step: cards more per penalty: +1, or -1 in the falling variation.
        twos_wild: whether twos stand for any card.
        jokers: jokers in the deck; always wild.
        lowest_named: the lowest rank that a bid may name.
        flush: how flushes are named, if at all.
        max_kind: the longest of-a-kind bid; at most 4 + wild cards in the deck.
        first_bidder: who opens later hands.
        caller: who may call: anyone still in but the bidder, or only the next player.
        max_seats: the most players, or None for as many as the deck allows.

    Raises:
        Unplayable: with every reason at once.
    """

    preset: str = field(default="classic", compare=False)
    lives: int = _number("Penalties to be out", 1, 9, classic=3, denexa=3)
    scoring: str = _choice(
        "What is counted", {"penalties": "penalties", "tokens": "tokens"}, classic="penalties", denexa="tokens"
    )
    first_cards: int = _number("Cards at the start", 1, 9, classic=1, denexa=1)
    step: int = _choice("Cards per penalty", {1: "1 more", -1: "1 fewer"}, classic=1, denexa=1)
    twos_wild: bool = _choice("Twos are wild", {True: "yes", False: "no"}, classic=True, denexa=True)
    jokers: int = _number("Jokers in the deck", 0, 4, classic=0, denexa=2, none="none")
    lowest_named: int = _number("Lowest rank in bids", 2, 3, classic=3, denexa=2)
    flush: str = _choice(
        "Flush",
        {"none": "not allowed", "all_ranks": "by all 5 ranks", "high_card": "by high card"},
        classic="none",
        denexa="high_card",
    )
    max_kind: int = _number("Longest of a kind", 4, 10, classic=5, denexa=5)
    first_bidder: str = _choice(
        "Who bids first",
        {"last_penalized": "last penalized", "left_of_dealer": "left of dealer"},
        classic="last_penalized",
        denexa="left_of_dealer",
    )
    caller: str = _choice(
        "Who may call", {"anyone": "anyone", "next_player": "next player"}, classic="anyone", denexa="anyone"
    )
    max_seats: int | None = field(
        default=None, about=Rule("Most players", _SEATS, "a number from 2 up", PUBLISHED_SEATS, unbounded=True)
    )

    def __post_init__(self) -> None:
        wrong = {
            name: f"{name} must be {rule.must}, not {quoted(value)}."
            for name, rule in RULES.items()
            if not rule.allows(value := getattr(self, name))
        }
        reasons = (*wrong.values(), *_unplayable(self, wrong))
        if reasons:
            raise Unplayable(reasons)

    # What follows from the fields

    @property
    def wilds(self) -> int:
        """How many wild cards the deck has."""
        return 4 * self.twos_wild + self.jokers

    @property
    def deck(self) -> int:
        """How many cards the deck has."""
        return 52 + self.jokers

    @property
    def most_cards(self) -> int:
        """The most cards that one player can be dealt."""
        return max(self.cards(0), self.cards(self.lives - 1))

    @property
    def seats(self) -> int:
        """The most players that can play."""
        by_deck = self.deck // self.most_cards
        return by_deck if self.max_seats is None else min(self.max_seats, by_deck)

    @property
    def named_ranks(self) -> tuple[Rank, ...]:
        """The ranks that a bid may name, lowest first."""
        return tuple(rank for rank in Rank if rank >= self.lowest_named)

    def cards(self, penalties: int) -> int:
        """How many cards a player still in with so many penalties is dealt."""
        return self.first_cards + self.step * penalties

    def counted(self, penalties: int) -> int:
        """What the table counts of so many penalties, themselves or the tokens that are left; and the other way."""
        return self.lives - penalties if self.scoring == "tokens" else penalties

    def is_wild(self, card: Card) -> bool:
        """Whether the card stands for any other."""
        return card.rank is None or (self.twos_wild and card.rank is Rank.TWO)

    def check_seats(self, seats: int) -> None:
        """Refuse a number of players that these rules can't seat.

        Raises:
            Illegal: fewer than 2, more than `max_seats`, or more than the deck has cards for.
        """
        if seats < 2:
            raise Illegal("A game needs at least 2 players.")
        if self.max_seats is not None and seats > self.max_seats:
            raise Illegal(f"{seats} players are too many: these rules seat at most {self.max_seats}.")
        if seats * self.most_cards > self.deck:
            raise Illegal(
                f"{seats} players are too many: with up to {self.most_cards} cards each, "
                f"the {self.deck} cards are enough for {self.deck // self.most_cards}."
            )

    # Reading and writing

    @classmethod
    def of(cls, preset: str, /, **changes: Any) -> Rules:
        """The preset with some fields changed.

        Raises:
            Unreadable: no preset or field has that name; Unplayable: they can't be played.

        >>> Rules.of("denexa", lives=5).jokers
        2
        """
        base = PRESETS.get(preset) if isinstance(preset, str) else None
        if base is None:
            raise Unreadable(f"{quoted(preset)} is not a preset: there are {listed(list(PRESETS))}.")
        for name in changes:
            if name not in FIELDS:
                raise Unreadable(f"{quoted(name)} is not a field of the rules: {_nearest(name)}")
        return replace(base, **changes)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules as written at the shell: a preset, `preset,field=value,…`, or a JSON object.

        Raises:
            Unreadable: they can't be read; Unplayable: they can't be played.

        >>> Rules.parse("classic,flush=high_card,twos_wild=yes").flush
        'high_card'
        """
        text = text.strip()
        if text.startswith("{"):
            import json  # only where rules are written so

            try:
                data = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise Unreadable(f"{quoted(text)} is not a JSON object: {error}.") from None
            return cls.from_data(data)
        preset, *changes = (part.strip() for part in text.split(","))
        if "=" in preset:
            preset, changes = "classic", [preset, *changes]
        found: dict[str, Any] = {}
        for change in changes:
            name, equals, value = (part.strip() for part in change.partition("="))
            if not equals or not name:
                raise Unreadable(f"{quoted(change)} is not field=value: write the rules as in classic,lives=5.")
            if name in found:
                raise Unreadable(f"{name if name.isidentifier() else quoted(name)} is given twice.")
            found[name] = RULES[name].read(value) if name in RULES else value
        return cls.of(preset, **found)

    @classmethod
    def from_data(cls, data: object) -> Rules:
        """The rules that a record holds: `preset`, and the fields that differ from it.

        Raises:
            Unreadable: they can't be read; Unplayable: they can't be played.
        """
        if not isinstance(data, dict):
            raise Unreadable(f'{quoted(data)} are not rules: write {{"preset": "classic"}}.')
        changes = {name: value for name, value in data.items() if name != "preset"}
        return cls.of(data.get("preset", "classic"), **changes)

    def to_data(self) -> dict[str, Any]:
        """`preset`, and the fields that differ from it, as a record holds them."""
        base = PRESETS[self.preset]
        changed = {name: getattr(self, name) for name in FIELDS if getattr(self, name) != getattr(base, name)}
        return {"preset": self.preset, **changed}

    def __str__(self) -> str:
        """The rules as `parse` reads them."""
        preset, *changed = self.to_data().items()
        return ",".join([preset[1]] + [f"{name}={_WRITTEN.get(str(value), value)}" for name, value in changed])


RULES: Mapping[str, Rule] = declared_about(Rules)
"""Every rule by its name."""
FIELDS = tuple(RULES)
"""The names of the rules."""


def _nearest(name: str) -> str:
    import difflib  # only where something is misspelled

    near = difflib.get_close_matches(name, FIELDS, 1) if isinstance(name, str) else []
    return f"did you mean {near[0]}?" if near else f"they are {', '.join(FIELDS)}."


def _unplayable(rules: Rules, wrong: Collection[str]) -> Iterator[str]:
    """Why fields that are right by themselves can't be played together, a sentence each.

    Fields named in `wrong` have no value to reckon with, so nothing is said of what depends on them.
    """
    deal_known = not {"lives", "first_cards", "step"} & set(wrong)
    wilds_known = not {"twos_wild", "jokers"} & set(wrong)
    fewest = min(rules.cards(0), rules.cards(rules.lives - 1)) if deal_known else 1
    if fewest < 1:
        yield (
            f"Somebody with {rules.lives - 1} penalties would be dealt {fewest} cards: "
            f"with step -1, first_cards must be at least {rules.lives}."
        )
    if wilds_known and "max_kind" not in wrong and rules.max_kind > (longest := min(10, 4 + rules.wilds)):
        yield (
            f"max_kind {rules.max_kind} is too long: with {rules.wilds or 'no'} wild cards in the deck, "
            f"at most {longest} of a kind can be named."
        )
    if "lowest_named" not in wrong and rules.lowest_named == 3 and rules.twos_wild is False:
        yield "lowest_named must be 2 when twos_wild is no: only a wild two can't be named."
    if rules.max_seats is not None and "max_seats" not in wrong and "jokers" not in wrong and deal_known and fewest > 0:
        by_deck = rules.deck // rules.most_cards
        if rules.max_seats > max(by_deck, PUBLISHED_SEATS):
            yield f"max_seats {quoted(rules.max_seats)} is too many: the deck allows {by_deck}."


_DENEXA: dict[str, Any] = {name: rule.denexa for name, rule in RULES.items()}
PRESETS = {"classic": Rules(), "denexa": Rules("denexa", **_DENEXA)}
