"""`commune sim`: the box in a terminal, or played by a script."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PIL import Image

from device.panel.picture import braille, half_blocks, to_png
from device.simulator.boards import simulated
from device.simulator.demo import demo, screens
from device.simulator.play import Played
from device.simulator.script import Move, Shot, read_script
from device.store.places import simulator_folder
from engine.errors import Refusal, Unreadable

EXAMPLE = """\
  commune sim --buttons 4
  echo "ok ok call ok shot call" | commune sim --script - --shots pictures"""

LOG = "simulator.log"
"""What goes wrong while somebody plays in a terminal, in the folder of the games."""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--buttons", type=int, choices=(4, 7), default=7, help="a joystick, BACK and CALL (7); or 4")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where the games are (default: the simulator's own)")
    parser.add_argument("--seed", type=int, metavar="N", help="draw lots alike every time")
    parser.add_argument(
        "--script",
        metavar="FILE",
        help="press what a file says (-: stdin), in no time: up down left right ok back call hold-call hold-ok "
        "wait 2.5 shot NAME sweep CARD; # begins a comment",
    )
    parser.add_argument("--shots", type=Path, metavar="DIR", help="save the script's shots there, as NAME.png")
    parser.add_argument("--scale", type=_scale, metavar="N", default=4, help="a pixel of the panel is N wide in them")


def run(args: Namespace) -> int:
    """Play a script, or let people play; without a terminal, show a hand.

    Returns:
        The exit status: 0; of a signal that ended it, 128 and its number.

    Raises:
        Refusal: the script can't be read, or the terminal library is missing.
    """
    folder = args.state or simulator_folder(os.environ)
    if folder.exists() and not folder.is_dir():
        raise Unreadable(f"{folder} is not a folder.")
    if args.script is not None:
        _play_script(args, folder, read_script(_read(args.script), args.buttons))
        return 0
    lacking = _lacks_terminal()
    if lacking:
        print(f"{lacking}, so the box plays a short hand by itself. In a terminal you play.", flush=True)
        with TemporaryDirectory() as made:
            for word, text, image in screens(Path(made), demo(args.buttons), buttons=args.buttons):
                print(f"\n── {word} {'─' * (60 - len(word))}\n{text}\n")
                print("\n".join(braille(image)), flush=True)
        return 0
    return _play_in_terminal(args, folder)


def _play_in_terminal(args: Namespace, folder: Path) -> int:
    try:
        from device.simulator.terminal import play_in_terminal
    except ImportError as error:
        if error.name != "blessed":
            raise
        raise Refusal(
            "To play in a terminal the Python package blessed is needed: pip install 'commune-tabletop[sim]' gets it."
        ) from None
    import logging

    logging.basicConfig(handlers=[logging.FileHandler(folder / LOG, delay=True)])  # the screen is the panel's
    ending = play_in_terminal(folder, buttons=args.buttons, draw_lot=_lots(args.seed))
    if ending.signal in (signal.SIGTERM, signal.SIGHUP):
        return 128 + ending.signal
    print("The box is off." if ending.off else "All is saved: the next start goes on here.")
    return 0


def _lots(seed: int | None) -> Callable[[int], int]:
    return Random(seed).randrange


def _scale(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise ArgumentTypeError(f"a pixel can be 1 to 64 wide, not {text}")
    return int(text)


def _lacks_terminal() -> str:
    """Why nobody can play here, or "" if they can."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "There is no terminal here"
    if os.environ.get("TERM", "dumb") == "dumb":
        return "This terminal can't be drawn on (TERM is dumb)"
    return ""


def _play_script(args: Namespace, folder: Path, moves: list[Move]) -> None:
    shots = args.shots
    if shots is None and any(isinstance(move, Shot) for move in moves):
        print("commune: the shots are not saved: --shots DIR says where.", file=sys.stderr)
    if shots is not None:
        _write(shots, lambda: shots.mkdir(parents=True, exist_ok=True))

    def save(name: str, image: Image.Image) -> None:
        if shots is not None:
            file = shots / f"{name}.png"
            _write(file, lambda: file.write_bytes(to_png(image, args.scale)))

    with Played(folder, simulated(args.buttons), draw_lot=_lots(args.seed)) as played:
        left_out = played.play(moves, save)
        if left_out is not None:
            print(f"commune: line {left_out.line}: {left_out.word}: the box was switched off.", file=sys.stderr)
        print(played.text)
        print("\n".join(half_blocks(played.glass.image)))


def _read(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode()
    except OSError as error:
        raise Unreadable(f"{file} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{file} is not a script: it isn't text.") from None


def _write(path: Path, writing: Callable[[], object]) -> None:
    try:
        writing()
    except OSError as error:
        raise Unreadable(f"{path} can't be written: {error.strerror}.") from None
