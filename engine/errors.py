"""Why something was refused. Every text can be shown to a player as it is."""


class Refusal(ValueError):
    """Base of everything the engine refuses; `str(error)` is one sentence for players."""


class Unreadable(Refusal):
    """The text or data can't be read as what it should be."""


class Ambiguous(Unreadable):
    """The text could be read as more than one thing; the sentence names them."""


class Illegal(Refusal):
    """It can be read, but the rules don't allow it now."""


class Unplayable(Refusal):
    """Rules that can't be played.

    Attributes:
        reasons: every reason, one sentence each.
    """

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


class ImpossibleCards(Refusal):
    """Cards or counts that this deck, or this deal, can't have produced."""


class WrongTotal(Refusal):
    """The number of cards shown is not the number dealt: to be asked about, not an error of entry.

    Attributes:
        dealt: how many cards were to be dealt.
        shown: how many were shown.
    """

    def __init__(self, dealt: int, shown: int) -> None:
        super().__init__(
            f"{dealt} {'was' if dealt == 1 else 'were'} dealt, {shown} shown: "
            f"the hand is void, or {shown} {'was' if shown == 1 else 'were'} dealt."
        )
        self.dealt = dealt
        self.shown = shown


def quoted(value: object) -> str:
    """`value` in double quotes, fit for one line of a message: nothing unprintable, at most 60 characters.

    What isn't text is written as JSON writes it, without the quotes.

    >>> print(quoted("sixes"), quoted([True, None]))
    "sixes" [true, null]
    """
    if isinstance(value, str):
        text, mark = value, '"'
    else:
        import json  # only for what is wrong

        try:
            text, mark = json.dumps(value, ensure_ascii=False, default=repr), ""
        except (ValueError, TypeError, RecursionError):
            text, mark = type(value).__name__, ""
    if len(text) > 60:
        text = text[:59] + "…"
    return mark + "".join(c if c.isprintable() else "?" for c in text) + mark


def listed(items: list[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`.

    >>> listed(["a five", "a king"], "or")
    'a five or a king'
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"
