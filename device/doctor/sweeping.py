"""Trying the card readers: can each be opened, and does it say anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from device.boards.header import place_of
from device.doctor.asking import Person
from device.doctor.findings import Finding, unknown, well, wrong
from device.doctor.patient import Patient
from device.readers.wiring import Reader

OPENING = 1.0
"""Seconds in which a port that can't be opened says so."""

PATIENCE = 15.0
"""Seconds that somebody has to show a card."""

Listen = Callable[[Reader, Person | None], tuple[str, str]]
"""Listens to a reader; gives the tag that came, or "", and why it can't be used, or ""."""


def examine(patient: Patient, listen: Listen, person: Person | None) -> Iterator[Finding]:
    """Each that is configured and whose port is there."""
    for reader in patient.configuration.readers:
        if not patient.system.there(reader.port):
            continue
        tag, why = listen(reader, person)
        if why:
            yield wrong(
                "sweep.shut",
                f"The reader can't be used: {why}.",
                f"Does another program have {reader.port}? sudo fuser -v {reader.port} tells.",
            )
        elif tag:
            yield well("sweep.heard", f"The reader on {reader.port} said {tag!a}.")
        elif person is None:
            yield unknown("sweep.untried", f"Nobody was asked to show the reader on {reader.port} a card.")
        else:
            yield wrong(
                "sweep.silent",
                f"Nothing came from the reader on {reader.port}.",
                f"Does its TX go to RXD, {place_of(15)}, and is its power on? Is its speed {reader.speed}, and its "
                f"kind {reader.kind}? See hardware.md.",
            )


def listen(reader: Reader, person: Person | None) -> tuple[str, str]:
    """Open a reader's port; and if somebody is there, have them show it a card."""
    from device.readers.port import ReaderThread

    heard: SimpleQueue[tuple[str, str]] = SimpleQueue()
    with ReaderThread(
        reader, swept=lambda tag, at: heard.put((tag, "")), told=lambda short, full: heard.put(("", full))
    ):
        for wait in (OPENING, PATIENCE):
            try:
                return heard.get(timeout=wait)
            except Empty:
                if person is None or wait is PATIENCE:
                    break
                person.tell(f"Show the reader on {reader.port} a card …")
    return "", ""
