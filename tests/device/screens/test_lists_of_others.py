"""Lists that others can change: names and decks come and go at the shell while the box shows them."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from device.cli import main
from device.decks import CARDS, decks_of
from device.screens.base import Screen, View, from_data, to_data
from device.screens.decks import Decks
from device.screens.menu import Menu
from device.screens.seating import Seating
from device.screens.setup import Setup
from device.store import Change
from engine.game import default_names
from engine.value import replace
from tests.device.box import Box
from tests.device.refereeing import Referee
from tests.device.screens.pressing import drawn, shows
from tests.device.screens.tables import NEW
from tests.device.walking import lit_row

FRIENDS = ("Anna", "Ben", "Cleo", "David", "Eva", "Finn")


def shell(folder: Path, *words: str) -> None:
    assert main([*words, "--state", str(folder)]) == 0


def lit(box: Box) -> str:
    """The row that is pointed at."""
    canvas = box.session.draw()
    assert canvas.faults() == []
    return lit_row(canvas)


@pytest.mark.parametrize(
    "meanwhile", [f"forget {' '.join(FRIENDS)}", "forget Cleo", "add Zoe", "add finn Gerd Hans", "forget Finn Eva"]
)
@pytest.mark.parametrize("cut", [False, True], ids=["", "power cut"])
def test_ok_seats_the_name_that_was_lit_whatever_became_of_the_list(folder: Path, meanwhile: str, cut: bool) -> None:
    shell(folder, "players", "add", *FRIENDS)
    with ExitStack() as boxes:
        box = boxes.enter_context(Box(folder))
        box.press("down", "down", "ok", "down", "ok", "ok")  # Anna into seat 2
        box.press("up", "ok")  # who sits in seat 1?
        assert lit(box) == "Ben"
        box.press("down", "down", "down")
        before = lit(box)
        assert before == "Eva"
        shell(folder, "players", *meanwhile.split())
        if cut:
            boxes.close()
            box = boxes.enter_context(Box(folder))
        assert lit(box) == before
        box.press(*["up", "down"] * cut, "ok")
        assert box.session.screen.players == ("Eva", "Anna", "Player 3", "Player 4")


def test_the_list_of_names_is_new_where_it_is_opened_anew(folder: Path) -> None:
    shell(folder, "players", "add", "Anna", "Ben")
    with Box(folder) as box:
        box.press("down", "down", "ok", "ok")
        shell(folder, "players", "add", "Zoe")
        assert lit(box) == "Anna"
        box.press("back", "ok")
        assert lit(box) == "Zoe"


DECK = {"deck": 1, "cards": {card: f"A{place:03}" for place, card in enumerate(CARDS[:2])}}


@pytest.mark.parametrize("row", ["Deck 2", "Deck 3", "A new deck"])
@pytest.mark.parametrize("meanwhile", ["forget 2", "forget 1 3", "forget 1 2 3", "import", "import import"])
def test_ok_teaches_the_deck_that_was_lit_whatever_decks_came_or_went(folder: Path, row: str, meanwhile: str) -> None:
    with Box(folder) as box:
        for number in (1, 2, 3):
            tags = [(f"{number}{label}", (number, label)) for label in CARDS[:number]]
            box.store.commit(Change(tags=tuple(tags)))
        box.sweep("Ks")
        Referee(box).menu("Teach a deck")
        while not lit(box).startswith(row):
            box.press("down")
        if meanwhile.startswith("forget"):
            shell(folder, "decks", *meanwhile.split())
        for place in range(meanwhile.count("import")):
            cards = {card: f"{place}{tag}" for card, tag in DECK["cards"].items()}  # type: ignore[attr-defined]
            (folder / "deck.jsonl").write_text(json.dumps(DECK | {"deck": 4, "cards": cards}))
            shell(folder, "decks", "import", str(folder / "deck.jsonl"))
        box.sweep("Kh")  # the box looks at the decks again
        assert lit(box).startswith(row)
        box.press("ok")
        there = {deck.number for deck in decks_of(box.session.view.tags)}
        number = box.session.screen.deck
        assert number == int(row[-1]) if row != "A new deck" else number not in there


def test_a_reader_that_is_met_while_the_menu_is_open_moves_no_entry(folder: Path) -> None:
    with Box(folder) as box:
        box.press("hold-call")
        assert lit(box) == "Settings"
        box.sweep("Ks")
        assert lit(box) == "Settings"
        box.press("back", "hold-call")
        assert lit(box) == "Teach a deck"


MENU = Menu(Setup())
EARLIER = [
    (Seating(0, default_names(4), "Player 1", Setup(), 6), replace(NEW, roster=("Anna", "Ben")), "Player 4"),
    (Seating(0, default_names(4), "Player 1", Setup(), 1), replace(NEW, roster=("Anna", "Ben")), "Anna"),
    (Decks(MENU, 3), replace(NEW, tags={"x": (7, "As")}), "Deck 7"),
    (Decks(MENU, 0), NEW, "A new deck"),
]


@pytest.mark.parametrize(("screen", "view", "shown"), EARLIER)
def test_a_draft_of_an_earlier_version_that_kept_no_list_comes_back_with_the_list_of_now(
    screen: Screen, view: View, shown: str
) -> None:
    again = from_data({key: kept for key, kept in to_data(screen).items() if key not in ("known", "numbers")})
    assert again == screen
    assert drawn(again, view).faults() == []
    assert shown in shows(again, view)
