"""The box that is really here, to be tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.doctor.asking import Person
from device.doctor.examination import Tools
from device.doctor.looking import Show
from device.doctor.sweeping import listen
from device.doctor.wires import open_wires
from device.panel.wiring import Wiring

if TYPE_CHECKING:
    from PIL import Image


def live_tools(panel: Wiring, person: Person | None) -> Tools:
    """What touches this machine's own panel, pins and readers."""
    from device.pins.choice import open_factory

    return Tools(
        show=_shower(panel),
        open_wires=lambda pins: open_wires(pins, open_factory),
        listen=listen,
        person=person,
    )


def _shower(panel: Wiring) -> Show:
    def show(image: Image.Image) -> str:
        from luma.core.error import Error

        from device.commands.run import open_panel

        try:
            open_panel(panel).display(image)
        except (OSError, ImportError, Error) as error:
            return str(error)
        return ""

    return show
