"""`commune doctor`: is this machine ready to be the box, and what to do about what isn't."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.configuration import PLACE, read_configuration
from device.doctor.asking import Terminal
from device.doctor.examination import examine, mend, status, worst
from device.doctor.findings import Finding, Level
from device.doctor.live import live_tools
from device.doctor.patient import Patient
from device.doctor.system import this_machine
from device.store.places import BOX

EXAMPLE = """\
  sudo commune doctor
  sudo commune doctor --fix
  commune doctor --json | python3 -m json.tool

Exit status: 0 nothing is wrong, 1 the box plays but not all is as it should be, 3 something is wrong."""

MARKS = {Level.WELL: "ok", Level.UNKNOWN: "?", Level.NOTE: "note", Level.WARNING: "WARNING", Level.WRONG: "WRONG"}


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--fix",
        action="store_true",
        help="switch on the buses that the box needs (a copy of config.txt is kept), and load their modules",
    )
    parser.add_argument("--json", action="store_true", help="answer as one JSON object, and ask nobody")
    parser.add_argument("--no-questions", action="store_true", help="ask nobody to look at the panel or press buttons")
    parser.add_argument("--config", type=Path, metavar="FILE", default=PLACE, help="default: %(default)s")
    parser.add_argument(
        "--state", type=Path, metavar="DIR", default=BOX, help="where the games are (default: %(default)s)"
    )


def run(args: Namespace) -> int:
    """Examine, say what was found, and mend what may be mended.

    Returns:
        The exit status, by the worst finding.
    """
    patient = Patient(this_machine(), read_configuration(args.config), args.config.absolute(), args.state.absolute())
    asks = not args.json and not args.no_questions and sys.stdin.isatty() and sys.stdout.isatty()
    findings: list[Finding] = []
    with live_tools(patient.configuration.panel, Terminal() if asks else None) as tools:
        for finding in examine(patient, tools):
            findings.append(finding)
            if not args.json:
                _write(finding)
    mends = [finding.mend for finding in findings if finding.mend]
    mended = [*mend(patient, mends)] if args.fix else []
    if args.json:
        import json

        print(json.dumps(_as_json(findings, mended), ensure_ascii=False, indent=2))
    else:
        _close(findings, mended, fixing=args.fix)
    failed = any(not done for done, _ in mended)
    return max(status(findings), 3 if failed else 0)


def _write(finding: Finding) -> None:
    margin = max(map(len, MARKS.values())) + 2
    lines = _wrapped(finding.text, margin)
    print("\n".join([f"{MARKS[finding.level]:{margin}}{lines[0].lstrip()}", *lines[1:]]))
    if finding.advice:
        print("\n".join(_wrapped(f"→ {finding.advice}", margin)))
    sys.stdout.flush()


def _wrapped(text: str, margin: int) -> list[str]:
    """Lines of at most 100 characters or the terminal's width, none of them broken within a word: commands and paths
    can be copied."""
    from shutil import get_terminal_size
    from textwrap import wrap

    width = min(max(get_terminal_size().columns, 40), 100)
    blank = " " * margin
    return wrap(
        text, width, initial_indent=blank, subsequent_indent=blank, break_long_words=False, break_on_hyphens=False
    )


def _close(findings: list[Finding], mended: list[tuple[bool, str]], *, fixing: bool) -> None:
    """The last lines: what was mended or could be, and how it is in all."""
    print()
    for done, text in mended:
        print(text if done else f"commune: {text}", file=sys.stdout if done else sys.stderr)
    if any(finding.mend for finding in findings) and not fixing:
        print("sudo commune doctor --fix does what may be done safely.")
    elif fixing and not mended:
        print("There is nothing that --fix could do.")
    counts = {level: sum(finding.level is level for finding in findings) for level in Level}
    if counts[Level.WRONG]:
        print(f"{counts[Level.WRONG]} wrong: the box can't play like that, or not as it is configured.")
    elif counts[Level.WARNING]:
        print("The box plays, but not all is as it should be.")
    elif counts[Level.UNKNOWN]:
        print("Nothing is wrong, as far as that can be known here.")
    else:
        print("All is well.")


def _as_json(findings: list[Finding], mended: list[tuple[bool, str]]) -> dict[str, object]:
    return {
        "worst": worst(findings).value,
        "findings": [
            {
                "id": finding.id,
                "level": finding.level.value,
                "text": finding.text,
                "advice": finding.advice,
                "fix": [*finding.mend.lines, *([" ".join(finding.mend.command)] if finding.mend.command else [])]
                if finding.mend
                else [],
            }
            for finding in findings
        ],
        "fixed": [{"done": done, "text": text} for done, text in mended],
    }
