"""Which commands and files a guard means; when unsure, none."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.guards.pattern import (
    CommandPattern,
    Form,
    fits_path,
    form_of,
    has_right,
    instead_of,
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


def _all(alphabet: str, longest: int) -> list[str]:
    return ["".join(word) for size in range(longest + 1) for word in product(alphabet, repeat=size)]


def test_a_star_is_any_part_of_a_name() -> None:
    """Every pattern of up to five signs with every name of up to five."""
    names = _all("ab", 5)
    for pattern in _all("ab*", 5):
        meant = re.compile(pattern.replace("*", ".*"))
        assert [name for name in names if fits_path(pattern, name)] == [
            name for name in names if meant.fullmatch(name)
        ], pattern


_PARTS = {"a": "a/", "*": "[^/]+/", "**": "(?:[^/]+/)*"}


def test_two_stars_are_any_folders() -> None:
    """Every pattern of up to four parts with every path of up to four."""
    paths = ["/".join(parts) for size in range(1, 5) for parts in product("ab", repeat=size)]
    for parts in (each for size in range(1, 5) for each in product(_PARTS, repeat=size)):
        meant = re.compile("".join(map(_PARTS.__getitem__, parts)))
        assert [path for path in paths if fits_path("/".join(parts), path)] == [
            path for path in paths if meant.fullmatch(f"{path}/")
        ], parts


def test_a_form_fits_what_begins_so_and_has_its_other_words_in_order() -> None:
    """More words and settings may stand between; another order or beginning does not fit."""
    form = Form(("go", "test", "-tags", "unit"), ("A=1", "B=2"))
    assert form.lead == 2
    assert form.size == 6
    settings = ("B=2", "C=3", "A=1")
    assert form.fits(("go", "test", "-v", "-tags", "-x", "unit", "./..."), settings)
    assert form.fits(("go", "test", "-tags", "unit"), ("A=1", "B=2"))
    for words in (("go", "test", "unit", "-tags"), ("go", "-tags", "test", "unit"),
                  ("go", "test", "-tags"), ("test", "-tags", "unit"), ()):  # fmt: skip
        assert not form.fits(words, settings), words
    assert not form.fits(form.words, ("A=1",))
    assert Form(("a", "b")).lead == 2


def test_forms_are_the_same_whatever_the_order_of_settings() -> None:
    """And nothing else is the same as one."""
    form = Form(("b",), ("A=1", "B=2"))
    same = Form(["b"], ["B=2", "A=1"])
    assert form == same
    assert hash(form) == hash(same)
    assert str(form) == "A=1 B=2 b"
    for other in (Form(("a",), form.settings), Form(("c",), form.settings), Form(("b",)),
                  Form(("b",), ("A=1", "C=3")), "A=1 B=2 b"):  # fmt: skip
        assert form != other


@pytest.mark.parametrize(
    ("pattern", "line", "wrong", "right"),
    [
        # the right form is larger and fits as well: it is the one that is meant
        (CommandPattern(Form(("npm",)), Form(("npm", "ci"))), "npm ci", False, True),
        (CommandPattern(Form(("npm",)), Form(("npm", "ci"))), "npm i", True, False),
        # the wrong form is larger
        (CommandPattern(Form(("npm", "ci")), Form(("npm",))), "npm ci", True, False),
        (CommandPattern(Form(("npm", "ci")), Form(("npm",))), "npm i", False, True),
        # of two forms of one size that both fit, nothing is refused
        (CommandPattern(Form(("x", "-a")), Form(("x", "-b"))), "x -a -b", False, True),
        # where options are all that is lacking, another option may do the same
        (CommandPattern(Form(("x",)), Form(("x", "-b"))), "x -c", False, False),
        (CommandPattern(Form(("x", "-a")), Form(("x", "-a", "-b"))), "x -a", True, False),
        (CommandPattern(Form(("x", "-a")), Form(("y", "-b"))), "x -a -c", True, False),
        # a setting that the failing form has, and one that it has not
        (CommandPattern(Form(("x",), ("A=1",)), Form(("x",))), "A=1 x", True, False),
        (CommandPattern(Form(("x",), ("A=1",)), Form(("x",))), "x", False, True),
        (CommandPattern(Form(("x",), ("A=1",)), Form(("y",))), "A=1 B=2 x", False, False),
        (CommandPattern(Form(("x",), ("B=2",)), Form(("y",))), "A=1 x", False, False),
    ],
)
def test_which_of_two_forms_is_meant(
    pattern: CommandPattern, line: str, wrong: bool, right: bool
) -> None:
    """The larger one that fits; where nothing tells them apart, the right one."""
    assert (wrong_command(pattern, line) is not None, has_right(pattern, line)) == (wrong, right)


def test_the_right_form_keeps_the_other_words() -> None:
    """Where it is only another start; nothing is made up where it is not."""
    pattern = CommandPattern(Form(("rtk", "bun")), Form(("bun",), ("CI=1",)))
    command = wrong_command(pattern, "rtk bun test -v")
    assert command is not None
    assert instead_of(pattern, command) == "CI=1 bun test -v"
    apart = CommandPattern(Form(("go", "-x")), Form(("go",)))
    command = wrong_command(apart, "go test -x")
    assert command is not None
    assert instead_of(apart, command) == ""
