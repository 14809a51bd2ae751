"""Shell lines and texts, as hooks take them apart without regular expressions."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from blackboard.search.file_names import file_name, paths, same_file
from blackboard.search.shell import RUNNERS, prefixes, simple_commands

words = st.sampled_from(
    ["git", "npm", "run", "build", "python", "-m", "pytest", "make", "tiles", "cd", "x", "A=b",
     "sudo", "env", "--flag", "src/a.py", "'q", '"', "(", ")", "$(", "`", "echo", "2>&1", "&>f",
     "<<EOF", "\n", "&&", "||", "|", ";", "&", "é", "\x00", "time", "!", "uv", "docker"]
)  # fmt: skip
lines = st.one_of(st.lists(words, max_size=12).map(" ".join), st.text(max_size=60))


@given(lines)
@example("(((")
@example("= = =")
@example("&" * 10)
def test_every_line_has_its_commands(line: str) -> None:
    """Whatever it is, what is found are the words of the line, none of them empty at the front."""
    for found in simple_commands(line):
        assert found[0]
        assert all(word in line for word in found)


@given(lines)
def test_prefixes_begin_with_their_program(line: str) -> None:
    """Each once; only those of runners have subcommands, of three words at most and no option."""
    found = prefixes(line)
    assert len(found) == len(set(found))
    for each in found:
        program, *rest = each.split(" ")
        assert program in found
        assert not rest or program in RUNNERS
        assert len(rest) <= 2
        assert rest[:1] == ["-m"] or all(word[:1].isalpha() for word in rest)


@given(lines)
def test_taking_a_prefix_apart_again_adds_nothing(line: str) -> None:
    """So that it does not matter how often it was done."""
    found = prefixes(line)
    clean = [each for each in found if re.fullmatch(r"[\w. -]+", each)]
    assert {again for each in clean for again in prefixes(each)} <= set(found)


def test_what_follows_a_here_document_is_data() -> None:
    """Words that stand in a text are not commands."""
    assert prefixes("cat > a.txt <<EOF\ngit push && make tiles\nEOF") == ["cat"]


chunks = st.sampled_from(
    ["src/auth/login.py", "README.md", "e.g.", "1.5", "...", "a.b.c", "https://x.org/a.html",
     "./x.ts", "x.py:12", "C:\\a\\b.py", "(x.py)", "`y.go`", ".env", "a/.b", "é.py", "@x/y.js",
     "x." + "a" * 20,      ".", "/", "//", "a/b", "x.PY", "x.py.", "node_modules/x.d.ts"]
)  # fmt: skip
texts = st.one_of(st.lists(chunks, max_size=8).map(" ".join), st.text(max_size=80))


@given(texts)
def test_paths_stand_in_the_text(text: str) -> None:
    """Each once, in full, with an ending that begins with a letter."""
    found = paths(text)
    assert len(found) == len(set(found))
    for path in found:
        assert path in text
        assert not any(sign.isspace() for sign in path)
        ending = path.rsplit(".", 1)[1]
        assert ending[0].isalpha()
        assert len(ending) <= 8
        assert paths(path) in ([path], [path.removeprefix("./")])


@given(texts)
def test_a_file_is_the_same_as_itself_below_any_folder(text: str) -> None:
    """However it is given; and a longer name is another file."""
    for path in paths(text):
        assert same_file(path, f"/home/me/app/{path}")
        assert same_file(f"/home/me/app/{path}", path)
        assert not same_file(path, f"/home/me/app/x{path.lstrip('/')}")
        assert file_name(path) == file_name(f"/home/me/{path}")


@pytest.mark.parametrize("text", ["a." * 50_000, "/" * 100_000, "x.py:" * 20_000, "&" * 100_000],
                         ids=["dots", "slashes", "colons", "ands"])  # fmt: skip
def test_long_runs_take_no_time(text: str) -> None:
    """A hook has 400 milliseconds for all that it does; this is generous for a busy machine."""
    begun = time.monotonic()
    paths(text)
    prefixes(text)
    assert time.monotonic() - begun < 5
