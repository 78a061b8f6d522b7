"""Rules are read, written, and refused with every reason when they can't be played."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.errors import Illegal, Unplayable, Unreadable
from engine.rules import FIELDS, RULES, Rules
from tests.engine.garbage import garbage
from tests.engine.refusing import is_sentence, refusal_of
from tests.engine.rule_sets import RULE_SETS

DIFFERENCES = {  # field: (classic, denexa)
    "lives": (3, 3), "scoring": ("penalties", "tokens"), "first_cards": (1, 1), "step": (1, 1),
    "twos_wild": (True, True), "jokers": (0, 2), "lowest_named": (3, 2), "flush": ("none", "high_card"),
    "max_kind": (5, 5), "first_bidder": ("last_penalized", "left_of_dealer"), "caller": ("anyone", "anyone"),
    "max_seats": (None, 10),
}  # fmt: skip

REFUSED = {  # rules, and a word of every reason
    "classic,twos_wild=no": "max_kind lowest_named", "classic,twos_wild=no,lowest_named=2": "max_kind",
    "classic,twos_wild=no,max_kind=4": "lowest_named", "classic,step=-1": "first_cards",
    "classic,step=-1,first_cards=2": "first_cards", "classic,step=-1,lives=9,first_cards=8": "first_cards",
    "classic,step=-1,twos_wild=no": "first_cards max_kind lowest_named", "classic,max_kind=9": "max_kind",
    "denexa,twos_wild=no,max_kind=7": "max_kind", "classic,lives=0": "lives", "classic,max_kind=3": "max_kind",
    "classic,lives=10,jokers=5,lowest_named=4,max_kind=11": "lives jokers lowest_named max_kind",
    "classic,first_cards=0,step=2,flush=yes,scoring=none": "first_cards step flush scoring",
    "classic,first_bidder=me,caller=nobody,twos_wild=maybe": "first_bidder caller twos_wild",
    "classic,max_seats=1": "max_seats", "classic,max_seats=18": "max_seats",
}  # fmt: skip
PLAYABLE = [
    "twos_wild=no,lowest_named=2,max_kind=4", "classic,max_kind=8", "denexa,max_kind=10",
    "denexa,twos_wild=no,max_kind=6", "classic,step=-1,first_cards=3", "classic,step=-1,first_cards=9,lives=9",
    "classic,lives=1,step=-1", "classic,max_seats=17", "classic,lives=5,max_seats=10",
    "classic,twos_wild=no,lowest_named=2,jokers=1",
]  # fmt: skip
UNREADABLE = [
    "", "poker", "classic,", "classic,lives", "classic,lifes=3", "classic,lives=3,lives=4", "denexa classic",
    "classic,preset=denexa", "preset=denexa", "classic,cls=1", "classic,self=1", "classic,=3", "{", "{}}",
    '{"preset": 1}', '{"preset": "classic", "cls": 1}', '{"preset": ["classic"]}', '{"deck": 40}', "[1]", "{" * 5000,
    '{"a":' * 5000,
]  # fmt: skip
READ_AS_FIVE_LIVES = [
    "classic,lives=5,twos_wild=yes", "lives=5", " classic , lives = 5 ", '{"lives": 5}',
    "classic,lives=5,twos_wild=TRUE",
]  # fmt: skip


def test_the_presets_are_those_of_the_page_and_there_are_no_other_fields():
    classic, denexa = Rules.of("classic"), Rules.of("denexa")
    assert {field: (getattr(classic, field), getattr(denexa, field)) for field in FIELDS} == DIFFERENCES


@pytest.mark.parametrize("field", FIELDS)
def test_a_rule_is_declared_with_words_for_every_value_that_can_be_played(field):
    rule = RULES[field]
    assert 0 < len(rule.label) <= 20
    assert len(set(rule.said.values())) == len(rule.said)
    assert all(0 < len(words) <= 14 for words in rule.said.values())
    assert rule.denexa in rule.said
    for value in rule.said:
        assert rule.allows(value)
        said = refusal_of(lambda value=value: Rules.of("classic", **{field: value}))
        assert f"{field} must be {rule.must}" not in (said or "")


@pytest.mark.parametrize("value", [None, True, 1.0, 0, -2, 99, "3", "none", [], {}, "yes"])
@pytest.mark.parametrize("field", FIELDS)
def test_any_other_value_is_refused_and_never_shown(field, value):
    rule = RULES[field]
    if not any(value == legal and type(value) is type(legal) for legal in rule.said):
        said = refusal_of(lambda: Rules.of("classic", **{field: value}))
        assert said.startswith((f"{field} must be {rule.must}, not ", "max_seats 99 is too many: the deck allows 17"))


@pytest.mark.parametrize(("text", "words"), REFUSED.items(), ids=REFUSED)
def test_rules_that_cant_be_played_are_refused_with_every_reason_at_once(text, words):
    with pytest.raises(Unplayable) as refused:
        Rules.parse(text)
    reasons = refused.value.reasons
    assert len(reasons) == len(words.split())
    assert all(any(word in reason for reason in reasons) for word in words.split())
    assert all(reason in str(refused.value) for reason in reasons)


@pytest.mark.parametrize("text", PLAYABLE)
def test_unusual_rules_can_be_played(text):
    assert Rules.parse(text).seats >= 2


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: text[:30])
def test_rules_that_cant_be_read_are_refused_in_one_short_line(text):
    said = refusal_of(Rules.parse, text, kind=Unreadable)
    assert said.isprintable()
    assert 0 < len(said) < 300


@pytest.mark.parametrize("text", READ_AS_FIVE_LIVES)
def test_rules_are_read_in_every_form(text):
    assert Rules.parse(text) == Rules.of("classic", lives=5)


@pytest.mark.parametrize("word", ["no", "false", "No", "FALSE"])
def test_no_and_false_mean_the_same(word):
    assert Rules.parse(f"denexa,twos_wild={word}").twos_wild is False


@pytest.mark.parametrize(
    "rules", [*RULE_SETS.values(), Rules.of("denexa", max_seats=None), Rules.of("classic", max_seats=4)], ids=str
)
def test_rules_read_back_from_their_text_and_from_their_data(rules):
    for again in (Rules.parse(str(rules)), Rules.from_data(rules.to_data())):
        assert (again, again.preset) == (rules, rules.preset)


def test_data_holds_the_preset_and_only_what_differs_from_it():
    assert Rules.of("denexa", lives=3, jokers=0).to_data() == {"preset": "denexa", "jokers": 0}


SEATS = [
    ("classic", 2, None), ("classic", 17, None), ("classic", 18, "too many"), ("classic", 1, "at least 2"),
    ("classic", 0, "at least 2"), ("classic", -3, "at least 2"), ("classic,lives=5", 10, None),
    ("classic,lives=5", 11, "too many"), ("denexa", 10, None), ("denexa", 11, "at most 10"),
    ("denexa,max_seats=4", 5, "at most 4"), ("classic,step=-1,first_cards=3", 17, None),
    ("classic,step=-1,first_cards=3", 18, "too many"), ("classic,jokers=2", 18, None),
    ("classic,lives=9", 6, "too many"), ("classic,lives=1", 52, None), ("classic,lives=1", 53, "too many"),
    ("classic,first_cards=9,lives=9", 3, None), ("classic,first_cards=9,lives=9", 4, "too many"),
    ("classic,step=-1,first_cards=9,lives=9", 6, "too many"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "seats", "why"), SEATS)
def test_a_game_is_refused_when_its_seats_are_too_few_or_too_many(text, seats, why):
    rules = Rules.parse(text)
    said = refusal_of(rules.check_seats, seats, kind=Illegal)
    assert why in said if why else said is None and seats <= rules.seats


DEALS = [("classic", [1, 2, 3]), ("classic,step=-1,first_cards=3", [3, 2, 1]), ("lives=5", [1, 2, 3, 4, 5])]


@pytest.mark.parametrize(("text", "deals"), DEALS)
def test_penalties_change_how_many_cards_are_dealt(text, deals):
    rules = Rules.parse(text)
    assert [rules.cards(penalties) for penalties in range(rules.lives)] == deals


@given(garbage([*FIELDS, "preset", "cls", "self", ""], *range(11), "classic", most=5))
def test_any_data_is_playable_rules_or_refused_with_a_sentence(data):
    assert is_sentence(refusal_of(Rules.from_data, data))


PIECES = st.lists(st.sampled_from([*FIELDS, "=", ",", "3", "no", "classic", "-1"]), max_size=9).map("".join)


@given(st.text(max_size=60) | PIECES)
@example("=,=")
@example("\0=,\0=")
def test_any_text_is_playable_rules_or_refused_with_a_sentence(text):
    assert is_sentence(refusal_of(Rules.parse, text))
