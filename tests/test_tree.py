"""The floors of the house: sizes, exports, and no way out of the checkout."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from support import PROJECT

LONGEST_MODULE = 350
LONGEST_FUNCTION = 40

MODULES = sorted((PROJECT / "ressac_lab").rglob("*.py"))
PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md"), PROJECT / "pyproject.toml"])
DATA = sorted([*PROJECT.glob("variants/*"), *PROJECT.glob("experiments/*")])


def name_of(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


def functions_of(path: Path) -> list[tuple[str, int]]:
    """Return the functions of a module with their lengths, from ``def`` to the last line.

    Comments and blank lines count, decorators and the docstring do not: nobody should save on those.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        (node.name, lines_of(node) - (lines_of(node.body[0]) if ast.get_docstring(node) else 0))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def lines_of(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_the_package_is_found() -> None:
    names = {name_of(path) for path in MODULES}
    assert {"ressac_lab/errors.py", "ressac_lab/kernels/layout.py"} <= names
    assert functions_of(PROJECT / "ressac_lab" / "seeds.py") == [("seed_of", 6), ("generator", 2)]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_is_longer_than_350_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_function_is_longer_than_40_lines(path: Path) -> None:
    assert [(name, lines) for name, lines in functions_of(path) if lines > LONGEST_FUNCTION] == []


@pytest.mark.parametrize("path", [*MODULES, *PAGES, *DATA], ids=name_of)
def test_nothing_points_out_of_the_checkout(path: Path) -> None:
    # Spelled in two parts, so that this file passes its own test.
    assert "../" + "shared" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [path for path in MODULES if path.name == "__init__.py"], ids=name_of)
def test_a_package_file_exports_and_does_not_compute(path: Path) -> None:
    docstring, *rest = ast.parse(path.read_text(encoding="utf-8")).body
    assert isinstance(docstring, ast.Expr)
    for statement in rest:
        if isinstance(statement, ast.Assign):
            ast.literal_eval(statement.value)
        else:
            assert isinstance(statement, ast.Import | ast.ImportFrom)
