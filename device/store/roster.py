"""Names of players, as the roster takes them."""

from __future__ import annotations

import unicodedata

from engine.errors import Illegal, quoted

LONGEST = 40  # characters


def check_name(name: str) -> str:
    """The name as it is kept: trimmed, one blank between words.

    Raises:
        Illegal: it is empty, too long, or holds what can't be shown.

    >>> check_name("  Anna  Maria ")
    'Anna Maria'
    """
    kept = unicodedata.normalize("NFC", " ".join(name.split()))
    if not kept:
        raise Illegal("A name needs at least one letter.")
    if len(kept) > LONGEST:
        raise Illegal(f"{quoted(kept)} has {len(kept)} characters, and a name has at most {LONGEST}.")
    if not kept.isprintable():
        raise Illegal(f"{quoted(kept)} holds characters that can't be shown.")
    return kept
