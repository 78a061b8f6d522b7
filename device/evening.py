"""The evening, as a value: the game that is on, the screen, and what a press, a sweep or a call makes of them. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from device.buttons.keypad import Button
from device.screens import base
from device.screens.base import Screen, Step, Table, View, from_data, root, screen_named, to_data
from device.sound import Sound
from engine.errors import Refusal
from engine.events import Settle
from engine.game import Game, default_names
from engine.history import Entry, History
from engine.record import Identity
from engine.rules import Rules
from engine.value import replace, value
from engine.words import correction_words

FIRST_TABLE = Table(Rules.of("classic"), default_names(4))
"""What a new box suggests."""


@value
class SeatCall:
    """A call that a player opened at `at` from their own seat: the screen that it opened, and that before it."""

    at: float
    opened: Screen
    under: Screen


@value
class Evening:
    """What is on.

    Attributes:
        view: what screens may look at.
        screen: the screen that is on.
        history: the game that is on, with its log; None between games.
        left: the game that was put away, until another begins; or None.
        lot: gives the seat that deals first out of so many, where lots are drawn.
        draw_id: gives a game's `id`, or None.
        before_call: the screen before a press of CALL that may yet turn out to be held; else None.
        seat_call: the call that was opened last from a seat, or None.
    """

    view: View = View(None, FIRST_TABLE)
    screen: Screen = base.Blank()
    history: History | None = None
    left: History | None = None
    lot: Callable[[int], int] = lambda seats: 0
    draw_id: Callable[[], str | None] = lambda: None
    before_call: Screen | None = None
    seat_call: SeatCall | None = None

    def resumed(self, history: History | None, draft: Any, *, left: History | None = None) -> Evening:
        """With a game, or none and perhaps one that was put away, and the screen that was saved as data; where that
        can't be read, the one that the game is at."""
        after = replace(self, left=left)._with(history)
        return replace(after, screen=after._restored(draft))

    @property
    def playing(self) -> History:
        """The game that is on; only where there is one can anything happen to it.

        Raises:
            Refusal: there is none.
        """
        if self.history is None:
            raise Refusal("There is no game on.")
        return self.history

    @property
    def at_rest(self) -> Evening:
        """The same evening on the screen that the game is at."""
        return replace(self, screen=root(self.view), before_call=None, seat_call=None)

    def press(self, button: Button, *, seen: bool = True) -> After:
        """What follows from a press; what settles something follows only where the screen was `seen` before."""
        if button is Button.MENU:
            from device.screens.menu import open_menu

            menu = open_menu(self.before_call or self.screen, self.view)
            return replace(self, before_call=None)._saying(())._at(menu)
        here = replace(self, before_call=self.screen if button is Button.CALL else None)._saying(())
        try:
            step = here.step(button)
            if step is None or (step.settles and not seen):
                return After(here)
            return here._follow(step)
        except Refusal as refusal:
            return here._at(screen_named("told", sentence=str(refusal), under=self.screen))

    def sweep(self, tag: str, *, seen: bool = True) -> After:
        """What follows from a tag that came near a reader; at most times its card is only shown."""
        from device.decks import recognised

        swept = recognised(tag, self.view.tags)
        here = replace(self, before_call=None)._saying(())
        step = here.screen.swept(swept, here.view)
        if step is not None and step.settles and not seen:
            step = None if step.unseen is None else base.Go(step.unseen)
        if step is None or isinstance(step, base.NotTaken):
            sound = Sound.CLICK if step is None and swept.card else Sound.NOT_COUNTED
            return After(here._saying(swept.ways if step is None else step.says), sound=sound)
        try:
            after = here._follow(step)
        except Refusal as refusal:
            return here._at(screen_named("told", sentence=str(refusal), under=step.unseen or here.screen))
        return replace(after, sound=max(Sound.SWEPT, after.sound or Sound.SWEPT))

    def call(self, seat: int, at: float) -> After:
        """What follows when a player calls from their own seat. Who pressed first, at `at`, has called, even if that
        press comes to be known of later."""
        from device.screens.call import call_from_seat

        screen, before = self.screen, self.seat_call
        if before is not None and screen == before.opened and at < before.at:
            screen = before.under
        try:
            step = call_from_seat(seat, screen, self.view)
        except Refusal as refusal:
            return After(self._saying((str(refusal),)))
        if step is None:
            return After(self)
        after = replace(self, before_call=None)._saying(())._follow(step)
        return replace(after, evening=replace(after.evening, seat_call=SeatCall(at, after.evening.screen, screen)))

    def step(self, button: Button) -> Step | None:
        """What a button means on the screen that is on; None where it means nothing.

        Raises:
            Refusal: it means something that can't be.
        """
        if button is Button.CALL and self.screen.takes_calls:
            from device.screens.call import open_call

            call = open_call(self.screen, self.view)
            if call is not None:
                return base.Go(call)
        return self.screen.press(button, self.view)

    def _follow(self, step: Step) -> After:
        """What a step comes to.

        Raises:
            Refusal: it can't be.
        """
        here = self._saying(step.says) if step.says else self
        if isinstance(step, base.Go):
            return here._at(step.screen)
        if isinstance(step, base.Record):
            hands = len(here.playing.game.hands)
            after = here._logged(here.playing.record(step.events, to_data(here.screen)), step.then)
            game = after.evening.playing.game
            evening = after.evening._saying(_dropped(game)) if len(game.hands) > hands else after.evening
            return replace(after, evening=evening, sound=_verdict(step, game))
        if isinstance(step, base.Begin):
            return here._begin(step.table)
        if isinstance(step, base.TakeBack):
            taken = here.playing.last
            screen = here.playing.done[-1].before if here.playing.done else None
            after = here._logged(here.playing.take_back(to_data(here.screen)))
            evening = replace(after.evening, screen=after.evening._restored(screen))
            return replace(after, evening=evening._saying(said("Took back", "Undone:", taken)))
        if isinstance(step, base.DoAgain):
            again = here.playing.again
            after = here._logged(here.playing.do_again(to_data(here.screen)))
            return replace(after, evening=after.evening._saying(said("Done again:", "Again:", again)))
        if isinstance(step, base.Close):
            return replace(here, left=here.history)._with(None)._at(None)
        if isinstance(step, base.Reopen):
            return replace(here, left=None)._with(here.left)._at(None)
        if isinstance(step, base.Keep):
            tags = dict(here.view.tags)
            for tag, taught in step.tags:
                tags.pop(tag, None)
                tags |= {} if taught is None else {tag: taught}
            view = replace(here.view, tags=tags, **dict(step.settings))
            return replace(replace(here, view=view)._at(step.screen), kept=step)
        if isinstance(step, base.PowerOff):
            return replace(here._at(step.screen), power_off=True)
        raise TypeError(f"nothing follows from {step!r}")

    def _begin(self, table: Table) -> After:
        dealer = self.lot(len(table.players)) if table.dealer is None else table.dealer
        drawn, before = self.draw_id(), self.history  # a game that is begun from the end of one is of the same evening
        evening = drawn if before is None else before.identity.evening or before.identity.id or drawn
        history, entry = History.begin(Game.start(table.rules, table.players, dealer), Identity(drawn, evening=evening))
        begun = replace(self, left=None, view=replace(self.view, table=table))._with(history)
        return replace(begun._at(None), log=(replace(entry, before=to_data(self.screen)),), begins=True)

    def _logged(self, logged: tuple[History, Entry], then: Screen | None = None) -> After:
        history, entry = logged
        return replace(self._with(history)._at(then), log=(entry,))

    def _with(self, history: History | None) -> Evening:
        last, again = ("", "") if history is None else ((*history.last, "")[0], (*history.again, "")[0])
        game = None if history is None else history.game
        left = history is None and self.left is not None
        return replace(self, history=history, view=replace(self.view, game=game, last=last, undone=again, left=left))

    def _at(self, screen: Screen | None) -> After:
        """On another screen, None for the one that the game is at."""
        return After(replace(self, screen=root(self.view) if screen is None else screen), sound=Sound.CLICK)

    def _saying(self, ways: tuple[str, ...]) -> Evening:
        return self if ways == self.view.notice else replace(self, view=replace(self.view, notice=ways))

    def _restored(self, data: Any) -> Screen:
        """The screen that was saved; the one that the game is at where it can't be read."""
        try:
            screen = from_data(data)
        except Refusal:
            screen = None
        fits = isinstance(screen, Screen) and screen.belongs(self.view)
        return screen if fits else root(self.view)


@value
class After:
    """What follows from something that people did.

    Attributes:
        evening: what is on then.
        log: what is to be added to the log of the game that is on then.
        begins: whether that is another game.
        kept: what else is to be kept, or None.
        sound: what is to be heard, or None.
        power_off: whether the box is to be switched off.
    """

    evening: Evening
    log: tuple[Entry, ...] = ()
    begins: bool = False
    kept: base.Keep | None = None
    sound: Sound | None = None
    power_off: bool = False


def _verdict(step: base.Record, after: Game) -> Sound:
    """What is to be heard of events: whether the hand was there, where one of them settles a call."""
    holds = after.hands[-1].outcome.holds if any(isinstance(event, Settle) for event in step.events) else None
    return Sound.CLICK if holds is None else Sound.THERE if holds else Sound.NOT_THERE


def _dropped(game: Game) -> tuple[str, ...]:
    """Ways to say that a correction waited for the end of the last hand and no longer can be; none where none did."""
    dropped = game.hands[-1].dropped
    if len(dropped) > 1:
        return (f"{len(dropped)} corrections fell away", f"{len(dropped)} fell away")
    return tuple(f"Fell away: {way}" for each in dropped for way in correction_words(game, each))


def said(long: str, short: str, ways: tuple[str, ...]) -> tuple[str, ...]:
    """Ways to say what was done, the longest first."""
    return tuple(f"{begun} {way}" for way in ways for begun in (long, short)) or (long,)
