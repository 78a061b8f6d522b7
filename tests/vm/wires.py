"""What hangs on the machine's wires: the disk, and an ear on the I2C bus. One thread serves both.

So it is certain what the disk had been sent when the bus carried something: the bus is always heard first.
"""

from __future__ import annotations

import selectors
import socket
import struct
import threading

from engine.value import value
from tests.vm.disk import Disk

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
        self._thread = threading.Thread(target=self._run, name="wires", daemon=True)

    def start(self) -> None:
        """Begin, once the machine has its ends."""
        self.disk_end.close()
        self.bus_end.close()
        self._thread.start()

    def finish(self) -> None:
        """Hear and serve what is left after the machine's end."""
        self._thread.join(30)
        self._disk_line.close()
        self._bus_line.close()

    def heard(self, since: int, timeout: float = 0.0) -> list[Transfer]:
        """What the bus has carried from transfer number `since` on; waits for more than nothing if told to."""
        with self._change:
            self._change.wait_for(lambda: len(self._heard) > since, timeout)
            return self._heard[since:]

    def _run(self) -> None:
        greeted = self.disk.greet(self._disk_line)
        with selectors.DefaultSelector() as selector:
            selector.register(self._bus_line, selectors.EVENT_READ)
            if greeted:
                selector.register(self._disk_line, selectors.EVENT_READ)
            while selector.get_map():
                ready = [key.fileobj for key, _ in selector.select()]
                if self._bus_line in ready and not self._hear():
                    selector.unregister(self._bus_line)
                elif self._disk_line in ready and self._bus_line not in ready and not self.disk.serve(self._disk_line):
                    selector.unregister(self._disk_line)

    def _hear(self) -> bool:
        try:
            data = self._bus_line.recv(65536)
        except OSError:
            return False
        self._rest += data
        while len(self._rest) >= HEAD.size:
            magic, address, length, result, time = HEAD.unpack_from(self._rest)
            if magic != MAGIC:
                raise ValueError(f"the bus said {self._rest[:32]!r}")
            if len(self._rest) < HEAD.size + length:
                break
            transfer = Transfer(time / 1e9, address, self._rest[HEAD.size : HEAD.size + length], -result)
            self._rest = self._rest[HEAD.size + length :]
            with self._change:
                self._heard.append(transfer)
                self.disk.mark(len(self._heard))
                self._change.notify_all()
        return bool(data)
