"""The box that is really here, to be tried."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from device.doctor.asking import Person
from device.doctor.examination import Tools
from device.doctor.sweeping import listen
from device.doctor.wires import open_wires
from device.panel.wiring import Wiring

if TYPE_CHECKING:
    from PIL import Image


@contextmanager
def live_tools(panel: Wiring, person: Person | None) -> Iterator[Tools]:
    """What touches this machine's own panel, pins and readers. The panel is left dark."""
    from device.panel.bus import bus_for
    from device.panel.oled import Lost, Oled
    from device.panel.packing import pack
    from device.pins.header import Pins

    with Pins() as pins:
        oled = Oled(bus_for(panel.bus, pins.output), panel.chip)

        def show(image: Image.Image) -> str:
            try:
                oled.show(pack(image, rotated=panel.rotated))
            except Lost as lost:
                return str(lost)
            return ""

        try:
            yield Tools(
                show=show, open_wires=lambda names: open_wires(names, pins.switches), listen=listen, person=person
            )
        finally:
            oled.close(keep=False)
