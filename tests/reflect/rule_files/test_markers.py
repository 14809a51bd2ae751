"""The section between markers: all else of the file stays, byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.rule_files.markers import (
    BEGIN,
    END,
    BrokenMarkers,
    own_lines,
    with_section,
    without_section,
)

FILES = st.binary(max_size=200) | st.text("ab \r\n#-", max_size=40).map(str.encode)
BODIES = st.text("ab #-`\n", max_size=40)


@given(FILES, BODIES)
def test_taking_the_section_away_restores_the_file(content: bytes, body: str) -> None:
    """Whatever its line ends, and whether it ends with one."""
    assert without_section(with_section(content, body, "f"), "f") == content


@given(FILES, BODIES, BODIES)
def test_a_newer_section_takes_the_place_of_the_older(
    content: bytes, older: str, newer: str
) -> None:
    """The result is what it would be had there been no older one."""
    once = with_section(content, newer, "f")
    assert with_section(with_section(content, older, "f"), newer, "f") == once


def test_text_written_after_the_section_stays_where_it_is() -> None:
    """A user may go on below the section."""
    before = with_section(b"Top.\r\n", "- old", "f") + b"Below.\r\n"
    after = with_section(before, "- new", "f")
    assert after.endswith(b"- new\r\n" + END.encode() + b"\r\nBelow.\r\n")
    assert without_section(after, "f") == b"Top.\r\nBelow.\r\n"


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (f"a\n{BEGIN}\nb\n", [2]),
        (f"{END}\n{BEGIN}\n", [1, 2]),
        (f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n", [1, 2, 3, 4]),
        (f"text {BEGIN}\n{END}\n", [1, 2]),
    ],
    ids=["without-end", "turned", "doubled", "beside-text"],
)
def test_broken_markers_are_refused_with_their_lines(content: str, lines: list[int]) -> None:
    """Nothing is guessed about where the section might be."""
    with pytest.raises(BrokenMarkers) as refused:
        with_section(content.encode(), "- x", "AGENTS.md")
    assert refused.value.lines == lines


def test_lines_of_the_section_are_known_as_ours() -> None:
    """So that what was exported is not read back."""
    assert own_lines(f"a\n{BEGIN}\n- b\n{END}\nc") == {2, 3, 4}
