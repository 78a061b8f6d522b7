"""An evening whose presses are known beforehand, and what must be on the screen after each, also after a power cut."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from PIL import Image

from device.store import Store
from device.store.folder import Folder
from device.store.games import read_game
from engine.value import value
from tests.device.box import Box
from tests.vm.panel import Eye, same
from tests.vm.wires import Transfer

GAME = (
    *("up", "right", "down", "ok"),  # Player 1 deals first
    *("ok", "ok", "right", "up", "up", "ok"),  # a bid
    *("ok", "up", "up", "ok"),  # a higher one
    *("call", "up", "ok"),  # called, and it is there
    *("ok", "ok", "right", "ok"),
    *("call", "ok", "ok", "ok"),  # counted: none
    *("back", "ok", "ok"),  # taken back, and again
    *("call", "ok", "down", "ok") * 6,
)  # fmt: skip
"""The presses of an evening, from the setup of a new box on."""


@value
class Moment:
    """After so many presses.

    Attributes:
        shown: what is on the screen.
        resumed: what is on it when the box has been off.
        kept: what must be on the disk: every entry of the log, and the screen with what is half entered.
    """

    shown: Image.Image
    resumed: Image.Image
    kept: str


class Evening:
    """Presses, and the moments before the first of them and after each."""

    def __init__(self, words: Sequence[str] = GAME) -> None:
        self.words = tuple(words)
        self.moments: list[Moment] = []
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "box"
            folder.mkdir()
            with Box(folder) as box:
                self.moments.append(_moment(box, folder))
                for word in self.words:
                    box.press(word)
                    self.moments.append(_moment(box, folder))

    def showing(self, seen: Image.Image | None, among: Iterable[int]) -> list[int]:
        """Which of these moments the panel of a box that plays shows."""
        return [number for number in among if same(seen, self.moments[number].shown)]

    def resumed(self, seen: Image.Image | None, among: Iterable[int]) -> list[int]:
        """Which of these moments the panel of a box that came back shows."""
        return [number for number in among if same(seen, self.moments[number].resumed)]

    def keeps(self, kept: str, among: Iterable[int]) -> list[int]:
        """At which of these moments just this is kept."""
        return [number for number in among if self.moments[number].kept == kept]


class Follower:
    """Follows on the bus how far an evening has been shown, from a moment on."""

    def __init__(self, evening: Evening, start: int) -> None:
        self._evening = evening
        self._eye = Eye()
        self.shown = start
        """The last moment that the panel has shown."""

    def feed(self, transfers: Iterable[Transfer]) -> int:
        """Hear these too; the last moment that was shown."""
        last = len(self._evening.moments) - 1
        for transfer in transfers:
            seen = self._eye.feed([transfer])
            while self.shown < last and self._evening.showing(seen, [self.shown + 1]):
                self.shown += 1
        return self.shown

    @property
    def transfers(self) -> int:
        """How many transfers it has heard."""
        return self._eye.transfers

    @property
    def seen(self) -> Image.Image | None:
        """What is on the panel."""
        return self._eye.feed(())


def kept_in(folder: Path) -> str:
    """What a state folder keeps: every game, what is on, the screen; but for times of day, and for what is drawn."""
    with Store.open(folder, wall_clock=_never) as store:
        assert (store.trouble, store.notice) == (None, None)
        state = store.state
    entries = [[entry.number, entry.body, entry.before] for entry in state.entries]
    games = {number: read_game(Folder(folder), number) for number in sorted(Folder(folder).games())}
    kept = json.dumps([games, state.game, state.on, entries, state.screen], sort_keys=True)
    return re.sub(r'"(at|began|id|evening|hands)": "[^"]*"(, )?', "", kept)


def _moment(box: Box, folder: Path) -> Moment:
    """The moment that a box is at; another box comes up on a copy of what it has kept."""
    assert box.glass.image is not None
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "box"
        shutil.copytree(folder, copy)
        kept = kept_in(copy)
        with Box(copy) as again:
            assert again.glass.image is not None
            return Moment(box.glass.image, again.glass.image, kept)


def _never() -> None:  # type: ignore[misc]
    raise AssertionError("nothing is written here")
