"""A disk with a volatile write cache, and the log of what was written to it: only a flush makes anything last.

It speaks the NBD protocol, which the emulator uses for disks elsewhere. What was written since the last flush is lost
with the power, or some of it isn't, as a real disk does: each write may be there, or not, or half.
"""

from __future__ import annotations

import mmap
import os
import socket
import struct
from pathlib import Path
from random import Random

from device.store.lines import PAGE
from engine.value import value

SECTOR = 512
LINE = b'{"check":"'
"""How a line of the store's begins."""

MAGIC, OPTION_MAGIC, REPLY_MAGIC = b"NBDMAGIC", b"IHAVEOPT", 0x3E889045565A9
REQUEST, RESPONSE = 0x25609513, 0x67446698
HAS_FLAGS, SEND_FLUSH, SEND_FUA = 1, 4, 8
EXPORT_NAME, ABORT, INFO, GO = 1, 2, 6, 7
ACK, INFO_REPLY, UNSUPPORTED = 1, 3, 2**31 + 1
READ, WRITE, DISCONNECT, FLUSH = range(4)
FUA = 1
IO_ERROR, INVALID = 5, 22


@value
class Written:
    """Something was written.

    Attributes:
        offset: where, in bytes.
        data: what.
        lasting: whether it was to last at once.
    """

    offset: int
    data: bytes
    lasting: bool = False


@value
class Flushed:
    """All that was written before is to last."""


@value
class Marked:
    """Something that isn't of the disk happened here, number so and so."""

    number: int


Event = Written | Flushed | Marked


@value
class Request:
    """Something is asked of the disk.

    Attributes:
        kind: READ, WRITE, FLUSH, or what the disk doesn't do.
        flags: FUA, or none.
        handle: what the answer is to be known by.
        offset: where, in bytes.
        length: how many bytes.
        data: those to be written.
    """

    kind: int
    flags: int
    handle: int
    offset: int
    length: int
    data: bytes


class Disk:
    """What the machine has for a disk: an image, and a cache before it.

    `keep`: whether flushes reach the image; without, nothing does. `log`: whether all is remembered in `events`.
    """

    def __init__(self, image: Path, *, keep: bool, log: bool = False) -> None:
        self._file = os.open(image, os.O_RDWR if keep else os.O_RDONLY)
        self.size = os.fstat(self._file).st_size
        self._view = mmap.mmap(self._file, self.size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        self._keep = keep
        self._log = log
        self._volatile: list[Written] = []
        self.events: list[Event] = []
        """Everything since the start, if a log was asked for."""
        self.flushes = 0
        """How many there were."""
        self.failing = False
        """Whether it is worn out: it gives what it has, and takes nothing."""

    @property
    def unflushed(self) -> int:
        """How many writes would be lost if the power went now."""
        return len(self._volatile)

    def mark(self, number: int) -> None:
        """Note in the log that this happened."""
        if self._log:
            self.events.append(Marked(number))

    def cut(self, chance: Random | None = None) -> int:
        """The power is gone; how many writes had not been flushed. With `chance` some of them are there."""
        lost = len(self._volatile)
        if self._keep and chance:
            for write in self._volatile:
                write_in_part(self._file, write, chance)
        self._view.close()
        os.close(self._file)
        return lost

    # The protocol

    def greet(self, connection: socket.socket) -> bool:
        """Say what there is; False where the other side has left."""
        connection.sendall(MAGIC + OPTION_MAGIC + struct.pack(">H", 1))
        flags = HAS_FLAGS | SEND_FLUSH | SEND_FUA
        if len(take(connection, 4)) < 4:
            return False
        while len(head := take(connection, 16)) == 16:
            _, option, length = struct.unpack(">8sII", head)
            take(connection, length)
            if option == EXPORT_NAME:
                connection.sendall(struct.pack(">QH", self.size, flags) + bytes(124))
                return True
            if option == ABORT:
                return False
            if option in (INFO, GO):
                export = struct.pack(">HQH", 0, self.size, flags)
                connection.sendall(struct.pack(">QIII", REPLY_MAGIC, option, INFO_REPLY, len(export)) + export)
                connection.sendall(struct.pack(">QIII", REPLY_MAGIC, option, ACK, 0))
                if option == GO:
                    return True
            else:
                connection.sendall(struct.pack(">QIII", REPLY_MAGIC, option, UNSUPPORTED, 0))
        return False

    def do(self, request: Request) -> bytes:
        """Do what is asked for; the answer."""
        answer, error = b"", 0
        if request.kind == READ:
            answer = self._view[request.offset : request.offset + request.length]
        elif self.failing:
            error = IO_ERROR
        elif request.kind == WRITE:
            self._write(Written(request.offset, request.data, bool(request.flags & FUA)))
        elif request.kind == FLUSH:
            self._flush()
        else:
            error = INVALID
        return struct.pack(">IIQ", RESPONSE, error, request.handle) + answer

    def _write(self, write: Written) -> None:
        self._view[write.offset : write.offset + len(write.data)] = write.data
        if self._log:
            self.events.append(write)
        if write.lasting and self._keep:
            os.pwrite(self._file, write.data, write.offset)
        elif not write.lasting:
            self._volatile.append(write)

    def _flush(self) -> None:
        self.flushes += 1
        if self._log:
            self.events.append(Flushed())
        if self._keep:
            for write in self._volatile:
                os.pwrite(self._file, write.data, write.offset)
        self._volatile.clear()


def write_in_part(file: int, write: Written, chance: Random) -> None:
    """Write all, nothing or half of the sectors, as it may be when the power goes; or all, every page of it that holds
    a line of the store's spoilt."""
    fate = chance.random()
    if fate < 0.4:
        data = bytearray(write.data)
        for at in range(0, len(data), PAGE):
            if fate < 0.2 and data.startswith(LINE, at):
                data[at : at + PAGE] = chance.randbytes(PAGE)
        os.pwrite(file, data, write.offset)
    elif fate > 0.8:
        for at in range(0, len(write.data), SECTOR):
            if chance.random() < 0.5:
                os.pwrite(file, write.data[at : at + SECTOR], write.offset + at)


def receive(connection: socket.socket) -> Request | None:
    """What is asked for next; None where the other side has left."""
    head = take(connection, 28)
    if len(head) < 28:
        return None
    magic, flags, kind, handle, offset, length = struct.unpack(">IHHQQI", head)
    if magic != REQUEST or kind == DISCONNECT:
        return None
    data = take(connection, length) if kind == WRITE else b""
    if kind == WRITE and len(data) < length:
        return None
    return Request(kind, flags, handle, offset, length, data)


def take(connection: socket.socket, length: int) -> bytes:
    """So many bytes, or fewer where the other side has gone."""
    parts = []
    while length:
        try:
            part = connection.recv(length)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
