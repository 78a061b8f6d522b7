"""`commune judge`: is the hand among the cards, and which cards make it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from device.commands.arguments import CARDS_HELP, add_json, add_rules
from engine.adjudication import Verdict, judge
from engine.bids import Bid
from engine.cards import parse_cards
from engine.errors import Unreadable, listed
from engine.rules import Rules

EXAMPLE = """\
  commune judge 'fives over kings' 5h 5d Ks 2c 9s
  commune judge --rules denexa 'pair of fives' joker 5d"""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("bid", nargs="?", metavar="BID", help="the hand, as spoken")
    parser.add_argument("cards", nargs="*", metavar="CARD", help=f"the cards shown, {CARDS_HELP}")
    add_rules(parser)
    add_json(parser, '{"rules": {…}, "bid": {…}, "cards": "…"}')


def run(args: Namespace) -> int:
    """Answer one question from the command line, or each of a batch.

    Returns:
        The exit status: 0 it is there, 1 it isn't; for a batch 0, or 1 where some line was wrong.

    Raises:
        Refusal: the bid, the cards or the rules are wrong.
    """
    rules = Rules.parse(args.rules)
    if args.batch:
        from device.commands.batch import answer_lines, judge_line

        return answer_lines(judge_line, rules)
    if args.bid is None:
        raise Unreadable("Say a bid and the cards, as in: commune judge 'pair of sixes' 6h 2c Ks.")
    verdict = judge(Bid.parse(args.bid), parse_cards(" ".join(args.cards)), rules)
    if args.json:
        from device.commands.batch import verdict_data, write_line

        write_line(verdict_data(verdict))
    else:
        print(_in_words(verdict))
    return 0 if verdict.holds else 1


def _in_words(verdict: Verdict) -> str:
    if verdict.holds:
        return f"Yes, {verdict.bid} is there: {verdict.reason}"
    there = " ".join(str(card) for card, place in verdict.proof if card == place)
    wilds = listed([str(card) for card, place in verdict.proof if card != place])
    found = []
    if there:
        found.append(f"there {'are' if ' ' in there else 'is'} {there}")
    if wilds:
        found.append(f"{wilds} {'are' if ' ' in wilds else 'is'} wild")
    seen = listed(found) or "there is nothing of it"
    return f"No, {verdict.bid} is not there.\n{seen[0].upper()}{seen[1:]}. {verdict.reason}"
