"""The rules of a table: the two presets, every field on which they differ, and what makes rules playable.

Source: rules.md, "Fields".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.cards import Card, Rank
from engine.errors import Illegal, Unplayable, Unreadable, listed, quoted
from engine.value import field, field_names, replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself is slow to import
    from typing import Any

FLUSHES = ("none", "all_ranks", "high_card")
SCORINGS = ("penalties", "tokens")
FIRST_BIDDERS = ("last_penalized", "left_of_dealer")
CALLERS = ("anyone", "next_player")


@value
class Rules:
    """Rules that can be played.

    Attributes:
        preset: the preset whose other fields these are; it doesn't count when rules are compared.
        lives: penalties that put a player out, 1 to 9.
        scoring: what the table sees: `penalties` counting up or `tokens` counting down. Display only.
        first_cards: cards dealt to a player with no penalty, 1 to 9.
        step: cards more per penalty: +1, or -1 in the falling variation.
        twos_wild: whether twos stand for any card.
        jokers: jokers in the deck, 0 to 4; always wild.
        lowest_named: the lowest rank that a bid may name, 2 or 3.
        flush: how flushes are named: `none`, `all_ranks` or `high_card`.
        max_kind: the longest of-a-kind bid, 4 to the smaller of 10 and 4 + wild cards in the deck.
        first_bidder: who opens later hands: `last_penalized` or `left_of_dealer`.
        caller: who may call: `anyone` still in but the bidder, or `next_player` only.
        max_seats: the most players, or None for as many as the deck allows.

    Raises:
        Unplayable: with every reason at once.
    """

    preset: str = field(default="classic", compare=False)
    lives: int = 3
    scoring: str = "penalties"
    first_cards: int = 1
    step: int = 1
    twos_wild: bool = True
    jokers: int = 0
    lowest_named: int = 3
    flush: str = "none"
    max_kind: int = 5
    first_bidder: str = "last_penalized"
    caller: str = "anyone"
    max_seats: int | None = None

    def __post_init__(self) -> None:
        wrong = _wrong_values(self)
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
            found[name] = _read_value(name, value)
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
        data = self.to_data()
        written = {"True": "yes", "False": "no", "None": "none"}
        return ",".join(
            [data.pop("preset")] + [f"{name}={written.get(str(value), value)}" for name, value in data.items()]
        )


FIELDS = tuple(name for name in field_names(Rules) if name != "preset")


def _read_value(name: str, value: str) -> Any:
    """A field's value as written at the shell; what can't be read is left as text, for the field to refuse."""
    if name == "twos_wild":
        return {"yes": True, "true": True, "no": False, "false": False}.get(value.lower(), value)
    if name == "max_seats" and value.lower() == "none":
        return None
    if name in _NUMBERS or name in ("step", "max_seats"):
        try:
            return int(value) if len(value) < 9 else value
        except ValueError:
            return value
    return value


def _nearest(name: str) -> str:
    import difflib  # only where something is misspelled

    near = difflib.get_close_matches(name, FIELDS, 1) if isinstance(name, str) else []
    return f"did you mean {near[0]}?" if near else f"they are {', '.join(FIELDS)}."


_NUMBERS = {"lives": (1, 9), "first_cards": (1, 9), "jokers": (0, 4), "lowest_named": (2, 3), "max_kind": (4, 10)}
_WORDS = {"scoring": SCORINGS, "flush": FLUSHES, "first_bidder": FIRST_BIDDERS, "caller": CALLERS}


def _wrong_values(rules: Rules) -> dict[str, str]:
    """What is wrong with single fields: a sentence for each wrong one, by its name."""
    wrong = {}
    for name, (low, high) in _NUMBERS.items():
        value = getattr(rules, name)
        if type(value) is not int or not low <= value <= high:
            wrong[name] = f"{name} must be a number from {low} to {high}, not {quoted(value)}."
    for name, values in _WORDS.items():
        value = getattr(rules, name)
        if value not in values:
            wrong[name] = f"{name} must be {listed(list(values), 'or')}, not {quoted(value)}."
    if type(rules.twos_wild) is not bool:
        wrong["twos_wild"] = f"twos_wild must be yes or no, not {quoted(rules.twos_wild)}."
    if type(rules.step) is not int or rules.step not in (1, -1):
        wrong["step"] = f"step must be 1 or -1, not {quoted(rules.step)}."
    if rules.max_seats is not None and (type(rules.max_seats) is not int or rules.max_seats < 2):
        wrong["max_seats"] = f"max_seats must be a number from 2 up, not {quoted(rules.max_seats)}."
    return wrong


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


PUBLISHED_SEATS = 10  # what denexa's text says, whatever its variations leave of it

PRESETS = {
    "classic": Rules(),
    "denexa": Rules(
        preset="denexa",
        scoring="tokens",
        jokers=2,
        lowest_named=2,
        flush="high_card",
        first_bidder="left_of_dealer",
        max_seats=PUBLISHED_SEATS,
    ),
}
