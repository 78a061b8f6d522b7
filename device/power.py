"""Switching the machine off, by asking logind; the package's polkit rule lets the box do that and nothing else."""

from __future__ import annotations

PATIENCE = 10
"""Seconds that the system has for an answer. Meanwhile the box hears no press."""

ASK = (
    "busctl",
    "--system",
    f"--timeout={PATIENCE}",
    "--allow-interactive-authorization=no",
    "call",
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
    "PowerOff",
    "b",
    "false",
)
"""The question; busctl is part of systemd, and says in one line why not."""

KNOWN = (
    ("authentication required", "it isn't allowed to"),
    ("access denied", "it isn't allowed to"),
    ("not authorized", "it isn't allowed to"),
    ("inhibit", "something is at work that asks it to wait"),
    ("failed to connect to bus", "the system's message bus isn't there"),
    ("timed out", "the system doesn't answer"),
    ("not provided by any", "logind isn't there"),
    ("was not found", "logind isn't there"),
)
"""What the answers mean to people, by what is in them in lower case."""


def switch_off(command: tuple[str, ...] = ASK) -> str:
    """Ask for the machine to be switched off: "" if that will happen, else a sentence for players, why not."""
    import subprocess

    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=PATIENCE + 2,
            check=False,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        )
    except subprocess.TimeoutExpired:
        return _sentence("the system doesn't answer")
    except OSError as error:
        return _sentence(f"{command[0]} can't be run: {error.strerror}")
    if done.returncode == 0:
        return ""
    said = " ".join(done.stderr.decode("ascii", "replace").split())
    known = [meaning for words, meaning in KNOWN if words in said.lower()]
    return _sentence(known[0] if known else said or f"{command[0]} ended with {done.returncode}")


def _sentence(reason: str) -> str:
    return f"The machine can't be switched off: {reason[:120]}."
