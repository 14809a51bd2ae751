"""Spans: what their hash leaves out, and what may be cited at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.events.payload import Evidence
from reflect.freshness.span import cite, digest, is_inside, is_trivial, lines_of, span_of

TEXT = "def tile(path):\n    with path.open() as file:\n        return file.read()\n"
LINES = st.lists(st.text("abc (){}=\t ", max_size=12), min_size=1, max_size=8)


@pytest.mark.parametrize(
    "form",
    [
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        f"\ufeff{TEXT}",
        TEXT.replace("\n", " \t\n"),
        TEXT.rstrip(),
        f"\n\n{TEXT}\n\n",
        "\n".join(f"\t{line}" for line in TEXT.splitlines()),
        "\n".join(f"        {line}" for line in TEXT.splitlines()),
    ],
    ids=["crlf", "cr", "bom", "trailing", "no end", "blank around", "tab", "deeper"],
)
def test_forms_that_say_the_same_have_one_hash(form: str) -> None:
    """Line ends, a byte order mark, trailing white space, common indentation do not count."""
    assert digest(form) == digest(TEXT)


@pytest.mark.parametrize(
    "other",
    [
        TEXT.replace("open", "Open"),
        TEXT.replace("        return", "    return"),
        TEXT.replace("\n", "\n\n", 1),
        TEXT.replace("(path)", "( path)"),
    ],
    ids=["case", "indentation", "empty line", "space inside"],
)
def test_whatever_may_matter_changes_the_hash(other: str) -> None:
    """A language may care for each of these."""
    assert digest(other) != digest(TEXT)


@given(LINES)
def test_a_quote_has_the_hash_of_what_it_quotes(lines: list[str]) -> None:
    """Quotes on the board lose the white space around them; normalising twice is once."""
    text = "\n".join(lines)
    assert digest(text.strip()) == digest(text) == digest("\n".join(lines_of(text)))


def test_evidence_cites_lines_without_the_empty_ones_around() -> None:
    """So that the first and the last line are lines of the quote."""
    cited = cite("e1", f"\n{TEXT}\n\n", "src/tile.py", first_line=6, session="s1")
    assert cited is not None
    assert (cited.first_line, cited.last_line, cited.sha256) == (7, 9, digest(TEXT))
    span = span_of(cited.model_dump())
    assert span is not None
    assert (span.height, span.text) == (3, TEXT.strip())


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/etc/passwd", TEXT),
        ("../a.py", TEXT),
        ("a\0.py", TEXT),
        ("", TEXT),
        ("x" * 1_001, TEXT),
        ("a.py", ""),
        ("a.py", "}\n}\n}\n"),
        ("a.py", TEXT * 30),
        ("a.py", f"{TEXT}token = '[redacted api-key]'\n"),
        ("a.py", f"{TEXT}[… 400 characters …]\n{TEXT}"),
    ],
    ids=["absolute", "above", "nul", "none", "long path", "empty", "braces", "long", "redacted",
         "shortened"],
)  # fmt: skip
def test_what_would_prove_nothing_is_not_cited(path: str, text: str) -> None:
    """Outside the repository, trivial, too long, or not the file's content."""
    assert cite("e1", text, path) is None


@pytest.mark.parametrize(
    "broken",
    [{"sha256": "0" * 64}, {"path": "a", "first_line": 2, "last_line": 1}, {"path": "a",
     "first_line": 1}, {"path": "a", "sha256": "x"}, {"path": "a", "first_line": 0,
     "last_line": 0}],
    ids=["no path", "backwards", "no last", "no hash", "line 0"],
)  # fmt: skip
def test_evidence_that_points_nowhere_is_refused(broken: dict[str, object]) -> None:
    """By the model's own validation."""
    with pytest.raises(ValueError, match="validation error"):
        Evidence.model_validate({"event_id": "e1", "quote": "x", **broken})


def test_few_or_short_lines_are_trivial() -> None:
    """Fewer than three lines with words, or than forty characters."""
    assert is_trivial(["{", "}", "return"])
    assert is_trivial(["a = 1", "b = 2", "c = 3"])
    assert not is_trivial(TEXT.splitlines())


def test_inside_is_told_by_words_alone() -> None:
    """A dot or two in a name lead nowhere."""
    assert is_inside("a/..b/c...d/.env")
    assert not is_inside("a\\..\\b")
