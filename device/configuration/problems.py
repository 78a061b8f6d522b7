"""What is wrong in a configuration, in words: for a shell in full, for the panel short."""

from __future__ import annotations

from collections.abc import Sequence

from engine.value import value

SHORTEST = 60
"""Characters that the panel has for a trouble."""


@value
class Problem:
    """One thing that is wrong: on which line, with which setting ("" for the file as a whole), and a clause about it.

    >>> print(Problem(4, "contarst", "there is no such key; did you mean contrast?"))
    Line 4: contarst: there is no such key; did you mean contrast?
    """

    line: int | None
    name: str
    what: str

    def __str__(self) -> str:
        where = [f"Line {self.line}"] if self.line is not None else ["commune.toml"] if not self.name else []
        text = ": ".join([*where, *([self.name] if self.name else []), self.what])
        return text if text.endswith(("?", ".", "!")) else f"{text}."


def trouble(problems: Sequence[Problem]) -> str:
    """The first problem, and how many more, in at most 60 characters; "" if there is none.

    >>> trouble([Problem(4, "contarst", "there is no such key"), Problem(9, "buzzer", "pin 5 is taken by UP")])
    'Line 4 of commune.toml is wrong: contarst. And 1 more.'
    """
    if not problems:
        return ""
    first = problems[0]
    line = f"Line {first.line} of commune.toml" if first.line is not None else "commune.toml"
    more = f" And {len(problems) - 1} more." if len(problems) > 1 else ""
    wordings = [f"{line} is wrong: {first.name or first.what.rstrip('.')}.{more}", f"{line} is wrong.{more}"]
    return next(text for text in wordings if len(text) <= SHORTEST or text is wordings[-1])
