"""The exhaustive sweep as a piece of work of an experiment: small enough to be done in one go."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ressac_lab.errors import TooLargeError
from ressac_lab.rules import Variant

# Part of every identity: changing it orphans what old stores hold.
LAYERS_VERSION = 1
MOST_BYTES = 2**31


def check_sweep(variant: Variant, epsilons: tuple[float, ...]) -> None:
    """Raise TooLargeError, with the numbers, if a sweep is too large for an experiment."""
    from ressac_lab.solve.layer_plan import LayerPlan
    from ressac_lab.solve.layers import memory_needed, mib

    plan = LayerPlan(variant, len(variant.wrecks), epsilons)
    if (needed := memory_needed(plan)) > MOST_BYTES:
        raise TooLargeError(
            f"two layers of an exhaustive sweep need {mib(needed)}, expected at most {mib(MOST_BYTES)}: "
            "'ressac-lab atlas' does larger ones"
        )


def sweep_maps(variant: Variant, epsilons: tuple[float, ...]) -> dict[str, Any]:
    """Return how many positions there are, and the row of every class of start maps by its id."""
    from ressac_lab.solve.atlas import atlas_rows
    from ressac_lab.solve.layer_files import LayerFiles
    from ressac_lab.solve.layer_plan import LayerPlan
    from ressac_lab.solve.layers import sweep_layers

    plan = LayerPlan(variant, len(variant.wrecks), epsilons)
    with tempfile.TemporaryDirectory(prefix="ressac-lab-") as folder:
        files = LayerFiles(Path(folder), plan)
        sweep_layers(files, workers=1)
        rows = atlas_rows(files)
    positions = sum(plan.positions(ply) for ply in range(plan.plies))
    return {"positions": positions, "maps": {row.map_class.id: row.table(0) for row in rows}}
