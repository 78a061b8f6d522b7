"""The thread that waits for edges: one for all lines, asleep until the kernel has one for it."""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from device.pins.line import Line

Tell = Callable[[float, bool], None]
"""Takes the kernel's stamp of an edge, in seconds of the monotonic clock, and whether it led up."""

PATIENCE = 1.0
"""Seconds that a listener has to return when the watch ends: it may wait for who ends it."""


class Watch:
    """Tells of every edge of the lines that are watched, those that waited in the order of their stamps.

    Nobody is told anything in the thread that calls `add`, `remove` or `close`. What a listener raises goes to
    `threading.excepthook`, and the others are told all the same.
    """

    def __init__(self) -> None:
        self.lost: Callable[[], None] = _report
        """Called, in the thread that waits for edges, while the error is handled with which a line was lost."""
        self._lock = threading.Lock()
        self._watched: dict[int, tuple[Line, Tell]] = {}
        self._thread: threading.Thread | None = None
        self._epoll: select.epoll | None = None
        self._stop = -1

    def add(self, line: Line, tell: Tell) -> None:
        """Tell of the line's edges from now on."""
        fd = line.fd
        with self._lock:
            epoll = self._epoll or self._start()
            self._watched[fd] = (line, tell)
            epoll.register(fd, select.EPOLLIN)

    def remove(self, line: Line) -> None:
        """No longer. To be called before the line is released; an edge that is being told of comes through."""
        with self._lock:
            for fd in [fd for fd, (watched, _) in self._watched.items() if watched is line]:
                self._forget(fd)

    def close(self) -> None:
        """Watch nothing any more, and end the thread. From a listener too."""
        with self._lock:
            thread, self._thread = self._thread, None
            self._watched.clear()
            if self._epoll is not None:
                self._epoll = None
                os.eventfd_write(self._stop, 1)
        if thread is not None and thread is not threading.current_thread():
            thread.join(PATIENCE)

    def _start(self) -> select.epoll:
        self._epoll, self._stop = select.epoll(), os.eventfd(0, os.EFD_CLOEXEC)
        self._epoll.register(self._stop, select.EPOLLIN)
        # A daemon: most programs that use gpiozero end without closing anything.
        self._thread = threading.Thread(target=self._run, args=(self._epoll, self._stop), name="pins", daemon=True)
        self._thread.start()
        return self._epoll

    def _forget(self, fd: int) -> None:
        del self._watched[fd]
        if self._epoll is not None:
            with suppress(OSError):  # a line that was lost may be closed already
                self._epoll.unregister(fd)

    def _run(self, epoll: select.epoll, stop: int) -> None:
        wait, watched = epoll.poll, self._watched
        with epoll:
            while True:
                ready = [fd for fd, _ in wait()]
                if stop in ready:
                    break
                # One lookup is one step for every thread, so it needs no lock: what is done here delays each press.
                lines = [found for fd in ready if (found := watched.get(fd))]
                waiting = [(at, up, tell) for line, tell in lines for at, up in self._edges(line)]
                if len(lines) > 1:
                    waiting.sort(key=lambda edge: edge[0])
                for at, up, tell in waiting:
                    try:
                        tell(at / 1e9, up)
                    except BaseException:  # noqa: BLE001  # whatever it is, the others' edges go on
                        _report()
        os.close(stop)

    def _edges(self, line: Line) -> list[tuple[int, bool]]:
        """The edges of a line, which is no longer watched if they can't be read: it would never be quiet."""
        try:
            return line.edges()
        except OSError:
            self.lost()
            self.remove(line)
            return []


def _report() -> None:
    """Give the exception that is being handled to whoever looks after threads' exceptions."""
    kind, error, traceback = sys.exc_info()
    threading.excepthook(threading.ExceptHookArgs((kind, error, traceback, threading.current_thread())))
