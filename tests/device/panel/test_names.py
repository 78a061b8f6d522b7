"""Short names: no two of them ever look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.panel.font import FONTS, SMALL, TINY, Font
from device.panel.names import short_names

PLAYERS = [f"Player {number}" for number in range(1, 18)]


@pytest.mark.parametrize(
    ("cells", "names", "short"),
    [
        (8, ["Anna", "Björn"], ["Anna", "Björn"]),
        (8, ["Maximilian Berg", "Eva Lang", "Eva Kurz-Meier"], ["Maximi B", "Eva Lang", "Eva K"]),
        (10, ["Maximilian Berg", "Eva Lang"], ["Maximilian", "Eva Lang"]),
        (8, ["Maximilian Berg", "Maximilian Kraus"], ["Maximi B", "Maximi K"]),
        (6, ["Christian", "Christiane", "Christ"], ["Chri…n", "Chri…e", "Christ"]),
        (9, PLAYERS, PLAYERS),
        (4, PLAYERS[8:11], ["Pl 9", "P 10", "P 11"]),
        (3, PLAYERS[8:11], ["P 9", "P10", "P11"]),
        (8, ["Anna", "Anna"], ["Anna 1", "Anna 2"]),
        (8, ["Anna", "\N{CYRILLIC CAPITAL LETTER A}nna"], ["Anna 1", "\N{CYRILLIC CAPITAL LETTER A}nna 2"]),
        (8, ["Anna", "Anna 1", "Anna"], ["Anna 2", "Anna 1", "Anna 3"]),
        (8, ["Zoë", "Zoe\N{COMBINING DIAERESIS}", "Zoe"], ["Zoë 1", "Zoë 2", "Zoe"]),
        (8, ["🦊", "Eva", "🐻", ""], ["� 1", "Eva", "� 3", "4"]),
        (8, ["Eva 🦊"], ["Eva �"]),
        (8, ["  Eva \t Lang "], ["Eva Lang"]),
        (4, ["Александра", "Александр"], ["Ал…а", "Ал…р"]),
        (8, [], []),
    ],
)
def test_what_tells_names_apart_is_kept(cells: int, names: list[str], short: list[str]) -> None:
    assert short_names(names, SMALL, cells * SMALL.width) == short


alike = st.text("AА1 2e\u0301日", max_size=6) | st.sampled_from(["Player 1", "Player 10", "1", "2", "#1", "A 1", "A…1"])


@given(st.lists(alike | st.text(max_size=30), max_size=17), st.integers(3, 20), st.sampled_from(FONTS))
def test_no_two_names_look_alike(names: list[str], cells: int, font: Font) -> None:
    short = short_names(names, font, cells * font.width)
    assert len(short) == len(names)
    assert all(0 < font.measure(name) <= cells * font.width for name in short)
    assert len({font.looks(name) for name in short}) == len(names)


@pytest.mark.parametrize("cells", [3, 4, 5, 6])
@pytest.mark.parametrize("name", ["", "Anna", "1", "Player 1", "🦊", "X" * 40])
def test_seventeen_players_of_one_name_are_numbered(name: str, cells: int) -> None:
    short = short_names([name] * 17, TINY, cells * TINY.width)
    assert len({TINY.looks(name) for name in short}) == 17


def test_too_little_room_is_refused() -> None:
    with pytest.raises(ValueError, match="3 characters, not 2"):
        short_names(["Anna"], SMALL, 17)
    with pytest.raises(ValueError, match="100 names"):
        short_names(["Anna"] * 100, SMALL, 60)
