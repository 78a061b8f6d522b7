"""What the screens of a hand look like, from the emptiest to the fullest."""

from __future__ import annotations

import pytest

from device.panel.canvas import Canvas
from device.screens.base import Screen, Table, View
from device.screens.bidding import Bidding
from device.screens.call import Call
from device.screens.counting import Counting
from device.screens.deal import Deal
from device.screens.ending import Ending
from device.screens.number import Number
from device.screens.picker import KIND, Picker
from device.screens.settings import Settings
from device.screens.showing import DONE, Showing
from device.screens.told import Told
from device.screens.total import Total
from device.screens.verdict import Verdict
from device.screens.who import Who
from engine.bids import Bid
from engine.cards import parse_cards
from engine.counts import Counts
from engine.events import Call as Called
from engine.events import MakeBid, Penalty, Settle
from engine.game import Game
from engine.rules import Rules
from engine.settlement import Agreed, AllCards, CardsSeen, Counted, Settlement, Void
from tests.device.screens import pressing
from tests.device.screens.conftest import SamePicture

LONG = (
    "Maximilian-Alexander", "Maximilian-Johannes", "Ευγενία", "Ярослав", "Zoë", "Ågot", "Łukasz", "Player 8",
    "Player 9", "Player 10", "Charlotte-Sophie", "Charlotte-Marie", "Ben", "Eva", "Θεοδώρα", "Владимир", "Wilhelmina",
)  # fmt: skip
FEW = Game.start(Rules.of("classic"), ("Anna", "Ben"), 0)
TEN = Game.start(Rules.of("classic"), LONG[:10], 0)
MANY = Game.start(Rules.of("classic"), LONG, 0)
for _seat, _by in ((0, 2), (1, 1), (3, 2), (5, 1), (8, 3), (10, 1), (11, 2), (14, 1), (15, 2), (16, 1)):
    MANY = MANY.apply(Penalty(_seat, _by))
FLUSHES = Game.start(Rules.of("classic", flush="all_ranks"), LONG[:4], 1)
DENEXA = Game.start(Rules.of("denexa"), ("Anna", "Ben", "Cleo"), 2)


def bid(game: Game, words: str, seat: int | None = None) -> Game:
    return game.apply(MakeBid(game.next_bidder if seat is None else seat, Bid.parse(words)))


def settled(game: Game, words: str, by: Settlement) -> Game:
    game = bid(game, words)
    return game.apply(Called(game.next_bidder)).apply(Settle(by))


def called(game: Game, words: str | None = None) -> Call:
    return Call(game.players_in[1], game.players_in[0], Bid.parse(words) if words else None, Bidding())


WON = settled(FEW.apply(Penalty(1, 2)), "pair of kings", Agreed(False))
EVENING = Game.start(Rules.of("classic"), LONG[:4], 0)
for _there in (True, False, False, True, False, True, True, False, False, True, True, True):
    EVENING = EVENING if EVENING.winner is not None else settled(EVENING, "pair of kings", Agreed(_there))
SIXES = Bid.parse("pair of sixes")
THIRTEEN = parse_cards("Ks Td 9h 2c 2d 4s 5s 6s 7s 8s 9s Ts Js")
FLUSH = Bid.parse("flush A J 9 5 3")
SCREENS: dict[str, tuple[Game, Screen]] = {
    "deal": (FEW, Deal()),
    "deal-groups": (settled(FEW, "pair of kings", Agreed(False)), Deal()),
    "deal-10": (settled(TEN, "pair of kings", Agreed(False)), Deal()),
    "deal-17": (MANY, Deal()),
    "bidding-first": (FEW, Bidding()),
    "bidding-first-17": (MANY, Bidding()),
    "bidding": (bid(FEW, "pair of sixes"), Bidding()),
    "bidding-highest": (bid(FEW, "five aces"), Bidding()),
    "bidding-longest": (bid(FLUSHES, "straight flush to queen"), Bidding()),
    "picker": (FEW, Picker(SIXES, 0, Bidding())),
    "picker-kind": (FEW, Picker(SIXES, 0, Bidding(), field=KIND)),
    "picker-second": (MANY, Picker(Bid.parse("queens over sevens"), 0, Bidding(), field=1)),
    "picker-flush": (FLUSHES, Picker(FLUSH, 0, called(FLUSHES), field=3)),
    "picker-unsaid": (FEW, Picker(SIXES, 0, called(FEW), unsaid=True, said=False)),
    "who": (FEW, Who("caller", called(FEW), 1, back=Bidding())),
    "who-17": (MANY, Who("caller", called(MANY), 10, back=Bidding())),
    "call": (FEW, called(FEW, "pair of sixes")),
    "call-unsaid": (FEW, called(FEW)),
    "call-17": (MANY, called(MANY, "queens over sevens")),
    "counting": (FEW, Counting(SIXES, 2, called(FEW), "6")),
    "counting-wilds": (MANY, Counting(Bid.parse("straight to ace"), 30, called(MANY), "wild", answers=(
        ("A", 1), ("K", 2), ("Q", 0), ("J", 4), ("T", 1)))),
    "counting-suit": (FLUSHES, Counting(FLUSH, 12, called(FLUSHES), "d", marks=(True, False))),
    "showing": (FEW, Showing(SIXES, 2, called(FEW))),
    "showing-many": (MANY, Showing(SIXES, 30, called(MANY), THIRTEEN, "Q", "h")),
    "showing-done": (FEW, Showing(SIXES, 2, called(FEW), parse_cards("6s 6d"), DONE)),
    "showing-swept": (FEW, Showing(SIXES, 2, called(FEW), parse_cards("Ks"), "K", "s", early=True, swept_last=True,
        deck=1)),
    "showing-swept-many": (MANY, Showing(SIXES, 30, called(MANY), THIRTEEN, "T", "h", early=True, swept_last=True,
        deck=0)),
    "showing-swept-joker": (DENEXA, Showing(SIXES, 3, called(DENEXA), parse_cards("*"), "*", early=True,
        swept_last=True, deck=1, jokers=("0A00000001",))),
    "showing-counted": (FEW, Showing(SIXES, 2, Counting(SIXES, 2, called(FEW), "wild"), parse_cards("Ks"), "K", "s",
        early=True, swept_last=True, deck=0, counts=(("6", 1),))),
    "verdict-why-seen": (settled(FEW, "pair of sixes",
        CardsSeen(parse_cards("6s"), Counts.from_data({"6": 1, "wild": 1}))), Verdict(why=True)),
    "number": (FEW, Number("Cards dealt?", 17, 1, 52, called(FEW))),
    "verdict-there": (settled(FEW, "pair of sixes", Agreed(True)), Verdict()),
    "verdict-not-there": (settled(TEN, "straight to nine", Agreed(False)), Verdict()),
    "verdict-tokens": (settled(DENEXA, "pair of twos", Agreed(True)), Verdict()),
    "verdict-out": (WON, Verdict()),
    "verdict-void": (FEW.apply(Settle(Void())), Verdict()),
    "verdict-why-word": (settled(FEW, "pair of sixes", Agreed(True)), Verdict(why=True)),
    "verdict-why-counts": (settled(FEW, "pair of sixes", Counted(Counts.from_data({"6": 1, "wild": 0}))),
        Verdict(why=True)),
    "verdict-why-cards": (settled(FEW, "pair of sixes", AllCards(parse_cards("6s 2d"))), Verdict(why=True)),
    "ending": (WON, Ending()),
    "ending-standing": (WON, Ending(1)),
    "ending-evening": (EVENING, Ending(2)),
    "total": (FEW, Total(17, 18, called(FEW))),
    "settings": (FEW, Settings(Bidding())),
    "told": (FEW, Told("2 were dealt, 3 shown: the hand is void, or 3 were dealt.", called(FEW))),
}  # fmt: skip


def drawn(game: Game, screen: Screen, **told: object) -> Canvas:
    return pressing.drawn(screen, View(game, Table(game.rules, game.players), **told))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_was_accepted_and_can_be_read(name: str, same_picture: SamePicture) -> None:
    canvas = drawn(*SCREENS[name])
    assert canvas.faults() == []
    assert min(text.height for text in canvas.texts) >= 8
    same_picture(canvas.image, f"play/{name}")


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("keys", [7, 4])
def test_trouble_and_what_was_taken_back_are_said_on_every_screen(name: str, keys: int) -> None:
    canvas = drawn(*SCREENS[name], keys=keys, last="x", trouble="Disk full: playing on", notice=("Took back it", "it"))
    assert "NOT SAVED" in canvas.as_text()
    assert canvas.faults() == []
