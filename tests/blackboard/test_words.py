"""How text becomes words, and how a query is read."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from blackboard.search import words as words_module
from blackboard.search.query import Clause, parse
from blackboard.search.words import _FOLD, parts, stem, words, words_and_parts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tests, testing; tested!", ["test", "test", "test"]),
        ("don't", ["dont"]),
        ("don\u2019t", ["dont"]),
        (
            "C++ and C# and F# and .NET",
            ["cplusplus", "and", "csharp", "and", "fsharp", "and", "dotnet"],
        ),
        ("(C++)", ["cplusplus"]),
        ("busy_timeout", ["busy", "timeout"]),
        ("src/auth/login.py", ["src", "auth", "login", "py"]),
        ("--noEmit", ["noemit"]),
        ("TS2345", ["ts2345"]),
        ("caf\u00e9 na\u00efve \u00fcber", ["caf", "naiv", "uber"]),
        ("\u6570\u636e\u5e93", ["\u6570", "\u636e", "\u5e93"]),
        ("\uff21\uff22\uff23", ["abc"]),
        ("\u2102 \u20a8", ["c", "rs"]),
        ("\0 * \" ' ^", []),
        ("", []),
    ],
)
def test_words_of_a_text(text: str, found: list[str]) -> None:
    """Words are lower-cased, stemmed, and free of accents and punctuation."""
    assert words(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("noEmit", ["no", "emit"]),
        ("HTTPParser", ["http", "parser"]),
        ("TS2345", ["ts", "2345"]),
        ("Login", []),
        ("README", []),
        ("plain words", []),
        ("2345", []),
    ],
)
def test_parts_of_compound_words(text: str, found: list[str]) -> None:
    """Humps, and letters beside digits, are words of their own."""
    assert parts(text) == found


@pytest.mark.parametrize("word", ["cache", "commit", "run", "try", "mock", "index", "test", "push"])
def test_forms_of_a_word_are_one(word: str) -> None:
    """A verb and its forms in -s and -ing meet in the same stem."""
    doubled = word + word[-1] if word in ("commit", "run") else word.removesuffix("e")
    forms = {"index": "indexes", "try": "tries", "push": "pushes"}.get(word, f"{word}s")
    assert len({words(form)[0] for form in (word, forms, f"{doubled}ing")}) == 1


@given(st.text())
def test_words_can_be_split_again(text: str) -> None:
    """Words hold no space and nothing that a query could take for syntax."""
    assert all(word.isalnum() for word in words(text) + parts(text))


@given(st.text())
def test_case_does_not_matter_for_plain_letters(text: str) -> None:
    """ASCII text is the same words in capitals."""
    plain = text.encode("ascii", "ignore").decode()
    assert words(plain) == words(plain.upper())


@given(st.text() | st.text("aB1'_ \u2019\u00e9\u00c9\u6570\u2102\ud800#+.n"))
def test_both_ways_of_folding_agree(text: str) -> None:
    """Folding ASCII by bytes and the rest by character is folding everything by character."""
    named = {"c++", "c#", "f#", ".net"}
    assume(not any(name in text.lower() for name in named))
    folded = text.translate(_FOLD).lower().split()
    assert words(text) == [stem(word) for word in folded]


@given(st.text() | st.text("aBc1X_ \u00e9\u6570"))
def test_words_and_parts_are_both(text: str) -> None:
    """Making words and parts in one pass gives what two passes give, as often as it is asked."""
    assert words_and_parts(text) == words_and_parts(text) == words(text) + parts(text)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text after text of new words takes no more memory, and no part is lost."""
    monkeypatch.setattr(words_module, "_MOST_REMEMBERED", 3)
    for letter in "bcdfghjk":
        found = words_and_parts(f"{letter}oBar{letter} bazQux")
        whole = [f"{letter}obar{letter}", "bazqux"]
        assert found == [*whole, f"{letter}o", f"bar{letter}", "baz", "qux"]
        assert len(words_module._memories[0]) <= 6


def _wanted(text: str) -> list[str]:
    return [clause.match for clause in parse(text).wanted]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("type-check testing", ['"typ check"', '"test"']),
        ("foo:bar", ['"foo bar"']),
        ('"exit code" zero', ['"exit cod"', '"zero"']),
        ('"never closed', ['"never clos"']),
        ("conf*", ['"conf" *']),
        ("*", []),
        ("", []),
        ("\0", []),
        ("a OR b AND c", ['"b"', '"c"']),
        ("NEAR(x y)", ['"near x"', '"y"']),
        ("^x {y}:z", ['"x"', '"y z"']),
        ("the", ['"the"']),
        ("the zebra", ['"zebra"']),
        ("zebra zebra", ['"zebra"']),
    ],
)
def test_queries_are_words_and_phrases(text: str, match: list[str]) -> None:
    """Whatever stands in a query becomes quoted words; common ones count only when alone."""
    assert _wanted(text) == match


def test_a_minus_excludes() -> None:
    """`-word` is excluded, a flag and a lone minus are not."""
    query = parse("build -flaky --noEmit - -x")
    assert query.excluded == (Clause(("flaky",), excluded=True),)
    assert '"noemit"' in [clause.match for clause in query.wanted]


@given(st.text())
def test_any_text_can_be_parsed(text: str) -> None:
    """Every clause is a quoted run of words."""
    query = parse(text)
    for clause in query.wanted + query.excluded:
        assert clause.match.removesuffix(" *") == f'"{" ".join(clause.words)}"'
        assert '"' not in clause.match.removesuffix(" *")[1:-1]
