"""The test suite with a distribution's own Python: its device part with the libraries there, and all of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.package.trees import Tree, pip_told, with_python

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


def put_source(tree: Tree) -> None:
    """The repository as it stands, in /src."""
    tree.sh("rm -rf /src && mkdir /src")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=SOURCE, capture_output=True, check=True).stdout
    there = b"\0".join(name for name in names.split(b"\0") if name and Path(SOURCE, name.decode()).exists())
    archive = subprocess.run(
        ["tar", "--null", "-T", "-", "-c"], cwd=SOURCE, input=there, capture_output=True, check=True
    )
    subprocess.run(["tar", "-x", "-C", tree.path("/src")], input=archive.stdout, check=True)


def check_passed(said: str) -> None:
    last = [line for line in said.splitlines() if " passed" in line][-1:]
    assert last, said[-5000:]
    assert "failed" not in last[0], said[-5000:]
    assert "error" not in last[0], said[-5000:]


def test_the_device_part_passes(tools: Tree, suite: str) -> None:
    put_source(tools)
    words = " ".join([*OPTIONS["both"], *OPTIONS[suite], *WARNINGS])
    check_passed(
        tools.sh(f"cd /src && python3 -B -m pytest -n 2 -p no:cacheprovider {words} tests/device", check=False)
    )


def test_all_tests_pass_where_there_is_no_more_than_python_and_make(tmp_path: Path) -> None:
    """On trixie's Python, which is a Pi's own; the packages come from where this machine has them from."""
    tree = with_python("trixie").copy(tmp_path / "tree")
    put_source(tree)
    check_passed(tree.run("sh", "-c", "cd /src && make test", check=False, pip=pip_told()))
    subprocess.run(["rm", "-rf", tree.root], check=True)
