"""What hangs on the machine's wires: the disk, and an ear on the I2C bus.

It is certain what the disk had been sent when the bus carried something: the bus is always heard first.
"""

from __future__ import annotations

import select
import socket
import struct
import threading

from engine.value import value
from tests.vm.disk import Disk, receive

HEAD = struct.Struct("<4sHHiQ")
MAGIC = b"VBUS"


@value
class Transfer:
    """Bytes that the kernel carried to the bus.

    Attributes:
        at: when, in seconds since the kernel started.
        address: for whom.
        data: the bytes.
        error: 0, or the errno with which it failed.
    """

    at: float
    address: int
    data: bytes
    error: int


class Wires:
    """Serves a machine's disk and hears its bus until the machine ends. `disk_end` and `bus_end` are the machine's."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self._disk_line, self.disk_end = socket.socketpair()
        self._bus_line, self.bus_end = socket.socketpair()
        self._heard: list[Transfer] = []
        self._change = threading.Condition()
        self._rest = b""
        # Two threads, since the emulator does nothing else while it waits for somebody to hear the bus.
        self._threads = [
            threading.Thread(target=work, name=work.__name__, daemon=True) for work in (self._ear, self._server)
        ]

    def start(self) -> None:
        """Begin, once the machine has its ends."""
        self.disk_end.close()
        self.bus_end.close()
        for thread in self._threads:
            thread.start()

    def finish(self) -> None:
        """Hear and serve what is left after the machine's end."""
        for thread in self._threads:
            thread.join(30)
        self._disk_line.close()
        self._bus_line.close()

    def heard(self, since: int, timeout: float = 0.0) -> list[Transfer]:
        """What the bus has carried from transfer number `since` on; waits for more than nothing if told to."""
        with self._change:
            self._change.wait_for(lambda: len(self._heard) > since, timeout)
            return self._heard[since:]

    def _ear(self) -> None:
        on = True
        while on:
            select.select([self._bus_line], [], [])
            with self._change:
                on = self._hear()

    def _server(self) -> None:
        if not self.disk.greet(self._disk_line):
            return
        while (request := receive(self._disk_line)) is not None:
            with self._change:
                self._hear()  # first: what the bus has carried, it carried before this was done
                answer = self.disk.do(request)
            try:
                self._disk_line.sendall(answer)
            except OSError:
                return

    def _hear(self) -> bool:
        """Take in all that has come, by whoever holds `_change`; False after the end."""
        while True:
            try:
                data = self._bus_line.recv(65536, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return True
            except OSError:
                return False
            if not data:
                return False
            self._rest += data
            self._take_down()

    def _take_down(self) -> None:
        while len(self._rest) >= HEAD.size:
            magic, address, length, result, time = HEAD.unpack_from(self._rest)
            if magic != MAGIC:
                raise ValueError(f"the bus said {self._rest[:32]!r}")
            if len(self._rest) < HEAD.size + length:
                break
            transfer = Transfer(time / 1e9, address, self._rest[HEAD.size : HEAD.size + length], -result)
            self._rest = self._rest[HEAD.size + length :]
            self._heard.append(transfer)
            self.disk.mark(len(self._heard))
            self._change.notify_all()
