"""Which commands and files a guard means; when unsure, none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.guards.pattern import (
    CommandPattern,
    Form,
    fits_path,
    form_of,
    has_right,
    place,
    wrong_command,
)

OTHER_PROGRAM = CommandPattern(Form(("npm", "test")), Form(("bun", "test")))
WRAPPED = CommandPattern(Form(("pytest",)), Form(("uv", "run", "pytest")))
SETTING = CommandPattern(Form(("npm", "test")), Form(("npm", "test"), ("CI=1",)))
OPTION = CommandPattern(Form(("go", "test")), Form(("go", "test", "-tags", "unit")))
SURPLUS = CommandPattern(Form(("tsc", "--watch")), Form(("tsc",)))


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (OTHER_PROGRAM, "npm test"),
        (OTHER_PROGRAM, "npm test -- --watch"),
        (OTHER_PROGRAM, "cat package.json && npm 'test' 2>&1 | tail"),
        (WRAPPED, "pytest tests -q"),
        (SETTING, "npm test src"),
        (OPTION, "go test ./..."),
        (SURPLUS, "tsc -p . --watch"),
    ],
)
def test_the_form_that_fails(pattern: CommandPattern, line: str) -> None:
    """With other arguments too, however it is quoted, and beside what only looks."""
    assert wrong_command(pattern, line) is not None
    assert not has_right(pattern, line)


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (OTHER_PROGRAM, "bun test"),
        (OTHER_PROGRAM, "npm run test"),
        (OTHER_PROGRAM, "npm --prefix web test"),
        (OTHER_PROGRAM, "CI=1 npm test"),
        (OTHER_PROGRAM, "export CI=1 && npm test"),
        (OTHER_PROGRAM, "npm ci && npm test"),
        (OTHER_PROGRAM, "npm test $ARGS"),
        (OTHER_PROGRAM, "./npm test"),
        (WRAPPED, "uv run pytest"),
        (WRAPPED, ".venv/bin/pytest"),
        (WRAPPED, "source .venv/bin/activate && pytest"),
        (WRAPPED, "python -m pytest"),
        (SETTING, "CI=1 npm test"),
        (SETTING, "CI=true npm test"),
        (SETTING, "npm test --ci"),
        (OPTION, "go test -tags unit ./..."),
        (OPTION, "go test -tags=unit ./..."),
        (OPTION, "go test -run X ./..."),
        (SURPLUS, "tsc -p ."),
        (SURPLUS, "tsc --watch=false"),
    ],
)
def test_what_may_work(pattern: CommandPattern, line: str) -> None:
    """The right form, another way to call it, and whatever may mend what fails."""
    assert wrong_command(pattern, line) is None


@pytest.mark.parametrize(
    ("pattern", "line"),
    [(WRAPPED, "uv run pytest -q"), (SETTING, "CI=1 npm test"), (OPTION, "go test -tags unit .")],
)
def test_the_right_form(pattern: CommandPattern, line: str) -> None:
    """By which advice counts as followed."""
    assert has_right(pattern, line)


_WORD = st.text("abc-=./", min_size=1, max_size=4)
_FORMS = st.builds(
    Form, st.lists(_WORD, min_size=1, max_size=3), st.lists(st.just("A=1"), max_size=1)
)


@given(
    _FORMS, _FORMS, st.lists(st.sampled_from(["a", "b", "-c", "A=1", "x y", "&&", "|"]), max_size=6)
)
def test_nothing_is_both_wrong_and_right(one: Form, other: Form, words: list[str]) -> None:
    """A guard never refuses what it recommends."""
    if one == other:
        return
    pattern = CommandPattern(one, other)
    line = " ".join((*other.parts, *words))
    refused = wrong_command(pattern, line)
    assert refused is None or not pattern.is_right(refused)


def test_a_form_is_written_as_settings_and_words() -> None:
    """As it stands in an event."""
    form = form_of(["CI=1", "npm", "test", "A=2"])
    assert (form.settings, form.words) == (("CI=1",), ("npm", "test", "A=2"))
    assert form_of(form.parts) == form


def test_places_are_relative_to_the_repository() -> None:
    """And nowhere else."""
    assert place("/kite", "/kite", "") == ""
    assert place("/kite/", "/kite/web", ".") == "web"
    assert place("/kite", "/kite/web", "..") == ""
    assert place("/kite", "/kite", "/kite/web/") == "web"
    assert place("/kite", "/kites", "") is None
    assert place("/kite", "/kite", "..") is None


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("src/gen/", "src/gen/a/b.ts", True),
        ("src/gen/**", "src/gen/b.ts", True),
        ("**/*.gen.ts", "web/src/a.gen.ts", True),
        ("*.lock", "poetry.lock", True),
        ("*.lock", "web/poetry.lock", False),
        ("src/gen/*.ts", "src/gen/a/b.ts", False),
        ("a*b*c", "axxbyyc", True),
        ("a*b*c", "axxc", False),
        ("poetry.lock", "my-poetry.lock", False),
    ],
)
def test_files(pattern: str, path: str, fits: bool) -> None:
    """A star stays within a name, two stars go through folders."""
    assert fits_path(pattern, path) is fits
