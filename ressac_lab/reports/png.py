"""SVG pictures as PNG, by whichever renderer is installed; none is needed for anything else."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ressac_lab.errors import RessacError

# Preferred first: a module that renders, and how it is asked.
RENDERERS: tuple[tuple[str, Callable[[Any, str, float], bytes]], ...] = (
    ("resvg_py", lambda module, svg, zoom: bytes(module.svg_to_bytes(svg_string=svg, zoom=zoom))),
    ("cairosvg", lambda module, svg, zoom: bytes(module.svg2png(svg.encode(), scale=zoom))),
)


class NoRendererError(RessacError):
    """A PNG is asked for where nothing is installed that draws one."""


def png_of(svg: str, zoom: float = 2) -> bytes:
    """Return an SVG picture as PNG, ``zoom`` pixels to its unit; raise NoRendererError if nothing can."""
    for name, render in RENDERERS:
        try:
            module = import_module(name)
        # CairoSVG is there but its C library is not: an OSError.
        except (ImportError, OSError):
            continue
        return render(module, svg, zoom)
    raise NoRendererError(
        "no renderer for PNG is installed: expected resvg_py (pip install 'ressac-lab[png]') or cairosvg, "
        "or a file ending in .svg"
    )
