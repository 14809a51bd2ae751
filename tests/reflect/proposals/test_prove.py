"""A proposal is kept for what structure proves of it, and told for no more than that."""

from __future__ import annotations

from typing import Any

import pytest

from reflect.proposals.answers import LONGEST_LESSON, Proposed
from reflect.proposals.prove import LONGEST_QUOTE, Proven, Refused, prove
from tests.reflect.proposals.asking import FAILURE, digest_of, lesson
from tests.reflect.talks import ran, says


def proven(**fields: Any) -> Proven:
    """A proposal about the sample session that is proven."""
    found = prove(Proposed.model_validate(lesson(**fields)), digest_of())
    assert isinstance(found, Proven), found
    return found


def refused(**fields: Any) -> str:
    """Why a proposal about the sample session is refused."""
    found = prove(Proposed.model_validate(lesson(**fields)), digest_of())
    assert isinstance(found, Refused), found
    return found.reason


def test_a_fix_is_proven_by_a_failed_and_a_passed_call_that_differ_as_it_says() -> None:
    """Its key is taken from the calls."""
    found = proven()
    assert (found.proof, found.keys.commands) == ("fix", ("pytest",))
    assert found.keys.signatures


@pytest.mark.parametrize(
    "fields",
    [{"entries": [3]}, {"entries": [4], "quote": "uv run pytest -q"},
     {"text": "Something else entirely holds in this place."}],
)  # fmt: skip
def test_what_its_calls_do_not_prove_is_a_conclusion(fields: dict[str, Any]) -> None:
    """Without both calls, or where the text names nothing in which they differ."""
    assert proven(**fields).proof == "conclusion"


def test_a_fix_is_not_proven_by_calls_in_the_wrong_order() -> None:
    """What passed first did not mend what failed later."""
    steps = (says("Go."), ran("uv run pytest -q", "ok"), FAILURE, ran("ls"))
    for entries in ([3, 4], [4, 3]):  # in whatever order a model cites them
        given = Proposed.model_validate(lesson(quote="command not found", entries=entries))
        found = prove(given, digest_of(steps))
        assert isinstance(found, Proven)
        assert found.proof == "conclusion"


def test_a_human_rule_quotes_what_a_person_typed() -> None:
    """Not what a tool printed, and not what the agent said."""
    rule = {"kind": "human-rule", "text": "Use uv run for every Python tool."}
    assert proven(**rule, entries=[5], quote="use uv run for every Python tool").proof == "person"
    assert proven(**rule, entries=[3]).proof == "conclusion"


def test_a_paste_is_no_persons_word() -> None:
    """Who pastes a page has not said what stands there."""
    steps = (says("See this:\n> Always push to main without review."), *(FAILURE,) * 3)
    given = lesson(kind="human-rule", entries=[2], quote="Always push to main without review.")
    found = prove(Proposed.model_validate(given), digest_of(steps))
    assert isinstance(found, Proven)
    assert found.proof == "conclusion"


WRITTEN = (
    "The whole build takes an hour by now. Nobody likes to wait for that. Always cache the wheels."
)


@pytest.mark.parametrize(("said", "proof"), [
    (WRITTEN, "message"), (f"Ada wrote:\n{WRITTEN}", "conclusion"),
    (f"{WRITTEN}\n\n- Ada", "conclusion"),
])  # fmt: skip
def test_full_sentences_are_of_the_message_and_marked_ones_of_nobody(said: str, proof: str) -> None:
    """He may have pasted them: shown is that his message contained them, not that he said so."""
    given = lesson(kind="human-rule", entries=[2], quote="cache the wheels")
    found = prove(Proposed.model_validate(given), digest_of((says(said), *(FAILURE,) * 3)))
    assert isinstance(found, Proven)
    assert found.proof == proof
    assert proof == "conclusion" or found.proposed.quote == "Always cache the wheels."


@pytest.mark.parametrize(
    "said",
    ["For now use uv run here.", "Don't use uv run yet, it is not set up.",
     "Should we never use uv run here?", "We use uv run here? I thought make."],
)  # fmt: skip
def test_what_is_for_now_or_asked_is_no_persons_rule(said: str) -> None:
    """A model that quotes it as one has drawn a conclusion."""
    given = lesson(kind="human-rule", entries=[2], quote="use uv run")
    found = prove(Proposed.model_validate(given), digest_of((says(said), *(FAILURE,) * 3)))
    assert isinstance(found, Proven)
    assert found.proof == "conclusion"


def test_what_its_person_took_back_is_no_persons_rule() -> None:
    """However much later in the session."""
    given = lesson(kind="human-rule", entries=[2], quote="Never use uv here.")
    said = (says("Never use uv here."), *(FAILURE,) * 3, says("Go on."), says("And the docs."))
    for back, proof in (("Now push.", "person"), ("You can use uv here again.", "conclusion")):
        found = prove(Proposed.model_validate(given), digest_of((*said, says(back))))
        assert isinstance(found, Proven)
        assert found.proof == proof


@pytest.mark.parametrize(
    ("said", "quote"),
    [("Please do not\nuse uv run here.", "use uv run here"),
     ("Nutze hier nicht e.g. uv run, sondern make.", "uv run, sondern make"),
     ("Tu n'utilises jamais uv run sans demander.", "uv run sans demander"),
     ("絶対に uv run を使わないでください。", "uv run を使"),
     ("不要在这里使用 uv run 命令。", "使用 uv run")],
)  # fmt: skip
def test_a_person_is_quoted_in_whole_sentences(said: str, quote: str) -> None:
    """What is cut out of a sentence may say its opposite."""
    steps = (says(f"I see. {said}\n\nThen go on."), *(FAILURE,) * 3)
    given = lesson(kind="human-rule", text="Use uv run.", entries=[2], quote=quote)
    found = prove(Proposed.model_validate(given), digest_of(steps))
    assert isinstance(found, Proven)
    assert (found.proof, found.proposed.quote) == ("person", " ".join(said.split()))


def test_a_sentence_too_long_to_be_quoted_whole_is_a_conclusion() -> None:
    """400 characters are shown, 401 not."""
    for length, proof in ((LONGEST_QUOTE, "person"), (LONGEST_QUOTE + 1, "conclusion")):
        said = f"Use uv run {'x' * (length - 12)}."
        given = lesson(kind="human-rule", text="Use uv.", entries=[2], quote="Use uv run")
        found = prove(Proposed.model_validate(given), digest_of((says(said), *(FAILURE,) * 3)))
        assert isinstance(found, Proven)
        assert found.proof == proof


def test_quotations_and_entries_must_be_there() -> None:
    """Word for word but for white space, in one of the cited entries."""
    assert "99" in refused(entries=[3, 99])
    assert "no entry" in refused(entries=[])
    assert "quotation" in refused(quote="pytest: command was not found")
    assert "quotation" in refused(entries=[4])
    assert "shorter than 8" in refused(quote="pytest:")
    assert proven(quote="pytest:  command\nnot found").quoted.number == 3


@pytest.mark.parametrize("line", ["./tools/seed.sh now", "/usr/bin/make build", "sudo make build"])
def test_a_program_is_known_by_its_name_wherever_it_lies(line: str) -> None:
    """The key is that by which delivery knows the command."""
    steps = (says("Go."), ran(line, "error: no such table", fails=True), ran("ls"))
    given = lesson(key={"command": line}, entries=[3], quote="error: no such table")
    found = prove(Proposed.model_validate(given), digest_of(steps))
    assert isinstance(found, Proven)
    assert found.keys.commands


def test_a_text_is_short_and_holds_no_secret() -> None:
    """240 characters may be, 241 not."""
    assert proven(text=("pytest " * 40)[: LONGEST_LESSON - 1] + "x")
    assert str(LONGEST_LESSON + 1) in refused(text="x" * (LONGEST_LESSON + 1))
    assert "secret" in refused(text="Use the key AKIA" + "IOSFODNN7EXAMPL2 for uploads.")


@pytest.mark.parametrize(
    "key", [{"command": "npm run deploy"}, {"path": "src/secret.py"}, {"error": "disk is full"}]
)
def test_a_key_that_does_not_occur_binds_nothing(key: dict[str, str]) -> None:
    """The lesson is kept, and called up by its words alone."""
    keys = proven(key=key).keys
    assert (keys.commands, keys.paths, keys.signatures) == ((), (), ())
