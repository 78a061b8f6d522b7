"""What frames are handed to: the thread of a display, or whatever stands in its place."""

from __future__ import annotations

from abc import abstractmethod

from PIL import Image

from device.closing import Closing
from device.panel.light import Light


class Panel(Closing):
    """What frames are handed to, for `with`; it tells by `Inbox.shown` which frame was really sent, in its time."""

    @abstractmethod
    def show(self, image: Image.Image, number: int, light: Light) -> None:
        """Take a frame, mode "1", 128 by 64, and how bright it is to be; the newest wins. Neither waits nor raises."""

    def stop(self, *, keep: bool) -> None:
        """Leave the last frame on the panel, or leave the panel dark, and end. Again it does nothing."""

    def close(self) -> None:
        """Leave it dark, and end."""
        self.stop(keep=False)
