"""The panel dims when nobody plays, goes dark after long, and in the dark a press only makes light, unless it calls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.panel.light import DARK_AFTER, DIM_AFTER, Dimmer, Light
from tests.device.box import Box


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with Box(tmp_path, dims=True) as box:
        yield box


def test_it_dims_and_goes_dark_by_itself(box: Box) -> None:
    seen = []
    for seconds in (DIM_AFTER - 1, 2, DARK_AFTER - DIM_AFTER - 2, 2):
        box.wait(seconds)
        seen.append(box.glass.light)
    assert seen == [Light.FULL, Light.DIM, Light.DIM, Light.DARK]
    frames = box.glass.frames
    box.wait(10_000)
    assert box.glass.frames == frames
    assert box.app.deadline is None


def test_dim_is_not_dark_a_press_counts(box: Box) -> None:
    box.wait(DIM_AFTER + 1)
    box.press("ok")
    assert (box.glass.light, box.screen) == (Light.FULL, "deal")


def test_in_the_dark_a_press_only_makes_light_and_no_sound(box: Box) -> None:
    box.wait(DARK_AFTER + 1)
    box.press("ok")
    assert (box.glass.light, box.screen, box.heard) == (Light.FULL, "setup", [])
    box.press("ok")
    assert box.screen == "deal"


def test_holding_the_key_that_made_light_does_nothing_more(box: Box) -> None:
    before = box.words
    box.wait(DARK_AFTER + 1)
    box.press("hold-down")
    assert (box.glass.light, box.words) == (Light.FULL, before)
    box.press("down")
    assert box.words != before


def test_a_call_counts_in_the_dark_and_held_it_is_the_menu(box: Box) -> None:
    box.press("ok")
    box.wait(DARK_AFTER + 1)
    box.press("call")
    assert (box.glass.light, box.screen) == (Light.FULL, "who")
    box.press("back")
    box.wait(DARK_AFTER + 1)
    box.press("hold-call")
    assert (box.glass.light, box.screen) == (Light.FULL, "menu")


def test_nothing_is_settled_on_a_screen_that_was_sent_in_the_dark(box: Box) -> None:
    box.press("ok", "hold-call", "up", "ok")
    assert "Power off?" in box.words or "off" in box.words
    box.glass.blind = True  # from here on, no frame is known to have been sent
    box.wait(DARK_AFTER + 1)
    box.press("ok", "ok")
    assert not box.session.power_off


def test_light_follows_the_last_press_and_says_when_it_changes() -> None:
    dimmer = Dimmer(100.0, dim_after=10.0, dark_after=60.0)
    assert (dimmer.light(109.9), dimmer.deadline(109.9)) == (Light.FULL, 110.0)
    assert (dimmer.light(110.0), dimmer.deadline(110.0)) == (Light.DIM, 160.0)
    assert (dimmer.light(160.0), dimmer.deadline(160.0)) == (Light.DARK, None)
    dimmer.look(165.0)
    dimmer.look(120.0)  # handed in late
    assert (dimmer.light(165.0), dimmer.deadline(165.0)) == (Light.FULL, 175.0)


def test_either_can_be_left_out() -> None:
    assert Dimmer(0.0, dim_after=None, dark_after=None).deadline(0.0) is None
    assert Dimmer(0.0, dim_after=None, dark_after=5.0).light(6.0) is Light.DARK
    assert Dimmer(0.0, dim_after=5.0, dark_after=None).light(1e9) is Light.DIM
