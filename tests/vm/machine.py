"""The machine: boots a disk under an emulator, runs commands in it, presses its keys, hears its bus, pulls its plug.

    with Machine(image("box"), high=HIGH) as machine:
        machine.wait_booted()
        machine.press("ok")
        print(machine.run("systemctl status commune").output)

Everything is emulated, many times slower than a real one, and unevenly so: wait for what must happen, never for how
long that takes. Its own clock counts instructions, one a nanosecond, while it is busy, and follows ours while it is
idle: so a key is down for as long as it was meant to be, and a watchdog doesn't bark, however busy this machine is.
"""

from __future__ import annotations

import base64
import ctypes
import itertools
import json
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

from engine.value import value
from tests.vm.cache import cache
from tests.vm.disk import Disk
from tests.vm.keys import steps
from tests.vm.wires import Transfer, Wires

PATIENCE = 300.0
"""Seconds that something to be seen is waited for: a machine may be slow, and is never to be hurried."""

BUS_PORT = 0x505
TOO_LONG = 124
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG: an orphan would go on for ever


class MachineError(RuntimeError):
    """The machine, or a command in it, did not do what was asked."""


@value
class Result:
    """What a command in the machine did.

    Attributes:
        status: its exit status; 124 where it took too long.
        output: what it wrote, errors included.
    """

    status: int
    output: str


class Machine:
    """A machine that is on. `with` cuts its power, however the block is left. For the main thread.

    `keep`: what is flushed stays on the image; else the image stays as it was. `log`: remember every write to the
    disk. `high`: pins that are high before any daemon starts.
    """

    def __init__(self, image: Path, *, keep: bool = False, log: bool = False, high: Sequence[int] = ()) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="run-", dir=cache()))
        self.started = time.monotonic()
        self._numbers = itertools.count(1)
        self._answers: dict[int, dict[str, Any]] = {}
        self._received = b""
        self.disk = Disk(image, keep=keep, log=log)
        self._wires = Wires(self.disk)
        self._agent, theirs = socket.socketpair()
        kernel = cache() / "kernel"
        line = (
            "console=ttyS0 root=/dev/vda rw panic=-1 quiet loglevel=4 systemd.show_status=0 fsck.mode=skip TERM=dumb "
            "mitigations=off audit=0 lsm=landlock,yama,bpf nowatchdog init_on_alloc=0 transparent_hugepage=never "
            "norandmaps "  # a program that is where it was need not be translated again by the emulator
            f"vm.high={','.join(map(str, high))}"
        )
        ends = {"disk": self._wires.disk_end, "bus": self._wires.bus_end, "agent": theirs}
        fd = {name: end.fileno() for name, end in ends.items()}
        command = [
            "qemu-system-x86_64", "-machine", "q35", "-accel", "tcg", "-icount", "shift=0", "-cpu", "kvm64",
            "-m", "512", "-nodefaults", "-display", "none", "-no-reboot",
            "-kernel", str(kernel / "kernel"), "-initrd", str(kernel / "initrd"), "-append", line,
            "-serial", f"file:{self.folder / 'console'}",
            "-blockdev", f"driver=nbd,node-name=disk,server.type=fd,server.str={fd['disk']}",
            "-device", "virtio-blk-pci,drive=disk",
            "-device", "virtio-rng-pci", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,fd={fd['agent']}", "-device", "virtserialport,chardev=agent,name=agent",
            "-chardev", f"socket,id=bus,fd={fd['bus']}", "-device", f"isa-debugcon,iobase={BUS_PORT:#x},chardev=bus",
        ]  # fmt: skip
        with (self.folder / "qemu").open("wb") as output:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=list(fd.values()),
                preexec_fn=lambda: ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL),
            )
        theirs.close()
        self._wires.start()

    # On and off

    def wait_agent(self, timeout: float = PATIENCE) -> float:
        """Wait until commands can be run, which is before the daemons start; the seconds since power-on."""
        if 0 not in self._answers:
            self._answers[0] = self._wait(0, timeout)
        return time.monotonic() - self.started

    def wait_booted(self, timeout: float = PATIENCE) -> float:
        """Wait until systemd has nothing left to start; the seconds since power-on.

        Raises:
            MachineError: it doesn't come to that.
        """
        self.wait_agent(timeout)
        told = self.run("systemctl is-system-running --wait", timeout)
        if told.status == TOO_LONG:
            raise MachineError(f"it hasn't booted within {timeout:.0f} s of its own")
        return time.monotonic() - self.started

    def wait_listening(self, timeout: float = PATIENCE) -> None:
        """Wait until the box hears its keys: some time after its first picture."""
        self.wait_agent(timeout)
        self.run("until systemctl -q is-active commune; do sleep 0.3; done", timeout, check=True)

    def cut_power(self, chance: Random | None = None) -> int:
        """Be off at once; how many writes to the disk had not been flushed. With `chance` some of them are there."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._wires.finish()
        self._agent.close()
        return self.disk.cut(chance)

    @property
    def on(self) -> bool:
        """Whether it is on."""
        return self._process.poll() is None

    def power_off(self, timeout: float = PATIENCE) -> None:
        """Shut down in order, and wait for the end of it."""
        self._send({"shell": "systemctl poweroff", "timeout": timeout})
        self.wait_off(timeout)

    def wait_off(self, timeout: float = PATIENCE) -> None:
        """Wait until the machine has switched itself off.

        Raises:
            MachineError: it didn't.
        """
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise MachineError(f"it is still on after {timeout:.0f} s; {self.last_words()}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is not None:
            self.tell()
        if self._agent.fileno() >= 0:
            self.cut_power()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Commands

    def run(self, command: str, timeout: float = 120, *, check: bool = False) -> Result:
        """Run a command by bash, as root.

        Raises:
            MachineError: it failed and was to be checked, or the machine doesn't answer.
        """
        answer = self._wait(self._send({"shell": command, "timeout": timeout}), 10 * timeout)  # its time may be slow
        result = Result(answer["status"], answer["output"])
        if check and result.status:
            raise MachineError(f"status {result.status} of {command}\n{result.output}")
        return result

    def put(self, source: Path, target: str) -> None:
        """Copy a file into the machine."""
        data = base64.b64encode(source.read_bytes()).decode()
        self.run(f"rm -f {target}.b64", check=True)
        for at in range(0, len(data), 60_000):  # a command has room for 128 KiB
            self.run(f"echo {data[at : at + 60_000]} >> {target}.b64", check=True)
        self.run(f"base64 -d {target}.b64 > {target} && rm {target}.b64", check=True)

    # Keys and bus

    def press(self, *words: str) -> list[float]:
        """Press keys: `ok`, `up`, `hold-call` …; when each went down, in seconds since the kernel started."""
        return self.play(steps(*words))[1::3]

    def press_and_go(self, *words: str) -> None:
        """The same, but do not wait for the fingers."""
        self._send({"play": steps(*words)})

    def play(self, plan: Sequence[tuple[int, int, float]]) -> list[float]:
        """Pull pins, one after another: pin, level, seconds until the next; when each was pulled."""
        answer = self._wait(self._send({"play": list(plan)}), 300 + 10 * sum(step[2] for step in plan))
        return [float(time) for time in answer["times"]]

    def heard(self, since: int, timeout: float = 0.0) -> list[Transfer]:
        """What the bus has carried from transfer number `since` on; also after a cut."""
        return self._wires.heard(since, timeout)

    def bus(self, **settings: int) -> None:
        """Set the bus: `fault`, `skip`, `delay_ms`, `present`, `status`; see kernel/vm-bus.c."""
        folder = "/sys/module/vm_bus/parameters"
        self.run(" && ".join(f"echo {number} > {folder}/{name}" for name, number in settings.items()), check=True)

    # The line to the agent

    def _send(self, request: dict[str, object]) -> int:
        number = next(self._numbers)
        self._agent.settimeout(60)
        self._agent.sendall((json.dumps({"id": number, **request}) + "\n").encode())
        return number

    def _wait(self, number: int, timeout: float) -> dict[str, Any]:
        end = time.monotonic() + timeout
        while number not in self._answers:
            left = end - time.monotonic()
            if left <= 0:
                raise MachineError(f"no answer within {timeout:.0f} s; {self.last_words()}")
            self._agent.settimeout(left)
            try:
                data = self._agent.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                data = b""
            if not data:
                raise MachineError(f"the emulator has ended; {self.last_words()}")
            self._received += data
            *lines, self._received = self._received.split(b"\n")
            for message in map(json.loads, lines):
                self._answers[message["id"]] = message
        answer = self._answers.pop(number)
        if "error" in answer:
            raise MachineError(f"the agent: {answer['error']}")
        return answer

    def tell(self) -> Path:
        """Leave its journal, as far as it can still tell, and what emulator and console said; the file."""
        try:
            told = self.run("journalctl -b --no-pager -o short-monotonic; systemctl status commune --no-pager", 10)
            journal = told.output
        except (MachineError, OSError) as error:
            journal = f"no journal: {error}"
        file = cache() / "failed" / f"{self.folder.name.replace('run', 'machine')}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"{journal}\n{self.last_words()}")
        return file

    def last_words(self) -> str:
        """What emulator and console said last."""
        texts = [path.read_text(errors="replace")[-2000:] for path in self.folder.iterdir() if path.is_file()]
        return "emulator and console said:\n" + "\n".join(texts)
