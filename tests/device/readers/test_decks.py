"""Decks: what a tag stands for, kept through thick and thin; listed, exported and imported at the shell."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from device.decks import CARDS, JOKERS, PRINTED, Deck, Swept, card_of, decks_of, label_of, labels_for, recognised
from device.store import Change, Store
from engine.cards import JOKER, Card
from engine.errors import Unreadable
from engine.rules import Rules
from tests.device.box import Box
from tests.device.stores import LOG, kept, opened, play, put, watched
from tests.device.test_commands_store import Commune
from tests.device.test_store_faults import Faults

WHOLE = [(f"{place:010X}", (1, label)) for place, label in enumerate((*CARDS, *JOKERS[:2]))]
TAGS = dict(WHOLE) | {"AA": (2, "As"), "bb cc": (2, "*4"), "odd": (3, "Xx")}


def keep(store: Store, *tags: tuple[str, tuple[int, str] | None]) -> None:
    store.commit(Change(tags=tags))


def tags_in(folder: Path) -> dict[str, tuple[int, str]]:
    return dict(kept(folder).tags)


# What a tag stands for


def test_a_deck_has_every_card_once_in_the_order_of_a_new_one() -> None:
    assert (CARDS[0], CARDS[12], CARDS[13], len(set(CARDS))) == ("As", "Ks", "Ah", 52)
    assert labels_for(Rules.of("classic")) == CARDS
    assert labels_for(Rules.of("denexa"))[52:] == ("*1", "*2")


@pytest.mark.parametrize(
    ("tag", "found", "card"),
    [
        ("0000000000", Swept("0000000000", 1, "As"), "As"),
        ("0000000035", Swept("0000000035", 1, "*2"), "*"),
        ("AA", Swept("AA", 2, "As"), "As"),
        ("bb cc", Swept("bb cc", 2, "*4"), "*"),
        ("10h", Swept("10h", PRINTED, "Th"), "Th"),
        ("JOKER", Swept("JOKER", PRINTED, "*"), "*"),
        ("odd", Swept("odd"), None),
        ("aa", Swept("aa"), None),
        ("0123456789", Swept("0123456789"), None),
    ],
)
def test_a_tag_is_recognised_as_the_card_of_its_deck(tag: str, found: Swept, card: str | None) -> None:
    swept = recognised(tag, TAGS)
    assert swept == found
    assert (swept.card and str(swept.card)) == card


def test_decks_are_told_apart_by_their_tags() -> None:
    whole, part = decks_of(TAGS)
    assert (whole.number, whole.lacks(CARDS), len(whole.cards)) == (1, (), 54)
    assert part == Deck(2, (("As", "AA"), ("*4", "bb cc")))
    assert part.lacks(("As", "2s")) == ("2s",)
    assert (part.tag("As"), part.tag("2s")) == ("AA", "")


@pytest.mark.parametrize(("text", "label"), [("KS", "Ks"), ("10♥", "Th"), ("joker 2", "*2"), ("*4", "*4")])
def test_cards_of_a_deck_are_read_as_people_write_them(text: str, label: str) -> None:
    assert label_of(text) == label
    assert card_of(label) == (JOKER if label[0] == "*" else Card.parse(text))


@pytest.mark.parametrize("text", ["K", "joker", "*", "*5", "", "1h"])
def test_what_is_no_card_of_a_deck_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        label_of(text)


# Kept


def test_tags_are_kept_forgotten_and_taught_anew_the_last_at_the_end(folder: Path) -> None:
    with opened(folder) as store:
        keep(store, ("AA", (1, "As")), ("BB", (1, "2s")), ("CC", (1, "3s")))
        keep(store, ("BB", None), ("AA", (1, "Ks")))
        assert list(store.state.tags.items()) == [("CC", (1, "3s")), ("AA", (1, "Ks"))]
    assert list(tags_in(folder).items()) == [("CC", (1, "3s")), ("AA", (1, "Ks"))]


def test_while_the_disk_is_full_a_deck_is_taught_in_memory_and_kept_when_there_is_room(folder: Path) -> None:
    full = Faults(errno.ENOSPC, calls=("pwrite",))
    with opened(folder) as store:
        keep(store, ("AA", (1, "As")))
        with watched(folder, full):
            keep(store, ("BB", (1, "2s")))
            keep(store, ("AA", None))
        assert store.trouble
        assert dict(store.state.tags) == {"BB": (1, "2s")}
        keep(store)
        assert store.trouble is None
    assert tags_in(folder) == {"BB": (1, "2s")}


def test_a_store_that_was_taken_away_is_made_again_with_its_decks(folder: Path) -> None:
    with opened(folder) as store:
        keep(store, *WHOLE)
        put(folder, {})
        keep(store, ("AA", (2, "As")))
    assert tags_in(folder) == dict(WHOLE) | {"AA": (2, "As")}


def test_of_a_damaged_store_every_tag_that_can_be_read_is_kept(folder: Path) -> None:
    with opened(folder) as store:
        play(store)
        for tag in WHOLE:
            keep(store, tag)
    whole = (folder / LOG).read_bytes()
    for flipped in range(0, len(whole), 977):
        content = bytearray(whole)
        content[flipped] ^= 0xFF
        put(folder, {LOG: bytes(content)})
        with opened(folder) as store:
            assert store.trouble is None
            assert store.state.tags.items() <= dict(WHOLE).items()
            assert len(store.state.tags) >= len(WHOLE) - 1


def test_a_deck_that_is_imported_beside_a_running_box_is_known_at_once(commune: Commune, state: Path) -> None:
    with Box(state) as box:
        box.sweep("AA")
        assert 'Unknown: "AA"' in box.words
        assert commune("decks", "import", "-", stdin=b'{"deck": 3, "cards": {"Ks": "AA"}}').out.startswith(
            "Kept as deck 3"
        )
        box.sweep("AA")
        assert "The king of spades" in box.words


# At the shell


def said(commune: Commune, *words: str, stdin: str = "") -> tuple[int, str, str]:
    return commune("decks", *words, stdin=stdin.encode())  # type: ignore[return-value]


def test_decks_are_listed_exported_imported_and_forgotten(commune: Commune, state: Path) -> None:
    assert said(commune)[:2] == (0, "")
    with opened(state) as store:
        keep(store, *WHOLE, ("AA", (2, "As")), ("BB", (2, "*1")), *((f"c{card}", (4, card)) for card in CARDS[2:]))
    assert said(commune)[1].splitlines() == [
        "Deck 1: 52 cards, 2 jokers.",
        "Deck 2: 1 of 52 cards, 1 joker; 51 cards to be taught.",
        "Deck 4: 50 of 52 cards; the ace of spades, the two of spades to be taught.",
    ]
    status, out, _ = said(commune, "export", "2", "1")
    assert status == 0
    first, second = map(json.loads, out.splitlines())
    assert first == {"deck": 2, "cards": {"As": "AA", "*1": "BB"}}
    assert second["cards"] == {label: tag for tag, (_, label) in WHOLE}
    assert said(commune, "forget", "1", "2")[0] == 0
    assert said(commune)[1].count("\n") == 1
    assert said(commune, "import", "-", stdin=out)[:2] == (0, "Kept as deck 2: 2 cards.\nKept as deck 1: 54 cards.\n")
    assert tags_in(state).items() >= dict(WHOLE).items()
    other = json.dumps({"deck": 1, "cards": {"KS": "new", "joker 1": "newer"}})
    assert said(commune, "import", "-", stdin=other)[1] == "Kept as deck 5: 2 cards.\n"
    assert json.loads(said(commune, "export", "5")[1]) == {"deck": 5, "cards": {"Ks": "new", "*1": "newer"}}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "line 1: The line is not a JSON object"),
        ('{"deck": 0, "cards": {"As": "x"}}', 'line 1: "deck" is a number from 1 to 999, not 0.'),
        ('{"deck": 1}', 'line 1: "cards" is the tag of each card, {"Ks": "0A00B1C2D3"}, not null.'),
        ('{"deck": 1, "cards": {"K": "x"}}', 'line 1: "K" is not a card of a deck: it has no suit.'),
        ('{"deck": 1, "cards": {"Ks": ""}}', 'line 1: "" is not a tag: it is text of 1 to 64 characters.'),
        ('{"deck": 1, "cards": {"Ks": "\\u001b[2J"}}', 'line 1: "?[2J" is not a tag'),
        ('{"deck": 1, "cards": {"Ks": "x", "KS": "y"}}', "line 1: The king of spades is there twice."),
        ('{"deck": 1, "cards": {"Ks": "x", "Kh": "x"}}', 'line 1: The tag "x" is there twice.'),
        ('{"deck": 1, "cards": {"Ks": "10h"}}', 'line 1: The tag "10h" says itself which card it is'),
        ('{"deck": 9, "cards": {"Ks": "AA"}}', 'line 1: The tag "AA" of the king of spades is the ace of spades of '
            "deck 2 already: commune decks forget 2 makes room."),
    ],
)  # fmt: skip
def test_a_deck_that_is_wrong_is_refused_and_says_why(commune: Commune, state: Path, line: str, says: str) -> None:
    with opened(state) as store:
        keep(store, ("AA", (2, "As")))
    status, out, err = said(commune, "import", "-", stdin=line + '\n{"deck": 3, "cards": {"Qs": "good"}}\n')
    assert (status, out) == (1, "Kept as deck 3: 1 card.\n")
    assert says in err
    assert tags_in(state) == {"AA": (2, "As"), "good": (3, "Qs")}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("export", "7"), "There is no deck 7: commune decks lists them."),
        (("forget", "7"), "There is no deck 7: commune decks lists them."),
        (("forget",), "Say which, as in: commune decks forget 2."),
        (("import",), "Say which file, as in: commune decks import red.jsonl."),
        (("import", "/no/such"), "/no/such can't be read"),
    ],
)
def test_what_cannot_be_done_is_said(commune: Commune, state: Path, words: tuple[str, ...], says: str) -> None:
    with opened(state) as store:
        keep(store)
    status, out, err = said(commune, *words)
    assert (status, out) == (2, "")
    assert says in err
