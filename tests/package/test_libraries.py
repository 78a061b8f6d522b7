"""The device part of the test suite, with the distribution's own Python and libraries."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.package.trees import Tree

pytestmark = pytest.mark.package

SOURCE = Path(__file__).parents[2]
OPTIONS = {
    # Not an installed Python distribution there, so other programs can't find its pin factory by name.
    # Megabytes that a process has are another matter with another Python; that no object is left behind is not.
    "both": [
        "--deselect=tests/device/pins/test_choice.py::test_any_gpiozero_program_finds_it_by_its_name",
        "--deselect=tests/device/panel/test_panel_thread.py::test_however_often_it_is_lost_and_found_nothing_is_left_behind",
    ],
    "trixie": [],
    # Its libgpiod is of version 1, so there is nothing to try the pin factory with.
    # Its blessed is older than the one that playing in a terminal asks for.
    "bookworm": ["--ignore=tests/device/pins", "--ignore=tests/device/test_simulator_terminal.py"],
}
# How the distribution's older pytest counts what other threads and files leave behind isn't what is tried.
WARNINGS = ["-p", "no:threadexception", "-p", "no:unraisableexception", "-W", "ignore::DeprecationWarning"]


def test_the_device_part_passes(tools: Tree, suite: str) -> None:
    tools.sh("rm -rf /src && mkdir /src")
    archive = subprocess.run(
        [
            "tar",
            "-c",
            "--exclude=__pycache__",
            "pyproject.toml",
            "README.md",
            "engine",
            "device",
            "docs",
            "systemd",
            "tests",
        ],
        cwd=SOURCE,
        capture_output=True,
        check=True,
    )
    subprocess.run(["tar", "-x", "-C", tools.path("/src")], input=archive.stdout, check=True)
    words = " ".join([*OPTIONS["both"], *OPTIONS[suite], *WARNINGS])
    said = tools.sh(f"cd /src && python3 -B -m pytest -n 2 -p no:cacheprovider {words} tests/device", check=False)
    last = said.splitlines()[-1]
    assert " passed" in last, said[-5000:]
    assert "failed" not in last, said[-5000:]
    assert "error" not in last, said[-5000:]
