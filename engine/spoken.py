"""Reading bids as they are said: `fives over kings`, `two sixes`, `nine-high straight`.

Source: rules.md, "Text forms". What can be said is a table of forms; reading is matching words against it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.bids import NUMBERS, Bid, Category
from engine.cards import Rank
from engine.errors import Ambiguous, Illegal, Unreadable, listed, quoted

# How bids are said. R is a rank however it is written, Rs several of a rank (sixes, 6s), a word with ? may be
# left out, and the rest is said as it stands.
_FORMS: tuple[tuple[Category, str], ...] = (
    (Category.HIGH_CARD, "R"),  # "6s" alone could be either, and is refused as both
    (Category.PAIR, "R"),
    (Category.HIGH_CARD, "R high card?"),
    (Category.HIGH_CARD, "high card R"),
    (Category.PAIR, "pair of? R"),
    (Category.TWO_PAIR, "two? pair? of? Rs and Rs"),
    (Category.TWO_PAIR, "two pair of? R and? R"),
    (Category.STRAIGHT, "straight to? R high?"),
    (Category.STRAIGHT, "R high straight"),
    (Category.FLUSH, "flush to? R high?"),
    (Category.FLUSH, "R high flush"),
    (Category.FLUSH, "flush R R R R R"),
    (Category.FULL_HOUSE, "full? house? Rs over Rs"),
    (Category.FULL_HOUSE, "full? house? Rs full of? Rs"),
    (Category.FULL_HOUSE, "full house R over? R"),
    (Category.FULL_HOUSE, "full house R full? of? R"),
    (Category.STRAIGHT_FLUSH, "straight flush to? R high?"),
    (Category.STRAIGHT_FLUSH, "R high straight flush"),
) + tuple(
    (Category.of_kind(count), form)
    for count in range(2, 11)
    for form in (
        f"{NUMBERS[count - 1]} R",
        f"{count} Rs",
        f"{NUMBERS[count - 1]} of a kind of? R",
        f"{count} of a kind of? R",
    )
)


def read_bid(text: str) -> Bid:
    """The bid that somebody says.

    Raises:
        Unreadable: no bid is said like that; Ambiguous: it could be more than one; Illegal: no bid can be named
            by those ranks.
    """
    if not isinstance(text, str):
        raise Unreadable(f"{quoted(text)} is not a bid: say it as in {_EXAMPLES}.")
    words = text.lower().replace("_", " ").replace("-", " ").replace(",", " ").split()
    words = [_SAME.get(word, word) for word in words]
    if len(words) > 1 and words[0] in ("a", "an", "the") and words[1] != "high":  # "A high" is an ace
        words = words[1:]
    if words in (["royal", "flush"], ["royal", "straight", "flush"]):
        return Bid(Category.STRAIGHT_FLUSH, (Rank.ACE,))
    found: list[Bid] = []
    refused: Illegal | None = None
    for category, form in _FORMS if len(words) <= _LONGEST else ():
        for ranks in _match(form.split(), words):
            try:
                bid = Bid(category, ranks)
            except Illegal as error:
                refused = error
            else:
                if bid not in found:
                    found.append(bid)
    if len(found) > 1:
        raise Ambiguous(f"{quoted(text)} could be {listed([quoted(str(bid)) for bid in found], 'or')}: say which.")
    if found:
        return found[0]
    raise refused or Unreadable(f"{quoted(text)} is not a bid: say it as in {_EXAMPLES}.")


_EXAMPLES = '"pair of sixes", "straight to nine" or "fives over kings"'
_LONGEST = 8
_SAME = {"pairs": "pair", "&": "and"}


def _match(form: list[str], words: list[str]) -> Iterator[tuple[Rank, ...]]:
    """Every way in which `words` are said as `form`: the ranks, in the order of the form."""
    if not form:
        if not words:
            yield ()
        return
    piece, rest = form[0], form[1:]
    if piece.endswith("?"):
        yield from _match(rest, words)
        piece = piece[:-1]
    if not words:
        return
    if piece in ("R", "Rs"):
        rank = _rank(words[0], plural=piece == "Rs")
        if rank is not None:
            for ranks in _match(rest, words[1:]):
                yield (rank, *ranks)
    elif piece == words[0]:
        yield from _match(rest, words[1:])


def _rank(word: str, *, plural: bool) -> Rank | None:
    """The rank that a word of a bid names, as `6`, `six`, `sixes` or `6s`; with `plural`, as the last two only."""
    several = _PLURAL.get(word)
    return several if plural or several is not None else _SINGLE.get(word)


_SINGLE = {"10": Rank.TEN} | {name: rank for rank in Rank for name in (rank.letter.lower(), rank.word)}
_PLURAL = {rank.plural: rank for rank in Rank} | {
    f"{letter}{ending}": rank
    for rank in Rank
    for letter in ((rank.letter.lower(), "10") if rank is Rank.TEN else (rank.letter.lower(),))
    for ending in ("s", "'s", "’s")
}
