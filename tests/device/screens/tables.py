"""Tables that are ready to play, from the emptiest to the fullest."""

from __future__ import annotations

from device.screens.base import Table, View
from engine.game import default_names
from engine.rules import Rules
from engine.value import replace

NEW = View(None, Table(Rules.of("classic"), default_names(4)))
"""A box that nobody has played on."""
FRIENDS = ("Anna", "Ben", "Clara", "David")
KNOWN = ("Anna", "Eva", "Zoë", "Jürgen", "Ben", "Clara", "David")
EVENING = View(None, Table(Rules.of("denexa"), FRIENDS), roster=KNOWN)
"""A box that has been played on."""
ALIKE = (
    "Maximilian Berg", "Maximilian Kraus", "Αλέξανδρος", "Екатерина", "Ἀλέξανδρος Παπαδόπουλος", "Александра Петровна",
    "Anna", "Аnna", "Zoë", "Þórgunnur Ástríður Guðmundsdóttir", "Player 9", "Player 10", "Мaximilian Berg", "Ангелина",
    "Łucja Żółć", "W" * 40, "日本",
)  # fmt: skip
"""Seventeen names that are long, look the same or can't be shown."""
FULL = View(
    None, Table(Rules.of("classic", scoring="tokens"), ALIKE, dealer=9), roster=(*ALIKE[::3], *"abcdefg", "W" * 39)
)
CROWD = View(None, Table(Rules.of("classic", lives=1, jokers=4), default_names(56)))
"""More than any table seats."""
PAIR = View(None, Table(Rules.of("classic"), FRIENDS[:2], dealer=1))
VIEWS = (NEW, EVENING, FULL, CROWD, PAIR)


def four(view: View) -> View:
    """The same box with four keys."""
    return replace(view, keys=4)
