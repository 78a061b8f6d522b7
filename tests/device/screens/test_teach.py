"""Teaching a deck: each card in turn, every tag kept at once; stopped, gone on with and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.decks import CARDS, JOKERS, decks_of, labels_for
from device.screens.base import Screen, Table, View
from device.screens.bidding import Bidding
from device.screens.decks import Decks
from device.screens.menu import Menu
from device.screens.teach import Teaching
from engine.game import default_names
from engine.rules import Rules
from tests.device.box import Box
from tests.device.refereeing import Referee, box_for
from tests.device.screens.conftest import SamePicture
from tests.device.screens.pressing import check, drawn

CLASSIC, DENEXA = Rules.of("classic"), Rules.of("denexa")
MENU = Menu(Bidding())
PART = {f"{place:010X}": (1, card) for place, card in enumerate(CARDS[:30])}
WHOLE = {f"{place:010X}": (1, card) for place, card in enumerate((*CARDS, *JOKERS[:2]))}
SCREENS: dict[str, tuple[Rules, dict[str, tuple[int, str]], Screen]] = {
    "first": (CLASSIC, {}, Teaching(MENU, 1, "As")),
    "longest": (CLASSIC, PART, Teaching(MENU, 1, "Qd", (("Jd", "0", ""),))),
    "ten": (CLASSIC, PART, Teaching(MENU, 12, "Td")),
    "known": (CLASSIC, PART, Teaching(MENU, 1, "7s")),
    "joker": (DENEXA, PART, Teaching(MENU, 1, "*2")),
    "all": (DENEXA, WHOLE, Teaching(MENU, 1, "", (("*2", "0", ""),))),
    "decks": (DENEXA, PART | {"x": (2, "As")}, Decks(MENU, 1)),
    "no-decks": (CLASSIC, {}, Decks(MENU, 3)),
}


def view(rules: Rules, tags: dict[str, tuple[int, str]], keys: int = 7, **told: object) -> View:
    return View(None, Table(rules, default_names(4)), keys=keys, readers=True, tags=tags, **told)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_was_accepted(name: str, same_picture: SamePicture) -> None:
    rules, tags, screen = SCREENS[name]
    same_picture(drawn(screen, view(rules, tags)).image, f"teach/{name}")


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_whole_and_says_what_its_buttons_do(name: str, keys: int) -> None:
    rules, tags, screen = SCREENS[name]
    check(screen, view(rules, tags, keys))
    assert drawn(screen, view(rules, tags, keys, notice=("The queen of diamonds: known",), trouble="x")).faults() == []


@pytest.mark.parametrize("label", labels_for(DENEXA))
def test_every_card_is_asked_for_in_words_that_fit(label: str) -> None:
    canvas = drawn(Teaching(MENU, 1, label), view(DENEXA, PART))
    assert canvas.faults() == []
    assert "Show" in canvas.as_text()


def taught(box: Box) -> dict[int, list[str]]:
    """The cards that the store knows, by deck."""
    return {deck.number: [label for label, _ in deck.cards] for deck in decks_of(box.store.state.tags)}


def opened(folder: Path, keys: int = 7, **rules: object) -> Box:
    """A box that has a reader, teaching its first deck."""
    box = box_for({"rules": {"preset": "classic"} | rules, "seats": 2, "dealer": 0}, folder, keys)
    box.sweep("Ks")  # so it knows that there is a reader
    Referee(box).menu("Teach a deck")
    assert box.screen == "teach", box.words
    return box


@pytest.mark.parametrize("keys", [7, 4])
def test_a_whole_deck_with_jokers_is_taught_card_by_card_and_known_afterwards(folder: Path, keys: int) -> None:
    with opened(folder, keys, jokers=2) as box:
        for place, label in enumerate(labels_for(Rules.of("classic", jokers=2))):
            assert box.session.screen.asks == label
            box.sweep(f"{place:010X}")
        assert "All is known" in box.words
        box.sweep("FFFFFFFFFF")
        box.press("ok")
        assert box.screen == "menu"
        assert taught(box) == {1: [*CARDS, "*1", "*2"]}
        box.press("back")
        box.sweep("0000000000", "0000000035")
        assert "Joker 2" in box.words


@pytest.mark.parametrize(
    ("swept", "says"),
    [("0000000000", "This tag is A♠"), ("Kh", "It says K♥ by itself"), ("JOKER", "It says Joker by itself")],
)
def test_a_tag_used_twice_or_that_needs_no_teaching_is_said_to_be(folder: Path, swept: str, says: str) -> None:
    with opened(folder) as box:
        box.sweep("0000000000", swept)
        assert box.session.screen.asks == "2s"
        assert says in box.words
        assert taught(box) == {1: ["As"]}


def test_teaching_is_stopped_and_gone_on_with_and_the_plug_can_be_pulled_at_any_card(folder: Path) -> None:
    box = opened(folder)
    for place in range(4):
        box.sweep(f"{place:010X}")
        assert taught(box)[1] == list(CARDS[: place + 1])
        screen = box.session.screen
        box.kill()
        box = Box(folder)
        assert box.session.screen == screen
    with box:
        box.press("ok", "back", "call", "back")
        Referee(box).menu("Teach a deck")
        assert box.screen == "decks"
        assert "4 of 52" in box.words
        box.press("ok")
        assert box.session.screen.asks == CARDS[4]


@pytest.mark.parametrize("keys", [7, 4])
def test_back_takes_back_card_by_card_and_then_leaves(folder: Path, keys: int) -> None:
    with opened(folder, keys) as box:
        box.sweep("AA", "BB", "CC")
        for label, left in (("3s", ["As", "2s"]), ("2s", ["As"]), ("As", [])):
            box.press("back")
            assert box.session.screen.asks == label
            assert "Took back" in box.words or "Undone" in box.words
            assert taught(box).get(1, []) == left
        box.press("back")
        assert box.screen == "menu"


def test_a_card_gets_another_tag_and_back_gives_it_the_old_one(folder: Path) -> None:
    with opened(folder) as box:
        box.sweep("AA", "BB")
        box.press("up")
        assert "known" in box.words
        box.sweep("AA")
        assert "This tag is A♠" in box.words
        box.sweep("BB")
        assert "2♠ it is: known already" in box.words
        box.sweep("CC")
        assert dict(box.store.state.tags) == {"AA": (1, "As"), "CC": (1, "2s")}
        assert box.session.screen.asks == "3s"
        box.press("back")
        assert dict(box.store.state.tags) == {"AA": (1, "As"), "BB": (1, "2s")}


def test_several_decks_are_taught_and_told_apart(folder: Path) -> None:
    with opened(folder) as box:
        box.sweep("AA")
        box.press("ok", "ok")
        assert box.screen == "decks"
        box.press("down", "ok")
        assert box.session.screen.deck == 2
        box.sweep("AA")
        assert "This tag is A♠ of deck 1" in box.words
        box.sweep("BB")
        assert taught(box) == {1: ["As"], 2: ["As"]}
        box.press("ok", "back", "back", "back")
        box.sweep("BB")
        assert "deck 2" in box.words or "The ace of spades" in box.words
