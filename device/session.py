"""The evening as the box keeps it: the game, the screen, and how a press changes them. No thread, pin or panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from device.buttons.keypad import Button, Press
from device.buttons.seats import SeatPress
from device.history import WRONG, Body, History
from device.panel.canvas import Canvas
from device.screens.base import (
    Begin,
    Blank,
    Close,
    DoAgain,
    Go,
    Keep,
    NotTaken,
    PowerOff,
    Record,
    Remember,
    Screen,
    Step,
    Table,
    TakeBack,
    Teach,
    View,
    from_data,
    to_data,
)
from device.screens.root import root
from device.sound import Sound
from device.store import Entry, Store
from engine.errors import Refusal
from engine.events import Event, Settle
from engine.game import Game, default_names
from engine.rules import Rules
from engine.value import value

FIRST_TABLE = Table(Rules.of("classic"), default_names(4))
"""What a new box suggests."""


@value
class _SeatCall:
    """A call that a player opened at `at` from their own seat: the screen that it opened, and that before it."""

    at: float
    opened: Screen
    under: Screen


class Session:
    """What is on, and what a press makes of it.

    `draw_lot` gives the seat that deals first out of so many, where lots are drawn; `keys` is how many keys the box
    has, 7 or 4; `readers` is whether there is a card reader. Nothing is durable before `save`.
    """

    def __init__(self, store: Store, *, keys: int, draw_lot: Callable[[int], int], readers: bool = False) -> None:
        self._store = store
        self._keys = keys
        self._draw_lot = draw_lot
        self._game_id: int | None = None
        self._history: History | None = None
        self._waiting: list[tuple[int, Body, Any]] = []
        self._dirty = False
        self._settings: dict[str, Any] = dict(store.settings)
        self._unkept: dict[str, Any] = {}
        self._tags: dict[str, tuple[int, str]] | None = None
        self._readers = readers or bool(self._known_tags)
        self._untaught: list[tuple[str, tuple[int, str] | None]] = []
        self._troubles: dict[str, str] = {}
        self._table = FIRST_TABLE
        self._notice: tuple[str, ...] = (store.notice, "The store was damaged") if store.notice else ()
        self._before_call: Screen | None = None
        self._called_from_seat: _SeatCall | None = None
        self._sound: Sound | None = None
        self._seen_at: float | None = None
        self.scene = 0
        """Counts what must be seen before anything can be settled on it."""
        self.power_off = False
        """Whether the box is to be switched off."""
        self._screen: Screen = Blank()
        self._resume()
        self._sound = None

    # What is shown

    @property
    def game(self) -> Game | None:
        """The game that is on, or None between games."""
        return None if self._history is None else self._history.game

    @property
    def screen(self) -> Screen:
        """The screen that is on."""
        return self._screen

    @property
    def changed(self) -> bool:
        """Whether anything is to be saved and shown since the last `save`."""
        return self._dirty or bool(self._waiting)

    @property
    def view(self) -> View:
        """What screens may look at now."""
        history = self._history
        return View(
            game=self.game,
            table=self._table,
            keys=self._keys,
            roster=tuple(self._store.roster),
            last=history.last[0] if history and history.last else "",
            undone=history.undone[0] if history and history.undone else "",
            notice=self._notice,
            trouble=self._store.trouble or "",
            troubles=tuple(self._troubles.items()),
            chances=self._settings.get("chances", True) is not False,
            readers=self._readers,
            tags=self._known_tags if self._readers else {},
        )

    @property
    def _known_tags(self) -> dict[str, tuple[int, str]]:
        if self._tags is None:
            self._tags = dict(self._store.tags)
        return self._tags

    def draw(self) -> Canvas:
        """The frame that is to be shown, drawn anew."""
        canvas = Canvas()
        if self.power_off:
            from device.screens.farewell import draw_farewell

            draw_farewell(canvas, self.view)
        else:
            self._screen.draw(canvas, self.view)
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
        self._new_scene()

    # What happens

    def stay_on(self, sentence: str) -> None:
        """The box could not be switched off; the sentence says why, and is shown."""
        from device.screens.told import Told

        self.power_off = False
        self._show(Told(sentence, under=self._screen, title="Still on"))

    def trouble(self, source: str, text: str) -> None:
        """Something is wrong with `source`, or with no `text` isn't any more: see `App.trouble`."""
        if text == self._troubles.get(source, ""):
            return
        self._dirty = True
        if text:
            self._troubles[source] = text
            self._notice = (text, text.partition(":")[0], source)
        elif self._notice[:1] == (self._troubles.pop(source),):
            self._notice = ()

    def sound(self) -> Sound | None:
        """What is to be heard of all that happened since this was asked last; None where nothing did."""
        sound, self._sound = self._sound, None
        return sound

    def press(self, press: Press) -> None:
        """Do what the press means on the screen that is on."""
        heard = self._sound
        self._press(press)
        if press.repeat:
            self._sound = heard

    def call_from_seat(self, press: SeatPress) -> None:
        """A player called from their own seat. Who pressed first has called, even if that press comes to be known of
        later."""
        from device.screens.call import call_from_seat

        screen, before = self._screen, self._called_from_seat
        if before is not None and screen == before.opened and press.at < before.at:
            screen = before.under
        try:
            step = call_from_seat(press.seat, screen, self.view)
        except Refusal as refusal:
            self._notice, self._dirty = (str(refusal),), True
            return
        if step is not None:
            self._before_call, self._notice = None, ()
            self._take(step)
            self._called_from_seat = _SeatCall(press.at, self._screen, screen)

    def _press(self, press: Press) -> None:
        if self._notice:
            self._notice, self._dirty = (), True
        button = press.button
        if button is Button.CALL:
            self._before_call = self._screen
        if button is Button.MENU:
            from device.screens.menu import open_menu

            self._show(open_menu(self._before_call or self._screen, self.view))
        if button is not Button.CALL:
            self._before_call = None
        if button is Button.MENU:
            return
        try:
            step = self._step(button)
            if step is not None and not (step.settles and not self._was_seen(press.at)):
                self._take(step)
        except Refusal as refusal:
            from device.screens.told import Told

            self._show(Told(str(refusal), under=self._screen))

    def swept(self, tag: str, at: float) -> None:
        """Do what a tag means that came near a reader at `at`; at most times its card is only shown.

        Cards that are swept one after another follow one another faster than the panel: what one of them opens need not
        have been seen before the next settles the call, as long as the call was.
        """
        from device.decks import recognised

        self._readers, self._before_call = True, None
        if not self._untaught:
            self._tags = None  # decks may have been imported meanwhile
        swept = recognised(tag, self._known_tags)
        self._notice, self._dirty = (), True
        scene = self.scene, self._seen_at
        step = self._screen.swept(swept, self.view)
        if step is not None and step.settles and not self._was_seen(at):
            step = None if step.unseen is None else Go(step.unseen)
        if step is None or isinstance(step, NotTaken):
            self._notice = swept.ways if step is None else step.says
            self._hear(Sound.CLICK if step is None and swept.card else Sound.NOT_COUNTED)
            return
        try:
            self._take(step)
            self._hear(Sound.SWEPT)
        except Refusal as refusal:
            from device.screens.told import Told

            self._show(Told(str(refusal), under=step.unseen or self._screen))
        if isinstance(step, Go):
            self.scene, self._seen_at = scene

    def _was_seen(self, at: float) -> bool:
        return self._seen_at is not None and at >= self._seen_at

    def _step(self, button: Button) -> Step | None:
        view = self.view
        if button is Button.CALL and self._screen.takes_calls:
            from device.screens.call import open_call

            call = open_call(self._screen, view)
            if call is not None:
                return Go(call)
        return self._screen.press(button, view)

    def _take(self, step: Step) -> None:
        if step.says:
            self._notice = step.says
        if isinstance(step, Go):
            self._show(step.screen)
        elif isinstance(step, Record):
            self._record(step)
        elif isinstance(step, Begin):
            self._begin(step.table)
        elif isinstance(step, TakeBack):
            self._take_back()
        elif isinstance(step, DoAgain):
            self._do_again()
        elif isinstance(step, Remember):
            for name in step.add:
                self._store.add_player(name)
            for name in step.forget:
                self._store.forget_player(name)
            self._show(step.screen)
        elif isinstance(step, Keep):
            self._settings[step.setting] = self._unkept[step.setting] = step.kept
            self._show(step.screen)
        elif isinstance(step, Teach):
            self._teach(step.tags)
            self._show(step.screen)
        elif isinstance(step, Close):
            self._close()
        elif isinstance(step, PowerOff):
            self._show(step.screen)
            self.power_off = True
            self._hear(Sound.CLICK)

    def _teach(self, tags: Sequence[tuple[str, tuple[int, str] | None]]) -> None:
        for tag, taught in tags:
            self._known_tags.pop(tag, None)
            if taught is not None:
                self._known_tags[tag] = taught
            self._untaught.append((tag, taught))

    def _show(self, screen: Screen | None) -> None:
        self._dirty = True
        self._hear(Sound.CLICK)
        screen = root(self.view) if screen is None else screen
        if type(screen) is not type(self._screen):
            self._new_scene()
        self._screen = screen

    def _hear(self, sound: Sound) -> None:
        if self._sound is None or sound.value > self._sound.value:
            self._sound = sound

    def _new_scene(self) -> None:
        self.scene += 1
        self._seen_at = None

    def _record(self, step: Record) -> None:
        history = self._playing
        screen = to_data(self._screen)
        self._append(history.record(step.events, screen), screen)
        self._hear(_verdict(step.events, history.game))
        self._new_scene()
        self._show(step.then)

    def _begin(self, table: Table) -> None:
        dealer = self._draw_lot(len(table.players)) if table.dealer is None else table.dealer
        history = History(Game.start(table.rules, table.players, dealer))
        self._game_id = self._store.new_game()
        self._table, self._history = table, history
        self._append(history.start, to_data(self._screen))
        self._new_scene()
        self._show(None)

    def _take_back(self) -> None:
        done, body = self._playing.take_back()
        self._append(body, to_data(self._screen))
        self._new_scene()
        self._show(self._restored(done.screen))
        self._notice = _said("Took back", "Undone:", done.ways)

    def _do_again(self) -> None:
        done, body = self._playing.do_again()
        self._append(body, to_data(self._screen))
        self._new_scene()
        self._show(None)
        self._notice = _said("Done again:", "Again:", done.ways)

    @property
    def _playing(self) -> History:
        """The game that is on; only where there is one can anything happen to it."""
        if self._history is None:
            raise Refusal("There is no game on.")
        return self._history

    def _append(self, body: Body, screen: Any) -> None:
        """Add to the game's log, to be saved with the next `save`."""
        assert self._game_id is not None
        self._waiting.append((self._game_id, body, screen))

    def _close(self) -> None:
        self._game_id = self._history = None
        self._new_scene()
        self._show(None)

    # What is kept

    def save(self) -> None:
        """Make durable, in one go, all that presses have changed since the last time; nothing where they haven't."""
        if self.changed:
            appended, self._waiting, self._dirty = self._waiting, [], False
            kept, self._unkept = self._unkept, {}
            tags, self._untaught = self._untaught, []
            draft = to_data(self._screen)
            before = self._store.notice
            self._store.commit(appended=appended, draft=draft, live=self._game_id, settings=kept, tags=tags)
            self._hear_of_store(before)

    def recover(self) -> bool:
        """Where nothing could be saved, see whether it can be now; whether there is something else to be shown."""
        trouble, notice = self._store.trouble, self._store.notice
        self._store.retry()
        self._dirty = self._dirty or self._store.trouble != trouble
        self._hear_of_store(notice)
        return self.changed

    def _hear_of_store(self, before: str | None) -> None:
        """Say what the store has done about damage; go on with what was on where it could only now be read."""
        if self._store.found:
            self._store.found = False
            self._settings |= self._store.settings
            self._tags = None
            self._resume()
        if self._store.notice and self._store.notice != before:
            self._notice, self._dirty = (self._store.notice, "The store was damaged"), True

    def _resume(self) -> None:
        """Bring back the game and the screen that were on, or at least the last table."""
        if self._store.live is not None:
            self._game_id = self._store.live
            self._history, whole = self._replayed(self._store.entries(self._game_id))
            if not whole:
                ways = () if self._history is None else self._history.last
                self._notice = _said("The game is damaged after", "Damaged:", ways)
            self._show(self._restored(self._store.draft))
            return
        for last, _ in self._store.games(limit=1):
            self._replayed(self._store.entries(last)[:1])
        self._show(self._restored(self._store.draft))

    def _replayed(self, entries: Sequence[Entry]) -> tuple[History | None, bool]:
        """What a log gives, and whether all of it could be read; its table is the last one from now on."""
        history, whole = History.replayed(entries)
        if history is not None:
            self._table = Table(history.game.rules, history.game.players)
        return history, whole

    def _restored(self, data: Any) -> Screen | None:
        """The screen that was saved, if it can be shown with the game as it is; else None."""
        try:
            screen = from_data(data)
            if not isinstance(screen, Screen):
                return None
            screen.draw(Canvas(), self.view)
        except WRONG:
            return None
        return screen


def _verdict(events: Sequence[Event], after: Game) -> Sound:
    """What is to be heard of events: whether the hand was there, where one of them settles a call."""
    holds = after.hands[-1].outcome.holds if any(isinstance(event, Settle) for event in events) else None
    return Sound.CLICK if holds is None else Sound.THERE if holds else Sound.NOT_THERE


def _said(long: str, short: str, ways: tuple[str, ...]) -> tuple[str, ...]:
    """Ways to say what was done, the longest first."""
    return tuple(f"{begun} {way}" for way in ways for begun in (long, short)) or (long,)
