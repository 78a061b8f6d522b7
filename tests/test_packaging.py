"""What the package says is what the program says; the rest of it is tried by make package-test."""

import re
import tomllib
from pathlib import Path

from device.cli import COMMANDS
from device.commands.run import SWITCHED_OFF
from device.store.places import BOX

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BUILD = (ROOT / "debian/build").read_text()
UNIT = (ROOT / "systemd/commune.service").read_text()


def test_the_changelog_ends_with_this_version():
    assert (ROOT / "debian/changelog").read_text().startswith(f"commune-tabletop ({PROJECT['version']}) ")


def test_it_depends_on_what_the_program_needs():
    depends = re.search(r"^Depends: (.*)$", (ROOT / "debian/control").read_text(), re.M)
    assert depends
    named = {"gpiod": "python3-libgpiod (>= 2) | python3-lgpio", "Pillow": "python3-pil", "pyserial": "python3-serial"}
    for wanted in PROJECT["dependencies"]:
        name = re.split(r"[><=]", wanted)[0]
        assert named.get(name, f"python3-{name}") in depends[1].split(", ")


def test_everything_in_systemd_is_installed():
    for file in (ROOT / "systemd").iterdir():
        assert f"systemd/{file.name} " in BUILD


def test_the_manual_page_knows_every_command():
    page = (ROOT / "debian/commune.1").read_text().replace(r"\fB", "").replace(r"\fR", "")
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", page), command


def test_the_unit_knows_where_the_box_keeps_its_games_and_how_it_ends():
    assert f"StateDirectory={BOX.name}\n" in UNIT
    assert f"\nSuccessExitStatus={SWITCHED_OFF}\nRestartPreventExitStatus={SWITCHED_OFF}\n" in UNIT
    assert "\nStartLimitIntervalSec=0\n" in UNIT
