"""Putting right what was taken down: of this hand, of the last one; and what is refused."""

from __future__ import annotations

import pytest

from engine.bids import Bid
from engine.cards import parse_cards
from engine.events import Call, Event, MakeBid, PutRight, Settle, Taken
from engine.rules import Rules
from engine.settlement import Agreed, AllCards
from tests.device.screens.playing import FRIENDS, NINES, SIXES, Playing, game, same_again
from tests.engine.tables import NOT_THERE, THERE, VOID, counts

BIDS = (SIXES, NINES)
COUNTED = counts({"9": 0, "wild": 0})
COUNTS = ["Settled", "By counts"]
SHOWN = Settle(AllCards(parse_cards("9h Kd 3c")))


def last_hand(settled: Settle, keys: int = 7, *after: Event) -> Playing:
    called = (Call(0), settled) if not settled.by.void else (settled,)
    return Playing(game(FRIENDS, *BIDS, *called, *after), keys=keys)


def righted(playing: Playing, hand: int = 0) -> Taken:
    """What the last event puts right."""
    event = playing.events[-1]
    assert isinstance(event, PutRight)
    assert event.hand == hand
    return event.taken


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize(
    ("words", "bids"),
    [
        (["Clara", "Bidder", "Anna"], (SIXES, MakeBid(0, NINES.bid))),
        (["Ben", "There was no"], (NINES,)),
        (["Clara", "There was no"], (SIXES,)),
    ],
)
def test_bids_of_this_hand(words: list[str], bids: tuple[MakeBid, ...], keys: int) -> None:
    playing = Playing(game(FRIENDS, *BIDS), keys=keys).go("menu", "Put right this hand", *words)
    assert playing.lit == "Now it's right"
    assert righted(playing.go("ok")) == Taken(bids)
    assert playing.screen.name == "bidding"


@pytest.mark.parametrize(("words", "bid"), [(["up", "ok"], "pair of tens"), (["right", "ok", "ok"], "")])
def test_which_bid_it_was(words: list[str], bid: str) -> None:
    playing = Playing(game(FRIENDS, *BIDS)).go("menu", "Put right this hand", "Clara", "Bid ", *words)
    picked = playing.go("ok") if playing.screen.name == "put_right" else playing
    assert righted(picked).bids[0] == SIXES
    assert righted(picked).bids[1].bid != NINES.bid
    if bid:
        assert str(righted(picked).bids[1].bid) == bid


def test_a_forgotten_bid_takes_its_place_by_what_it_was() -> None:
    playing = Playing(game(FRIENDS, *BIDS)).go("menu", "Put right this hand", "Add a bid", "Anna")
    while str(playing.screen.bid) != "pair of eights":  # type: ignore[attr-defined]
        playing.go("up" if playing.screen.bid.category is SIXES.bid.category else "right")  # type: ignore
    playing.go("ok")
    assert righted(playing.go("ok")) == Taken((SIXES, MakeBid(0, Bid.parse("pair of eights")), NINES))


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize(
    ("settled", "words", "taken"),
    [
        (NOT_THERE, ["Called by", "Ben"], Taken(BIDS, 1, NOT_THERE)),
        (NOT_THERE, ["Settled", "It was there"], Taken(BIDS, 0, THERE)),
        (THERE, ["Settled", "It wasn't"], Taken(BIDS, 0, NOT_THERE)),
        (COUNTED, ["Settled", "The hand was void"], Taken(BIDS, None, VOID)),
        (COUNTED, ["Cards dealt", "up", "ok"], Taken(BIDS, 0, Settle(COUNTED.by, 4))),
        (Settle(Agreed(False), 5), ["Cards dealt", "down", "down", "ok"], Taken(BIDS, 0, NOT_THERE)),
        (COUNTED, [*COUNTS, "nines", "up", "ok", "That is all"], Taken(BIDS, 0, counts({"9": 1, "wild": 0}))),
        (NOT_THERE, [*COUNTS, "nines", "up", "up", "ok", "That is all"], Taken(BIDS, 0, counts({"9": 2}))),
        (counts({"9": 2, "K": 1}), [*COUNTS, "kings", "That is all"], Taken(BIDS, 0, counts({"9": 2}))),  # of no use
        (VOID, ["Settled", "It was there", "Called by", "Anna"], Taken(BIDS, 0, THERE)),
        (NOT_THERE, ["Clara", "Bidder", "Ben", "Ben", "There was no"], Taken((MakeBid(1, NINES.bid),), 0, NOT_THERE)),
    ],
)
def test_the_last_hand(settled: Settle, words: list[str], taken: Taken, keys: int) -> None:
    playing = last_hand(settled, keys).go("menu", "Put right last hand", *words)
    assert playing.lit == "Now it's right"
    assert righted(playing.go("ok")) == taken
    assert playing.screen.name == "verdict"


def test_the_last_hand_during_this_one_leaves_this_one_as_it_was() -> None:
    playing = last_hand(NOT_THERE, 7, SIXES).go("menu", "Put right last hand", "Settled", "It was there", "ok")
    assert righted(playing) == Taken(BIDS, 0, THERE)
    assert playing.game is not None
    assert playing.game.taken == Taken((SIXES,))
    assert playing.screen.name == "bidding"


def test_counts_that_settled_early_can_be_completed() -> None:
    playing = last_hand(counts({"9": 2})).go("menu", "Put right last hand", "Settled", "By counts")
    assert playing.rows() == ["nines 2", "wilds not counted", "That is all"]
    playing.go("wilds", "ok", "That is all", "ok")
    assert righted(playing).settled == counts({"9": 2, "wild": 0})


def test_a_flush_is_counted_suit_by_suit() -> None:
    bid = MakeBid(1, Bid.parse("ten-high flush"))
    before = game(FRIENDS, bid, Call(0), NOT_THERE, rules=Rules.of("denexa"))
    playing = Playing(before).go("menu", "Put right last hand", "Settled", "By counts")
    assert playing.rows()[:5] == [f"{suit} not counted" for suit in ("spades", "hearts", "diamonds", "clubs", "wilds")]
    playing.go("hearts", "up", "ok", "That is all", "ok")
    assert righted(playing).settled == counts({"h": ["T"]})


def test_a_wrong_card_is_replaced_in_place() -> None:
    playing = last_hand(SHOWN).go("menu", "Put right last hand", "Settled", "By the cards", "the king")
    playing.go("up", "ok", "ok", "ok")
    assert righted(playing).settled == Settle(AllCards(parse_cards("9h 3c Ad")))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Called by", "Clara"], "made the bid and can't call it"),
        (["Ben", "There was no", "Clara", "There was no"], "nothing to call"),
        (["Settled", "By counts", "That is all"], "still to be counted: nines"),
        (["Ben", "Bid ", *["up"] * 5, "ok"], "is not higher than"),
    ],
)
def test_what_is_refused_is_said_in_full_and_nothing_is_lost(words: list[str], sentence: str) -> None:
    playing = last_hand(NOT_THERE).go("menu", "Put right last hand", *words)
    while playing.screen.name != "put_right":
        playing.go("ok")
    draft = playing.screen
    playing.go("Now it's right")
    assert playing.screen.name == "told"
    assert sentence in playing.screen.sentence  # type: ignore[attr-defined]
    assert playing.events == ()
    while playing.screen.name == "told":
        playing.go("ok")
    assert playing.screen.taken == draft.taken  # type: ignore[attr-defined]


def test_fewer_cards_than_were_dealt_are_asked_about() -> None:
    playing = last_hand(SHOWN).go("menu", "Put right last hand", "Cards dealt", "up", "ok", "Now it's right")
    assert "4 were dealt, 3 shown" in playing.screen.sentence  # type: ignore[attr-defined]


def test_back_drops_what_was_changed_and_then_goes_back() -> None:
    playing = last_hand(NOT_THERE).go("menu", "Put right last hand", "Settled", "It was there")
    assert "undo" in playing.words
    playing.go("back")
    assert playing.screen.name == "put_right"
    assert "undo" not in playing.words
    assert playing.go("back").screen.name == "menu"


def test_the_menu_opened_meanwhile_keeps_what_was_changed() -> None:
    playing = last_hand(NOT_THERE).go("menu", "Put right last hand", "Settled", "It was there")
    draft = playing.screen
    playing.go("menu", "Standing", "back", "Go on putting right")
    assert playing.screen == draft
    assert same_again(playing.go("menu").screen) == playing.screen


def test_a_call_that_is_open_is_of_the_bid_as_it_was_put_right() -> None:
    playing = Playing(game(FRIENDS, *BIDS)).go("call", "menu", "Put right this hand", "Clara", "There was no", "ok")
    assert playing.screen.name == "call"
    assert playing.screen.bid == SIXES.bid  # type: ignore[attr-defined]
