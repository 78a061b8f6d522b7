"""Names of players: how a name is kept, and when two of them are one. Names are judged when they are entered; what was
kept by an earlier version, which let more pass, is read as it is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from engine.errors import Illegal, quoted

LONGEST = 40
"""Characters that a name may have."""


def kept_name(name: str) -> str:
    """A name that was entered, as it is kept: trimmed, one blank between words, in Unicode's composed form (NFC).

    Raises:
        Illegal: it is empty, too long, or holds what can't be shown.

    >>> kept_name("  Anna  Maria ")
    'Anna Maria'
    """
    kept = _tidy(name)
    if not kept:
        raise Illegal("A name needs at least one letter.")
    if len(kept) > LONGEST:
        raise Illegal(f"{quoted(kept)} has {len(kept)} characters, and a name has at most {LONGEST}.")
    check_shown(kept)
    return kept


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Whether somebody among the others is called so; capitals make no difference.

    >>> is_taken("anna", ["Ben", "Anna"]), is_taken("Ann", ["Anna"])
    (True, False)
    """
    sought = _tidy(name).casefold()
    return any(_tidy(other).casefold() == sought for other in others)


def check_shown(name: str) -> None:
    """Refuse a name that a screen can't show.

    Raises:
        Illegal: it holds control characters, say.
    """
    if not name.isprintable():
        raise Illegal(f"The name {quoted(name)} holds characters that can't be shown.")


def check_players(names: Sequence[str]) -> None:
    """Refuse the names of a table that no version ever let play.

    Raises:
        Illegal: one is blank, or two are the same to the letter.
    """
    for name in names:
        if not name.strip():
            raise Illegal("Every player needs a name.")
        if names.count(name) > 1:
            raise Illegal(f"{names.count(name)} players are called {name}: they must be told apart.")


def _tidy(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.split()))
