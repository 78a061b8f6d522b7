"""A bus whose panel takes everything and shows nothing: for what isn't about the panel."""

from __future__ import annotations


class Nowhere:
    """Bytes vanish in it; asked, it answers as an SSD1306 that is on."""

    overhead = 7

    def open(self) -> None:
        pass

    def command(self, *command: int) -> None:
        pass

    def data(self, data: bytes) -> None:
        pass

    def status(self) -> int:
        return 6

    def close(self) -> None:
        pass
