"""Teaching a deck: the box asks for each card in turn, and keeps which tag it carries."""

from __future__ import annotations

from device.buttons.keypad import Button
from device.decks import PRINTED, Deck, Swept, card_of, deck_of, decks_of, labels_for, words_of
from device.panel.canvas import WIDTH, Anchor, Canvas
from device.panel.font import HUGE, LARGE, MEDIUM, SMALL
from device.screens.base import Go, Keep, NotTaken, Screen, Step, View
from device.screens.parts import heading, hints
from engine.rules import Rules
from engine.value import replace, value


@value
class Teaching(Screen):
    """The card that is asked for now. Every tag is kept at once: teaching can be stopped and gone on with any time.

    Attributes:
        under: the screen to go back to.
        deck: the deck's number.
        asks: the card that is asked for, or "" where all are known.
        taught: what was taught since the screen was opened: the card, its tag, and the tag that it had before or "".
    """

    under: Screen
    deck: int
    asks: str
    taught: tuple[tuple[str, str, str], ...] = ()

    def draw(self, canvas: Canvas, view: View) -> None:
        """Draw the card that is wanted, and how many are known."""
        labels = labels_for(rules_of(view))
        known = len(labels) - len(self._deck(view).lacks(labels))
        heading(canvas, view, f"Deck {self.deck}", f"{known} of {len(labels)}")
        back = "undo" if self.taught else "back"
        if not self.asks:
            canvas.text(WIDTH // 2, 18, "All is known", MEDIUM, anchor=Anchor.CENTRE)
            canvas.text(WIDTH // 2, 36, "Cards can be swept.", SMALL, anchor=Anchor.CENTRE)
            hints(canvas, view, ok="done", back=back)
            return
        words = words_of(self.asks)
        picture = f"{self.asks[0]}{card.suit.symbol}" if (card := card_of(self.asks)).suit else "joker"
        canvas.text(WIDTH, 12, picture, HUGE if len(picture) < 3 else LARGE, anchor=Anchor.RIGHT)
        canvas.text(0, 14, "Show", SMALL)
        rank, _, suit = words.partition(" of ")
        canvas.text(0, 26, rank, SMALL)
        canvas.text(0, 38, f"of {suit}" if suit else "", SMALL)
        if self._deck(view).tag(self.asks):
            canvas.text(40, 14, "known", SMALL)
        hints(canvas, view, ("↑↓", "go"), ok="stop", back=back)

    def _deck(self, view: View) -> Deck:
        return deck_of(view.tags, self.deck)

    def press(self, button: Button, view: View) -> Step | None:
        """OK stops, BACK takes the last card back, UP and DOWN go to another card."""
        if button is Button.OK:
            return Go(self.under)
        if button is Button.BACK:
            return self._take_back() if self.taught else Go(self.under)
        if button in (Button.UP, Button.DOWN) and self.asks:
            labels = labels_for(rules_of(view))
            place = labels.index(self.asks) if self.asks in labels else 0
            by = 1 if button is Button.DOWN else -1
            return Go(replace(self, asks=labels[(place + by) % len(labels)]))
        return None

    def swept(self, swept: Swept, view: View) -> Step | None:
        """Keep the tag for the card that is asked for; one that is another card's already is said to be."""
        if not self.asks:
            return None
        if swept.deck == PRINTED:
            return NotTaken(says=(f"It says {swept.short} by itself", f"{swept.short}: says so"))
        if swept.deck is not None:
            if (swept.deck, swept.label) == (self.deck, self.asks):
                return NotTaken(says=(f"{swept.short} it is: known already", "Known already"))
            whose = "" if swept.deck == self.deck else f" of deck {swept.deck}"
            return NotTaken(says=(f"This tag is {swept.short}{whose}", f"It's {swept.short}{whose}"))
        before = self._deck(view).tag(self.asks)
        tags: list[tuple[str, tuple[int, str] | None]] = [(before, None)] if before else []
        tags.append((swept.tag, (self.deck, self.asks)))
        after = replace(self, taught=(*self.taught, (self.asks, swept.tag, before)), asks=self._next(view))
        return Keep(after, tags=tuple(tags), says=(f"{words_of(self.asks).capitalize()}: known",))

    def _next(self, view: View) -> str:
        """The next card that isn't known, after the one that is asked for, or before it; "" where there is none."""
        labels = labels_for(rules_of(view))
        place = labels.index(self.asks) if self.asks in labels else 0
        lacks = [label for label in self._deck(view).lacks(labels) if label != self.asks]
        return next((label for label in lacks if labels.index(label) > place), lacks[0] if lacks else "")

    def _take_back(self) -> Step:
        *rest, (label, tag, before) = self.taught
        tags: tuple[tuple[str, tuple[int, str] | None], ...] = ((tag, None),)
        if before:
            tags += ((before, (self.deck, label)),)
        says = (f"Took back {words_of(label)}", f"Undone: {label}")
        return Keep(replace(self, taught=tuple(rest), asks=label), tags=tags, says=says)


def rules_of(view: View) -> Rules:
    """The rules that say how many jokers a deck has."""
    return view.table.rules if view.game is None else view.game.rules


def teach(under: Screen, view: View, number: int) -> Teaching:
    """Teaching the deck of that number, where it was stopped; of one that is known, from its first card."""
    labels = labels_for(rules_of(view))
    return Teaching(under, number, (*deck_of(view.tags, number).lacks(labels), labels[0])[0])


def teaching(under: Screen, view: View) -> Screen:
    """What "Teach a deck" opens: the first deck, or where there is one already, which of them."""
    decks = decks_of(view.tags)
    if not decks:
        return teach(under, view, 1)
    from device.screens.decks import Decks

    labels = labels_for(rules_of(view))
    unfinished = [place for place, deck in enumerate(decks) if deck.lacks(labels)]
    return Decks(under, unfinished[0] if unfinished else len(decks), tuple(deck.number for deck in decks))
