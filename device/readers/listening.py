"""All the card readers of a box, listened to side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial

from device.journal import Log
from device.readers.wiring import Reader

log = Log(__name__)


@contextmanager
def listening(
    readers: Sequence[Reader], *, swept: Callable[[str, float], None], trouble: Callable[[str, str], None]
) -> Iterator[None]:
    """Listen to the readers meanwhile. What is wrong with one goes to `trouble`, see `Inbox`, and the log.

    Without readers nothing is imported, and no thread started.
    """
    with ExitStack() as opened:
        for number, reader in enumerate(readers, 1):
            from device.readers.port import ReaderThread

            source = "reader" if number == 1 else f"reader {number}"
            opened.enter_context(ReaderThread(reader, swept=swept, told=partial(_tell, source, trouble)))
        yield


def _tell(source: str, trouble: Callable[[str, str], None], text: str, detail: str) -> None:
    trouble(source, text)
    if detail:
        log.warning("%s", detail)
    else:
        log.info("The card %s is back.", source)
