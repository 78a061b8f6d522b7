"""The bus that the panel is on: is it there, is it switched on, how fast is it."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.boot import boot_file, boot_settings
from device.doctor.findings import Finding, Mend, note, unknown, well, wrong
from device.doctor.patient import Patient
from device.panel.wiring import I2C, SPI

FAST = 400_000
"""Hertz, the fastest that these chips are specified for."""

FIX = "sudo commune doctor --fix does it; then sudo reboot."


def device_of(bus: I2C | SPI) -> str:
    """The device file of a panel's bus.

    >>> device_of(I2C()), device_of(SPI())
    ('/dev/i2c-1', '/dev/spidev0.0')
    """
    return f"/dev/i2c-{bus.port}" if isinstance(bus, I2C) else f"/dev/spidev{bus.port}.{bus.device}"


def examine(patient: Patient) -> Iterator[Finding]:
    """Whether it is there; and if so, its speed."""
    bus = patient.configuration.panel.bus
    device = device_of(bus)
    if patient.system.there(device):
        yield well("bus.there", f"The panel's bus is there, {device}.")
        if isinstance(bus, I2C):
            yield _speed(patient, bus)
    else:
        yield _missing(patient, bus, device)


def _speed(patient: Patient, bus: I2C) -> Finding:
    hertz = patient.system.number(f"/sys/bus/i2c/devices/i2c-{bus.port}/of_node/clock-frequency")
    if hertz is None:
        return unknown("bus.speedless", "The bus doesn't say how fast it is.")
    if hertz >= FAST:
        return well("bus.fast", f"It runs at {hertz // 1000} kHz.")
    if bus.port != 1:
        return note("bus.slow", f"It runs at {hertz // 1000} kHz; {FAST // 1000} would do.", "See hardware.md.")
    line = f"dtparam=i2c_arm_baudrate={FAST}"
    return note(
        "bus.slow",
        f"It runs at {hertz // 1000} kHz; at {FAST // 1000} a changed screen is there sooner.",
        f"{line} in {boot_file(patient.system) or 'config.txt'}: {FIX} With long wires leave it as it is.",
        Mend(lines=(line,)),
    )


def _missing(patient: Patient, bus: I2C | SPI, device: str) -> Finding:
    system = patient.system
    name = "I2C" if isinstance(bus, I2C) else "SPI"
    said = boot_settings(system, patient.model)
    usual = bus.port == (1 if isinstance(bus, I2C) else 0)
    if said is None:
        return patient.blame(
            "bus.none", f"The panel's bus isn't there, {device}.", f"Switch on {name}: sudo raspi-config, then reboot."
        )
    if not usual:
        others = [*system.names("/dev", "i2c-*"), *system.names("/dev", "spidev*")]
        there = f"there is {', '.join(others)}" if others else "there is no other either"
        return wrong(
            "bus.unusual",
            f"The panel's bus isn't there, {device}; {there}.",
            f"Is port right under [panel] in {patient.config}? Buses but i2c-1 and spidev0 need an overlay of their "
            f"own in {boot_file(system)}.",
        )
    names = ("i2c_arm", "i2c", "i2c1") if isinstance(bus, I2C) else ("spi",)
    on = any(said.get(f"dtparam.{parameter}", "off") in ("on", "true", "1", "yes") for parameter in names)
    if not on:
        lines = [f"dtparam={names[0]}=on"]
        if isinstance(bus, I2C) and not {f"dtparam.{name}_baudrate" for name in names} & set(said):
            lines.append(f"dtparam=i2c_arm_baudrate={FAST}")
        return wrong(
            "bus.off",
            f"{name} is switched off: {device} isn't there.",
            f"{' and '.join(lines)} in {boot_file(system)}: {FIX}",
            Mend(lines=tuple(lines)),
        )
    if isinstance(bus, I2C) and not _loaded(system.text("/proc/modules"), "i2c_dev"):
        return wrong(
            "bus.moduleless",
            f"I2C is switched on, but {device} isn't there: the module i2c-dev isn't loaded.",
            "sudo modprobe i2c-dev, which sudo commune doctor --fix does; the package has it loaded at every start.",
            Mend(command=("modprobe", "i2c-dev")),
        )
    return wrong(
        "bus.waiting",
        f"{name} is switched on in {boot_file(system)}, but {device} isn't there.",
        "sudo reboot. If that was done: is another overlay using its pins?",
    )


def _loaded(modules: str | None, name: str) -> bool:
    return any(line.split(" ")[0] == name for line in (modules or "").splitlines())
