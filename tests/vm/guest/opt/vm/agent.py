"""The outside's hand in the machine: a JSON object a line comes in on a virtio port, and one goes back for each.

{"id": 1, "shell": "uname -r", "timeout": 60}          -> {"id": 1, "status": 0, "output": "..."}
{"id": 2, "play": [[17, 0, 0.05], [17, 1, 0.05]]}      -> {"id": 2, "times": [seconds, seconds]}
"""

import glob
import json
import os
import subprocess
import threading
import time

LABEL = "pinctrl-bcm2711"


def open_port(name):
    """The port of that name, once it is there."""
    while True:
        for path in glob.glob("/sys/class/virtio-ports/*/name"):
            with open(path) as file:
                if file.read().strip() == name:
                    return os.open("/dev/" + path.split("/")[-2], os.O_RDWR)
        time.sleep(0.05)


def pull(pin):
    """The file that pulls a pin up or down from outside."""
    with open("/sys/kernel/config/gpio-sim/pi/dev_name") as file:
        device = file.read().strip()
    return glob.glob(f"/sys/devices/platform/{device}/gpiochip*/sim_gpio{pin}/pull")[0]


def play(steps):
    """Pull pins, one after another: (pin, level, seconds until the next). When each was pulled, on the boot's clock."""
    files = {pin: open(pull(pin), "w", buffering=1) for pin in {int(step[0]) for step in steps}}  # noqa: SIM115
    times = []
    due = time.monotonic()
    try:
        for pin, level, pause in steps:
            times.append(time.clock_gettime(time.CLOCK_BOOTTIME))
            files[int(pin)].write("pull-up" if level else "pull-down")
            files[int(pin)].flush()
            due += pause
            time.sleep(max(0.0, due - time.monotonic()))
    finally:
        for file in files.values():
            file.close()
    return times


def shell(command, timeout):
    """What the command did, as root."""
    with subprocess.Popen(
        ["/bin/bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
            return {"status": process.returncode, "output": output.decode(errors="replace")}
        except subprocess.TimeoutExpired as late:
            process.kill()
            return {"status": 124, "output": (late.stdout or b"").decode(errors="replace")}


def answer(request):
    """The answer to one request."""
    try:
        if "shell" in request:
            return shell(request["shell"], request["timeout"])
        return {"times": play(request["play"])}
    except Exception as error:  # noqa: BLE001  # whatever it is, the outside must hear of it
        return {"error": repr(error)}


def main():
    """Serve for ever."""
    port = open_port("agent")
    sending = threading.Lock()

    def send(message):
        data = (json.dumps(message) + "\n").encode()
        with sending:
            while data:
                data = data[os.write(port, data) :]

    def serve(request):
        send({"id": request["id"], **answer(request)})

    send({"id": 0})
    received = b""
    while True:
        received += os.read(port, 65536)
        *lines, received = received.split(b"\n")
        for line in lines:
            threading.Thread(target=serve, args=(json.loads(line),), daemon=True).start()
        if not lines:
            time.sleep(0.01)  # a port that nobody holds reads as empty at once


if __name__ == "__main__":
    main()
