"""What is known of a situation: its step, the words that tell, and the keys."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.delivery.limits import MOST_ITEMS, Limits, limits_at
from blackboard.delivery.situation import STEPS, Situation
from blackboard.delivery.titles import names_task
from blackboard.errors import BoardError


@pytest.mark.parametrize(("known", "step"), [
    ({}, "prompt"), ({"prompt": "x"}, "prompt"), ({"command": "x"}, "before"),
    ({"paths": ("x",)}, "before"), ({"error": "x"}, "failed"),
    ({"error": "x", "command": "x", "paths": ("x",)}, "failed"),
    ({"prompt": "x", "error": "x", "command": "x"}, "prompt"),
    *[({"prompt": "x", "error": "x", "step": step}, step) for step in STEPS],
])  # fmt: skip
def test_what_is_known_decides_the_step(known: dict[str, Any], step: str) -> None:
    """Unless it is named."""
    assert Situation(**known).step == step


def test_an_unknown_step_is_refused() -> None:
    """With the steps that there are."""
    with pytest.raises(BoardError, match=r"no step 'later'; choose one of start, cleared, prompt"):
        Situation(step="later")


@pytest.mark.parametrize(("step", "items"), [
    ("start", 5), ("prompt", 20), ("before", 2), ("after", 2), ("failed", 3),
])  # fmt: skip
def test_a_step_has_its_limit(step: str, items: int) -> None:
    """Less may be asked for, and more is not given; a prompt's limit is the user's own."""
    limits = [limits_at(step, asked, 77) for asked in (1, items, 99)]
    assert [(each.items, each.tokens) for each in limits] == [(1, 77), (items, 77), (items, 77)]
    default = limits_at(step)
    assert (default.items, default.tokens) == (min(5, items), 1500)
    assert (MOST_ITEMS, Limits(1, 2).tokens) == (20, 2)


def test_texts_of_any_length_are_read_up_to_a_limit() -> None:
    """Of a prompt and a command the beginning, of an error both ends."""
    long = Situation(prompt="p" * 40_001, command="c" * 8_001, error="a" * 5_000 + "z" * 5_000)
    assert (len(long.prompt), len(long.command)) == (40_000, 8_000)
    assert long.error == "a" * 3_999 + "\n" + "z" * 4_000
    assert len(Situation(error="e" * 8_001).error) == 8_000
    short = Situation(prompt="p" * 40_000, command="c" * 8_000, error="e" * 8_000)
    assert (len(short.prompt), len(short.command)) == (40_000, 8_000)
    assert short.error == "e" * 8_000


@given(prompt=st.text(max_size=9), error=st.text(max_size=20_000), step=st.sampled_from(STEPS))
def test_moving_to_a_project_changes_nothing_else(prompt: str, error: str, step: str) -> None:
    """Whatever is known."""
    one = Situation(prompt, "p", ("a",), "make", error, "review", "s", step)
    other = one.of_project("q")
    assert (one.project, other.project) == ("p", "q")
    assert {**vars(one), "project": "q"} == vars(other)


@pytest.mark.parametrize(("step", "error", "is_occasion"), [
    ("after", "an ERROR of sorts", True), ("after", "tests failed", True),
    ("after", "sh: x: not found", True), ("after", "Fatal: no", True),
    ("after", "cannot do that", True), ("after", "all is well", False), ("after", "", False),
    ("failed", "all is well", True), ("before", "", True), ("start", "", True),
])  # fmt: skip
def test_after_a_call_only_what_looks_failed_is_an_occasion(
    step: str, error: str, is_occasion: bool
) -> None:
    """Any of its signs, in any case of letters; every other step is one by itself."""
    assert Situation(error=error, step=step).is_occasion == is_occasion


def test_the_words_of_prompt_error_and_command_count() -> None:
    """All three, each word once, those of the grammar never."""
    found = Situation(prompt="the quokka", error="gamelan quokka", command="marimba").sentences
    assert set(found.rarities) == {"quokka", "gamelan", "marimba"}
    assert found.places["quokka"] == [0, 1]


def test_a_sentence_ends_with_its_line_or_after_thirty_words() -> None:
    """A path or a version does not end one."""
    found = Situation(prompt="Sail src/comb.py now. Oil v1.2!\n\nWhy? " + "quokka " * 61).sentences
    assert len(found.masses) == 2 + 3
    assert found.places["quokka"] == [2, 3, 4]
    assert found.places["comb"] == found.places["py"] == [0]


def test_of_many_sentences_the_first_and_the_last_count() -> None:
    """What stands between them was pasted."""
    lines = [f"word{n:03}x" for n in range(100)]
    found = Situation(prompt="\n".join(lines)).sentences
    assert sorted(found.rarities) == [*lines[:40], *lines[-20:]]
    whole = Situation(prompt="\n".join(lines[:60])).sentences
    assert sorted(whole.rarities) == lines[:60]


def test_keys_are_what_lessons_may_be_bound_to() -> None:
    """Files given and named, their kinds, what the command runs, and the signatures of an error."""
    known = Situation(
        prompt="see src/Comb.py and lib/sail.py", paths=("/home/src/Comb.py", "src/Comb.py"),
        command="git commit && tox", error="Error: no comb",
    )  # fmt: skip
    assert known.files == ["/home/src/Comb.py", "src/Comb.py", "lib/sail.py"]
    assert known.keys == [
        ("path", "comb.py"), ("path", "comb.py"), ("path", "sail.py"), ("path", "*.py"),
        ("command", "git commit"), ("command", "tox"), ("command", "Comb.py"),
        ("command", "sail.py"), ("signature", "error: no comb"),
    ]  # fmt: skip


def test_after_a_call_only_its_error_is_a_key() -> None:
    """That its file and command came up is no news by then."""
    known = Situation(paths=("a.py",), command="tox", error="Error: no comb", step="after")
    assert known.keys == [
        ("signature", "error: no comb"),
        ("signature", "tox: error: no comb"),
    ]
    assert Situation(command="make", step="before").keys == []


@pytest.mark.parametrize(("title", "prompt", "is_named"), [
    ("Order coffee", "Please order a coffee for Ada", True),
    ("Order coffee", "Please order a tea for Ada", False),
    ("Sign in", "Sign in as Ada", True), ("Sign in", "Sign the contract that came in", False),
    ("Sign in", "Please sign in", True), ("Sign in", "Please resign in time", False),
    ("In", "come in", False), ("Coffee", "A coffee, please", False), ("", "anything", False),
    ("Order", "order order", False),
])  # fmt: skip
def test_a_task_is_named_by_all_words_of_its_title(title: str, prompt: str, is_named: bool) -> None:
    """Those of a short title next to each other; a single word is too little."""
    assert names_task(title, Situation(prompt=prompt)) == is_named
