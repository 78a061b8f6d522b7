"""The package, built; and the trees that it is tried in."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.debian import Unable, check_host
from tests.package.trees import Tree, clean, with_tools

SOURCE = Path(__file__).parents[2]
SUITES = ("trixie", "bookworm")


@pytest.fixture(scope="session", autouse=True)
def _able() -> None:
    try:
        check_host("package-test")
    except Unable as unable:
        pytest.exit(f"The package can't be tried here: {unable}", returncode=1)


@pytest.fixture(scope="session")
def deb() -> Path:
    """The package, as `make deb` builds it."""
    done = subprocess.run([SOURCE / "debian/build"], capture_output=True, text=True, check=True)
    return SOURCE / done.stdout.rstrip(".\n").split("'")[-2]


@pytest.fixture(scope="session")
def later(deb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of a later version, in which the shipped configuration has changed too."""
    folder = tmp_path_factory.mktemp("later")
    script = """
        dpkg-deb -R "$0" stage
        sed -i 's/^Version: .*/Version: 99.0/' stage/DEBIAN/control
        echo '# A later version says more.' >> stage/etc/commune.toml
        echo '# later' >> stage/usr/share/commune/engine/cards.py
        dpkg-deb --root-owner-group --build stage later.deb
    """
    subprocess.run(["sh", "-ec", script, deb], cwd=folder, capture_output=True, check=True)
    return folder / "later.deb"


@pytest.fixture(scope="session")
def lgpio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stands in for python3-lgpio, which Raspberry Pi OS bookworm has and plain Debian hasn't: its name alone."""
    folder = tmp_path_factory.mktemp("lgpio")
    (folder / "stage/DEBIAN").mkdir(parents=True)
    (folder / "stage/DEBIAN/control").write_text(
        "Package: python3-lgpio\nVersion: 0.2.2\nArchitecture: all\nMaintainer: nobody <nobody@localhost>\n"
        "Description: a stand-in\n"
    )
    command = ["dpkg-deb", "--root-owner-group", "--build", "stage", "lgpio.deb"]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return folder / "lgpio.deb"


@pytest.fixture(params=SUITES, scope="session")
def suite(request: pytest.FixtureRequest) -> str:
    """trixie, then bookworm."""
    return str(request.param)


@pytest.fixture(scope="session")
def install(lgpio: Path) -> Callable[[Tree, str, Path], str]:
    """Install a package as people do."""

    def do(tree: Tree, suite: str, package: Path) -> str:
        debs = [package, lgpio] if suite == "bookworm" else [package]
        for each in debs:
            tree.path(f"/root/{each.name}").write_bytes(each.read_bytes())
        return tree.apt("install", *[f"/root/{each.name}" for each in debs])

    return do


@pytest.fixture
def fresh(suite: str, tmp_path: Path) -> Iterator[Tree]:
    """A clean tree to be changed."""
    yield clean(suite).copy(tmp_path / "tree")
    subprocess.run(["rm", "-rf", tmp_path / "tree"], check=True)


@pytest.fixture(scope="session")
def installed(
    suite: str, deb: Path, install: Callable[[Tree, str, Path], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Tree]:
    """A clean tree with the package installed, to be looked at."""
    folder = tmp_path_factory.mktemp(suite) / "tree"
    tree = clean(suite).copy(folder)
    install(tree, suite, deb)
    yield tree
    subprocess.run(["rm", "-rf", folder], check=True)


@pytest.fixture(scope="session")
def tools(suite: str) -> Tree:
    """A tree in which the distribution's own libraries and test tools are installed."""
    return with_tools(suite)
