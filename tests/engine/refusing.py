"""What the engine says when it refuses."""

from collections.abc import Callable
from typing import Any

from engine.errors import Refusal


def refusal_of(do: Callable[..., Any], *args: Any, kind: type[Refusal] = Refusal) -> str | None:
    """The sentence with which `do(*args)` is refused, or None where it isn't; an error of another kind goes through."""
    try:
        do(*args)
    except kind as refusal:
        return str(refusal)
    return None


def is_sentence(text: str | None) -> bool:
    """Whether it can be shown: nothing (it wasn't refused), or one line that starts and ends as a sentence does."""
    return text is None or (text.isprintable() and text[-1:] in (".", "?") and not text[0].isspace())
