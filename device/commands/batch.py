"""JSON lines in, JSON lines out: how other programs talk to the engine."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.bids import Bid
from engine.cards import Card, parse_cards
from engine.errors import Refusal, Unreadable
from engine.rules import Rules


def lines_of(name: str | None) -> Iterator[bytes]:
    """The lines of a file, or of standard input for `-` or None.

    Raises:
        Unreadable: it can't be read; as soon as the first is asked for.
    """
    if name is None or name == "-":
        yield from sys.stdin.buffer
        return
    try:
        with open(name, "rb") as lines:
            yield from lines
    except OSError as error:
        raise Unreadable(f"{name} can't be read: {error.strerror}.") from None


def read_objects(lines: Iterable[bytes]) -> Iterator[dict[str, Any] | Unreadable]:
    """The JSON object of every line that isn't blank, or why the line holds none. Of a file in which the store keeps a
    game that is the record."""
    for line in lines:
        text = line.decode("utf-8", "replace").strip().removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        if not text:
            continue
        try:
            data = json.loads(text)
        except RecursionError:
            yield Unreadable("The line is not a JSON object that can be read: it is nested too deep.")
        except ValueError as error:
            yield Unreadable(f"The line is not a JSON object: {error}.")
        else:
            data = data["record"] if isinstance(data, dict) and data.keys() >= {"check", "record"} else data
            yield data if isinstance(data, dict) else Unreadable("The line is JSON, but not an object.")


def answer_lines(answer: Callable[[dict[str, Any], Rules], dict[str, Any]], rules: Rules) -> int:
    """Answer every line of standard input with a line; what is wrong is answered with `error`, and it goes on.

    Returns:
        The exit status: 0, or 1 where some line was wrong.
    """
    status = 0
    for data in read_objects(sys.stdin.buffer):
        try:
            if isinstance(data, Unreadable):
                raise data
            found = answer(data, Rules.from_data(data["rules"]) if "rules" in data else rules)
        except Refusal as refusal:
            found = {"error": str(refusal)}
            status = 1
        write_line(found)
    return status


def write_line(data: dict[str, Any]) -> None:
    """Write one JSON line, and let a program that waits for it have it at once."""
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


def judge_line(data: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """The answer to one line of `judge --batch`.

    Raises:
        Refusal: the line lacks something, or it is wrong.
    """
    from engine.adjudication import judge

    return verdict_data(judge(_bid(data), parse_cards(_need(data, "cards")), rules))


def odds_line(data: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """The answer to one line of `odds --batch`.

    Raises:
        Refusal: the line lacks something, or it is wrong.
    """
    from engine.odds import chance

    return chance_data(chance(_bid(data), _need(data, "in_play"), rules, parse_cards(data.get("known", ""))))


def verdict_data(verdict: Any) -> dict[str, Any]:
    """A verdict as JSON: `holds` with its `proof`, or with how many cards are `missing`."""
    if not verdict.holds:
        return {"holds": False, "missing": verdict.missing}
    suited = verdict.bid.category.suited
    return {
        "holds": True,
        "proof": [[str(card), str(place if suited else Card(place.rank))] for card, place in verdict.proof],
    }


def chance_data(found: Any) -> dict[str, Any]:
    """A chance as JSON: an exact fraction."""
    return {"chance": f"{found.numerator}/{found.denominator}"}


def _need(data: dict[str, Any], key: str) -> Any:
    if key not in data:
        raise Unreadable(f'The line lacks "{key}".')
    return data[key]


def _bid(data: dict[str, Any]) -> Bid:
    """The bid of a line, as data or in words."""
    bid = _need(data, "bid")
    return Bid.parse(bid) if isinstance(bid, str) else Bid.from_data(bid)
