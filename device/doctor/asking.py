"""Whom the doctor asks, where there is somebody."""

from __future__ import annotations

from typing import Protocol


class Person(Protocol):
    """Somebody who sits before the box and the terminal."""

    def ask(self, question: str) -> bool:
        """Whether they answer yes."""

    def tell(self, text: str) -> None:
        """Have them read this."""


class Terminal:
    """Whoever sits at this terminal."""

    def ask(self, question: str) -> bool:
        """Ask until it is yes or no; the end of the input is no."""
        while True:
            try:
                answer = input(f"{question} [y/n] ").strip().lower()
            except EOFError:
                return False
            if answer[:1] in ("y", "n"):
                return answer[0] == "y"

    def tell(self, text: str) -> None:
        """Write it."""
        print(text, flush=True)  # noqa: T201
