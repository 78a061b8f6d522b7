"""commune.toml: is it right, and which board does it say."""

from __future__ import annotations

from collections.abc import Iterator

from device.boards import read_board
from device.doctor.findings import Finding, note, well, wrong
from device.doctor.patient import Patient


def examine(patient: Patient) -> Iterator[Finding]:
    """What is wrong in it, or what it says."""
    configuration = patient.configuration
    for problem in configuration.problems:
        yield wrong("configuration.wrong", f"{patient.config}: {problem}", "The default holds until that is put right.")
    board = read_board(configuration.board)
    if not patient.system.there(patient.config):
        yield note("configuration.none", f"There is no {patient.config}: the board is the default, {board.name}.")
    elif not configuration.problems:
        yield well("configuration.right", f"The board is {board.name}.")
