"""A card that says which one it is counts once, however it got in: swept or by hand, taken back and put in again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.buttons.keypad import Button
from device.decks import JOKERS, recognised
from device.evening import Evening
from device.screens.showing import Showing
from device.screens.shown import Shown
from engine.bids import Bid
from engine.cards import parse_cards
from engine.events import Deal, MakeBid
from engine.game import Game
from engine.rules import Rules
from engine.value import replace
from tests.device.evenings import evening_of
from tests.device.screens.playing import same_again

TAGS = {"T1": (1, "*1"), "T2": (1, "*2"), "T3": (1, "Ks"), "T4": (1, "6h")}
PRINTED = ["JOKER1", "joker 2", "*1", "JOKER", "*", "Ks", "10h", "6h", "As"]
RULES = Rules.of("denexa", jokers=4, first_cards=5, lives=1)


def call(in_play: int | None = None) -> Evening:
    """A hand of 45 cards that was called."""
    game = Game.start(RULES, 9).apply(Deal()).apply(MakeBid(1, Bid.parse("five aces")))
    return evening_of(game, tags=TAGS, readers=True).press(Button.CALL).evening


def swept(evening: Evening, *tags: str) -> Evening:
    for tag in tags:
        evening = evening.sweep(tag).evening
    return evening


def fixed(evening: Evening, place: int) -> Evening:
    """The list of cards that were shown, and a press that takes one of them out."""
    screen = evening.screen
    assert isinstance(screen, Showing)
    listed = Shown(screen.under, screen.bid, 45, screen.shown, place, early=True, jokers=screen.jokers)
    return replace(evening, screen=listed).press(Button.OK).evening


def shown(evening: Evening) -> list[str]:
    assert isinstance(evening.screen, Showing)
    return [str(card) for card in evening.screen.shown]


@pytest.mark.parametrize(
    ("tags", "cards"),
    [
        (["JOKER1", "JOKER1"], "*"),
        (["JOKER1", "*1", "joker 1"], "*"),
        (["JOKER1", "JOKER2", "JOKER1"], "* *"),
        (["JOKER", "JOKER"], "* *"),
        (["JOKER1", "JOKER", "JOKER1"], "* *"),
        (["T1", "T1", "T2", "T1"], "* *"),
        (["Ks", "KS", "K♠"], "Ks"),
        (["T3", "T3", "T4"], "Ks 6h"),
    ],
)
def test_swept_again_it_is_in_already(tags: list[str], cards: str) -> None:
    assert shown(swept(call(), *tags)) == cards.split()


def test_taken_back_it_can_be_swept_again_wherever_it_was() -> None:
    evening = swept(call(), "JOKER1", "JOKER2", "Ks")
    for _ in range(2):
        evening = evening.press(Button.BACK).evening
    assert shown(swept(evening, "JOKER1")) == ["*"]
    assert shown(swept(evening, "JOKER2", "JOKER1")) == ["*", "*"]
    mended = fixed(swept(call(), "JOKER1", "JOKER2"), 1)
    assert shown(swept(mended, "JOKER2", "JOKER1", "JOKER1")) == ["*", "*"]


ACTS = st.one_of(
    st.sampled_from(PRINTED + list(TAGS)).map(lambda tag: ("sweep", tag)),
    st.sampled_from(["Ks", "*", "6h"]).map(lambda card: ("hand", card)),
    st.just(("back", "")),
    st.just(("restart", "")),
    st.integers(0, 5).map(lambda place: ("fix", str(place))),
)


@given(st.lists(ACTS, max_size=25))
def test_whatever_is_done_no_card_that_says_which_counts_twice(acts: list[tuple[str, str]]) -> None:
    evening = call()
    for act, what in acts:
        screen, before = evening.screen, evening
        if act == "sweep":
            evening = swept(evening, what)
            which = recognised(what, TAGS).which
            if isinstance(screen, Showing) and which and which in screen.which:
                assert shown(evening) == shown(before), "it was in already"
        elif not isinstance(screen, Showing):
            continue
        elif act == "hand":
            (card,) = parse_cards(what)
            face = replace(screen, face=what[0], suit=what[1:], picking_suit=False, swept_last=False)
            evening = replace(evening, screen=face).press(Button.OK).evening
            if evening.screen.name == "told":
                assert card in screen.shown
                evening = before
        elif act == "back":
            evening = evening.press(Button.BACK).evening
        elif act == "restart":
            evening = replace(evening, screen=same_again(screen))
            assert evening.screen == screen
        elif int(what) < len(screen.shown):
            evening = fixed(evening, int(what) + 1)
        if isinstance(evening.screen, Showing):
            said = [which for which in evening.screen.which if which]
            assert len(said) == len(set(said)), said
            assert sum(card == "*" for card in shown(evening)) <= RULES.jokers
            assert {which for which in said if which.startswith("*")} <= set(JOKERS)
