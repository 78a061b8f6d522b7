"""`commune decks`: the decks whose cards the box knows by their tags."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from device.commands.batch import lines_of, read_objects, write_line
from device.commands.state import Opened, add_state, open_to_read, open_to_write
from device.decks import CARDS, JOKERS, Deck, Tags, decks_of, label_of, words_of
from device.readers.codes import read_code
from device.readers.framing import LONGEST
from device.store.state import Change
from engine.errors import Illegal, Refusal, Unreadable, quoted

EXAMPLE = """\
  commune decks
  commune decks export 2 > red.jsonl
  commune decks import red.jsonl
  commune decks forget 2"""

WAYS = ("export", "import", "forget")


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("what", nargs="?", choices=WAYS, help="what to do (default: list them)")
    parser.add_argument(
        "which", nargs="*", metavar="DECK", help="their numbers (export: default all); to import, a file (-: stdin)"
    )
    add_state(parser)


def run(args: Namespace) -> int:
    """List the decks, write them out, keep others, forget some.

    Returns:
        The exit status: 0, or 1 where a line to be imported was wrong.

    Raises:
        Refusal: there is no such deck, or the store or the file can't be read or written.
    """
    if args.what == "import":
        return _import(args)
    if args.what == "forget":
        return _forget(args)
    store = open_to_read(args)
    if store is None:
        return 0
    with store:
        decks = decks_of(store.state.tags)
    for deck in _wanted(decks, args.which):
        if args.what == "export":
            write_line({"deck": deck.number, "cards": dict(sorted(deck.cards, key=_place))})
        else:
            print(_in_words(deck))
    if not decks:
        print("commune: No deck was taught yet: the box does that, from its menu.", file=sys.stderr)
    return 0


def _wanted(decks: tuple[Deck, ...], which: list[str]) -> tuple[Deck, ...]:
    """The decks of these numbers, or all.

    Raises:
        Illegal: there is no such deck.
    """
    found = {str(deck.number): deck for deck in decks}
    for number in which:
        if number not in found:
            raise Illegal(f"There is no deck {number}: commune decks lists them.")
    return tuple(found[number] for number in which) if which else decks


def _place(card: tuple[str, str]) -> int:
    return (*CARDS, *JOKERS).index(card[0])


def _in_words(deck: Deck) -> str:
    """`Deck 1: 52 cards, 2 jokers`; or what it lacks: `Deck 2: 50 cards of 52, without the king of spades …`."""
    jokers = sum(label in JOKERS for label, _ in deck.cards)
    plus = f", {jokers} joker{'s' if jokers > 1 else ''}" if jokers else ""
    lacks = deck.lacks(CARDS)
    if not lacks:
        return f"Deck {deck.number}: 52 cards{plus}."
    named = ", ".join(words_of(label) for label in lacks) if len(lacks) < 5 else f"{len(lacks)} cards"
    return f"Deck {deck.number}: {52 - len(lacks)} of 52 cards{plus}; {named} to be taught."


def _forget(args: Namespace) -> int:
    if not args.which:
        raise Illegal("Say which, as in: commune decks forget 2.")
    with open_to_write(args) as store, store.locked():
        decks = _wanted(decks_of(store.state.tags), args.which)
        store.write(Change(tags=tuple((tag, None) for deck in decks for _, tag in deck.cards)))
    return 0


def _import(args: Namespace) -> int:
    if len(args.which) != 1:
        raise Illegal("Say which file, as in: commune decks import red.jsonl.")
    wrong = 0
    decks = list(_read(lines_of(args.which[0])))
    with open_to_write(args) as store, store.locked():
        for line, deck in enumerate(decks, 1):
            try:
                if isinstance(deck, Refusal):
                    raise deck
                kept = keep_deck(store, deck)
            except (Unreadable, Illegal) as refusal:
                wrong += 1
                print(f"commune: line {line}: {refusal}", file=sys.stderr)
            else:
                print(f"Kept as deck {kept}: {len(deck.cards)} card{'' if len(deck.cards) == 1 else 's'}.")
    return 1 if wrong else 0


def keep_deck(store: Opened, deck: Deck) -> int:
    """Keep a deck, under its number unless there is one of that number, else under the next.

    Raises:
        Illegal: one of its tags is known already; StoreFault: it can't be written.
    """
    tags = store.state.tags
    for label, tag in deck.cards:
        if tag in tags:
            number, other = tags[tag]
            raise Illegal(
                f"The tag {quoted(tag)} of {words_of(label)} is {words_of(other)} of deck {number} already: "
                f"commune decks forget {number} makes room."
            )
    number = free_number(tags, deck.number)
    store.write(Change(tags=tuple((tag, (number, label)) for label, tag in deck.cards)))
    return number


def free_number(tags: Tags, wanted: int) -> int:
    """That number, or where there is a deck of it the next after all."""
    taken = {number for number, _ in tags.values()}
    return wanted if wanted not in taken else max(taken) + 1


def _read(lines: Iterator[bytes]) -> Iterator[Deck | Refusal]:
    """The decks of a file, a JSON object a line as `export` writes them."""
    for data in read_objects(lines):
        try:
            if isinstance(data, Unreadable):
                raise data
            yield read_deck(data)
        except Refusal as refusal:
            yield refusal


def read_deck(data: Mapping[str, Any]) -> Deck:
    """A deck as `export` writes it.

    Raises:
        Unreadable: it isn't one.
    """
    number, cards = data.get("deck"), data.get("cards")
    if type(number) is not int or not 1 <= number <= 999:
        raise Unreadable(f'"deck" is a number from 1 to 999, not {quoted(number)}.')
    if not isinstance(cards, Mapping) or not cards:
        raise Unreadable(f'"cards" is the tag of each card, {{"Ks": "0A00B1C2D3"}}, not {quoted(cards)}.')
    found: dict[str, str] = {}
    for text, tag in cards.items():
        label = label_of(text)
        if not isinstance(tag, str) or not tag.strip() or not tag.isprintable() or len(tag) > LONGEST:
            raise Unreadable(f"{quoted(tag)} is not a tag: it is text of 1 to {LONGEST} characters.")
        if read_code(tag):
            raise Unreadable(f"The tag {quoted(tag)} says itself which card it is: it needs no teaching.")
        if label in found:
            raise Unreadable(f"{words_of(label).capitalize()} is there twice.")
        if tag in found.values():
            raise Unreadable(f"The tag {quoted(tag)} is there twice.")
        found[label] = tag
    return Deck(number, tuple(found.items()))
