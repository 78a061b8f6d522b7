"""Setting a game up: who plays, where they sit, by which rules, and who deals first."""

from __future__ import annotations

import pytest

from device.buttons.keypad import Button
from device.screens.base import Begin, Keep, Screen, Table, View
from device.screens.house_rules import HouseRules
from device.screens.naming import ACCENTED, Naming
from device.screens.rule_words import called, in_labels, rules_of, summary, values_of
from device.screens.seats import Seats
from device.screens.setup import Setup
from device.screens.told import Told
from engine.game import default_names
from engine.names import LONGEST
from engine.rules import FIELDS, PRESETS, RULES, Rules
from engine.value import replace
from tests.device.screens.conftest import SamePicture
from tests.device.screens.pressing import begun, drawn, press, shows, step
from tests.device.screens.tables import ALIKE, CROWD, EVENING, FULL, NEW, PAIR, four

CLASSIC, DENEXA = PRESETS["classic"], PRESETS["denexa"]
NAME = "2*down 2*ok"
"""From the start to what to call whoever sits in the first seat, with nobody on the roster: then one OK more."""
HOUSE = "3*down ok 2*down ok"
"""From the start, by the rules of classic, to the house rules."""


@pytest.mark.parametrize("view", [NEW, EVENING, FULL, four(NEW), four(FULL)])
def test_one_press_starts_the_last_table(view: View) -> None:
    assert begun(Setup(), view) == Begin(view.table)


REST = ("Player 3", "Player 4")
SWAPPED = ("Player 4", "Player 2", "Player 3", "Player 1")
FOUR = Rules.of("classic", lives=4)

# From the start of a box that nobody has played on: the presses on seven keys, on four, and the table that then starts.
CHANGES = [
    ("one more", "down right", "down ok up ok", Table(CLASSIC, default_names(5))),
    ("one fewer", "down left", "down ok down ok", Table(CLASSIC, default_names(3))),
    ("BACK keeps it", "down right back down up", "down ok up ok back", Table(CLASSIC, default_names(5))),
    ("as it was", "down ok up back", "down ok up back", Table(CLASSIC, default_names(4))),
    ("denexa", "2*up ok down ok", "2*up ok down ok", Table(DENEXA, default_names(4))),
    ("who deals", "up right right", "up ok down down ok", Table(CLASSIC, default_names(4), 1)),
    ("lots again", "up right left", "up ok down up ok", Table(CLASSIC, default_names(4))),
    ("round the list", "up left", "up ok up ok", Table(CLASSIC, default_names(4), 3)),
    ("a seat on", "2*down ok right back", NAME + " down ok back", Table(CLASSIC, ("Player 2", "Player 1", *REST))),
    ("first and last", "2*down ok left back", NAME + " 3*down ok back", Table(CLASSIC, SWAPPED)),
    ("named", NAME + " 3*ok back", NAME + " 3*ok back", Table(CLASSIC, ("A", "Player 2", *REST))),
    ("house rules", HOUSE + " 2*down right 2*up ok", HOUSE + " 2*down ok up ok 2*up ok", Table(FOUR, default_names(4))),
]


@pytest.mark.parametrize(("seven", "fewer", "table"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES])
def test_what_is_set_up_is_what_starts(seven: str, fewer: str, table: Table) -> None:
    for view, buttons in ((NEW, seven), (four(NEW), fewer)):
        setup = press(Setup(), view, buttons)
        assert isinstance(setup, Setup)
        assert begun(replace(setup, row=0), view).table == table


def test_the_start_shows_how_many_play_by_which_rules_and_who_deals() -> None:
    words = shows(Setup(), EVENING).split("\n")
    assert {"4 players  rules", "denexa", "Anna Ben Clara David", "First dealer by lot"} <= set(words)
    assert "Ben deals first" in shows(Setup(), PAIR)


# Numbers of players


@pytest.mark.parametrize(
    ("view", "buttons", "players", "dealer"),
    [
        (EVENING, "down 2*left 3*right up", "Anna,Ben,Clara,David,Player 5", None),  # names are kept
        (EVENING, "2*down ok down 2*ok back back", "Anna,Eva,Clara,David", None),  # a known player takes a seat
        (EVENING, "2*down ok 2*down ok 3*down ok back back", "Anna,Ben,Player 3,David", None),  # a seat loses its name
        (PAIR, "2*down ok right back back", "Ben,Anna", 0),  # the dealer moves with the player
    ],
)
def test_names_are_kept_and_move_with_their_players(view: View, buttons: str, players: str, dealer: int | None) -> None:
    table = begun(press(Setup(), view, buttons), view).table
    assert table == replace(view.table, players=tuple(players.split(",")), dealer=dealer)


def test_a_name_that_waits_is_not_given_twice() -> None:
    fewer = press(Setup(), EVENING, "down left down ok ok")  # David waits
    setup = press(press(fewer, EVENING, "3*down ok back"), EVENING, "up right up")
    assert begun(setup, EVENING).table.players == ("David", "Ben", "Clara", "Player 4")


def test_a_dealer_who_waits_is_drawn_by_lot_and_deals_again_when_back() -> None:
    setup = press(Setup(), EVENING, "up left up up up left")
    assert begun(press(setup, EVENING, "up"), EVENING).table.dealer is None
    assert begun(press(setup, EVENING, "right up"), EVENING).table.dealer == 3


@pytest.mark.parametrize(
    ("view", "buttons", "sentence"),
    [
        (PAIR, "down left", "A game needs at least 2 players."),
        (four(PAIR), "down ok down", "A game needs at least 2 players."),
        (EVENING, "down 6*right right", "11 players are too many: these rules seat at most 10."),
        (FULL, "down right", "18 players are too many: with up to 3 cards each, the 52 cards are enough for 17."),
        (FULL, "3*down ok up ok", "17 players are too many: these rules seat at most 10."),
    ],
)
def test_too_few_and_too_many_players_are_refused_in_words_and_nothing_is_lost(
    view: View, buttons: str, sentence: str
) -> None:
    *most, last = buttons.split()
    before = press(Setup(), view, " ".join(most))
    told = press(before, view, last)
    assert isinstance(told, Told)
    assert told.sentence == sentence
    assert press(told, view, "back") == before


# Names and seats


def test_who_is_known_and_not_seated_comes_first_then_who_would_change_places() -> None:
    who = press(Setup(), EVENING, "2*down ok down ok")
    lines = [shows(press(who, EVENING, f"{times}*down"), EVENING) for times in range(8)]
    assert "Eva" in lines[0]
    pointed_at = "Eva|Zoë|Jürgen|Player 2  no name|Anna  seat 1|Clara  seat 3|David  seat 4|New name"
    for words, line in zip(pointed_at.split("|"), lines, strict=True):
        assert words in line.splitlines()


@pytest.mark.parametrize(
    ("buttons", "name"),
    [
        ("ok ok", "A"),
        ("down ok 2*down ok ok", "Bb"),
        ("4*down ok 22*down ok 5*down ok ok", "Eve"),
        ("9*down ok 31*down ok ok", "Jå"),
        ("2*up ok ok", "8"),
        ("ok up ok ok", "A"),
        ("ok up ok 2*down ok ok", "A B"),
    ],
)
def test_names_are_entered_letter_by_letter(buttons: str, name: str) -> None:
    for view in (NEW, four(NEW)):
        *most, last = buttons.split()
        naming = press(Setup(), view, f"{NAME} ok {' '.join(most)}")
        follows = step(naming, Button(last), view)
        assert isinstance(follows, Keep)
        assert isinstance(follows.screen, Seats)
        assert (follows.names, follows.screen.players[0]) == ((name,), name)


def typed(name: str, view: View = NEW) -> Naming:
    """The name as if it had been entered, the tick lit."""
    naming = press(Setup(), view, NAME + " ok")
    assert isinstance(naming, Naming)
    return replace(naming, text=name, letter="✓", at=len(name))


def test_capitals_begin_a_name_and_its_parts() -> None:
    assert "B" in shows(press(Setup(), NEW, NAME + " ok"), NEW).split()
    assert "b" in shows(press(typed("A"), NEW, "2*down up"), NEW).split()
    assert "B" in shows(press(typed("A-"), NEW, "2*down up"), NEW).split()


def test_back_lights_the_last_letter_again_and_at_last_leads_back() -> None:
    naming = press(typed("Ab"), NEW, "back")
    assert (naming.text, naming.letter) == ("A", "b")  # type: ignore[attr-defined]
    assert press(naming, NEW, "ok") == typed("Ab")
    assert press(naming, NEW, "2*back") == press(Setup(), NEW, NAME)


def test_a_letter_in_the_middle_is_changed_or_taken_out() -> None:
    assert press(typed("Abc"), NEW, "2*left down 2*right") == typed("Acc")
    assert press(typed("Abc"), NEW, "2*left back 1*right") == typed("Ac")


def test_a_name_goes_on_to_forty_letters_and_the_lit_one_is_always_seen() -> None:
    for view in (NEW, four(NEW)):
        naming = press(Setup(), view, NAME + " ok")
        for place in range(LONGEST):
            naming = press(naming, view, f"ok {place % 25 + 2}*down" if place else "down")
            assert lit_letter(naming, view) == (chr(ord("a") + place % 25 + 1) if place else "B")
        full = press(naming, view, "ok")
        assert step(full, Button.UP, view) is None
        assert lit_letter(full, view) == "✓"
        assert step(full, Button.OK, view).names == (full.text,)  # type: ignore[union-attr, attr-defined]
    for place in reversed(range(LONGEST)):
        full = press(full, NEW, "left")
        assert lit_letter(full, NEW) == full.text[place]  # type: ignore[attr-defined]


def lit_letter(naming: Screen, view: View) -> str:
    canvas = drawn(naming, view)
    assert canvas.faults() == []
    (lit,) = [text.text for text in canvas.texts if text.inverted and text.box[1] == 25]
    return lit


def test_accents_are_within_reach() -> None:
    assert press(typed("J"), NEW, f"{27 + ACCENTED.index('ü')}*down ok") == typed("Jü")


def test_two_players_of_one_name_are_refused_and_the_name_stays() -> None:
    told = press(typed("player 2"), NEW, "ok")
    assert isinstance(told, Told)
    assert told.sentence == "There is a player 2 at the table already: they must be told apart."
    assert press(told, NEW, "back") == typed("player 2")


# Rules


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize("field", FIELDS)
def test_every_field_is_changed_on_its_page(field: str, keys: int) -> None:
    view = replace(NEW, keys=keys)
    page = press(Setup(), view, HOUSE + f" {2 + FIELDS.index(field)}*down")
    assert RULES[field].label in shows(page, view)
    changed = press(page, view, "right" if keys == 7 else "ok up ok")
    assert isinstance(page, HouseRules)
    assert isinstance(changed, HouseRules)
    differing = [name for name, one, other in zip(FIELDS, page.values, changed.values, strict=True) if one != other]
    assert differing == [field]
    assert press(changed, view, "left" if keys == 7 else "ok down ok").values == page.values  # type: ignore[attr-defined]
    if keys == 4:
        assert press(page, view, "ok up back") == page


NO_WILDS = HOUSE + " 6*down right"
"""From the start of a classic table: twos aren't wild, which can't be played."""


def test_what_cannot_be_played_is_told_and_refused_until_it_can() -> None:
    page = press(Setup(), NEW, NO_WILDS)
    assert shows(page, NEW).startswith("Can't be played")
    told = press(page, NEW, "6*up ok")
    assert isinstance(told, Told)
    assert told.sentence.splitlines() == [
        '"Longest of a kind" 5 is too long: with no wild cards in the deck, at most 4 of a kind can be named.',
        '"Lowest rank in bids" must be 2 when "Twos are wild" is no: only a wild two can\'t be named.',
    ]
    assert press(told, NEW, "back") == press(page, NEW, "6*up")
    mended = press(page, NEW, "2*down left 2*down left")
    setup = press(mended, NEW, "10*up ok up up up")
    assert begun(setup, NEW).table.rules == Rules.of("classic", twos_wild=False, lowest_named=2, max_kind=4)


def test_house_rules_are_kept_when_left_though_they_cannot_be_played() -> None:
    setup = press(Setup(), NEW, NO_WILDS + " 2*back 3*up")
    assert begun(setup, NEW).table.rules == CLASSIC
    assert shows(press(setup, NEW, HOUSE), NEW).startswith("Can't be played")


def test_a_preset_in_between_loses_no_house_rules() -> None:
    own = press(Setup(), NEW, HOUSE + " 2*down right")
    there = press(own, NEW, "up right")
    assert "classic" in shows(there, NEW)
    assert press(there, NEW, "left").values == own.values  # type: ignore[attr-defined]
    left = press(there, NEW, "2*back 2*down")
    assert press(left, NEW, HOUSE + " down left").values == own.values  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("rules", "name", "lines"),
    [
        (CLASSIC, "classic", ("no jokers, no flushes", "3 penalties, 17 seats")),
        (DENEXA, "denexa", ("2 jokers, flushes", "3 tokens, 10 seats")),
        (Rules.of("classic", lives=1, jokers=1), "house", ("1 joker, no flushes", "1 penalty, 53 seats")),
    ],
)
def test_rules_are_called_and_summed_up(rules: Rules, name: str, lines: tuple[str, str]) -> None:
    assert (called(rules), summary(rules), rules_of(values_of(rules))) == (name, lines, rules)


def test_words_that_are_fields_too_stay_words() -> None:
    sentence = "17 players are too many: with up to 3 cards each, the 52 cards are enough for 17."
    assert in_labels(sentence) == sentence


# Pictures


@pytest.mark.parametrize(
    ("name", "view", "buttons"),
    [
        ("setup-new", NEW, ""),
        ("setup-evening", EVENING, ""),
        ("setup-full", FULL, ""),
        ("setup-rows", NEW, "down"),
        ("setup-rows-full", FULL, "up"),
        ("setup-number", four(FULL), "down ok"),
        ("setup-dealer", FULL, "up ok"),
        ("seats", NEW, "2*down ok"),
        ("seats-full", FULL, "2*down ok 4*down"),
        ("seating-new", four(NEW), NAME),
        ("seating-full", FULL, NAME + " 11*down"),
        ("naming", NEW, NAME + " ok"),
        ("naming-four", four(NEW), NAME + " ok ok 30*down ok 3*down"),
        ("naming-full", NEW, NAME + " ok ok" + " 3*down ok" * 11),
        ("rule-sets", NEW, "3*down ok"),
        ("rule-sets-unplayable", NEW, NO_WILDS + " back"),
        ("house-use", NEW, HOUSE),
        ("house-refused", four(NEW), HOUSE + " 6*down ok up ok 6*up"),
        ("house-preset", NEW, HOUSE + " down"),
        ("house-field", NEW, HOUSE + " 9*down left"),
        ("house-field-four", four(NEW), HOUSE + " 2*down ok"),
        ("told", four(PAIR), "down ok down"),
        ("told-pages", NEW, NO_WILDS + " 6*up ok"),
        ("told-crowd", CROWD, "down right"),
    ],
)
def test_setting_up_looks_as_accepted(name: str, view: View, buttons: str, same_picture: SamePicture) -> None:
    same_picture(drawn(press(Setup(), view, buttons), view).image, f"setup/{name}")


def test_seventeen_names_are_told_apart_where_they_are_chosen() -> None:
    seats = press(Setup(), FULL, "2*down ok")
    rows = [shows(press(seats, FULL, f"{seat}*down"), FULL).splitlines() for seat in range(17)]
    names = {line for lines in rows for line in lines[1:4]}
    assert len(names) == len(ALIKE)
