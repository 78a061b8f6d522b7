"""Cards that are swept past a reader, on a whole box: at the reveal, and at any other time."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.panel.light import Light
from device.readers.port import ReaderThread
from device.readers.wiring import Reader
from device.sound import Sound
from device.store import Change
from engine.bids import Bid
from engine.cards import format_cards, parse_cards
from engine.counts import Counts
from engine.events import MakeBid, Settle
from engine.settlement import AllCards, CardsSeen
from tests.device.box import Box
from tests.device.readers.wires import Heard, Wire, frame
from tests.device.refereeing import Referee, box_for

RED = {f"0A0000{place:04X}": card for place, card in enumerate(["Ks", "Kd", "6s", "6d", "6h", "*1", "*2"])}
"""Deck 1, by tag."""
BLUE = {f"0B0000{place:04X}": card for place, card in enumerate(["Ks", "Kd"])}
"""Deck 2."""
RED_KING, _, RED_SIX, RED_SIX_OF_DIAMONDS, _, RED_JOKER, OTHER_JOKER = RED
BLUE_KING, _ = BLUE


def called(folder: Path, bid: str = "pair of sixes", keys: int = 7, **rules: object) -> Box:
    """A box with two decks, at a call that Player 1 made; three cards each of two players."""
    box = box_for({"rules": {"preset": "classic", "first_cards": 3} | rules, "seats": 2, "dealer": 0}, folder, keys)
    tags = [(tag, (1, card)) for tag, card in RED.items()] + [(tag, (2, card)) for tag, card in BLUE.items()]
    box.store.commit(Change(tags=tuple(tags)))
    box.press("ok")
    Referee(box).record(MakeBid(1, Bid.parse(bid)))
    box.press("call")
    assert box.screen == "call", box.words
    return box


def settled(box: Box) -> Settle:
    assert box.screen == "verdict", box.words
    by = box.session.game.hands[-1].taken.settled
    assert by is not None
    return by


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize(
    ("bid", "swept", "after", "holds"),
    [
        ("pair of sixes", "Ks 6s 9d 6h", 4, True),
        ("pair of sixes", "6S 2C", 2, True),
        ("pair of sixes", "Ks 9d 8c 7c 9h", 5, False),
        ("six high", "6s", 1, True),
        ("five sixes", "Ks Qs", 2, False),
        ("pair of sixes", "Ks 9d 8c 7c 6h 2s", 6, True),
        ("pair of sixes", "Ks 9d 8c 7c 6h 5s", 6, False),
    ],
)
def test_the_verdict_comes_as_soon_as_no_further_card_can_change_it(
    folder: Path, keys: int, bid: str, swept: str, after: int, holds: bool
) -> None:
    with called(folder, bid, keys) as box:
        cards = swept.split()
        for count, card in enumerate(cards, 1):
            assert box.screen == ("call" if count == 1 else "showing")
            box.sweep(card)
        assert len(cards) == after
        shown = parse_cards(" ".join(cards))
        assert settled(box) == Settle(AllCards(shown) if after == 6 else CardsSeen(shown))
        assert box.session.game.hands[-1].outcome.holds is holds


def test_every_card_that_is_swept_is_seen_with_its_suit(folder: Path) -> None:
    with called(folder) as box:
        box.sweep("10h")
        assert box.screen == "showing"
        assert "10h" not in box.words
        assert "T♥" in box.words
        assert "1 of 6" in box.words
        box.press("back")
        box.sweep(RED_KING, RED_SIX)
        assert "6♠" in box.words
        assert format_cards(box.session.screen.shown) == "Ks 6s"


NOT_COUNTED = [
    (["Ks", "Ks"], {}, "K♠ is in already", "Ks"),
    ([RED_KING, RED_KING], {}, "K♠ is in already", "Ks"),
    (["Ks", RED_SIX], {}, "6♠: deck 1, not counted", "Ks"),
    ([RED_KING, "6s"], {}, "6♠: not of this deck", "Ks"),
    ([RED_KING, BLUE_KING], {}, "K♠: deck 2, not counted", "Ks"),
    (["Ks", "joker"], {}, "Joker can't be", "Ks"),
    ([RED_JOKER, RED_JOKER], {"jokers": 2}, "Joker 1 is in already", "*"),
    ([RED_JOKER, OTHER_JOKER], {"jokers": 1}, "Joker can't be", "*"),
    (["Ks", "ticket 4711"], {}, 'Unknown: "ticket 4711"', "Ks"),
    ([RED_KING, "0123456789"], {}, 'Unknown: "0123456789"', "Ks"),
]


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize(("swept", "rules", "says", "shown"), NOT_COUNTED)
def test_a_card_that_does_not_count_is_shown_and_said_why(
    folder: Path, keys: int, swept: list[str], rules: dict[str, object], says: str, shown: str
) -> None:
    with called(folder, "five sixes", keys, **rules, max_kind=5) as box:
        box.sweep(*swept)
        assert box.screen == "showing"
        assert format_cards(box.session.screen.shown) == shown
        assert says in box.words
        assert box.session.draw().faults() == []
        box.press("up")
        assert says not in box.words


def test_two_jokers_of_a_taught_deck_are_two_cards(folder: Path) -> None:
    with called(folder, jokers=2) as box:
        box.sweep(RED_JOKER)
        assert box.session.screen.jokers == ("*1",)
        box.press("back")
        assert box.session.screen.jokers == ()
        box.sweep(RED_JOKER, OTHER_JOKER)
        assert settled(box) == Settle(CardsSeen(parse_cards("* *")))


def test_after_the_first_card_is_taken_back_another_deck_may_be_swept(folder: Path) -> None:
    with called(folder) as box:
        box.sweep(BLUE_KING)
        box.press("back")
        box.sweep(RED_SIX)
        assert format_cards(box.session.screen.shown) == "6s"


@pytest.mark.parametrize("keys", [7, 4])
def test_back_takes_back_card_by_card_from_the_verdict_to_the_call(folder: Path, keys: int) -> None:
    with called(folder, keys=keys) as box:
        box.sweep("Ks", "6s", "9d", "6h")
        assert box.screen == "verdict"
        box.press("back")
        assert format_cards(box.session.screen.shown) == "Ks 6s 9d"
        box.press("back", "back", "back")
        assert (box.screen, box.session.screen.shown) == ("showing", ())
        box.press("back")
        assert box.screen == "call"
        box.sweep("6s", "6h")
        assert box.screen == "verdict"


@pytest.mark.parametrize("keys", [7, 4])
def test_fingers_and_reader_are_mixed(folder: Path, keys: int) -> None:
    with called(folder, keys=keys) as box:
        box.sweep("6s")
        take = ["ok", "ok"] if keys == 4 else ["ok"]
        box.press("up", *take)  # the seven of spades
        assert format_cards(box.session.screen.shown) == "6s 7s"
        box.sweep("7s")
        assert "7♠ is in already" in box.words
        box.press("down", "right" if keys == 7 else "ok", *(["down", "ok"] if keys == 4 else ["ok"]))
        assert settled(box) == Settle(CardsSeen(parse_cards("6s 7s 6h")))


def test_a_count_that_was_begun_goes_on_by_the_cards(folder: Path) -> None:
    with called(folder) as box:
        box.press("ok")
        assert box.screen == "counting"
        while box.session.screen.value != 1:
            box.press("up")
        box.press("ok")  # one six, and now the wilds are asked for
        assert box.session.screen.answers == (("6", 1),)
        box.sweep("Ks")
        assert box.screen == "showing"
        box.press("back", "back")
        assert box.session.screen.answers == (("6", 1),)
        box.sweep("6h", "6d")
        assert "6♦ can't be: not counted" in box.words
        box.sweep("2s")
        assert settled(box) == Settle(CardsSeen(parse_cards("6h 2s"), Counts.from_data({"6": 1})))
        assert box.session.game.hands[-1].outcome.holds is True
        box.press("up")
        assert "Shown: 6h 2s, counted: 1 six." in box.words.replace("\n", " ")


def test_where_the_table_has_not_said_the_bid_it_is_asked_for_first(folder: Path) -> None:
    with box_for({"rules": {"preset": "classic"}, "seats": 2, "dealer": 0}, folder, 7) as box:
        box.press("call", "ok")
        assert box.screen == "call"
        box.sweep("Ks")
        assert box.screen == "call"
        assert "K♠: first say which bid" in box.words


def test_all_cards_by_sweeping_and_ok_asks_about_a_total_that_differs(folder: Path) -> None:
    with called(folder) as box:
        box.sweep("Ks", "Qs", "6h")
        box.press("ok")
        assert box.screen == "total"
        box.press("up")
        assert settled(box) == Settle(AllCards(parse_cards("Ks Qs 6h")), 3)


def test_what_was_seen_is_put_right_card_by_card(folder: Path) -> None:
    with called(folder) as box:
        box.sweep("Ks", "6s", "6h")
        assert box.session.game.hands[-1].outcome.holds is True
        referee = Referee(box)
        for wrong, swept, cards, holds in (
            ("the six of hearts", "9h 8h 8d 8c", "Ks 6s 9h 8h 8d 8c", False),
            ("the eight of clubs", "6c", "Ks 6s 9h 8h 8d 6c", True),
        ):
            referee.menu("Put right last hand")
            for row in ("Settled", "By the cards", wrong):
                referee.choose(row)
            box.sweep(*swept.split())
            referee.choose("Now it's right")
            assert settled(box) == Settle(AllCards(parse_cards(cards)))
            assert box.session.game.hands[-1].outcome.holds is holds


@pytest.mark.parametrize("keys", [7, 4])
def test_at_any_other_time_a_card_is_shown_and_does_nothing(folder: Path, keys: int) -> None:
    with called(folder, keys=keys) as box:
        referee = Referee(box)
        met = set()
        for presses in (["back"], ["hold-call"], ["back"], ["ok"], ["back", "call", "call"], ["ok"], ["back", "back"]):
            box.press(*presses)
            if box.screen == "call":
                continue
            before, game = box.session.screen, box.session.game
            for tag, says in ((RED_KING, "spades"), ("10h", "The ten of hearts"), ("4711", 'Unknown: "4711"')):
                box.sweep(tag)
                assert (box.session.screen, box.session.game) == (before, game)
                assert says in box.words or "K♠" in box.words
                assert box.session.draw().faults() == []
            met.add(box.screen)
        assert {"bidding", "menu", "who"} <= met
        assert referee.game.hands == ()


def test_what_is_swept_counts_at_once_though_the_loop_was_busy(folder: Path) -> None:
    with called(folder, "three sixes") as box:
        for card in ("6s", "6d", "Ks", "6h"):
            box.inbox.swept(card, box.clock.now())
        box.app.step()
        assert settled(box) == Settle(CardsSeen(parse_cards("6s 6d Ks 6h")))


def test_a_call_that_nobody_has_seen_is_not_settled_and_the_card_is_in(folder: Path) -> None:
    with called(folder, "six high") as box:
        box.press("back")
        box.glass.blind = True  # the panel is dead from here
        box.press("call")
        box.sweep("6s")
        assert (box.screen, format_cards(box.session.screen.shown)) == ("showing", "6s")
        box.sweep("7s")
        assert box.screen == "showing"
        box.inbox.shown(box.glass.frames, box.clock.now())
        box.app.step()
        box.sweep("8s")
        assert settled(box) == Settle(CardsSeen(parse_cards("6s 7s 8s")))


def test_a_card_is_heard_and_differently_where_it_does_not_count(folder: Path) -> None:
    with called(folder) as box:
        for tag, sound in [
            ("Ks", Sound.SWEPT), ("Ks", Sound.NOT_COUNTED), ("4711", Sound.NOT_COUNTED), ("6s", Sound.SWEPT),
            ("6h", Sound.THERE), ("6c", Sound.CLICK),
        ]:  # fmt: skip
            box.heard.clear()
            box.sweep(tag)
            assert (tag, box.heard) == (tag, [sound])


def test_in_the_dark_a_card_makes_light_and_is_entered_but_settles_nothing_that_nobody_saw(folder: Path) -> None:
    called(folder, "six high").close()
    with Box(folder, dims=True) as box:
        box.wait(3600)
        assert box.glass.light is Light.DARK
        box.sweep("6s")
        assert box.glass.light is Light.FULL
        assert (box.screen, format_cards(box.session.screen.shown)) == ("showing", "6s")
        box.press("ok")
        assert settled(box) == Settle(CardsSeen(parse_cards("6s")))


def test_after_every_card_the_plug_can_be_pulled(folder: Path) -> None:
    cards = ["Ks", "6s", "9d", "6h"]
    for count in range(1, len(cards) + 1):
        state = folder / str(count)
        state.mkdir()
        box = called(state)
        box.sweep(*cards[:count])
        screen, game = box.session.screen, box.session.game
        box.kill()
        with Box(state) as again:
            assert (again.session.screen, again.session.game) == (screen, game)
            again.sweep(*cards[count:])
            assert again.screen == "verdict"


def test_a_hand_is_revealed_through_a_reader_on_a_port(folder: Path) -> None:
    heard = Heard()
    with called(folder) as box, Wire(folder / "usb-reader") as wire:

        def swept(tag: str, at: float) -> None:
            box.inbox.swept(tag, box.clock.now())
            heard.swept(tag, at)

        with ReaderThread(Reader(str(wire.name)), swept=swept, told=heard.tell) as thread:
            assert thread.opened.wait(10)
            for count, tag in enumerate((RED_KING, RED_SIX, RED_SIX_OF_DIAMONDS), 1):
                wire.send(frame(tag) * 5)
                heard.wait(tags=count)
                box.app.step()
        assert settled(box) == Settle(CardsSeen(parse_cards("Ks 6s 6d")))
