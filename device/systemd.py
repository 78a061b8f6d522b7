"""What the box tells systemd: that it is ready, that it still goes round, and in words how it is.

The protocol is sd_notify(3)'s: lines in a datagram to the Unix socket that the environment names.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from device.closing import Closing

if TYPE_CHECKING:
    from socket import socket

WELL = "All is well."
"""The status line of a box that nothing is wrong with."""


class Notifier(Closing):
    """The line to systemd; silent where there is none. For `with`. Nothing here waits or raises."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._socket: socket | None = None
        self._status = ""

    @property
    def there(self) -> bool:
        """Whether systemd started this process."""
        return bool(self._address)

    def ready(self) -> bool:
        """The box can be played on; whether systemd could be told."""
        return self._tell("READY=1")

    def ping(self) -> None:
        """The loop has gone round."""
        self._tell("WATCHDOG=1")

    def status(self, text: str) -> None:
        """Say in words how the box is, for `systemctl status`."""
        line = " ".join(text.split())
        if line != self._status and self._tell(f"STATUS={line}"):
            self._status = line

    def stopping(self, text: str) -> None:
        """The box is about to end, and why."""
        self._tell("STOPPING=1")
        self.status(text)

    def _tell(self, line: str) -> bool:
        """Whether there is a systemd and it could be told: at times its queue is full, or it starts itself anew."""
        if not self._address:
            return False
        try:
            if self._socket is None:
                from socket import AF_UNIX, SOCK_CLOEXEC, SOCK_DGRAM, SOCK_NONBLOCK, socket  # after the first frame

                self._socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK)
            self._socket.sendto(line.encode(), self._address)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Close the line."""
        if self._socket is not None:
            self._socket.close()


def from_systemd() -> Notifier:
    """The line to the systemd that started this process; what this process starts doesn't inherit it."""
    return Notifier({"NOTIFY_SOCKET": os.environ.pop("NOTIFY_SOCKET", "")})


def pulse(notifier: Notifier) -> Callable[[Sequence[str]], None]:
    """What the loop is to call when it has gone round, with what is wrong with the box, in sentences: it says at first
    that the box is ready, then that it goes on, and how it is."""
    ready = False

    def beat(troubles: Sequence[str]) -> None:
        nonlocal ready
        if ready:
            notifier.ping()
        else:
            ready = notifier.ready()
        notifier.status(" ".join(troubles) or WELL)

    return beat
