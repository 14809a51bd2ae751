"""Makes `rows.py`, the types of the views' rows: `python -m blackboard.views.generate`."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

from blackboard.views import VIEWS
from blackboard.views.view import View

FILE = Path(__file__).with_name("rows.py")

_HEAD = '''\
"""The rows of the views as mypy sees them; made by `python -m blackboard.views.generate`.

When the program runs they are plain dictionaries: to make the classes takes 0.01 s, at each start.
"""
# fmt: off

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from typing import Literal, Protocol, TypedDict, final, overload

    from blackboard.vocabulary import (
        GuardState,
        InsightCategory,
        NextStep,
        Phase,
        Place,
        Proof,
        Scope,
        Severity,
        Signed,
        Status,
        Trust,
    )

Where = Mapping[str, Any]
After = tuple[Any, str]
"""Of the row after which to go on, the value of the column in the order, and the key."""
'''
_READS = """

class _Read{what}(Protocol):
{overloads}"""
_TYPED = '''

def {name}(method: Callable[..., Any]) -> _Read{what}:
    """The method, with the type of each view's rows."""
    return cast("_Read{what}", method)
'''
_RULE = '''

RuleRow = LessonRow | InsightRow
"""What may be put before agents, and what people decide about."""
'''
_VIEW = """    @overload
    def __call__(
        self, name: {name}, *, where: Where | None = None,
        order: str | None = None, limit: int | None = None, after: After | None = None,
    ) -> list[{row}]: ...
"""
_ROW = """    @overload
    def __call__(self, name: {name}, key: str) -> {row}: ...
"""


def row_type(view: View) -> str:
    """The name of the class of a view's rows.

    >>> [row_type(view) for view in VIEWS if view.name in ("lessons", "step_cards", "work")]
    ['LessonRow', 'WorkRow', 'StepCardRow']
    """
    return view.name.removesuffix("s").replace("_", " ").title().replace(" ", "") + "Row"


def text() -> str:
    """The whole file."""
    classes = "".join(map(_class, VIEWS)) + _RULE + _reads("View", _VIEW) + _reads("Row", _ROW)
    plain = "".join(f"    {row_type(view)} = dict[str, Any]\n" for view in VIEWS)
    return (
        f"{_HEAD}\nif TYPE_CHECKING:{indent(classes, '    ').rstrip()}\n"
        f"else:\n{plain}    RuleRow = dict[str, Any]\n"
        + _TYPED.format(what="View", name="typed_view")
        + _TYPED.format(what="Row", name="typed_row")
    )


def _class(view: View) -> str:
    columns = "".join(f"    {name}: {each.python}\n" for name, each in view.columns.items())
    head = f'class {row_type(view)}(TypedDict):\n    """A row of `{view.name}`."""'
    return f"\n\n@final\n{head}\n\n{columns}"


def _reads(what: str, form: str) -> str:
    rows = {f'Literal["{view.name}"]': row_type(view) for view in VIEWS}
    overloads = "".join(
        form.format(name=literal, row=row) for literal, row in {**rows, "str": "Any"}.items()
    )
    return _READS.format(what=what, overloads=overloads)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
