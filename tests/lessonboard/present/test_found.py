"""What a search found, on one screen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from blackboard.search.excerpt import Excerpt
from blackboard.search.found import Found, Hit
from lessonboard.present.found import screen_lines
from lessonboard.present.screen import Screen

LINE = "a fox ran over the lazy dog and away into the dark wood"


def found(hits: int, more: int = 0, title: str = "A title") -> Found:
    """Return a result with so many hits."""
    at = LINE.index("lazy")
    each = [Hit("answer", Excerpt(f"{LINE} {n}", ((at, at + 4),)), 0) for n in range(hits)]
    return Found(
        "session", "s-one", "github.com/ada/app", "codex", 0, title, 1.0, tuple(each), more
    )


def texts(results: list[Found], screen: Screen, most: int = 10) -> list[str]:
    """Return the lines of a screen."""
    return [line.text for line in screen_lines(results, screen, most)]


def test_results_have_fewer_hits_before_there_are_fewer_results() -> None:
    """Ten results of six lines each do not fit on 24 lines, but a hit of each does."""
    lines = texts([found(3, more=4) for _ in range(12)], Screen(80))
    assert sum("session" in line for line in lines) == 10
    assert len(lines) <= 22
    assert lines[-1] == "2 more results: --limit 12 shows all with their hits"


def test_few_results_are_shown_whole() -> None:
    """With their titles, hits, and how many more there are."""
    lines = texts([found(3, more=4)], Screen())
    assert lines[1] == "  A title"
    assert lines[-1] == "  and 4 more"
    assert len(lines) == 6


@given(
    st.lists(st.builds(found, st.integers(1, 3), st.integers(0, 3), st.sampled_from(["", "T"])),
             min_size=1, max_size=14),
    st.integers(5, 50), st.integers(60, 200),
)  # fmt: skip
def test_a_screen_is_never_too_small(results: list[Found], height: int, width: int) -> None:
    """Whatever was found; no line is wider than the terminal, and the best has a hit."""
    lines = texts(results, Screen(width, coloured=True, height=height))
    assert len(lines) <= height - 2
    assert "lazy" in "".join(lines[:3])
    plain = [line.replace("\x1b[1;33m", "").replace("\x1b[0m", "") for line in lines]
    assert max(map(len, plain)) <= width


@given(st.lists(st.text("abc_", min_size=1, max_size=8), min_size=1, max_size=30), st.data())
def test_an_excerpt_that_is_cut_has_whole_words_and_its_mark(
    words: list[str], data: st.DataObject
) -> None:
    """Neither its beginning nor its end is a part of a word."""
    index = data.draw(st.integers(0, len(words) - 1))
    at = len(" ".join([*words[:index], ""]))
    excerpt = Excerpt(" ".join(words), ((at, at + len(words[index])),))
    short = excerpt.within(data.draw(st.integers(20, 60)))
    assert set(short.text.strip("…").split()) <= set(words)
    start, end = short.marks[0]
    assert short.text[start:end] == words[index]
