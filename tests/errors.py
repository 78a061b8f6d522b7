"""An error in the log ends a run of tests, a walk or a soak; a box survives it."""

import logging


class Raises(logging.Handler):
    """Raises what is logged at the level ERROR, its traceback included, where it is logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(self.format(record))
