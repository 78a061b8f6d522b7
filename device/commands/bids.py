"""`commune bids`: the ladder of legal bids, lowest first."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from device.commands.arguments import add_rules
from engine.ladder import Ladder
from engine.rules import Rules

EXAMPLE = "  commune bids --rules classic,flush=all_ranks"


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: Namespace) -> int:
    """Print every legal bid, one a line, in words or as JSON.

    Returns:
        The exit status, 0.

    Raises:
        Refusal: the rules are wrong.
    """
    for bid in Ladder(Rules.parse(args.rules)):
        print(json.dumps(bid.to_data()) if args.json else bid)
    return 0
