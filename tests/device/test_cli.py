"""`commune` at the shell: what it answers, in words and as JSON, and with which exit status."""

import gc
import json
import subprocess
import sys
from pathlib import Path

import pytest

from device.cli import COMMANDS, main
from tests.device.box import Box

VECTORS = Path(__file__).parent.parent / "vectors"


@pytest.fixture
def commune(capsys):
    """Run `commune` in this process: its exit status, what it wrote, and what it said was wrong."""

    def run(*words):
        return main([*words]), *capsys.readouterr()

    return run


ANSWERED = [
    ("judge|fives over kings|5h|5d|Ks|Kd|2c", 0, "Yes, fives over kings is there: 5h 5d Ks Kd, and 2c as a five.\n"),
    ("judge|fives over kings|5h 5d Ks, 2c, 9s", 1, "No, fives over kings is not there.\n"),
    ("judge|pair of sixes|6|six", 0, "Yes, pair of sixes is there: 6 6.\n"),
    ("judge|--rules|denexa|pair of fives|joker|5d", 0, "Yes, pair of fives is there: 5d, and * as a five.\n"),
    ("judge|pair of fives|5d|--rules|denexa|joker", 0, "Yes, pair of fives is there"),
    ("judge|pair of sixes", 1, "No, pair of sixes is not there.\n"),
    ("odds|pair of aces|--in-play|2", 0, "Pair of aces among 2 cards: 2.1 % (exactly 14/663).\n"),
    ("odds|pair of aces|--in-play|1", 0, "Pair of aces among 1 card: impossible.\n"),
    ("odds|pair of aces|--in-play|2|--known|As 2d", 0, "certain.\n"),
    ("odds|five aces|--in-play|5", 0, "1 in "),
    ("bids", 0, "three high\nfour high\n"),
    ("bids|--rules|denexa", 0, "two high\n"),
]


@pytest.mark.parametrize(("words", "status", "starts"), ANSWERED)
def test_it_answers_in_words(commune, words, status, starts):
    found, out, err = commune(*words.split("|"))
    assert (found, err) == (status, "")
    assert starts in out
    assert out.endswith("\n")


HOUSE = [["5h", "5"], ["5d", "5"], ["2c", "5"], ["Ks", "K"], ["Kd", "K"]]
FLUSH = [["Kh", "Kh"], ["9h", "9h"], ["8h", "8h"], ["7h", "7h"], ["2s", "Qh"]]
AS_JSON = [
    ("judge|--json|fives over kings|5h|5d|Ks|Kd|2c", 0, {"holds": True, "proof": HOUSE}),
    ("judge|--json|--rules|denexa|king-high flush|Kh|9h|8h|7h|2s", 0, {"holds": True, "proof": FLUSH}),
    ("judge|--json|fives over kings|5h|5d|Ks|9s", 1, {"holds": False, "missing": 2}),
    ("odds|--json|pair of aces|--in-play|2", 0, {"chance": "14/663"}),
    ("odds|--json|pair of aces|--in-play|1", 0, {"chance": "0/1"}),
]


@pytest.mark.parametrize(("words", "status", "answer"), AS_JSON)
def test_it_answers_as_json(commune, words, status, answer):
    found, out, err = commune(*words.split("|"))
    assert (found, json.loads(out), err) == (status, answer, "")
    assert out.count("\n") == 1


def test_bids_are_one_a_line_in_words_or_as_json(commune):
    _, words, _ = commune("bids")
    _, lines, _ = commune("bids", "--json")
    assert len(words.splitlines()) == len(lines.splitlines()) == 266
    assert words.splitlines()[-1] == "five aces"
    assert json.loads(lines.splitlines()[-1]) == {"category": "five_of_a_kind", "ranks": ["A"]}


def test_a_record_is_replayed_in_words(commune):
    status, out, err = commune("replay", str(VECTORS / "games.jsonl"))
    assert (status, err) == (0, "")
    assert out.startswith("Game 1: classic, 17 players: Player 1, ")
    assert out.count("has won after") + out.count("The game is not over") == 56
    assert "Player 4 is penalized" in out
    assert "left of Player" in out


WRONG = [
    ("judge", "Say a bid"),
    ("judge|6s|6h", "pair of sixes"),
    ("judge|pair of nothing|6h", "not a bid"),
    ("judge|pair of twos|6h", "lowest"),
    ("judge|pair of sixes|6x", "not a card"),
    ("judge|pair of sixes|6h|6h", "twice"),
    ("judge|--rules|classic,twos_wild=no|pair of sixes|6h", "max_kind"),
    ("judge|--rules|classic,cls=1|pair of sixes|6h", "not a field"),
    ("judge|--rules|{|pair of sixes|6h", "JSON"),
    ("judge|--nonsense|pair of sixes", "--nonsense"),
    ("odds|pair of sixes", "in play"),
    ("odds|pair of sixes|--in-play|0", "from 1 to 52"),
    ("odds|pair of sixes|--in-play|many", "--in-play"),
    ("odds|pair of sixes|--in-play|1|--known|6h 6d", "known"),
    ("bids|--rules|poker", "not a preset"),
    ("bids|extra", "extra"),
    ("replay|no such file", "no such file can't be read"),
    ("replay|.", "can't be read"),
    ("jugde", "did you mean judge"),
    ("judge|\udcff|6h", "not a bid"),
]


@pytest.mark.parametrize(("words", "why"), WRONG, ids=[repr(words) for words, _ in WRONG])
def test_what_is_wrong_is_said_on_standard_error_with_status_2(commune, words, why):
    status, out, err = commune(*words.split("|"))
    assert (status, out) == (2, "")
    assert why in err
    assert "Traceback" not in err


@pytest.mark.parametrize("words", [f"{name} --help" for name in COMMANDS] + ["--help", "-h", "help"])
def test_every_command_has_help_with_an_example(commune, words):
    name, *_ = words.split()
    status, out, err = commune(*words.split())
    assert (status, err) == (0, "")
    assert (f"  commune {name}" if name in COMMANDS else "commune") in out


def test_without_a_command_it_says_which_there_are(commune):
    status, out, err = commune()
    assert status == 2
    assert all(name in out + err for name in COMMANDS)


RUN = "import sys; from device.cli import main; sys.exit(main())"


def process(*words, program=RUN, **options):
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, timeout=60, **options)


def test_it_runs_as_a_process():
    done = process("judge", "pair of sixes", "6h", "6d", "9s")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"Yes, pair of sixes is there: 6h 6d.\n", b"")


def test_judging_imports_no_pin_picture_or_database_library():
    look = f"{RUN.replace('sys.exit(main())', 'main()')}; print(*sys.modules)"
    done = process("judge", "pair of sixes", "6h", program=look)
    assert done.returncode == 0
    loaded = {name.partition(".")[0] for name in done.stdout.decode().splitlines()[-1].split()}
    assert "engine" in loaded
    assert loaded & {"gpiozero", "luma", "PIL", "sqlite3", "_sqlite3", "serial", "gpiod", "blessed"} == set()


@pytest.mark.parametrize("words", [["bids"], ["--help"], ["judge", "--help"], ["replay", str(VECTORS / "games.jsonl")]])
def test_a_reader_that_has_seen_enough_ends_it_quietly(words):
    command = [sys.executable, "-c", RUN, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) in (0, 1, 2)


def test_what_the_terminal_cant_write_is_no_error():
    names = json.dumps({"players": ["Zoë", "♠ Ann"], "hands": []}).encode()
    done = process("replay", input=names, env={"PYTHONIOENCODING": "ascii", "PATH": ""})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Zo\\xeb" in done.stdout


def test_garbage_is_looked_for_again_when_what_a_command_needs_is_there(tmp_path, monkeypatch):
    monkeypatch.setattr("device.commands.bids.run", lambda args: int(gc.isenabled()))
    monkeypatch.setattr("device.commands.run.run", lambda args: int(gc.isenabled()))
    try:
        assert (main(["bids"]), main(["run"])) == (1, 0)
        with Box(tmp_path) as box:
            box.inbox.stop()
            box.app.run()
        assert gc.isenabled()
    finally:
        gc.enable()
