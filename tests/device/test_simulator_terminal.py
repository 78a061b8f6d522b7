"""The box in a terminal: a real one, as programs see it, with a screen that reads what is written to it."""

import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from select import select
from tempfile import TemporaryDirectory

import pytest

from device.closing import Closing
from device.panel.picture import braille, half_blocks
from device.simulator.boards import simulated
from device.simulator.play import Played
from device.simulator.script import read_script

PATIENCE = 8.0
"""Seconds; machines that test are slow at times."""

SIM = "from device.cli import main; raise SystemExit(main())"
IN_ITS_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)


class Screen(Closing):
    """A terminal of so many columns and rows, a program in it, and what can be read there."""

    def __init__(self, columns: int, rows: int) -> None:
        self.raw = ""
        self.rows: dict[int, str] = {}
        self._row = 0
        self._unread = ""
        self._decoder = getincrementaldecoder("utf-8")()
        self._master, self._slave = pty.openpty()
        self.resize(columns, rows)
        self.modes = self.modes_now

    @property
    def modes_now(self) -> list[object]:
        return termios.tcgetattr(self._slave)

    def start(self, *words: str) -> None:
        self.program = subprocess.Popen(
            [sys.executable, "-c", IN_ITS_TERMINAL, *words],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
            env=os.environ | {"TERM": "xterm-256color", "PYTHONUTF8": "1", "PS1": "$ "},
        )

    def resize(self, columns: int, rows: int) -> None:
        self.rows = {}
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def read(self, wait: float) -> bool:
        """Take what is written; whether anything was, within `wait` seconds."""
        if not select([self._master], [], [], wait)[0]:
            return False
        text = self._decoder.decode(os.read(self._master, 65536))
        self.raw += text
        readable = (self._unread + text).replace("\x1b(B", "")  # the character set, which is always that one
        *whole, self._unread = re.split(r"(?=\x1b\[)", readable)
        for part in [*whole, self._unread] if self._unread.count("\x1b") == 0 else whole:
            self._take(part)
        return True

    def _take(self, part: str) -> None:
        if match := re.match(r"\x1b\[(\d+);(\d+)H", part):
            self._row = int(match[1]) - 1
            self.rows[self._row] = ""
        elif re.match(r"\x1b\[\d*J", part):
            self.rows = {}
        self.rows[self._row] = self.rows.get(self._row, "") + re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", part)

    @property
    def text(self) -> str:
        return "\n".join(self.rows[row] for row in sorted(self.rows))

    def has(self, *lines: str) -> bool:
        return all(line in self.text for line in lines)

    def await_(self, happened: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end, f"{self.text}{self.raw[-500:]!r}"
            self.read(0.2)

    def await_panel(self, lines: list[str]) -> None:
        self.await_(lambda: self.has(*lines))

    def ends(self, status: int) -> None:
        """It ends with that status, and leaves the terminal as it was."""
        self.await_(lambda: self.program.poll() is not None and not self.read(0))
        assert self.program.returncode == status
        assert self.modes_now == self.modes

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait(PATIENCE)
        if self._master >= 0:
            os.close(self._master)
        os.close(self._slave)

    def vanish(self) -> None:
        """The window is closed, or the line is dropped."""
        os.close(self._master)
        self._master = -1


@contextmanager
def terminal(
    state: Path, *words: str, columns: int = 80, rows: int = 24, expect: str = "q quits", program: str = SIM
) -> Iterator[Screen]:
    with Screen(columns, rows) as screen:
        screen.start(sys.executable, "-c", program, "sim", "--seed", "1", "--state", str(state), *words)
        if expect:
            screen.await_(lambda: screen.has(expect))
        yield screen


def expected(script: str, picture: Callable[..., list[str]] = braille, buttons: int = 7) -> list[str]:
    """The lines of the panel after a script."""
    with (
        TemporaryDirectory() as folder,
        Played(Path(folder), simulated(buttons), draw_lot=Random(1).randrange) as played,
    ):
        played.play(read_script(script, buttons), lambda name, image: None)
        return picture(played.glass.image)


def test_the_panel_and_its_buttons_fit_into_80_by_24(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        screen.await_panel(expected(""))

        assert max(map(len, screen.rows.values())) <= 80
        assert max(screen.rows) < 24
        for name in ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK", "CALL", "hold CALL"):
            assert screen.has(f" {name} ")


def test_typed_keys_press_buttons_and_none_is_lost(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        screen.type("\r\r\r" + "\x1b[A" * 30 + "\x1b[B" * 29)
        screen.await_panel(expected("ok ok ok" + 30 * " up" + 29 * " down"))


def test_every_key_that_is_drawn_does_what_it_says(tmp_path: Path) -> None:
    script = ""
    with terminal(tmp_path) as screen:
        for keys, words in (
            ("\r ", "ok ok"), ("m", "hold-call"), ("\x7f", "back"), ("c", "call"), ("\x1b", "back"),
            ("\n\x1b[C\x1b[D\x1b[A\x1b[B", "ok right left up down"),
        ):  # fmt: skip
            script += f" {words}"
            screen.type(keys)
            screen.await_panel(expected(script))


def test_with_four_buttons_escape_is_a_held_ok(tmp_path: Path) -> None:
    with terminal(tmp_path, "--buttons", "4") as screen:
        dealt = expected("ok ok", buttons=4)
        screen.type("\r\r")
        screen.await_panel(dealt)
        screen.type("c")
        screen.await_(lambda: not screen.has(*dealt))
        screen.type("\x1b")
        screen.await_panel(dealt)


def test_a_large_terminal_shows_the_panel_twice_as_large_and_a_small_one_says_what_it_needs(tmp_path: Path) -> None:
    with terminal(tmp_path, columns=140, rows=45) as screen:
        screen.await_panel(expected("", half_blocks))
        screen.resize(50, 10)
        screen.await_(lambda: screen.has("This terminal is 50 by 10: too small for the", "66 by 20"))
        screen.type("\r")
        screen.resize(80, 24)
        screen.await_panel(expected("ok"))


@pytest.mark.parametrize(("by", "status"), [("q", 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 0)])
def test_quitting_and_signals_end_it_and_leave_the_terminal_as_it_was(
    by: str | signal.Signals, status: int, tmp_path: Path
) -> None:
    with terminal(tmp_path) as screen:
        assert screen.modes_now != screen.modes
        screen.type(by) if isinstance(by, str) else screen.program.send_signal(by)
        screen.ends(status)
        assert "\x1b[?1049l" in screen.raw
        assert ("All is saved" in screen.raw) is (status == 0)
        assert "Traceback" not in screen.raw


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with job control")
def test_it_can_be_stopped_and_goes_on_as_a_shell_expects(tmp_path: Path) -> None:
    with Screen(80, 24) as screen:
        screen.start(shutil.which("bash") or "", "--norc", "--noprofile", "-i")
        screen.type(f"{sys.executable} -c '{SIM}' sim --state {tmp_path}\n")
        screen.await_(lambda: screen.has("hold CALL"))
        screen.type("\x1a")
        screen.await_(lambda: "Stopped" in screen.raw)
        assert "\x1b[?1049l" in screen.raw
        screen.rows = {}
        screen.type("fg\n")
        screen.await_(lambda: screen.has("hold CALL"))
        screen.type("q")
        screen.await_(lambda: "All is saved" in screen.raw)
        screen.type("exit\n")
        screen.await_(lambda: screen.program.poll() is not None)


def test_an_error_in_the_box_is_told_when_the_terminal_is_as_it_was(tmp_path: Path) -> None:
    broken = "from device.session import Session; Session.press = lambda *_: 1 / 0; " + SIM
    with terminal(tmp_path, program=broken) as screen:
        screen.type("\r")
        screen.ends(1)
        assert "ZeroDivisionError" in screen.raw.rpartition("\x1b[?1049l")[2]


def test_after_a_kill_the_same_screen_comes_back(tmp_path: Path) -> None:
    half_entered = expected("ok ok ok up")
    with terminal(tmp_path) as screen:
        screen.type("\r\r\r\x1b[A")
        screen.await_panel(half_entered)
        screen.program.kill()
        screen.program.wait()
    with terminal(tmp_path) as screen:
        screen.await_panel(half_entered)


def test_it_ends_when_its_terminal_is_gone(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        screen.vanish()

        assert screen.program.wait(PATIENCE) == 128 + signal.SIGHUP


def test_no_two_boxes_play_one_evening(tmp_path: Path) -> None:
    with terminal(tmp_path):
        words = [sys.executable, "-c", SIM, "sim", "--script", "-", "--state", str(tmp_path)]
        done = subprocess.run(words, input="ok", text=True, capture_output=True)

    said = f"commune: Another box is on with {tmp_path}: stop it, or give this one a folder by --state.\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_it_sleeps_while_nothing_happens(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        wanted = expected("")
        screen.await_(lambda: screen.has(*wanted) and not screen.read(0.5))
        tasks = Path(f"/proc/{screen.program.pid}/task")
        if not tasks.exists():
            pytest.skip("needs /proc")

        def wake_ups() -> list[str]:
            statuses = {task.name: (task / "status").read_text() for task in tasks.iterdir()}
            return sorted(name + text.partition("\nvoluntary")[2].split("\n")[0] for name, text in statuses.items())

        before = wake_ups()
        assert len(before) == 2
        time.sleep(2)
        assert wake_ups() == before


def test_without_the_terminal_library_it_says_how_to_get_it(tmp_path: Path) -> None:
    missing = "import sys; sys.modules['blessed'] = None; " + SIM
    with terminal(tmp_path, expect="", program=missing) as screen:
        screen.ends(2)
        assert "pip install 'commune-tabletop[sim]'" in screen.raw.replace("\r\n", "")
        assert "Traceback" not in screen.raw
