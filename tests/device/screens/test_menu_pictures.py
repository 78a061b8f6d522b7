"""What the menu's screens look like, from the emptiest to the fullest."""

from __future__ import annotations

import pytest

from device.panel.canvas import Canvas
from device.screens.farewell import draw_farewell
from engine.bids import Bid
from engine.events import Call, Leave, MakeBid, Penalty
from engine.game import Game
from engine.rules import Rules
from tests.device.screens.conftest import SamePicture
from tests.device.screens.playing import Playing, game
from tests.device.screens.test_menu_walk import GAMES
from tests.engine.tables import THERE

FRIENDS = game(("Anna", "Ben"), MakeBid(1, Bid.parse("ace high")), Call(0), THERE)
OTHERS = game(("Anna", "Ben", "Clara"), MakeBid(1, Bid.parse("pair of sixes")))
CROWD = GAMES["seventeen, in a hand"]
SEVEN = ("Maximilian Berg", "Maximilian Kraus", "Θεοδώρα", "Владимир", "Zoë", "Ben", "Eva")
NAMED = game(SEVEN, Penalty(4, 3), Leave(5), rules=Rules.of("denexa"))


@pytest.mark.parametrize(
    ("name", "before", "words"),
    [
        ("menu", FRIENDS, []),
        ("menu-between-games", None, []),
        ("standing-2", FRIENDS, ["Standing"]),
        ("standing-3", OTHERS, ["Standing"]),
        ("standing-7", NAMED, ["Standing"]),
        ("standing-17", CROWD, ["Standing"]),
        ("bids", FRIENDS, ["Bids"]),
        ("bids-17", CROWD, ["Bids"]),
        ("put-right", FRIENDS, ["Put right last"]),
        ("put-right-17", CROWD, ["Put right last"]),
        ("put-right-changed", FRIENDS, ["Put right last", "Settled", "It wasn't"]),
        ("put-right-bid", CROWD, ["Put right last", "ok"]),
        ("put-right-settled", CROWD, ["Put right last", "Settled"]),
        ("put-right-counts", CROWD, ["Put right last", "Settled", "By counts"]),
        ("put-right-cards", GAMES["three, all cards shown"], ["Put right last", "Settled", "By the cards"]),
        ("penalties", FRIENDS, ["Penalties", "ok"]),
        ("penalties-out", CROWD, ["Penalties", "up", "ok", "up", "up", "up"]),
        ("leaves", FRIENDS, ["A player leaves", "Ben"]),
        ("deals-next", OTHERS, ["Next dealer", "Ben"]),
        ("void", CROWD, ["Void hand"]),
        ("end", FRIENDS, ["End the game"]),
        ("power-off", FRIENDS, ["Power off"]),
        ("power-off-unsaved", FRIENDS, ["Power off"]),
    ],
)
def test_pictures(name: str, before: Game | None, words: list[str], same_picture: SamePicture) -> None:
    trouble = "The disk is full: the game is kept in memory only for now." if "unsaved" in name else ""
    same_picture(Playing(before, trouble=trouble).go("menu", *words).canvas.image, f"menu/{name}")


@pytest.mark.parametrize(("name", "trouble"), [("farewell", ""), ("farewell-unsaved", "The disk is full.")])
def test_the_last_picture_names_the_sign_that_comes_after_it(
    name: str, trouble: str, same_picture: SamePicture
) -> None:
    draw_farewell(canvas := Canvas(), Playing(FRIENDS, trouble=trouble).view)
    same_picture(canvas.image, f"menu/{name}")
