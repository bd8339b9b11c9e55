"""Writing an atlas: one row for each class of start maps, and the same with its provenance as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ressac_lab import __version__
from ressac_lab.reports.columns import ATLAS_CSV, spelled_out
from ressac_lab.reports.csv_files import csv_text, write_all
from ressac_lab.reports.rows import exhaustive_cells
from ressac_lab.solve.atlas import MapRow
from ressac_lab.solve.layer_plan import LayerPlan

NAMES = ("atlas.csv", "atlas.json")


def write_atlas(label: str, plan: LayerPlan, komi: float, rows: list[MapRow], folder: Path) -> list[Path]:
    """Write ``atlas.csv`` and ``atlas.json`` into a folder; return their paths.

    Raises StoreError if a file cannot be written; what was there before is then still whole.
    """
    columns = spelled_out(ATLAS_CSV, 0, plan.epsilons, plan.plies if plan.means else 0)
    table = atlas_table(label, plan, komi, rows)
    maps = ",\n".join(json.dumps(row, ensure_ascii=False) for row in table.pop("maps"))
    head = json.dumps({"made_by": f"ressac-lab {__version__}"} | table, indent=2, ensure_ascii=False)
    files = {
        folder / NAMES[0]: [csv_text([_cells(row, komi) for row in rows], columns)],
        folder / NAMES[1]: [f'{head[:-2]},\n  "maps": [\n{maps}\n  ]\n}}\n'],
    }
    write_all(files)
    return list(files)


def atlas_table(label: str, plan: LayerPlan, komi: float, rows: list[MapRow]) -> dict[str, Any]:
    """Return an atlas as plain data for JSON."""
    return {
        "variant": label,
        "rules": plan.variant.canonical_text(),
        "wrecks": plan.wrecks,
        "komi": komi,
        "positions": [plan.positions(ply) for ply in range(plan.plies)],
        "maps": [row.table(komi) for row in rows],
    }


def _cells(row: MapRow, komi: float) -> dict[str, Any]:
    table = row.table(komi)
    return {
        "map_class": row.map_class.id,
        "map_orbit": row.map_class.orbit,
        "map_symmetries": row.map_class.symmetries,
        "wrecks": " ".join(row.map_class.wrecks),
        **{name: table[name] for name in ("value", "fair_komi", "pie_value", "pie_opening")},
        **exhaustive_cells(table),
    }
