"""Scripts, in a process of their own: no terminal, no real time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from device.simulator.demo import demo, screens
from device.simulator.script import Press, Wait, read_script
from engine.errors import Unreadable
from tests.device.box import Box

HAND = """
ok              # the table as it is
ok              # dealt
{bid}           # a pair
call wait 2.5   # it is doubted
shot call up    # it was there
shot verdict
"""


PAIR = {7: "ok right ok", 4: "ok up ok ok"}


def sim(
    *words: str, state: Path | None, script: str = "", home: Path = Path("nowhere")
) -> subprocess.CompletedProcess[str]:
    """Run `commune sim`, and fail if it imports what only a real panel, a reader or a terminal needs."""
    program = (
        "import sys; from device.cli import main; status = main(['sim', *sys.argv[1:]]);"
        "found = [name for name in ('luma', 'serial', 'blessed') if name in sys.modules];"
        "sys.exit(f'imported {found}' if found else status)"
    )
    where = [] if state is None else ["--state", str(state)]
    return subprocess.run(
        [sys.executable, "-c", program, *where, *words],
        input=script,
        text=True,
        capture_output=True,
        timeout=60,
        env=os.environ | {"XDG_STATE_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
    )


def play(script: str, state: Path, *words: str) -> str:
    done = sim("--seed", "1", "--script", "-", *words, state=state, script=script)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("keys", PAIR)
def test_a_script_plays_a_hand_and_shows_the_panel_as_text_and_picture(keys: int, tmp_path: Path) -> None:
    words = ("--buttons", str(keys), "--shots", str(tmp_path / "shots"), "--scale", "2")
    out = play(HAND.format(bid=PAIR[keys]), tmp_path / "state", *words)
    text, picture = out.splitlines()[:-32], out.splitlines()[-32:]
    assert any("penalty 1" in line for line in text)
    assert {len(line) for line in picture} == {128}
    assert set("".join(picture)) <= set(" ▀▄█")
    assert sorted(file.name for file in (tmp_path / "shots").iterdir()) == ["call.png", "verdict.png"]
    with Image.open(tmp_path / "shots" / "call.png") as picture_of_call:
        assert picture_of_call.size == (2 * 128 + 8, 2 * 64 + 8)


def test_a_second_script_goes_on_where_the_first_stopped(tmp_path: Path) -> None:
    whole = play("ok ok ok up ok call up", tmp_path / "whole")

    play("ok ok ok up", tmp_path / "parts")
    assert play("ok call up", tmp_path / "parts") == whole


@pytest.mark.parametrize(("buttons", "word"), [(7, "back"), (4, "back"), (4, "hold-ok")])
def test_back_takes_back_on_seven_keys_and_as_a_held_ok_on_four(buttons: int, word: str, tmp_path: Path) -> None:
    with Box(tmp_path, buttons) as box:
        box.press("ok", "ok")
        dealt = box.words
        box.press("call")
        assert box.words != dealt
        box.play(read_script(word, buttons), lambda *_: None)
        assert box.words == dealt


def test_a_held_call_opens_the_menu_in_no_real_time(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.play(read_script("ok hold-call" + 10 * " wait 100000"), lambda *_: None)
        assert box.screen == "menu"


def test_the_state_is_in_the_users_folder_unless_told_otherwise(tmp_path: Path) -> None:
    done = sim("--script", "-", state=None, home=tmp_path, script="ok")

    assert done.returncode == 0
    assert (tmp_path / "commune" / "commune.jsonl").exists()


WORDS = "up, down, left, right, ok, back, call, hold-call, hold-ok, wait, shot and sweep"
WAITS = [("wait", "nothing"), ("wait\n2.5", "nothing"), ("wait nan", "nan"), ("wait -1", "-1")]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("ok\nok rigth # right", "Line 2: there is no word rigth: did you mean right?"),
        ("left", "Line 1: a box with 4 buttons has no left."),
        ("OK", "Line 1: there is no word OK: did you mean ok?"),
        ("hold-cal", "Line 1: there is no word hold-cal: did you mean hold-call?"),
        ("xyzzy", f"Line 1: there is no word xyzzy: there are {WORDS}."),
        ("sweep", "Line 1: after sweep comes a card or a tag, as in sweep Ks, not nothing."),
        (f"sweep {'x' * 65}", f'Line 1: after sweep comes a card or a tag, as in sweep Ks, not "{"x" * 59}…".'),
        *((wait, f"Line 1: after wait comes a number of seconds, as in wait 2.5, not {what}.") for wait, what in WAITS),
        ("shot ../x", "Line 1: after shot comes a name of letters, digits, dots or dashes, as in shot end, not ../x."),
        ("shot a\nshot a", "Line 2: shot a was taken in line 1 already."),
    ],
)
def test_a_wrong_word_or_a_key_that_a_box_lacks_is_named_with_its_line(script: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_script(script, 4 if script == "left" else 7)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("words", "script", "said"),
    [
        ("--script -", "ok ok\nok wiat 2", "commune: Line 2: there is no word wiat: did you mean wait?\n"),
        ("--script nowhere", "", "commune: nowhere can't be read: No such file or directory."),
        ("--script - --scale 0", "", "a pixel can be 1 to 64 wide, not 0"),
        ("--script - --state /dev/null", "", "commune: /dev/null is not a folder."),
        ("--script - --shots /dev/null/x", "", "commune: /dev/null/x can't be written: Not a directory."),
    ],
)
def test_what_is_wrong_is_refused_in_a_sentence_and_nothing_of_it_is_played(
    words: str, script: str, said: str, tmp_path: Path
) -> None:
    done = sim(*words.split(), state=tmp_path / "state", script=script)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == said if script else said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "state").exists()


def test_shots_that_go_nowhere_are_told(tmp_path: Path) -> None:
    done = sim("--script", "-", state=tmp_path, script="shot here")

    assert (done.returncode, done.stderr) == (0, "commune: the shots are not saved: --shots DIR says where.\n")


def test_without_a_terminal_a_hand_plays_itself_and_leaves_nothing(tmp_path: Path) -> None:
    done = sim(state=None)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("There is no terminal here, so the box plays a short hand by itself.")
    assert done.stdout.count("\n── ") >= 7
    assert "penalty 1" in done.stdout


@pytest.mark.parametrize("buttons", [4, 7])
def test_the_hand_that_plays_itself_comes_to_the_next_deal_on_every_box(buttons: int, tmp_path: Path) -> None:
    shown = [text for _, text, _ in screens(tmp_path, demo(buttons), buttons=buttons)]

    assert len(shown) == 1 + len(demo(buttons))
    assert "penalty 1" in shown[-2]
    assert "deals" in shown[-1]


def test_words_may_stand_one_or_many_a_line() -> None:
    moves = read_script("up   down#left\n\n  wait .5\n")

    assert [move.word for move in moves] == ["up", "down", "wait .5"]
    assert isinstance(moves[0], Press)
    assert isinstance(moves[2], Wait)
    assert moves[2].line == 3
