"""Random presses, every one of them checked; `make soak` makes a million of them."""

import pytest

from tests.device.walking import Walk


@pytest.mark.parametrize("keys", [7, 4])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_every_screen_is_whole_says_what_its_buttons_do_and_comes_back(
    seed: int, keys: int
) -> None:
    walk = Walk(seed, keys)
    walk.run(4_000)
    assert len(walk.screens) > 20
    assert walk.ended > 0
