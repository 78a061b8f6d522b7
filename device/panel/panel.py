"""What frames are handed to: the thread of a display, or whatever stands in its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from PIL import Image

from device.panel.light import Light


class Panel(ABC):
    """What frames are handed to, for `with`; it tells by `Inbox.shown` which frame was really sent, in its time."""

    @abstractmethod
    def show(self, image: Image.Image, number: int, light: Light) -> None:
        """Take a frame, mode "1", 128 by 64, and how bright it is to be; the newest wins. Neither waits nor raises."""

    def stop(self, *, keep: bool) -> None:  # noqa: B027  # most panels only show
        """Leave the last frame on the panel, or leave the panel dark, and end. Again it does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop(keep=False)
