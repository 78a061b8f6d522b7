"""From inside the unit's sandbox, as the unit has it: what a box that was taken over could reach."""

from __future__ import annotations

import json

import pytest

from tests.vm.table import Table

pytestmark = pytest.mark.vm

PROBE = """
import errno, glob, json, os, socket, time
def tried(what):
    try:
        what()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
    return "yes"
def device(path):
    return lambda: os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
def connect(family, kind, address):
    with socket.socket(family, kind) as line:
        line.settimeout(5)
        line.connect(address)
def put(path):
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT))
gpio = sorted(glob.glob("/dev/gpiochip*"))[-1]
print(json.dumps({
    "own pins": tried(device(gpio)),
    "own bus": tried(device("/dev/i2c-1")),
    "own state": tried(lambda: put(os.environ["STATE_DIRECTORY"] + "/probe")),
    "network, IPv4": tried(lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 4444))),
    "network, IPv6": tried(lambda: connect(socket.AF_INET6, socket.SOCK_STREAM, ("::1", 4444))),
    "network, packets": tried(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close()),
    "kernel's events": tried(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()),
    "somebody's file": tried(lambda: open("/home/anna/letter").read()),
    "root's file": tried(lambda: open("/root/letter").read()),
    "passwords": tried(lambda: open("/etc/shadow").read()),
    "a world-writable folder": tried(lambda: put("/var/tmp/probe")),
    "the system": tried(lambda: put("/usr/probe")),
    "the configuration": tried(lambda: put("/etc/commune.toml")),
    "its own program": tried(lambda: put("/usr/share/commune/device/app.py")),
    "the disk": tried(device("/dev/vda")),
    "the kernel's log": tried(device("/dev/kmsg")),
    "another device": tried(device("/dev/tty0")),
    "memory": tried(device("/dev/mem")),
    "a pin through sysfs": tried(lambda: put("/sys/class/gpio/export")),
    "another process": tried(lambda: open("/proc/1/environ").read()),
    "the clock": tried(lambda: time.clock_settime(0, time.time())),
}))
"""

NOT_HERE = {"memory", "a pin through sysfs"}
"""What not even root has on every kernel."""
OWN = {"own pins", "own bus", "own state"}


def test_nothing_but_its_own_can_be_reached(table: Table) -> None:
    table.shows()
    machine = table.machine
    machine.wait_booted()
    machine.run(f"cat > /opt/vm/probe.py << 'END'\n{PROBE}\nEND", check=True)
    machine.run("useradd -m anna; echo dear > /home/anna/letter; echo dear > /root/letter", check=True)
    machine.run("chmod 644 /home/anna/letter /root/letter; chmod 666 /dev/tty0 /dev/kmsg; chmod 755 /home/anna /root")
    for address in ("127.0.0.1", "::1"):
        machine.run(f"(cd / && exec python3 -m http.server --bind {address} 4444) &> /dev/null &", check=True)
        machine.run(f"until exec 3<>/dev/tcp/{address}/4444; do sleep 0.2; done", check=True)
    outside = json.loads(machine.run("STATE_DIRECTORY=/var/tmp python3 /opt/vm/probe.py", check=True).output)
    refused = {name for name, answer in outside.items() if answer != "yes"}
    assert refused <= NOT_HERE, outside  # what the probe can't do outside either proves nothing inside
    drop_in = "/run/systemd/system/commune.service.d"
    service = "[Service]\nType=oneshot\nRestart=no\nWatchdogSec=0\nExecStart=\n"
    service += "ExecStart=/usr/bin/python3 -I /opt/vm/probe.py\n"
    machine.run(
        f"mkdir -p {drop_in} && printf '{service}' > {drop_in}/probe.conf && systemctl daemon-reload", check=True
    )
    try:
        machine.run("systemctl restart commune", check=True)
        told = machine.run(
            "journalctl --sync; journalctl -b -u commune -o cat --no-pager | grep '^{' | tail -1", check=True
        ).output
    finally:
        machine.run(f"rm {drop_in}/probe.conf; systemctl daemon-reload; systemctl restart commune")
    inside = json.loads(told)
    assert {name for name, answer in inside.items() if answer == "yes"} == OWN, inside
    table.shows()
