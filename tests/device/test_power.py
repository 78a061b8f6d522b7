"""Power off: asked once, saved, asked of the system; and what is said when the system doesn't want to."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.power import ASK, switch_off
from tests.device.box import Box

OFF = ("hold-call", "up", "ok")


def box_asking(folder: Path, *answers: str, keys: int = 7) -> tuple[Box, list[str]]:
    """A box that asks for its machine to be switched off, and the words that are on its panel when it asks."""
    left, seen = list(answers), list[str]()

    def ask() -> str:
        seen.append(box.words)
        return left.pop(0)

    box = Box(folder, keys, switch_off=ask)
    return box, seen


@pytest.mark.parametrize("keys", [7, 4])
def test_the_last_picture_is_up_before_the_system_is_asked_and_power_brings_the_evening_back(
    keys: int, tmp_path: Path
) -> None:
    box, asked = box_asking(tmp_path, "", keys=keys)
    with box:
        box.press("ok", "ok")
        on = box.words
        box.press(*OFF)
        assert not asked
        assert "Power off?" in box.words
        box.press("ok")
        assert len(asked) == 1
        assert "all is saved" in asked[0]
        assert "Unplug when the green" in asked[0]
        assert box.app.stopped
    with Box(tmp_path, keys) as again:
        assert again.words == on


def test_back_does_not_switch_off(tmp_path: Path) -> None:
    box, asked = box_asking(tmp_path)
    with box:
        box.press(*OFF, "back", "back")
        assert (asked, box.screen, box.app.stopped) == ([], "setup", False)


def test_a_refusal_is_told_and_the_evening_goes_on(tmp_path: Path) -> None:
    box, asked = box_asking(tmp_path, "The machine can't be switched off: it isn't allowed to.")
    with box:
        box.press("ok", "ok")
        on = box.words
        box.press(*OFF, "ok")
        assert len(asked) == 1
        assert "Still on" in box.words
        assert "it isn't allowed to" in box.words.replace("\n", " ")
        assert not box.app.stopped
    box, asked = box_asking(tmp_path, "")
    with box:  # the plug is pulled there: the words are still to be read
        assert "Still on" in box.words
        while "Still on" in box.words:
            box.press("ok")
        assert box.words == on
        box.press(*OFF, "ok")
        assert len(asked) == 1
        assert box.app.stopped


def test_where_nobody_can_be_asked_the_box_just_ends(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.press(*OFF, "ok")
        assert box.app.stopped


ANSWERS = [
    ("Call failed: Interactive authentication required.", "it isn't allowed to"),
    ("Call failed: Access denied", "it isn't allowed to"),
    ('Call failed: Operation inhibited by "dpkg" (PID 1), reason is "upgrade"',
        "something is at work that asks it to wait"),
    ("Failed to connect to bus: No such file or directory", "the system's message bus isn't there"),
    ("Call failed: Connection timed out", "the system doesn't answer"),
    ("Call failed: The name org.freedesktop.login1 was not provided by any .service files", "logind isn't there"),
]  # fmt: skip
SCRIPTS = [
    ("exit 0", ""),
    *((f"echo '{answer}' >&2; exit 1", says) for answer, says in ANSWERS),
    ("printf 'Call failed:\\n Some\\377thing new\\n' >&2; exit 1", "Call failed: Some\ufffdthing new"),
    ("exit 3", "sh ended with 3"),
]


@pytest.mark.parametrize(("script", "sentence"), SCRIPTS)
def test_what_the_system_answers_is_said_in_words(script: str, sentence: str) -> None:
    said = switch_off(("sh", "-c", script))
    assert said == (f"The machine can't be switched off: {sentence}." if sentence else "")


def test_without_systemd_it_says_so() -> None:
    assert switch_off(("/nowhere/busctl",)) == (
        "The machine can't be switched off: /nowhere/busctl can't be run: No such file or directory."
    )


def test_a_system_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.power.PATIENCE", -1.9)
    assert switch_off(("sleep", "60")) == "The machine can't be switched off: the system doesn't answer."


def test_the_question_is_logind_s_and_waits_for_no_password() -> None:
    assert ASK[:1] == ("busctl",)
    manager = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
    assert ASK[-6:] == (*manager.split(), "PowerOff", "b", "false")
    assert "--allow-interactive-authorization=no" in ASK
