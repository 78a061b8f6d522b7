"""A button that is stuck or chatters is named on the panel and ignored until it is quiet; the others go on."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from device.buttons.debounce import CALM, STUCK_AFTER
from device.buttons.keypad import Key, Keypad, layout
from device.buttons.trouble import LONGEST, trouble_with
from tests.device.box import Box


def test_a_key_that_is_down_when_the_box_starts_is_named_until_it_is_let_go(tmp_path: Path) -> None:
    with Box(tmp_path, held=(Key.UP,)) as box:
        assert "UP is stuck" in box.words
        assert box.session.troubles == ("UP is stuck: it is ignored.",)
        before = box.words
        box.wait(60)
        assert box.words == before
        assert box.app.deadline is None, "it sleeps"

        box.fingers.release(Key.UP)
        box.app.step()
        box.wait(0.1)
        assert box.session.troubles == ()
        assert "KEYS" not in box.words
        box.press("down")
        down = box.words
        box.press("up")
        assert box.words != down


@pytest.mark.parametrize("key", Key)
def test_a_key_held_for_a_minute_is_named_and_all_others_work(tmp_path: Path, key: Key) -> None:
    with Box(tmp_path) as box:
        box.fingers.press(key)
        box.app.step()
        box.wait(STUCK_AFTER - 1)
        assert box.session.troubles == ()
        box.wait(41)
        assert box.session.troubles == (f"{key.upper()} is stuck: it is ignored.",)
        frames, screen = box.glass.frames, box.screen
        box.wait(60)
        assert (box.glass.frames, box.screen) == (frames, screen)

        for other in Key:
            if other is not key:
                box.press(other)
        box.fingers.release(key)
        box.app.step()
        box.wait(0.1)
        assert box.session.troubles == ()
        assert box.app.deadline is None


def test_a_wire_that_chatters_at_1_khz_is_named_while_it_does_and_the_box_plays_on(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        for turn in range(2000):
            box.fingers.press(Key.BACK)
            box.clock.advance(0.0005)
            box.fingers.release(Key.BACK)
            box.clock.advance(0.0005)
            if turn % 20 == 0:  # the loop is late, as under load
                box.app.step()
            if turn == 1000:
                assert box.session.troubles == ("BACK chatters: it is ignored.",)
                box.fingers.press(Key.OK)
            if turn == 1050:
                box.fingers.release(Key.OK)
        box.app.step()
        assert box.screen == "deal"
        assert "KEYS" in box.words
        box.wait(CALM + 0.1)
        assert box.session.troubles == ()
        assert box.app.deadline is None
        box.press("ok")
        assert box.screen == "bidding"
        box.press("back")
        assert box.screen == "deal"


def test_the_words_for_any_buttons_are_a_sentence_that_fits() -> None:
    texts = []
    for count in range(len(Key) + 1):
        for held in combinations(Key, count):
            for seats in ((), (0,), (1, 3), tuple(range(10))):
                texts.append(trouble_with(Keypad(layout(Key, 10), read={*held, *seats}.__contains__)))
    assert max(len(text) for text in texts) <= LONGEST
    assert texts[0] == ""
    assert "UP is stuck: it is ignored." in texts
    assert "UP and seat 1 are stuck: they are ignored." in texts
    assert "17 buttons are stuck or chatter: they are ignored." in texts
