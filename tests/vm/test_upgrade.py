"""The package's life on a machine that runs: upgraded in the middle of a game, removed, purged."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.vm.build import newest_package
from tests.vm.table import START, Table

pytestmark = pytest.mark.vm


def test_an_upgrade_in_the_middle_of_a_game_keeps_it(table: Table, tmp_path: Path) -> None:
    """To a version made of this one: no other has been released."""
    machine = table.machine
    table.shows()
    machine.wait_booted()
    table.renew()
    table.press(*START, "ok", "ok", "right")
    machine.run("echo '# mine' >> /etc/commune.toml", check=True)
    machine.put(_next_version(newest_package(), tmp_path), "/root/next.deb")
    process = table.process
    machine.run("dpkg -i --force-confold /root/next.deb", timeout=600, check=True)
    assert "99.0" in machine.run("dpkg-query -W commune-tabletop", check=True).output
    assert table.process not in ("0", process)
    table.shows()
    table.press("up", "ok")
    assert "# mine" in machine.run("tail -1 /etc/commune.toml", check=True).output
    assert table.record()["seats"] == 4


def test_removed_it_is_gone_but_for_the_games(table: Table) -> None:
    machine = table.machine
    machine.run("dpkg --remove commune-tabletop", timeout=600, check=True)
    assert machine.run("systemctl is-active commune").output.strip() == "inactive"
    for gone in ("/usr/bin/commune", "/usr/share/commune", "/usr/lib/systemd/system/commune.service"):
        assert machine.run(f"test -e {gone}").status != 0, gone
    assert machine.run("pgrep -f 'commune run'").status != 0
    assert machine.run("test -s /var/lib/commune/commune.jsonl && test -e /etc/commune.toml").status == 0
    table.dark()


def test_purged_nothing_is_left(table: Table) -> None:
    machine = table.machine
    machine.run("dpkg --purge commune-tabletop", timeout=600, check=True)
    for left in (
        "/var/lib/commune",
        "/etc/commune.toml",
        "/etc/systemd/system/multi-user.target.wants/commune.service",
    ):
        assert machine.run(f"test -e {left} || test -L {left}").status != 0, left
    assert machine.run("getent passwd commune").status != 0
    assert machine.run("systemctl --failed --no-legend --plain").output == ""


def _next_version(package: Path, folder: Path) -> Path:
    """The same package with a version that is higher."""
    tree, target = folder / "tree", folder / "next.deb"
    subprocess.run(["dpkg-deb", "-R", package, tree], check=True)
    control = tree / "DEBIAN/control"
    lines = ["Version: 99.0" if line.startswith("Version:") else line for line in control.read_text().splitlines()]
    control.write_text("\n".join(lines) + "\n")
    subprocess.run(["dpkg-deb", "--root-owner-group", "-b", tree, target], check=True, stdout=subprocess.DEVNULL)
    return target
