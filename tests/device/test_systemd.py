"""What systemd hears, by a socket as it opens one."""

from __future__ import annotations

import configparser
import errno
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device import app
from device.app import PULSE_EVERY
from device.closing import Closing
from device.session import Session
from device.systemd import Notifier, from_systemd, pulse
from tests.device.box import Box

UNIT = Path(__file__).parents[2] / "systemd" / "commune.service"


class Manager(Closing):
    """The other end of the line."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)

    def heard(self, wait: float = 0.0) -> list[str]:
        """All that has come; where nothing has, what comes first within `wait` seconds."""
        self._socket.settimeout(wait)
        lines: list[str] = []
        try:
            while True:
                lines += self._socket.recv(4096).decode().splitlines()
                self._socket.setblocking(False)
        except (TimeoutError, BlockingIOError):
            return lines

    def hears(self, line: str) -> bool:
        """Whether the line comes within half a minute after another."""
        while lines := self.heard(wait=30):
            if line in lines:
                return True
        return False

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    with Manager(str(tmp_path / "notify")) as opened:
        yield opened


@pytest.fixture
def notifier(manager: Manager) -> Iterator[Notifier]:
    with Notifier({"NOTIFY_SOCKET": manager.address}) as opened:
        yield opened


def test_a_box_is_ready_once_then_goes_on_and_says_what_is_wrong(
    manager: Manager, notifier: Notifier, tmp_path: Path
) -> None:
    with Box(tmp_path, pulse=pulse(notifier)) as box:
        assert manager.heard() == ["READY=1", "STATUS=All is well."]
        box.app.step()
        assert manager.heard() == []
        for reader, panel, said in [
            ("UP is stuck.", "The panel can't be reached.", ["STATUS=UP is stuck. The panel can't be reached."]),
            ("UP is stuck.", "The panel can't be reached.", []),
            ("", "", ["STATUS=All is well."]),
        ]:
            box.inbox.trouble("reader", reader)
            box.inbox.trouble("panel", panel)
            box.clock.advance(PULSE_EVERY)
            box.app.step()
            assert manager.heard() == ["WATCHDOG=1", *said]
        notifier.stopping("Stopping.")
        assert manager.heard() == ["STOPPING=1", "STATUS=Stopping."]


def test_a_loop_that_hangs_is_not_said_to_go_on(
    manager: Manager, notifier: Notifier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PULSE_EVERY", 0.01)
    hanging, go_on = threading.Event(), threading.Event()

    save = Session.save

    def hang(session: Session) -> None:
        hanging.set()
        go_on.wait()
        save(session)

    with Box(tmp_path, pulse=pulse(notifier)) as box:
        monkeypatch.setattr(box.app, "_clock", time.monotonic)
        thread = threading.Thread(target=box.app.run)
        thread.start()
        try:
            assert manager.hears("READY=1")
            assert manager.hears("WATCHDOG=1")
            monkeypatch.setattr(Session, "save", hang)
            box.inbox.trouble("keys", "UP is stuck.")
            assert hanging.wait(30)
            manager.heard()
            assert manager.heard(wait=0.3) == []
            go_on.set()
            assert manager.hears("WATCHDOG=1")
        finally:
            go_on.set()
            box.inbox.stop()
            thread.join()


def test_ready_is_said_again_until_systemd_could_hear_it(tmp_path: Path) -> None:
    with Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")}) as notifier:
        beat = pulse(notifier)
        beat(())
        with Manager(str(tmp_path / "notify")) as manager:
            beat(())
            assert manager.heard() == ["READY=1", "STATUS=All is well."]


@pytest.mark.parametrize("error", [errno.EAGAIN, errno.ECONNREFUSED, errno.ENOBUFS, errno.EPERM, errno.EMSGSIZE])
def test_a_line_that_fails_stops_nothing_and_the_status_is_told_later(
    error: int, manager: Manager, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise OSError(error, "broken")

    notifier.ping()
    with monkeypatch.context() as broken:
        broken.setattr(socket.socket, "sendto", fail)
        notifier.ping()
        notifier.status("UP is stuck.")
    notifier.status("UP is stuck.")
    assert manager.heard() == ["WATCHDOG=1", "STATUS=UP is stuck."]


def test_a_systemd_that_reads_nothing_holds_nobody_up(manager: Manager, notifier: Notifier) -> None:
    for _ in range(10_000):
        notifier.ping()
    assert 0 < len(manager.heard()) < 10_000


def test_a_status_of_several_lines_can_say_nothing_else_to_systemd(manager: Manager, notifier: Notifier) -> None:
    notifier.status("Bad\nREADY=1")
    assert manager.heard() == ["STATUS=Bad READY=1"]


def test_without_systemd_nothing_is_said() -> None:
    with Notifier({}) as notifier:
        assert not notifier.ready()
        notifier.stopping("Stopping.")


def test_an_abstract_socket_is_known_by_its_sign(tmp_path: Path) -> None:
    with Manager(f"\0{tmp_path}/notify") as manager:
        with Notifier({"NOTIFY_SOCKET": f"@{tmp_path}/notify"}) as notifier:
            notifier.ping()
        assert manager.heard() == ["WATCHDOG=1"]


def test_what_the_box_starts_does_not_inherit_the_line(manager: Manager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", manager.address)
    with from_systemd() as notifier:
        notifier.ping()
    with from_systemd() as nobody:
        nobody.ping()
    assert manager.heard() == ["WATCHDOG=1"]


def test_the_watchdog_forgives_a_pulse_that_is_lost() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.read(UNIT)
    assert float(unit["Service"]["WatchdogSec"]) > 2.5 * PULSE_EVERY
    assert unit["Service"]["Type"] == "notify"
