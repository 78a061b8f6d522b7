"""The `commune` command: which words it knows, and which module does what each says."""

from __future__ import annotations

import errno
import gc
import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module
from keyword import iskeyword

from device.errors import Unusable
from engine.errors import Refusal

# What each command does, in the order of the help. The module of that name in device.commands takes it from there:
# `EXAMPLE`, `add_arguments(parser)` and `run(args) -> exit status`. Only the one that is used is imported. Where Python
# keeps the word for itself, the module's name ends in `_`.
COMMANDS = {
    "run": "the box on its own pins and panel, as systemd starts it",
    "sim": "the same box in this terminal, keys as buttons",
    "judge": "is a hand there, and which cards make it",
    "odds": "how likely a hand is among the cards in play",
    "bids": "every legal bid, lowest first",
    "replay": "play a recorded game again, hand by hand",
    "games": "the games that the box has kept",
    "show": "a game that the box has kept, hand by hand",
    "export": "games that the box has kept, as records",
    "import": "keep games from records",
    "players": "the names that the box offers: list, add, forget",
    "decks": "decks whose cards a reader knows: list, export, import, forget",
    "doctor": "is this Pi ready: pins, bus, panel, buttons, disk; what to do about what isn't",
}


def main(argv: list[str] | None = None) -> int:
    """Run `commune` with the words of the command line.

    Returns:
        The exit status: 0 done, 1 the answer is no, 2 the input is wrong.
    """
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = _obey(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return status
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.EIO):
            raise
        # Whoever reads has seen enough, or the terminal has gone.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0 if error.errno == errno.EPIPE else 129
    except KeyboardInterrupt:
        return 130


def _obey(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help())
        return 0 if words else 2
    if words[0] not in COMMANDS:
        print(f"commune: there is no command {words[0]}{_nearest(words[0])}", file=sys.stderr)
        return 2
    try:
        return _run(words[0], words[1:])
    except (Refusal, Unusable) as error:
        sys.stdout.flush()
        print(f"commune: {error}", file=sys.stderr)
        return 2
    except SystemExit as leaving:  # the parser has said what there was to say
        return leaving.code if isinstance(leaving.code, int) else 2


def _run(name: str, words: list[str]) -> int:
    gc.disable()  # what is imported is no garbage, and to look for some takes 7 ms of a box's start
    command = import_module(f"device.commands.{name}{'_' if iskeyword(name) else ''}")
    does = COMMANDS[name]
    parser = ArgumentParser(
        prog=f"commune {name}",
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=f"For example:\n{command.EXAMPLE}",
        formatter_class=_Formatter,
    )
    command.add_arguments(parser)
    args, rest = parser.parse_known_args(words)
    if rest:  # options in the middle of a list; or what isn't known, which is refused by the same call
        args = parser.parse_intermixed_args(words)
    if name != "run":  # which goes on importing, until its loop begins
        gc.enable()
    status = command.run(args)
    assert isinstance(status, int)
    return status


class _Formatter(RawDescriptionHelpFormatter):
    """Help as wide as the terminal, asked without the module that argparse would import at every start."""

    def __init__(self, prog: str) -> None:
        try:
            width = os.get_terminal_size().columns
        except OSError:
            width = 80
        super().__init__(prog, width=max(40, min(width, 100)) - 2)


def _help() -> str:
    width = max(map(len, COMMANDS))
    return "\n".join(
        ["Commune: referee for a bluffing card game played with a real deck.", "", "commune COMMAND …"]
        + [f"  {name:{width}}  {does}" for name, does in COMMANDS.items()]
        + ["", "commune COMMAND --help says more about each."]
    )


def _nearest(word: str) -> str:
    from difflib import get_close_matches  # only where something is misspelled

    near = get_close_matches(word, COMMANDS, 1)
    return f": did you mean {near[0]}?" if near else f": there are {', '.join(COMMANDS)}."
