"""What is there once the package is installed, in a clean trixie and a clean bookworm."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.package.trees import Tree

pytestmark = pytest.mark.package

FILES = {
    "/etc/commune.toml": "644",
    "/usr/bin/commune": "755",
    "/usr/lib/modules-load.d/commune.conf": "644",
    "/usr/lib/systemd/system/commune.service": "644",
    "/usr/lib/sysusers.d/commune.conf": "644",
    "/usr/lib/udev/rules.d/60-commune.rules": "644",
    "/usr/share/doc/commune-tabletop/changelog.gz": "644",
    "/usr/share/doc/commune-tabletop/copyright": "644",
    "/usr/share/man/man1/commune.1.gz": "644",
    "/usr/share/polkit-1/rules.d/commune.rules": "644",
    "/usr/share/python3/runtime.d/commune-tabletop.rtupdate": "755",
}
UNIT = "/usr/lib/systemd/system/commune.service"
CLOSED = (
    "Private",
    "Protect",
    "Restrict",
    "SystemCall",
    "Memory",
    "Lock",
    "NoNew",
    "Device",
    "Capab",
    "IPAddr",
    "User=",
)


def test_files_owners_and_modes(installed: Tree) -> None:
    placed = [line for line in installed.run("dpkg", "-L", "commune-tabletop").split() if line != "/."]
    files = [place for place in placed if installed.path(place).is_file()]
    assert {place for place in files if not place.startswith("/usr/share/commune/")} == set(FILES)
    told = installed.run("stat", "-c", "%n %a %U:%G", *files).splitlines()
    found = {place: (mode, owner) for place, mode, owner in (line.split() for line in told)}
    assert {owner for _, owner in found.values()} == {"root:root"}
    assert {place: found[place][0] for place in FILES} == FILES
    assert {mode for place, (mode, _) in found.items() if place not in FILES} == {"644"}
    assert installed.run("dpkg", "--verify", "commune-tabletop") == ""


def test_the_user_can_do_nothing_but_use_pins_buses_and_serial_lines(installed: Tree) -> None:
    name, _, uid, _, _, _, shell = installed.run("getent", "passwd", "commune").strip().split(":")
    assert (name, shell) == ("commune", "/usr/sbin/nologin")
    assert 0 < int(uid) < 1000
    assert set(installed.run("id", "-nG", "commune").split()) == {"commune", "gpio", "i2c", "spi", "dialout"}


def test_the_unit_is_enabled_and_backs_off_where_systemd_knows_how(installed: Tree, suite: str) -> None:
    assert installed.run("systemctl", "is-enabled", "commune").strip() == "enabled"
    wants = installed.path("/etc/systemd/system/multi-user.target.wants/commune.service")
    assert str(wants.readlink()) in (UNIT, UNIT.removeprefix("/usr"))
    drop_in = installed.path("/etc/systemd/system/commune.service.d/backoff.conf")
    assert drop_in.is_symlink() == (suite == "trixie")
    if suite == "trixie":
        assert installed.path(str(drop_in.readlink())).is_file()


def test_the_code_is_private_and_compiled(installed: Tree) -> None:
    code = installed.path("/usr/share/commune")
    sources = list(code.rglob("*.py"))
    assert sources
    assert len(list(code.rglob("*.pyc"))) == len(sources)
    assert installed.sh("cd / && python3 -c 'import engine' 2>&1 || true").strip().endswith("No module named 'engine'")


def test_verify_is_silent_and_would_not_be_about_a_misspelled_key(installed: Tree) -> None:
    to_stderr = ("env", "SYSTEMD_LOG_TARGET=console")
    verify = (*to_stderr, "systemd-analyze", "verify", "--man=no", "--recursive-errors=no")
    assert installed.run(*verify, UNIT) == ""
    misspelled = installed.path(UNIT).read_text().replace("WatchdogSec=", "WatchdogSecs=")
    installed.path("/root/misspelled.service").write_text(misspelled)
    assert "WatchdogSecs" in installed.run(*verify, "/root/misspelled.service", check=False)


def test_the_udev_rules_are_right(installed: Tree, suite: str) -> None:
    if suite == "bookworm":
        pytest.skip("bookworm's udevadm can't verify")
    installed.run("udevadm", "verify", "/usr/lib/udev/rules.d/60-commune.rules")


def exposure(tree: Tree, unit: str) -> float:
    """What systemd-analyze says of a unit: 0 is the best, 10 the worst."""
    said = tree.run("systemd-analyze", "security", "--offline=true", "--no-pager", unit, check=False)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert found, said
    return float(found[1])


def test_the_unit_is_hardened_to_the_bone(installed: Tree) -> None:
    assert exposure(installed, UNIT) <= 0.4
    text = installed.path(UNIT).read_text()
    bare = [line for line in text.splitlines() if not line.startswith(CLOSED)]
    installed.path("/root/bare.service").write_text("\n".join(bare))
    assert exposure(installed, "/root/bare.service") > 4


def test_the_command_works_and_plays_a_hand_with_the_distribution_s_libraries(installed: Tree) -> None:
    said = installed.run("commune", "judge", "fives over kings", "5h", "5d", "Ks", "Kc", "2c", "9s")
    assert said == "Yes, fives over kings is there: 5h 5d Ks Kc, and 2c as a five.\n"
    script = "ok ok ok ok call ok up ok shot verdict"
    said = installed.run(
        *("commune", "sim", "--state", "/tmp/try", "--seed", "1", "--script", "-", "--shots", "/tmp/try"), given=script
    )
    assert installed.path("/tmp/try/verdict.png").read_bytes().startswith(b"\x89PNG")
    assert "hand" in installed.run("commune", "games", "--state", "/tmp/try"), said


def test_the_whole_box_runs_as_its_user_on_mock_pins(installed: Tree) -> None:
    said = installed.sh(
        "install -d -o commune -g commune -m 750 /var/lib/commune && cd /tmp && umask 077 &&"
        " GPIOZERO_PIN_FACTORY=mock timeout -s TERM 5 setpriv --reuid commune --regid commune --init-groups"
        " commune run 2>&1; echo ended with $?"
    )
    assert "Traceback" not in said
    assert said.splitlines()[-1] in ("ended with 0", "ended with 124")
    assert installed.run("stat", "-c", "%a %U:%G", "/var/lib/commune/commune.jsonl").strip() == "640 commune:commune"


def test_the_owner_s_shell_can_look_and_strangers_can_not(installed: Tree) -> None:
    installed.sh("useradd owner && usermod -aG commune owner && useradd stranger")
    script = (
        "install -d -o commune -g commune -m 750 /var/lib/commune && umask 077 &&"
        " echo 'ok ok call' | setpriv --reuid commune --regid commune --init-groups"
        " commune sim --state /var/lib/commune --script - > /dev/null"
    )
    installed.sh(script)
    run_as = "setpriv --reuid {0} --regid {0} --init-groups commune games"
    assert "under way" in installed.sh(run_as.format("owner"))
    assert "under way" not in installed.sh(run_as.format("stranger"), check=False)


def test_lintian_has_nothing_against_it(tools: Tree, suite: str, deb: Path) -> None:
    if suite == "bookworm":
        pytest.skip("trixie's lintian knows all that bookworm's does")
    tools.path("/root/x.deb").write_bytes(deb.read_bytes())
    said = tools.run("lintian", "--no-cfg", "--fail-on", "none", "--display-info", "/root/x.deb")
    assert [line for line in said.splitlines() if line.startswith(("E:", "W:"))] == []
    broken = tools.sh(
        "cd /root && rm -rf s && dpkg-deb -R x.deb s && rm s/usr/share/doc/*/copyright &&"
        " dpkg-deb -b s y.deb > /dev/null && lintian --no-cfg --fail-on none y.deb"
    )
    assert "E: commune-tabletop: no-copyright-file" in broken
