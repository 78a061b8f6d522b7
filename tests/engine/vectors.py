"""The shared cases, a JSON object a line."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "vectors"


def read(name: str) -> list[dict[str, Any]]:
    """Every line of `name`.jsonl."""
    with open(FOLDER / f"{name}.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
