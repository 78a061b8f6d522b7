"""How hypothesis looks for cases: the same ones every time, so that a change fails by its own faults.

HYPOTHESIS_EXPLORES=1 in the environment has it look elsewhere each time.
"""

from __future__ import annotations

import os

from hypothesis import settings

# A busy machine is not a failure.
settings.register_profile("steady", deadline=None, derandomize="HYPOTHESIS_EXPLORES" not in os.environ)
settings.load_profile("steady")
