"""Options that more than one command takes."""

from __future__ import annotations

from argparse import ArgumentParser

CARDS_HELP = "as Ks, 10d, joker, or 6 where suits don't matter"


def add_rules(parser: ArgumentParser) -> None:
    """`--rules`."""
    parser.add_argument(
        "--rules", default="classic", help="classic (default), denexa, preset,field=value,… or a JSON object"
    )


def add_json(parser: ArgumentParser, line: str) -> None:
    """`--json`, and `--batch` for lines of that form."""
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    parser.add_argument("--batch", action="store_true", help=f"answer JSON lines from standard input: {line}")
