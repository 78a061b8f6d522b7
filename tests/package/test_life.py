"""Installed, played on, upgraded, removed, purged."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.package.trees import Tree

pytestmark = pytest.mark.package

Install = Callable[[Tree, str, Path], str]
WANTS = "/etc/systemd/system/multi-user.target.wants/commune.service"


def play(tree: Tree, script: str) -> str:
    """Press what a script says on the box's own store, as its user; the panel's words and picture then."""
    as_box = ("setpriv", "--reuid", "commune", "--regid", "commune", "--init-groups")
    return tree.run(*as_box, "commune", "sim", "--state", "/var/lib/commune", "--script", "-", given=script)


def traces(tree: Tree) -> list[str]:
    """All that is called commune, but for what dpkg and apt keep of themselves."""
    own = "-path /var/lib/dpkg -o -path /var/log -o -path /var/cache -o -path /root"
    found = tree.sh(f"find / -xdev \\( {own} -o -path /proc -o -path /dev \\) -prune -o -iname '*commune*' -print")
    return found.split()


def test_a_game_the_configuration_and_the_owner_s_choices_outlive_an_upgrade(
    fresh: Tree, suite: str, deb: Path, later: Path, install: Install
) -> None:
    install(fresh, suite, deb)
    fresh.sh("install -d -o commune -g commune -m 750 /var/lib/commune")
    before = play(fresh, "ok ok ok right right up")
    config = fresh.path("/etc/commune.toml")
    config.write_text(config.read_text().replace("upside_down = false", "upside_down = true "))
    fresh.run("systemctl", "disable", "commune")

    install(fresh, suite, later)

    assert (
        fresh.run("dpkg-query", "-W", "-f", "${Status} ${Version}", "commune-tabletop") == "install ok installed 99.0"
    )
    assert play(fresh, "") == before
    assert "upside_down = true" in config.read_text()
    assert "later version" not in config.read_text()
    assert fresh.run("systemctl", "is-enabled", "commune", check=False).strip() == "disabled"
    assert "later" in fresh.path("/usr/share/commune/engine/cards.py").read_text()


def test_removal_removes_and_purge_purges(fresh: Tree, suite: str, deb: Path, install: Install) -> None:
    assert traces(fresh) == []
    install(fresh, suite, deb)
    fresh.sh("install -d -o commune -g commune -m 750 /var/lib/commune")
    before = play(fresh, "ok ok ok right")

    fresh.apt("remove", "commune-tabletop")
    assert sorted(traces(fresh)) == sorted(
        [
            "/etc/commune.toml",
            WANTS,
            "/var/lib/commune",
            "/var/lib/commune/commune.jsonl",
            *(f"/var/lib/systemd/deb-systemd-helper-enabled/{name}" for name in ENABLED),
        ]
    )
    assert not fresh.path("/usr/share/commune").exists()

    install(fresh, suite, deb)
    assert play(fresh, "") == before
    assert fresh.run("systemctl", "is-enabled", "commune").strip() == "enabled"

    fresh.apt("purge", "commune-tabletop")
    assert traces(fresh) == []
    assert fresh.sh("grep -c '^commune:' /etc/passwd /etc/group; true").split() == ["/etc/passwd:0", "/etc/group:0"]


ENABLED = ("commune.service.dsh-also", "multi-user.target.wants/commune.service")


def test_the_package_s_own_python_is_compiled_anew_for_another_version(
    fresh: Tree, suite: str, deb: Path, install: Install
) -> None:
    install(fresh, suite, deb)
    fresh.sh("find /usr/share/commune -name '*.pyc' -delete")
    fresh.run("/usr/share/python3/runtime.d/commune-tabletop.rtupdate", "rtupdate", "python3.0", "python3.1")
    code = fresh.path("/usr/share/commune")
    assert len(list(code.rglob("*.pyc"))) == len(list(code.rglob("*.py")))


def test_the_same_files_give_the_same_package(deb: Path) -> None:
    first = deb.read_bytes()
    subprocess.run([deb.parents[1] / "debian/build"], capture_output=True, check=True)
    assert deb.read_bytes() == first
