"""What is closed at the end of `with`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """Base of what holds hardware, a file or a thread: `close` lets go of it, and `with` calls that."""

    @abstractmethod
    def close(self) -> None:
        """Let go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
