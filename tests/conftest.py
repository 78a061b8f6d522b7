"""For all tests: hypothesis looks for the same cases every time, so that a change fails by its own faults; and no test
may leave an error in the log that it doesn't expect.

HYPOTHESIS_EXPLORES=1 in the environment has it look elsewhere each time.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.errors import Raises

# A busy machine is not a failure.
settings.register_profile("steady", deadline=None, derandomize="HYPOTHESIS_EXPLORES" not in os.environ)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def _no_error_is_logged(request: pytest.FixtureRequest) -> Iterator[None]:
    """What the box survives is at fault all the same; a test that wants it to be is marked `errors`."""
    raises = Raises()
    if not request.node.get_closest_marker("errors"):
        logging.getLogger().addHandler(raises)
    yield
    logging.getLogger().removeHandler(raises)
