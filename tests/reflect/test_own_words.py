"""What of a message is its author's own: of generated pastes nothing, of typed ones all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.importer import import_files
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.feedback.rules import rules
from reflect.miner.mine import mine
from reflect.own_words import LONGEST, LONGEST_OF_A_MESSAGE, MOST_LINES, are_own, in_full, own_words
from reflect.own_words import unmarked as message_of
from reflect.reflector.by_rules import stated
from tests.blackboard.records import human, model, write
from tests.long_runs import some
from tests.reflect.pastes import RULES, Paste, marked, unmarked

MOST_UNMARKED = 3
"""Of 58 pastes without any mark, how many may be taken for a person's words."""


def _counted(pastes: Iterable[Paste]) -> list[str]:
    """The pastes of which something would be taken for a person's own rule."""
    return [each.name for each in pastes if _is_counted(each.text)]


def _is_counted(text: str) -> bool:
    own = own_words(text)
    return bool(rules(text) or stated(own)) and any(
        rule.rstrip(".").lower() in own.lower() for rule in RULES
    )


def test_a_paste_with_a_mark_is_not_its_persons() -> None:
    """Whatever it is, wherever it stands, and whatever shows it; both halves of the generator."""
    pastes = [*marked(0), *marked(1)]
    assert len({each.text for each in pastes}) >= 500
    assert _counted(pastes) == []


def test_a_paste_without_a_mark_is_hardly_ever_its_persons() -> None:
    """The same kinds of texts, told from speech by their full sentences alone."""
    pastes = [*unmarked(0), *unmarked(1)]
    assert len(pastes) == 58
    assert len(_counted(pastes)) <= MOST_UNMARKED


TYPED = (
    "no, use uv here. we never use pip in this repo",
    "Always run `make release` before you push.",
    "No. Don't stash anything! Read the files.",
    "Try \u201cmake release\u201d again. If you don\u2019t know how it works, read ../docs.",
    "can we use our logging framework? should be WARN",
    "I'd prefer typed ids, please change those functions",
    "yes. the rule is to never block the user, but I think we should log it... not sure\n\n"
    "is there a way to retry?",
    "also every example needs a test file. this way we can run them all. can you add one?",
    "looking at your changes: # Note: data is ignored\nthat is wrong, we do commit data/seed.json",
    "don't edit dist/ by hand \U0001f602",
    "commit, push.\n\nHow did we miss this btw?",
    "\"likely fine\" is not good enough",
    "just fix it.\n\nanything else that we've missed?",
    "Push it, no PR needed. Then on #1, how do we check that this breaks nothing?",
    "use `a` \u2014 never `b` \u2014 for this",
    "what about 10:30? never deploy after that",
    "please read https://example.org/guide and never skip its last step",
)  # fmt: skip
"""As people type; sentences of our own, in the forms that real sessions have."""


def test_what_a_person_types_is_his() -> None:
    """All of it, word for word."""
    assert [(each, own_words(each)) for each in TYPED if own_words(each) != each] == []


def test_a_person_goes_on_after_what_ends_by_itself() -> None:
    """After a fence, a quotation, a tag or an address what he says is his again."""
    own = "use uv for this, never pip"
    enclosed = ("```\nx = 1\n```", "> Always use pip.", "<log>\nx\n</log>", "https://example.org/a",
                "    x = 1", "again, this is wrong:\n```\nx = 1\n```")  # fmt: skip
    assert [each for each in enclosed if own not in own_words(f"{each}\n\n{own}")] == []


def test_how_much_a_person_types_at_once() -> None:
    """At the boundaries: lines of a paragraph, its characters, and full sentences."""
    lines = ["never use tabs"] * (MOST_LINES + 1)
    assert own_words("\n".join(lines[1:]))
    assert not own_words("\n".join(lines))
    long = "never " + "x" * (LONGEST - len("never "))
    assert own_words(long)
    assert not own_words(f"{long}x")
    longer = f"{long}{'x' * (LONGEST_OF_A_MESSAGE - LONGEST)}"
    assert message_of(longer)
    assert not message_of(f"{longer}x")
    full = "Every handler logs the id. " * 3
    assert own_words(full)
    assert not own_words(full.replace("the id", "the request id"))


@given(st.text(alphabet='Aa. :\n\t-*#`"<>[]1\u201c\u00a0\r\x00', max_size=60))
def test_own_words_are_of_the_message_and_stay_so(text: str) -> None:
    """Nothing is added, and what was found to be own is so when it is read again."""
    own = own_words(text)
    assert [each for each in own.split() if each not in text] == []
    assert own_words(own) in (own, "")


def _said_in_sessions(board: Board, folder: Path, texts: Sequence[str], name: str) -> None:
    """Each message in a session of its own, in the agent's folder."""
    for number, text in enumerate(texts):
        session = f"{name}{number}"
        lines = [
            {**each, "sessionId": session, "uuid": f"{session}-{place}",
             "timestamp": f"2026-05-0{number + 3}T10:00:0{place}.000Z"}
            for place, each in enumerate([model("I will push."), human(text), human("Go on.")])
        ]  # fmt: skip
        import_files(board, [write(folder / f"{session}.jsonl", lines)], trusted=True)


def test_no_paste_of_two_sessions_is_approved(board: Board, tmp_path: Path) -> None:
    """With and without a mark, on one board: the policy approves none of them."""
    pastes = some([*unmarked(0), *unmarked(1), *marked(0), *marked(1)], 58)
    for number, each in enumerate(pastes):
        _said_in_sessions(board, tmp_path, [each.text] * 2, f"p{number}-")
    mine(board)
    curate(board, CuratorSettings())
    assert [row["constraint"] for row in board.view("lessons", where={"status": "approved"})] == []


def test_two_sentences_of_the_same_words_are_said_once(board: Board, tmp_path: Path) -> None:
    """A short paste without a mark waits, and is shown as said on that day."""
    pasted = "Always run `make release` before you push. Never commit generated files."
    _said_in_sessions(board, tmp_path, [pasted] * 2, "s")
    mine(board)
    curate(board, CuratorSettings())
    [row] = board.view("lessons")
    assert (row["trust"], row["status"]) == ("human", "candidate")
    told = board.context(Situation(project="/home/ada/kite", prompt="make release, then push"))
    assert f'on Monday, 4 May, you said: "{pasted}"' in told.text


_PARTS = ("Use uv.", "never", "pip!", "e.g. ", "\n", "\n\n", "\u3002", "a")


@given(st.lists(st.sampled_from(_PARTS)), st.data())
def test_a_quotation_stands_in_its_full_sentences(parts: list[str], data: st.DataObject) -> None:
    """Whatever part is quoted; what is given is a part of the text itself."""
    text = " ".join(parts)
    flat = " ".join(text.split())
    begin = data.draw(st.integers(0, len(flat)))
    quote = flat[begin : data.draw(st.integers(begin, len(flat)))].strip()
    whole = in_full(quote, text)
    assert quote in whole
    assert whole in flat


@pytest.mark.parametrize(("said", "quote"), [
    ("Du darfst nie bspw. alle Tests \u00fcberspringen oder so", "alle Tests \u00fcberspringen"),
    ("please don't ever, even for temp. fixes, deploy from your laptop", "deploy from your laptop"),
    ("i dont want you to follow the last agent. and delete the snapshots", "delete the snapshots"),
    ("Is that really what you want?? skip the hooks", "skip the hooks"),
    ("push to main after tests. but never the lock file", "push to main"),
    ("lass die Tests laufen. au\u00dfer die langsamen", "lass die Tests laufen"),
    ("run them all. only in CI", "run them all"),
])  # fmt: skip
def test_what_denies_or_limits_a_quotation_stays_with_it(said: str, quote: str) -> None:
    """Before it whatever a small letter goes on from, after it an exception."""
    assert in_full(quote, said) == said


def test_a_quotation_ends_before_a_remark_of_the_day() -> None:
    """Many people type no capitals; words that merely begin as an exception are none."""
    said = "Whatever new report we make comes with both. Head line first."
    assert in_full("comes with both. Head", f"{said} day and hours stay, skip tests today") == said
    assert in_full("comes with both. Head", f"{said} butter is out, skip tests today") == said


def test_what_comes_after_a_reason_is_its_persons_too() -> None:
    """The reason of a sentence before it hides nothing."""
    said = "That hangs because the port is shared. Use nextest here, not cargo test."
    assert are_own("Use nextest here, not cargo test.", said)
    assert not are_own("Use pytest here, not cargo test.", said)
