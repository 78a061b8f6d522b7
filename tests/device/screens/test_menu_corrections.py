"""What the menu offers, and which events its corrections become."""

from __future__ import annotations

import pytest

from device.buttons.keypad import Button
from device.screens.base import Close, DoAgain, PowerOff
from device.screens.confirm import Confirm
from device.screens.deal import Deal as DealScreen
from device.screens.menu import Menu
from device.screens.setup import Setup
from engine.events import Call, Deal, Event, Leave, MakeBid, Penalty, SetDealer, SetFirst, Settle
from engine.game import Game
from engine.rules import Rules
from engine.settlement import Void
from engine.value import replace
from tests.device.screens.playing import FRIENDS, NINES, SIXES, Playing, game
from tests.device.screens.pressing import press, shows
from tests.engine.tables import NOT_THERE, VOID

LOST: tuple[Event, ...] = (SIXES, Call(2), NOT_THERE)


def started(*events: Event) -> Game:
    return game(FRIENDS, *events)


def over() -> Game:
    return game(FRIENDS[:2], *[event for _ in range(3) for event in (MakeBid(1), Call(0), NOT_THERE)])


ENDS = "Settings, About this box, End the game, Power off"
TABLE = "Penalties, Next dealer, First bidder, A player leaves, Void hand, " + ENDS
OVER = "Penalties, A player leaves, Settings, About this box, New game, Power off"
OFFERED = [
    (None, "", "Settings, About this box, Power off"),
    (started(), "", f"Standing, {TABLE}"),
    (started(Deal()), "", f"Standing, {TABLE}"),
    (started(SIXES), "", f"Standing, Bids, Put right this hand, {TABLE}"),
    (started(SIXES), "call", f"Enter all cards, Standing, Bids, Put right this hand, {TABLE}"),
    (started(*LOST), "", f"Standing, Bids, Put right last hand, {TABLE}"),
    (started(*LOST, NINES), "", f"Standing, Bids, Put right this hand, Put right last hand, {TABLE}"),
    (over(), "", f"Standing, Bids, Put right last hand, {OVER}"),
]


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize(("before", "buttons", "entries"), OFFERED)
def test_the_menu_offers_what_means_something_now(before: Game | None, buttons: str, entries: str, keys: int) -> None:
    assert Playing(before, keys=keys).go(*buttons.split(), "menu").rows() == entries.split(", ")


def test_do_again_is_offered_after_something_was_taken_back_and_says_what() -> None:
    playing = Playing(started(), undone="Maximilian's straight flush to queen").go("menu", "Do again")
    assert "Maximilian's straight flush to queen" in playing.words.replace("\n", " ")
    assert playing.go("ok").ended == DoAgain()


CORRECTIONS = [
    (["Penalties", "Ben", "up", "ok"], Penalty(1, 1)),
    (["Penalties", "Clara", "up", "up", "up", "up", "down", "ok"], Penalty(2, 2)),
    (["Next dealer", "Clara"], SetDealer(2)),
    (["First bidder", "Anna"], SetFirst(0)),
    (["A player leaves", "Ben", "ok"], Leave(1)),
]
AT_ONCE = [(started(), *each) for each in CORRECTIONS]
AT_ONCE += [(started(), ["Void hand", "ok"], VOID), (started(), ["Void hand", "up", "ok"], Settle(Void(), 4))]
AT_ONCE += [(over(), ["Penalties", "Ben", "down", "ok"], Penalty(1, -1))]  # which reopens the game


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize(("before", "words", "event"), AT_ONCE)
def test_a_correction_between_hands_takes_effect_at_once(
    before: Game, words: list[str], event: Event, keys: int
) -> None:
    playing = Playing(before, keys=keys).go("menu", *words)
    assert playing.events == (event,)
    assert playing.screen.name == ("verdict" if isinstance(event, Settle) else "deal")


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize(("words", "event"), CORRECTIONS)
def test_a_correction_during_a_hand_says_that_it_waits_and_goes_back_to_the_hand(
    words: list[str], event: Event, keys: int
) -> None:
    playing = Playing(started(SIXES), keys=keys).go("menu", *[word for word in words if word != "ok"])
    assert "after this hand" in playing.words
    playing.go("ok")
    assert playing.game is not None
    assert playing.events == playing.game.pending == (event,)
    assert playing.screen.name == "bidding"


def test_a_call_that_is_open_stays_open_and_tells_that_a_hand_is_on() -> None:
    playing = Playing(started()).go("call", "ok")
    call = playing.screen
    assert call.name == "call"
    playing.go("menu", "Penalties", "Ben", "up", "ok")
    assert (playing.events, playing.screen) == ((Deal(), Penalty(1, 1)), call)


def test_tokens_are_counted_down() -> None:
    playing = Playing(game(FRIENDS, rules=Rules.of("denexa"))).go("menu", "Penalties", "Ben")
    assert "3" in playing.words
    playing.go("down")
    assert "2" in playing.words
    assert playing.go("ok").events == (Penalty(1, 1),)


def test_as_many_penalties_as_before_are_no_correction() -> None:
    playing = Playing(started()).go("menu", "Penalties", "Ben", "ok")
    assert (playing.events, playing.screen.name) == ((), "menu")


def test_penalties_that_wait_are_reckoned_in() -> None:
    playing = Playing(started(SIXES, Penalty(1, 2)))
    assert playing.go("menu", "Standing").words.count("0→2") == 1
    assert playing.go("back", "Penalties", "Ben", "up", "ok").events == (Penalty(1, 1),)


def test_those_who_are_out_or_have_left_can_be_given_penalties_but_not_the_deal() -> None:
    playing = Playing(started(Penalty(0, 3), Leave(2), Penalty(0, -1))).go("menu", "Penalties")
    assert playing.rows() == ["Anna 2", "Ben 0", "Clara left"]
    assert sorted(playing.go("back", "Next dealer").rows()) == ["Anna", "Ben"]


def test_whoever_leaves_during_a_hand_is_not_offered_twice() -> None:
    playing = Playing(started(SIXES)).go("menu", "A player leaves", "Ben", "ok", "menu", "A player leaves")
    assert playing.rows() == ["Anna", "Clara"]


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize(
    ("before", "words", "step"),
    [
        (started(), ["End the game", "ok"], Close(settles=True)),
        (over(), ["New game", "ok"], Close(settles=True)),
        (started(), ["Power off", "ok"], PowerOff(DealScreen(), settles=True)),
        (None, ["Power off", "ok"], PowerOff(Setup(), settles=True)),
    ],
)
def test_what_ends_something_is_asked_once_and_settles(
    before: Game | None, words: list[str], step: object, keys: int
) -> None:
    playing = Playing(before, keys=keys).go("menu", *words[:-1])
    assert playing.ended is None
    assert playing.go(words[-1]).ended == step


def test_power_off_says_that_all_is_saved_or_what_is_not() -> None:
    assert "all is saved" in Playing(started()).go("menu", "Power off").words
    trouble = "The disk is full: the game is kept in memory only."
    words = Playing(started(), trouble=trouble).go("menu", "Power off").words
    assert "Not all saved!" in words
    assert "all is saved" not in words


def test_what_settles_counts_only_when_it_was_seen() -> None:
    for words in (["A player leaves", "Ben"], ["Void hand"], ["Penalties", "Ben", "up"]):
        step = Playing(started()).go("menu", *words).step(Button.OK)
        assert step is not None
        assert step.settles


@pytest.mark.parametrize("buttons", ["", "ok", "call", "ok call"])
def test_back_closes_the_menu_where_it_was_opened(buttons: str) -> None:
    playing = Playing(started(SIXES)).go(*buttons.split())
    before = playing.screen
    assert playing.go("menu", "Standing", "back", "back").screen == before


def test_the_menu_from_what_it_led_to_is_the_same_menu() -> None:
    playing = Playing(started(SIXES)).go("menu", "Standing", "menu")
    assert playing.go("back").screen.name == "bidding"


def test_every_card_of_a_call_is_entered_from_the_menu() -> None:
    playing = Playing(started(SIXES)).go("call", "menu", "Enter all cards")
    assert playing.screen.name == "showing"
    playing.go(*["ok", "down"] * 2, "ok", "ok")
    assert playing.events[0] == Call(2)
    assert playing.screen.name == "verdict"


def test_a_menu_that_has_fewer_entries_after_a_restart_points_at_its_last() -> None:
    playing = Playing(started()).go("menu")
    menu = replace(playing.screen, chosen=40)
    assert "Power off" in shows(menu, playing.view)
    off = press(menu, playing.view, "ok")
    assert isinstance(off, Confirm)
    assert off.asks == "off"
    up = press(menu, playing.view, "up")
    assert isinstance(up, Menu)
    assert up.chosen < 40


def test_a_correction_that_waited_and_cannot_be_any_more_is_said_when_the_hand_is_over() -> None:
    playing = Playing(started(Penalty(1, 1), SIXES, Penalty(1, 2)))
    assert playing.game is not None
    playing.go("call", "down")
    assert playing.screen.name == "verdict"
    assert playing.words.startswith("Fell away: Ben's +2")
    assert playing.game.penalties == (0, 2, 0)
    assert not playing.go("up").words.startswith("Fell away")
