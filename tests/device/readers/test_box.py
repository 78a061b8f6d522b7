"""`commune run` in its own process with a reader that is configured; and without one, what it costs."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from device.store.folder import Folder
from device.store.log import Log
from engine.bids import Bid
from engine.events import MakeBid
from tests.device.box import Box
from tests.device.processes import COMMUNE, running
from tests.device.readers.wires import PATIENCE, Wire
from tests.device.refereeing import Referee, box_for

LISTS_MODULES = """
import sys
from pathlib import Path
from device import app, daemon
from device.configuration import read_configuration
app.App.run = lambda self: print(*sorted(sys.modules))
daemon.serve(Path(sys.argv[1]), read_configuration(Path(sys.argv[2])))
"""


def shown(folder: Path) -> list[str]:
    """The cards that the screen has taken, as the disk has it."""
    with Log(Folder(folder)) as log:
        log.read()
        draft = log.state.screen or {}
    return [card["card"] for card in draft.get("shown", [])]


def test_what_is_swept_past_a_configured_reader_is_on_the_disk_and_comes_back(tmp_path: Path) -> None:
    with box_for({"rules": {"preset": "classic", "first_cards": 3}, "seats": 2, "dealer": 0}, tmp_path, 7) as box:
        box.press("ok")
        Referee(box).record(MakeBid(1, Bid.parse("four sixes")))
        box.press("call")
    with Wire(tmp_path / "wire") as wire:
        config = tmp_path / "commune.toml"
        config.write_text(f'[panel]\nport = 63\n\n[[readers]]\nport = "{os.path.realpath(wire.name)}"\n')
        with running(COMMUNE, "run", "--state", tmp_path, "--config", config, stderr=subprocess.PIPE) as box:
            for count, card in enumerate(("Ks", "6s", "10h"), 1):
                before = time.monotonic()
                while len(shown(tmp_path)) < count:  # a port that isn't open yet forgets what came before
                    assert time.monotonic() < before + PATIENCE
                    wire.send(f"{card}\r\n".encode())
                    time.sleep(0.2)
                assert shown(tmp_path) == ["Ks", "6s", "Th"][:count]
            wire.unplug()
            lines = iter(box.stderr.readline, "")
            assert any("the card reader on /dev/pts/" in line and "is tried again" in line for line in lines)
            box.terminate()
        assert box.returncode == 0
    with Box(tmp_path) as again:
        assert again.screen == "showing"
        assert [str(card) for card in again.session.screen.shown] == ["Ks", "6s", "Th"]


def test_without_a_reader_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "commune.toml").write_text("[panel]\nport = 63\n")
    with running(LISTS_MODULES, tmp_path, tmp_path / "commune.toml", stdout=subprocess.PIPE) as process:
        said = process.stdout.read().split()
    assert process.returncode == 0
    assert "device.readers.wiring" in said
    assert not {"serial", "device.readers.port", "device.readers.framing"} & set(said)
