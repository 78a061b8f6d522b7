"""One panel on its wires: sends what changed, notices when the panel was lost, and sets it up again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from types import MappingProxyType

from device.panel.bus import Bus
from device.panel.chips import DISPLAY_OFF, DISPLAY_ON, NOTHING, SET_CONTRAST, address, initialisation, is_off, told_by
from device.panel.light import Light
from device.panel.packing import DARK
from device.panel.windows import WHOLE, Window, changed
from device.panel.wiring import Chip

CONTRASTS: Mapping[Light, int] = MappingProxyType({Light.FULL: 0xCF, Light.DIM: 0x08})
"""How bright each light is, 0 to 255; luma.oled's own is the full one."""

WHOLE_EVERY = 20
"""How many times a panel is asked whether it is there between two times that the whole frame is sent again."""


class Lost(Exception):
    """The panel can't be reached; the text says why."""


class Oled:
    """A panel that shows a frame when told to. Not for more than one thread.

    `chip` is what drives it, AUTO to ask; `contrasts` how bright each light is, 0 to 255. Nothing is touched before the
    first frame. After `Lost` the next call tries everything from the beginning, the initialisation included. Frames are
    `packing.SIZE` bytes, as `pack` makes them.
    """

    def __init__(self, bus: Bus, chip: Chip = Chip.AUTO, *, contrasts: Mapping[Light, int] = CONTRASTS) -> None:
        self._bus = bus
        self._contrasts = contrasts
        self._wanted = chip
        self._chip = chip
        self._sent: bytes | None = None  # what the panel's memory holds, if that is known
        self._frame = DARK
        self._light = Light.FULL
        self._asked = 0
        self._mute = False  # whether it didn't answer when it was asked last
        self._tells = False  # whether the panel's status can be believed

    def show(self, frame: bytes, light: Light = Light.FULL) -> None:
        """Have the panel show a frame, that bright; in the dark the frame waits for the light.

        Raises:
            Lost: not all of it could be sent.
        """
        before, self._frame, self._light = self._light, frame, light
        with self._losing():
            if self._sent is None:
                self._begin()
            elif light is Light.DARK:
                if before is not Light.DARK:
                    self._bus.command(DISPLAY_OFF)
            elif before is Light.DARK or self._was_off():
                self._begin()  # in the dark nothing tells whether it was lost meanwhile
            else:
                if light is not before:
                    self._bus.command(SET_CONTRAST, self._contrasts[light])
                self._send(changed(self._sent, frame, overhead=self._bus.overhead))

    def ask(self) -> None:
        """Find out whether the panel is there and on; set it up again if it isn't as it was left. Now and then send the
        whole frame: what a glitch put on the panel doesn't stay.

        Raises:
            Lost: it can't be reached.
        """
        if self._light is Light.DARK:
            return
        self._asked += 1
        with self._losing():
            if self._sent is None or self._was_off():
                self._begin()
            elif not self._tells:
                self._begin(quietly=True)
            elif self._asked % WHOLE_EVERY == 0:
                self._send(WHOLE)

    def close(self, *, keep: bool) -> None:
        """Leave the panel dark and empty, or with what it shows, and let go of the wires. Never raises."""
        with suppress(Lost), self._losing():
            if not keep and self._sent is not None:
                self._bus.command(DISPLAY_OFF)
                self._frame = DARK
                self._send(WHOLE)
        self._bus.close()

    @contextmanager
    def _losing(self) -> Iterator[None]:
        """What the panel shows is unknown when anything goes wrong."""
        from luma.core.error import Error

        try:
            yield
        except (OSError, Error, ImportError) as error:
            self._sent = None
            self._bus.close()
            raise Lost(getattr(error, "strerror", None) or str(error)) from error

    def _begin(self, *, quietly: bool = False) -> None:
        """Set the panel up, and send the whole frame before there is light; quietly, without a dark moment."""
        if self._sent is None:
            self._bus.open()
            self._chip = self._found() if self._wanted is Chip.AUTO else self._wanted
        self._sent = None
        self._bus.command(NOTHING)  # ends a command that was cut short when the panel was lost
        for command in initialisation(self._chip):
            if quietly and command[0] == DISPLAY_OFF:
                command = command[1:]
            self._bus.command(*command)
        self._send(WHOLE)
        if self._light is Light.DARK:
            return
        self._bus.command(SET_CONTRAST, self._contrasts[self._light])
        self._bus.command(DISPLAY_ON)
        status = self._status()
        self._tells = status is not None and not is_off(status)

    def _found(self) -> Chip:
        """The chip that is there; where it doesn't answer twice running, the one that was there, or the commonest."""
        try:
            status = self._bus.status()
        except OSError:
            if not self._mute:
                self._mute = True
                raise
            return self._chip if self._chip is not Chip.AUTO else told_by(None)
        self._mute = False
        return told_by(status)

    def _status(self) -> int | None:
        """The status byte, or None where there is none: some panels can be written to, and don't answer."""
        with suppress(OSError):
            return self._bus.status()
        return None

    def _was_off(self) -> bool:
        """Whether a panel that should shine doesn't: its power was away, and with it all that it was told."""
        return self._tells and is_off(self._bus.status() or 0)

    def _send(self, windows: tuple[Window, ...] | list[Window]) -> None:
        for window in windows:
            self._bus.command(*address(self._chip, window.page, window.left))
            self._bus.data(window.of(self._frame))
        self._sent = self._frame
