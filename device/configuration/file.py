"""The file with the configuration. Where it is as it was installed, or isn't there, what understands it isn't imported:
most boxes come up sooner for that."""

from __future__ import annotations

from pathlib import Path

from device.boards import DEFAULT, read_board
from device.configuration.configuration import Configuration

INSTALLED = Path(__file__).parent.parent / "commune.toml"
"""The file that is installed: every setting with its default."""

LARGEST = 100_000
"""Bytes of a file that may be a configuration."""


def read_configuration(path: Path) -> Configuration:
    """The configuration in a file; where there is no file, the defaults. Never raises: see `problems`."""
    try:
        data = _start_of(path)
        if not data or data == _start_of(INSTALLED):
            board = read_board(DEFAULT)
            return Configuration(board.id, board.keys, board.panel)
    except OSError as error:
        return _refused(f"it can't be read: {error.strerror}")
    if len(data) > LARGEST:
        return _refused("it is far too long to be a configuration")
    from device.configuration.reading import parse_configuration

    return parse_configuration(data)


def _start_of(path: Path) -> bytes:
    """What is in a file, as far as it matters; nothing if there is no file."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _refused(what: str) -> Configuration:
    from device.configuration.reading import without

    return without(what)
