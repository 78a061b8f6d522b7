"""The evening as a box keeps it: what is on, what is durable of it, and what was seen. No thread, pin or panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from device.buttons.keypad import Press
from device.evening import FIRST_TABLE, After, Evening, said
from device.journal import Log
from device.panel.canvas import Canvas
from device.panel.font import TINY
from device.screens.base import Screen, Table, View, screen_named, to_data
from device.sound import Sound
from device.store.state import Change, State
from engine.errors import Refusal
from engine.game import Game
from engine.history import History
from engine.record import read_start
from engine.value import replace

log = Log(__name__)

WRONG = "Something went wrong"
"""What is said where a screen, or what it did, was at fault."""


class Keeps(Protocol):
    """What a box keeps things in. Nothing here raises: what can't be written waits in memory, and `trouble` says why.

    Attributes:
        trouble: why nothing can be written now, in a sentence of at most 60 characters, or None.
        notice: what was done about damage, in a sentence to be shown once, or None.
        found: whether what was on could only now be read; whoever has taken it over sets it back.
        state: what is kept, as it was last looked at.
    """

    trouble: str | None
    notice: str | None
    found: bool
    state: State

    def last_table(self) -> Mapping[str, Any] | None:
        """What the last game was started from, as records hold it; None where there was none."""

    def look(self) -> None:
        """Look at what others may have changed."""

    def commit(self, *changes: Change) -> None:
        """Keep all this in one go."""

    def retry(self) -> None:
        """Where nothing could be written, try whether it can be now."""


class Session:
    """What is on, and what of it is to be saved and shown.

    `draw_lot` gives the seat that deals first out of so many, where lots are drawn, and `draw_id` a game's `id`; `keys`
    is how many keys the box has, 7 or 4; `readers` is whether there is a card reader. Nothing is durable before `save`.
    """

    def __init__(
        self,
        store: Keeps,
        *,
        keys: int,
        draw_lot: Callable[[int], int],
        draw_id: Callable[[], str | None] = lambda: None,
        readers: bool = False,
    ) -> None:
        self._store = store
        self.changed = False
        """Whether anything is to be saved and shown since the last `save`."""
        self._changes: list[Change] = []
        self._troubles: dict[str, str] = {}
        self._sound: Sound | None = None
        self._seen_at: float | None = None
        self.scene = 0
        """Counts what must be seen before anything can be settled on it."""
        self.power_off = False
        """Whether the box is to be switched off."""
        view = View(None, FIRST_TABLE, keys, readers=readers or bool(store.state.tags), trouble=store.trouble or "")
        self.evening = Evening(view, lot=draw_lot, draw_id=draw_id)
        """What is on."""
        self._resume()
        if store.notice:
            self._see(notice=(store.notice, "The store was damaged"))
        self._sound, self.changed = None, bool(self._changes)  # what was kept is shown before anything is written

    # What is shown

    @property
    def game(self) -> Game | None:
        """The game that is on, or None between games."""
        return self.evening.view.game

    @property
    def screen(self) -> Screen:
        """The screen that is on."""
        return self.evening.screen

    @property
    def view(self) -> View:
        """What screens may look at now."""
        return self.evening.view

    def draw(self) -> Canvas:
        """The frame that is to be shown, drawn anew. Where the screen can't be drawn, the one that the game is at comes
        instead."""
        for _ in range(2):
            canvas = Canvas()
            with self._survived():
                if self.power_off:
                    from device.screens.farewell import draw_farewell

                    draw_farewell(canvas, self.view)
                else:
                    self.screen.draw(canvas, self.view)
                return canvas
        canvas = Canvas()
        canvas.text(0, 0, WRONG, TINY)
        return canvas

    def seen(self, scene: int, at: float) -> None:
        """The frame of that scene was really sent to the panel at `at`, in seconds of the clock of the presses."""
        if scene == self.scene and self._seen_at is None:
            self._seen_at = at

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the box now, in sentences; that nothing can be saved comes first."""
        return (*((self._store.trouble,) if self._store.trouble else ()), *self._troubles.values())

    def unseen(self) -> None:
        """What is shown can't be known to have been seen: nothing is settled on it before it is sent again."""
        self.scene += 1
        self._seen_at = None

    # What happens

    def press(self, press: Press) -> None:
        """Do what the press means on the screen that is on."""
        heard = self._sound
        with self._survived():
            if press.seat is not None:
                self._take(self.evening.call(press.seat, press.at))
            else:
                self._take(self.evening.press(press.button, seen=self._was_seen(press.at)))
        if press.repeat:
            self._sound = heard

    def swept(self, tag: str, at: float) -> None:
        """Do what a tag means that came near a reader at `at`.

        Cards that are swept one after another follow one another faster than the panel: what one of them opens need not
        have been seen before the next settles the call, as long as the call was.
        """
        self._look(readers=True)
        before = self.scene, self._seen_at, self.evening.history
        with self._survived():
            self._take(self.evening.sweep(tag, seen=self._was_seen(at)))
        if self.evening.history is before[2]:
            self.scene, self._seen_at = before[:2]

    def trouble(self, source: str, text: str) -> None:
        """Something is wrong with `source`, or with no `text` isn't any more: see `Inbox.trouble`."""
        if text == self._troubles.get(source, ""):
            return
        if text:
            self._troubles[source] = text
            self._see(notice=(text, text.partition(":")[0], source))
        elif self.view.notice[:1] == (self._troubles.pop(source),):
            self._see(notice=())
        self._see(troubles=tuple(self._troubles.items()))

    def stay_on(self, sentence: str) -> None:
        """The box could not be switched off; the sentence says why, and is shown."""
        self.power_off = False
        told = screen_named("told", sentence=sentence, under=self.screen, title="Still on")
        self._take(After(replace(self.evening, screen=told), sound=Sound.CLICK))

    def sound(self) -> Sound | None:
        """What is to be heard of all that happened since this was asked last; None where nothing did."""
        sound, self._sound = self._sound, None
        return sound

    def _was_seen(self, at: float) -> bool:
        return self._seen_at is not None and at >= self._seen_at

    def _take(self, after: After) -> None:
        before, now = self.evening, after.evening
        self.evening = now
        if after.log:
            self._keep(Change(after.begins, tuple((entry.body, entry.before) for entry in after.log)))
        if after.kept is not None:
            kept = after.kept
            self._keep(Change(settings=dict(kept.settings), players=kept.names, tags=kept.tags))
        self.changed |= now.screen is not before.screen or now.view is not before.view
        if type(now.screen) is not type(before.screen) or now.history is not before.history:
            self.unseen()
        if type(now.screen) is not type(before.screen) and now.screen.lists_names:
            self._look()
        if after.sound is not None:
            self._sound = max(after.sound, self._sound or after.sound)
        self.power_off = self.power_off or after.power_off

    @contextmanager
    def _survived(self) -> Iterator[None]:
        """Whatever is at fault within changes nothing: the screen that the game is at comes, and it is said; the log
        has what there is to know. This is the one place where any error is survived."""
        try:
            yield
        except Exception:
            log.exception("Something went wrong on the screen %s.", self.screen.name)
            self.evening = self.evening.at_rest
            self.unseen()
            self._see(notice=(WRONG,))

    def _see(self, **what: Any) -> None:
        """Let screens see something else from now on, and show it."""
        self.evening = replace(self.evening, view=replace(self.view, **what))
        self.changed = True

    def _look(self, *, readers: bool = False) -> None:
        """See what others have changed: names are listed, or a card was swept."""
        if self._changes:
            self.save()
        self._store.look()
        state = self._store.state
        self._see(roster=state.roster, tags=state.tags, readers=self.view.readers or readers)

    # What is kept

    def save(self) -> None:
        """Make durable, in one go, all that presses have changed since the last time; nothing where they haven't."""
        if self.changed:
            self.changed = False
            before = self._store.notice
            self._keep(Change(screen=to_data(self.screen), on=self.evening.history is not None))
            self._store.commit(*self._changes)
            self._changes = []
            self._hear_of_store(before)

    def _keep(self, change: Change) -> None:
        """Have a change kept with the next `save`; as one with those before, but where another game begins."""
        if self._changes and not change.begins:
            change = self._changes.pop().then(change)
        self._changes.append(change)

    def recover(self) -> bool:
        """Where nothing could be saved, see whether it can be now; whether there is something else to be shown."""
        notice = self._store.notice
        self._store.retry()
        self._hear_of_store(notice)
        return self.changed

    def _hear_of_store(self, before: str | None) -> None:
        """Say what the store has done about damage; go on with what was on where it could only now be read."""
        if self._store.found:
            self._store.found = False
            self._resume()
        if (self._store.trouble or "") != self.view.trouble:
            self._see(trouble=self._store.trouble or "")
        if self._store.notice and self._store.notice != before:
            self._see(notice=(self._store.notice, "The store was damaged"))

    def _resume(self) -> None:
        """Bring back the game and the screen that were on, or at least the last table."""
        with self._survived():
            self._take(self._kept())

    def _kept(self) -> After:
        """What was on when it was last saved."""
        state = self._store.state
        chances = state.settings.get("chances", True) is not False
        self._see(chances=chances, roster=state.roster, tags=state.tags, notice=())
        try:
            history = History.replay(state.entries) if state.entries else None
            last = self._store.last_table() if history is None else None
            game = history.game if history is not None else None if last is None else read_start(last)
        except Refusal as refusal:
            log.warning("The game can't be read: %s", refusal)
            history = game = None
        if game is not None:
            self._see(table=Table(game.rules, game.players))
        if history is None or history.unread is None or not state.on:
            on, left = (history, None) if state.on else (None, history)
            return After(self.evening.resumed(on, state.screen, left=left))
        log.warning("The game is damaged. %s", history.wrong[-1])
        history, entry = history.resume()
        self._see(notice=said("The game is damaged after", "Damaged:", history.last))
        return After(self.evening.resumed(history, None), log=(entry,))
