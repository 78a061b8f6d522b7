"""`commune run`: the box, as systemd starts it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.configuration import PLACE, read_configuration
from device.daemon import serve
from device.journal import Log
from device.store.places import BOX

log = Log(__name__)

EXAMPLE = """\
  commune run --state games
  GPIOZERO_PIN_FACTORY=mock commune run --state games    without pins"""

SWITCHED_OFF = 100
"""An exit status that the unit knows."""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--state", type=Path, metavar="DIR", help="where the games are (default: the system's folder)")
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        default=PLACE,
        help="the board, its pins and all that can be set (default: %(default)s; without it, the defaults)",
    )


def run(args: Namespace) -> int:
    """Be the box until SIGTERM, or until it is switched off.

    Returns:
        The exit status: 0; `SWITCHED_OFF` where the machine is being switched off, so that systemd doesn't start the
        box again before it is.

    Raises:
        Unusable: there are no pins, or not these; or another box is on.
    """
    configuration = read_configuration(args.config)
    for problem in configuration.problems:
        log.warning("%s: %s", args.config, problem)
    return SWITCHED_OFF if serve(args.state or _state_folder(), configuration) else 0


def _state_folder() -> Path:
    """The folder that systemd made for the unit, or would make."""
    return Path(os.environ.get("STATE_DIRECTORY", "").split(":")[0] or BOX)
