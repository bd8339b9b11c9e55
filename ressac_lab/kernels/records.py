"""Records of numbers that kernels take by their address."""

from __future__ import annotations

from typing import Any

import numpy as np


def new_record(record_type: np.dtype[Any]) -> Any:
    """Return a record of zeros; its pages take memory only once they are written to."""
    return np.zeros(1, dtype=record_type).view(np.recarray)[0]
