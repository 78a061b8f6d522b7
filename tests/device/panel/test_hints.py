"""The line that says what the buttons do."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from device.panel.hints import arrange


@pytest.mark.parametrize(("hints", "height", "places"), [
    ([], 0, []),
    ([("OK", "deal")], 12, [0]),
    ([("OK", "deal"), ("BACK", "undo")], 12, [0, 79]),
    ([("↑↓", "who"), ("OK", "set"), ("BACK", "no")], 12, [0, 45, 91]),
    ([("OK", "bid"), ("BACK", "undo"), ("CALL", "call")], 8, [0, 34, 83]),
])  # fmt: skip
def test_hints_fill_the_line_in_the_biggest_font(hints: list[tuple[str, str]], height: int, places: list[int]) -> None:
    row = arrange(tuple(hints), 128)
    assert [hint.x for hint in row] == places
    assert {hint.font.height for hint in row} == ({height} if hints else set())
    assert not any(hint.shortened for hint in row)


def test_the_longest_meaning_gives_way_first() -> None:
    row = arrange((("OK", "settle it all here and now"), ("BACK", "undo")), 128)
    assert [(hint.meaning, hint.shortened) for hint in row] == [("settle it a…", True), ("undo", False)]


@given(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=30)), max_size=4), st.integers(112, 128))
def test_hints_follow_each_other_inside_the_line(hints: list[tuple[str, str]], width: int) -> None:
    row = arrange(tuple(hints), width)
    assert len(row) == len(hints)
    assume(sum(hint.key for hint in row) <= width)  # buttons' names are never shortened
    for one, other in pairwise(row):
        assert one.x + one.width <= other.x
    if row:
        assert row[0].x == 0
        assert row[-1].x + row[-1].width <= width
