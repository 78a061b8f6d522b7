"""Which pin factory the box uses. Never another one than it says."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

from device.errors import PinsUnusable
from device.journal import Log
from device.pins.chips import header_chip
from engine.errors import listed, quoted

log = Log(__name__)

VARIABLE = "GPIOZERO_PIN_FACTORY"
"""The environment variable that chooses a pin factory in all programs that use gpiozero."""

GROUP = "gpiozero_pin_factories"
"""What pin factories are listed under by those who install them."""


def open_factory() -> Any:
    """A pin factory of gpiozero's: the one that `GPIOZERO_PIN_FACTORY` names; else the one over gpiod, version 2; else,
    where that package is missing, lgpio's, which is logged. Whoever opens it closes it.

    Raises:
        PinsUnusable: it can't be used, or neither can; with every reason.
    """
    name = os.environ.get(VARIABLE)
    if name:
        return _named(name)
    missing = gpiod_missing()
    if not missing:
        return _checked(_open_gpiod, "The pins can't be used: ")
    factory = _checked(_open_lgpio, f"The pins can't be used: {missing}, and lgpio doesn't do either: ")
    log.warning("lgpio is used for the pins, which wakes the processor 1,700 times a second: %s.", missing)
    return factory


def gpiod_missing() -> str:
    """Why libgpiod's Python package can't be used, in words that go on; "" if it can."""
    try:
        import gpiod
    except ImportError as error:
        return f"there is no package gpiod, Debian's python3-libgpiod ({error})"
    if not hasattr(gpiod, "LineSettings"):
        return "the package gpiod is version 1, and 2 is needed"
    return ""


def _named(name: str) -> Any:
    lead = f"The pin factory {quoted(name)}, which {VARIABLE} asks for, can't be used: "
    # gpiozero searches every package that is installed for these, which takes long.
    known = {"gpiod": _open_gpiod, "lgpio": _open_lgpio, "mock": _open_mock}
    if name.lower() in known:
        return _checked(known[name.lower()], lead)
    from importlib.metadata import entry_points

    group = entry_points(group=GROUP)
    found = [*group.select(name=name), *group.select(name=name.lower())]
    if found:
        return _checked(lambda: found[0].load()(), lead)
    names = sorted({entry.name for entry in group} | set(known))
    raise PinsUnusable(f"{lead}there is none of that name, only {listed(names)}.")


def _checked(open_it: Callable[[], Any], lead: str) -> Any:
    """What `open_it` opens, if it knows what Pi it is on: gpiozero touches no pin before it does."""
    import gpiozero

    try:
        factory = open_it()
    except PinsUnusable as error:
        raise PinsUnusable(lead + str(error)) from None
    except Exception as error:  # noqa: BLE001  # each library has errors of its own, and any is a reason
        raise PinsUnusable(lead + sentence(error)) from None
    try:
        _ = factory.board_info if hasattr(type(factory), "board_info") else factory.pi_info
    except (gpiozero.GPIOZeroError, OSError, ValueError) as error:
        factory.close()
        raise PinsUnusable(lead + sentence(error)) from None
    return factory


def _open_gpiod() -> Any:
    missing = gpiod_missing()
    if missing:
        raise PinsUnusable(f"{missing}.")
    from device.pins.factory import GpiodFactory

    return GpiodFactory()


def _open_lgpio() -> Any:
    from contextlib import chdir
    from tempfile import TemporaryDirectory

    # It leaves a pipe in the folder it is imported in, and fails where it can't: a daemon's is the root folder.
    with TemporaryDirectory() as folder, chdir(folder):
        from gpiozero.pins.lgpio import LGPIOFactory

    chip = header_chip()
    return LGPIOFactory(chip=int(re.sub(r"\D", "", chip.name)))


def _open_mock() -> Any:
    from gpiozero.pins.mock import MockFactory

    return MockFactory()


def sentence(error: BaseException) -> str:
    """What an error says, as a sentence; its name where it says nothing."""
    text = str(error) or type(error).__name__
    return text if text.endswith(".") else f"{text}."
