"""Trying the panel: does it take a picture, and does somebody see it as it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from device.boards.header import place_of
from device.doctor.asking import Person
from device.doctor.bus import device_of
from device.doctor.findings import Finding, unknown, well, wrong
from device.doctor.patient import Patient
from device.panel.wiring import I2C, Chip

if TYPE_CHECKING:
    from PIL import Image

Show = Callable[["Image.Image"], str]
"""Sends a picture to the panel; gives why that failed, or ""."""


def draw_picture() -> Image.Image:
    """A frame round the panel's edge, an arrow that points up, and words: what is wrong with a panel shows in it."""
    from device.panel.canvas import HEIGHT, WIDTH, Anchor, Canvas
    from device.panel.font import LARGE, SMALL

    canvas = Canvas()
    canvas.rectangle((0, 0, WIDTH, HEIGHT))
    for row in range(12):
        canvas.line(22 - row, 14 + row, 22 + row, 14 + row)
    canvas.fill((18, 26, 27, 50))
    canvas.text(84, 10, "up", LARGE, anchor=Anchor.CENTRE)
    canvas.text(84, 40, "commune doctor", SMALL, anchor=Anchor.CENTRE)
    return canvas.image


def examine(patient: Patient, show: Show, person: Person | None) -> Iterator[Finding]:
    """What becomes of a picture, as far as there is somebody to tell."""
    panel = patient.configuration.panel
    if not patient.system.there(device_of(panel.bus)):
        return  # the bus is a finding of its own
    why = show(draw_picture())
    if why:
        yield wrong("panel.lost", f"The panel can't be reached: {why}.", _wires(patient))
        return
    if person is None:
        yield unknown("panel.unseen", _taken(panel.bus), "Look at it: commune doctor at a terminal asks.")
        return
    if not person.ask('The panel shows a frame, an arrow and the word "up". Does it show anything?'):
        yield wrong("panel.dark", f"{_taken(panel.bus)} It shows nothing.", _wires(patient))
        return
    if not person.ask("Is the frame whole, at all four edges, and nothing outside it or doubled?"):
        other = Chip.SSD1306 if panel.chip is Chip.SH1106 else Chip.SH1106
        yield wrong(
            "panel.chip",
            "The picture is shifted or torn: the panel has another chip.",
            f'chip = "{other}" under [panel] in {patient.config}.',
        )
        return
    if not person.ask("Does the arrow point up, as the box stands?"):
        yield wrong(
            "panel.turned",
            "The picture stands on its head.",
            f"If the whole box is turned: upside_down = true in {patient.config}. If only the panel hangs that way: "
            f"rotated = {'false' if panel.rotated else 'true'} under [panel].",
        )
        return
    yield well("panel.seen", "The panel shows what it should.")


def _taken(bus: object) -> str:
    if isinstance(bus, I2C):
        return "The panel took a picture."
    return "A picture was sent to the panel, which can't answer on SPI."


def _wires(patient: Patient) -> str:
    bus = patient.configuration.panel.bus
    if isinstance(bus, I2C):
        other = 0x3D if bus.address == 0x3C else 0x3C
        return (
            f"Are SDA at {place_of(2)} and SCL at {place_of(3)}, not changed, and power and ground on? Is its address "
            f"0x{bus.address:02X}, not 0x{other:02X}? sudo i2cdetect -y {bus.port} shows who answers. See hardware.md."
        )
    return (
        f"Are DIN at {place_of(10)}, CLK at {place_of(11)}, CS at {place_of(8 - bus.device)}, DC at {place_of(bus.dc)} "
        f"and RST at {place_of(bus.reset)}, and power and ground on? See hardware.md."
    )
