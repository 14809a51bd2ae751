"""The picture at the beginning of the design page is compared with the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "design.md").read_text()
_PARTS = "lessonboard.parts"
_ROOTS = ("blackboard", "reflect", "scheduler", "lessonboard")


def _picture() -> str:
    (picture,) = re.findall(r"```mermaid\n(.*?)```", PAGE, re.DOTALL)
    return str(picture)


def _boxes() -> dict[str, list[str]]:
    """Each package in the picture, with what is named inside it."""
    labels = re.findall(r'^ *\w+\["([\w/]+)<br>(.*)"\]$', _picture(), re.MULTILINE)
    boxes = {package: inside.split(" · ") for package, inside in labels}
    ((package, chain),) = re.findall(r"subgraph (\w+)\n *(.*)\n", _picture())
    return {**boxes, package: re.split(r" -\. \w+ \.-> ", chain)}


def _arrows() -> list[tuple[str, str]]:
    """The packages that are joined by a solid arrow, the importer first."""
    (chain,) = [line.split() for line in _picture().splitlines() if " --> " in line]
    names = [_PARTS if name == "parts" else name for name in chain if name != "-->"]
    return list(pairwise(names))


@pytest.fixture(scope="module")
def imports() -> set[tuple[str, str]]:
    """The packages of the picture that import each other."""
    graph = grimp.build_graph(*_ROOTS, cache_dir=None)
    modules = graph.modules
    pairs = (
        (_drawn(importer), _drawn(imported))
        for importer in modules
        for imported in graph.find_modules_directly_imported_by(importer)
    )
    return {(one, other) for one, other in pairs if one != other}


def _drawn(module: str) -> str:
    """The box that a module is in."""
    if f"{module}.".startswith(f"{_PARTS}."):
        return _PARTS
    return module.partition(".")[0]


def _paths(package: str, inside: list[str]) -> Iterator[Path]:
    for name in inside:
        folder = ROOT / package / name
        yield folder if folder.is_dir() else folder.with_suffix(".py")


def test_what_the_picture_names_is_there() -> None:
    """Every package, and every folder or module that is named inside it."""
    boxes = _boxes()
    assert {package.replace("/", ".") for package in boxes} == {*_ROOTS, _PARTS}
    assert [str(path) for package, inside in boxes.items()
            for path in _paths(package, inside) if not path.exists()] == []  # fmt: skip


def test_the_picture_has_every_part() -> None:
    """A new part is drawn, and a removed one is not."""
    parts = ROOT / "lessonboard" / "parts"
    folders = {path.parent.name for path in parts.glob("*/__init__.py")}
    assert set(_boxes()["lessonboard/parts"]) == folders


def test_an_arrow_is_an_import_and_no_import_goes_against_the_arrows(
    imports: set[tuple[str, str]],
) -> None:
    """Each package imports only what is below it in the picture, and something of the next."""
    arrows = _arrows()
    order = [arrows[0][0], *(lower for _, lower in arrows)]
    assert set(order) == {*_ROOTS, _PARTS}
    assert set(arrows) <= imports
    assert [pair for pair in sorted(imports) if order.index(pair[0]) > order.index(pair[1])] == []


def test_each_idea_lives_where_the_page_says() -> None:
    """The five designs that the product joins, and the modules of each."""
    (section,) = re.findall(r"^## Where each idea lives\n(.*?)^## ", PAGE, re.DOTALL | re.MULTILINE)
    rows = re.findall(r"^\| ([A-Z].*?) \| (`.*) \|$", section, re.MULTILINE)
    places = {idea: re.findall(r"`([\w./]+)`", where) for idea, where in rows}
    assert len(places) == 5
    assert all(places.values())
    assert [path for paths in places.values() for path in paths if not (ROOT / path).exists()] == []
