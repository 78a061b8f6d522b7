"""`commune odds`: the exact chance that a hand is among the cards in play."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from fractions import Fraction

from device.commands.arguments import CARDS_HELP, add_json, add_rules
from engine.bids import Bid
from engine.cards import parse_cards
from engine.errors import Unreadable
from engine.odds import chance
from engine.rules import Rules

EXAMPLE = """\
  commune odds 'three queens' --in-play 17
  commune odds 'pair of aces' --in-play 8 --known 'As 9d'"""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("bid", nargs="?", metavar="BID", help="the hand, as spoken")
    parser.add_argument("--in-play", type=int, metavar="N", help="how many cards everybody has together")
    parser.add_argument("--known", default="", metavar="CARDS", help=f"those that you can see, {CARDS_HELP}")
    add_rules(parser)
    add_json(parser, '{"rules": {…}, "bid": {…}, "in_play": N, "known": "…"}')


def run(args: Namespace) -> int:
    """Answer one question from the command line, or each of a batch.

    Returns:
        The exit status: 0; for a batch 1 where some line was wrong.

    Raises:
        Refusal: the bid, the cards, their number or the rules are wrong.
    """
    from device.commands.batch import answer_lines, chance_data, odds_line, write_line

    rules = Rules.parse(args.rules)
    if args.batch:
        return answer_lines(odds_line, rules)
    if args.bid is None or args.in_play is None:
        raise Unreadable("Say a bid and how many cards are in play, as in: commune odds 'pair of sixes' --in-play 12.")
    bid = Bid.parse(args.bid)
    known = parse_cards(args.known)
    found = chance(bid, args.in_play, rules, known)
    if args.json:
        write_line(chance_data(found))
    else:
        print(_in_words(bid, args.in_play, len(known), found))
    return 0


def _in_words(bid: Bid, in_play: int, known: int, found: Fraction) -> str:
    among = f"among {in_play} card{'' if in_play == 1 else 's'}"
    if known:
        among += f", {known} of them known"
    words = str(bid)
    said = f"{words[0].upper()}{words[1:]} {among}"
    if found in (0, 1):
        return f"{said}: {'certain' if found else 'impossible'}."
    return f"{said}: {in_percent(found)} (exactly {found.numerator}/{found.denominator})."


def in_percent(found: Fraction) -> str:
    """A chance as people say it: `41.2 %`, and never 0 or 100 for what is merely unlikely or likely."""
    if 0 < found < Fraction(1, 1000):
        return f"1 in {round(1 / found):,}".replace(",", " ")
    if Fraction(999, 1000) < found < 1:
        return "over 99.9 %"
    return f"{float(found * 100):.1f} %"
