"""Names: one rule for all that are entered, and none for those that an earlier version has kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Illegal
from engine.names import LONGEST, is_taken, kept_name
from engine.record import read_record, write_record
from tests.engine.refusing import refusal_of
from tests.engine.tables import start

KEPT = [
    ("Anna", "Anna"), ("  Jean \t Luc\u00a0", "Jean Luc"), ("Zoe\u0308", "Zoë"), ("x" * LONGEST, "x" * LONGEST),
    ("e\u0301" * LONGEST, "é" * LONGEST),
]  # fmt: skip


@pytest.mark.parametrize(("entered", "kept"), KEPT)
def test_a_name_is_kept_tidy(entered: str, kept: str) -> None:
    assert kept_name(entered) == kept


NO_NAMES = [
    ("", "at least one letter"), (" \u2003\n", "at least one letter"), ("An\x00na", "can't be shown"),
    ("\u202eanna", "can't be shown"), ("x" * (LONGEST + 1), "has 41 characters, and a name has at most 40"),
]  # fmt: skip


@pytest.mark.parametrize(("entered", "why"), NO_NAMES)
def test_what_is_no_name_is_refused_in_a_sentence(entered: str, why: str) -> None:
    assert why in (refusal_of(kept_name, entered, kind=Illegal) or "")


@given(st.text())
def test_a_name_that_is_kept_stays_as_it_is_and_is_taken_by_its_own_capitals(entered: str) -> None:
    try:
        kept = kept_name(entered)
    except Illegal:
        return
    assert kept_name(kept) == kept
    assert is_taken(entered, [kept])
    assert is_taken(kept.casefold(), [entered])


TAKEN = [
    ("anna", ["Ben", "Anna"], True), ("ZOE\u0308", ["zoë"], True), (" Jean  Luc", ["jean luc"], True),
    ("STRASSE", ["Straße"], True), ("Ann", ["Anna", "Annabel"], False), ("Anna", [], False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "others", "taken"), TAKEN)
def test_a_name_is_taken_whatever_its_capitals(name: str, others: list[str], taken: bool) -> None:
    assert is_taken(name, others) is taken


@pytest.mark.parametrize("names", [("Anna", "anna"), ("x" * 60, "Ben"), ("Zoe\u0308", "Zoë"), (" Anna", "Anna")])
def test_a_table_of_an_earlier_version_is_read_and_starts_again(names: tuple[str, ...]) -> None:
    game = start("classic", names)
    assert read_record(write_record(game)).players == names
