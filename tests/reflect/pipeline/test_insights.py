"""Keeping insights: sure, actionable, proved, passed by the critic, and each one once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, NewEvent
from blackboard.agents.tools import describe
from blackboard.events.payload import Evidence
from blackboard.views.insights import ACTIVE_STATUSES
from blackboard.views.rows import InsightRow
from reflect.critic.critic import Critic
from reflect.critic.recommendation import Recommendation
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.curator.settings import CuratorSettings
from reflect.pipeline.insights import as_drafts, keep, replace_convention
from reflect.reflector.insight import Draft
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson
from tests.faults.children import go, start
from tests.reflect.findings import forms, silent

SETTINGS = CuratorSettings()
RULES = Critic(CriticSettings())
RULE = "Run `make gen` after every change of `schema.yaml`."
SAME = "Always run `make gen` after every change of `schema.yaml`"


def draft(board: Board, statement: str = RULE, session: str = "s1", **fields: Any) -> Draft:
    """A sure insight with a message of a session as its proof; `by` says who wrote that."""
    by, text = fields.pop("by", "user"), fields.pop("text", statement)
    author = "human" if by == "user" else "agent"
    said = {"session": session, "role": by, "text": text, "said_by": author}
    stream = f"session:{session}"
    (event,) = board.append([NewEvent("message.recorded", stream, said, 2, project=HERE)])
    proof = (Evidence(event_id=event.id, quote=text, session=session),)
    given = {"category": "testing", "confidence": 0.8, "actionable": True, "evidence": proof}
    return Draft(statement, **{**given, "quotes": (text,), **fields})


def kept(board: Board, given: Draft, critic: Any = silent, **fields: Any) -> bool:
    """Whether an insight was kept, of a session of this project."""
    project, session = fields.get("project", HERE), fields.get("session", "s1")
    return keep(board, given, project, session, critic, fields.get("settings", SETTINGS)).is_news


def only(board: Board) -> InsightRow:
    """The one insight that there is."""
    (row,) = board.view("insights")
    return row


# What is kept


@pytest.mark.parametrize(
    ("confidence", "actionable", "worth"),
    [(0.71, True, True), (1.0, True, True), (0.7, True, False), (0.0, True, False),
     (0.99, False, False)],
)  # fmt: skip
def test_only_what_is_sure_and_actionable_is_kept(
    board: Board, confidence: float, actionable: bool, worth: bool
) -> None:
    """Surer than the threshold, not just as sure."""
    given = draft(board, confidence=confidence, actionable=actionable)
    assert kept(board, given) is worth
    assert len(board.view("insights")) == worth


def test_the_threshold_is_a_setting(board: Board) -> None:
    """Who wants more of them lowers it."""
    assert kept(board, draft(board, confidence=0.5), settings=CuratorSettings(least_confidence=0.4))


def test_what_is_not_proved_is_not_kept(board: Board) -> None:
    """A claim without evidence is a claim."""
    head = board.log.head()
    given = Draft(RULE, "testing", 0.9, actionable=True)
    assert not kept(board, given)
    assert board.log.head() == head


def test_an_insight_is_kept_with_its_proof(board: Board) -> None:
    """Its words, where it comes from, and how far it can be trusted."""
    given = draft(board)
    assert kept(board, given)
    row = only(board)
    assert (row["statement"], row["status"], row["category"]) == (RULE, "candidate", "testing")
    assert (row["learned_from"], row["trust"], row["confidence"]) == ("s1", "human", 0.8)
    assert row["evidence"] == [each.model_dump(exclude_none=True) for each in given.evidence]


@pytest.mark.parametrize(
    ("event", "trust"),
    [
        ({"role": "user", "text": "words", "said_by": "human"}, "human"),
        ({"role": "user", "text": "> words", "said_by": "human"}, "imported"),
        ({"role": "user", "text": "words", "said_by": "unknown"}, "imported"),
        ({"role": "assistant", "text": "words", "said_by": "agent"}, "model"),
        ({"name": "Bash", "input": {"command": "make"}}, "tool"),
        ({"name": "Read", "input": {"file_path": "README.md"}}, "repository"),
        ({"name": "WebFetch", "input": {"url": "https://example.org"}}, "imported"),
    ],
)
def test_an_insight_is_trusted_as_the_least_of_its_proofs(
    board: Board, event: dict[str, Any], trust: str
) -> None:
    """One fetched quotation makes all of it fetched text."""
    said = draft(board)
    kind = "message.recorded" if "role" in event else "tool.called"
    call = {} if "role" in event else {"call": "c", "output": "words", "failed": False}
    known = {} if "role" in event else describe(event["name"], event["input"])
    payload = {"session": "s1", "said_by": "tool", **call, **known, **event}
    version = 2 if "role" in event else 3
    (shown,) = board.append([NewEvent(kind, "session:s1", payload, version)])
    proof = Evidence(event_id=shown.id, quote="words", session="s1")
    given = draft(board, evidence=(*said.evidence, proof))
    assert kept(board, given)
    assert only(board)["trust"] == trust


# The critic


def test_what_the_critic_does_not_accept_is_not_kept(board: Board) -> None:
    """The events say what was proposed and why it was dropped."""
    before = board.log.head() + 1
    assert not kept(board, draft(board, "Improve the quality of the code", by="assistant"), RULES)
    assert board.view("insights") == []
    assert [event.type for event in board.read(before)] == [
        "recommendation.proposed",
        "critique.recorded",
        "recommendation.discarded",
    ]


@pytest.mark.parametrize(("score", "is_kept"), [(0.69, False), (0.7, True)])
def test_neither_good_nor_bad_is_not_good_enough(board: Board, score: float, is_kept: bool) -> None:
    """An agent's insight is a sentence without a story, so it must be accepted."""
    critic = lambda given: forms(given, ("", score))  # noqa: E731
    assert kept(board, draft(board, by="assistant"), critic) is is_kept


@pytest.mark.parametrize(("score", "is_kept"), [(0.29, False), (0.3, True), (0.69, True)])
def test_a_persons_plain_words_wait_for_a_decision(
    board: Board, score: float, is_kept: bool
) -> None:
    """As his lessons do; what is discarded is not kept because he said it in passing."""
    critic = lambda given: forms(given, ("", score))  # noqa: E731
    assert kept(board, draft(board), critic) is is_kept
    assert [row["status"] for row in board.view("insights")] == ["candidate"] * is_kept
    assert list(board.read(types=["recommendation.accepted"])) == []


def test_the_words_that_were_accepted_are_kept(board: Board) -> None:
    """With the score that belongs to them."""
    critic = lambda given: forms(given, ("", 0.5), ("Run `make gen` first", 0.9))  # noqa: E731
    assert kept(board, draft(board, by="assistant"), critic)
    assert only(board)["statement"] == "Run `make gen` first"
    (accepted,) = board.read(types=["recommendation.accepted"])
    assert (accepted.payload or {})["quality_score"] == 0.9


def test_words_bettered_into_known_ones_are_known(board: Board) -> None:
    """What the critic makes of it is compared as well."""
    kept(board, draft(board))
    critic = lambda given: forms(given, ("", 0.5), (SAME, 0.9))  # noqa: E731
    given = draft(board, "Generate stuff in time", "s2", by="assistant")
    assert kept(board, given, critic, session="s2")
    assert (only(board)["statement"], only(board)["seen"]) == (RULE, 2)


def test_the_critic_is_not_asked_about_what_is_known(board: Board) -> None:
    """A question to a model costs money."""
    asked: list[Recommendation] = []
    critic = lambda given: (asked.append(given), silent(given))[1]  # type: ignore[func-returns-value]  # noqa: E731
    for session in ("s1", "s2"):
        kept(board, draft(board, session=session), critic, session=session)
    assert len(asked) == 1
    assert asked[0].rationale == RULE


# Once each


@pytest.mark.parametrize("words", [RULE, SAME])
def test_the_same_insight_again_adds_its_evidence(board: Board, words: str) -> None:
    """It keeps its words, is as sure as the surest, and counts the sights."""
    kept(board, draft(board))
    assert kept(board, draft(board, words, "s2", confidence=0.95), session="s2")
    row = only(board)
    assert (row["statement"], row["seen"], row["confidence"]) == (RULE, 2, 0.95)
    assert [each["session"] for each in row["evidence"]] == ["s1", "s2"]


@pytest.mark.parametrize("words", [RULE, SAME])
def test_the_same_insight_of_the_same_session_is_kept_once(board: Board, words: str) -> None:
    """Looking at a session again with the same proof changes nothing."""
    first = draft(board)
    kept(board, first)
    head = board.log.head()
    again = Draft(words, "testing", 0.9, actionable=True, evidence=first.evidence)
    assert not kept(board, again)
    assert board.log.head() == head


def test_a_retired_insight_stays_retired(board: Board) -> None:
    """It gains the evidence, and is not kept anew beside itself."""
    kept(board, draft(board))
    decisions.retire(board, only(board), "old")
    assert kept(board, draft(board, SAME, "s2"), session="s2")
    assert (only(board)["status"], only(board)["seen"]) == ("retired", 2)


def test_opposites_are_two_insights(board: Board) -> None:
    """They share all their words."""
    kept(board, draft(board, "Always commit the generated files"))
    kept(board, draft(board, "Never commit the generated files", "s2"), session="s2")
    assert len(board.view("insights")) == 2


def test_projects_have_their_own_insights_until_one_holds_everywhere(board: Board) -> None:
    """Another project's is not this one's, unless it was promoted."""
    kept(board, draft(board))
    kept(board, draft(board, SAME, "s2"), project=ELSEWHERE, session="s2")
    assert len(board.view("insights")) == 2
    first = board.view("insights", where={"project": HERE})[0]
    decisions.promote(board, first)
    kept(board, draft(board, SAME, "s3"), project="github.com/bob/sail", session="s3")
    assert len(board.view("insights")) == 2


_KEEP = """
from blackboard import Board
from tests.reflect.pipeline.test_insights import RULE, SAME, draft, kept
with Board.open(sys.argv[1]) as board:
    given = draft(board, (RULE, SAME)[int(sys.argv[2]) % 2], session="s" + sys.argv[2])
    board.view("insights")
    ready()
    print(kept(board, given, session="s" + sys.argv[2]))
"""


def test_processes_that_find_the_same_at_once_keep_one(tmp_path: Path) -> None:
    """In other words, too: whoever comes second adds his proof."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        said = go(*(start(_KEEP, path, number) for number in range(3)))
        assert [out.strip() for out, _ in said] == ["True"] * 3
        assert (only(board)["seen"], len(only(board)["evidence"])) == (3, 3)


# Lessons come first


@pytest.mark.parametrize("status", ["candidate", "approved", "rejected", "retired"])
def test_what_a_lesson_says_already_becomes_its_evidence(board: Board, status: str) -> None:
    """Whatever its standing, which does not change; there is no insight beside it."""
    board.append([lesson("a", SAME, status=status)])
    assert kept(board, draft(board))
    row = board.row("lessons", "a")
    assert (row["seen"], row["sessions"], row["status"]) == (2, ["s1"], status)
    assert board.view("insights") == []


def test_a_lesson_of_another_project_does_not_say_it_here(board: Board) -> None:
    """Unless it holds everywhere."""
    board.append([lesson("a", SAME, project=ELSEWHERE)])
    assert kept(board, draft(board))
    assert len(board.view("insights")) == 1
    board.append([lesson("b", "Mock the clock in tests", project=ELSEWHERE, scope="global")])
    kept(board, draft(board, "Always mock the clock in tests"))
    assert board.row("lessons", "b")["seen"] == 2


# Where it holds


@pytest.mark.parametrize(
    ("statement", "category"),
    [
        ("Always mock external services in tests", "testing"),
        ("Never swallow exceptions in error handling", "antiPatterns"),
        ("Always keep secrets out of logs, in any project", "security"),
    ],
)
def test_no_word_makes_it_hold_everywhere(board: Board, statement: str, category: Any) -> None:
    """It stays in its project until a person promotes it."""
    kept(board, draft(board, statement, category=category))
    assert only(board)["scope"] == "project"


# Conventions


def _convention(board: Board, statement: str, session: str) -> bool:
    given = draft(board, statement, session, by="assistant", category="projectSpecific")
    return replace_convention(board, given, HERE, silent, SETTINGS)


def _standing(board: Board) -> list[str]:
    rows = board.view("insights", where={"status": ACTIVE_STATUSES})
    return [row["statement"] for row in rows]


LINT, TEST = "Run `make lint` before you commit.", "Run `make test` before you commit."


def test_a_new_convention_takes_the_place_of_the_old_one(board: Board) -> None:
    """And when the sessions return to the old one, that stands again."""
    for place, statement in enumerate((LINT, TEST, LINT, TEST)):
        assert _convention(board, statement, f"s{place}")
        assert _standing(board) == [statement]
    assert len(board.view("insights")) == 2
    assert all(row["undone"] == [] for row in board.view("insights"))


def test_an_unchanged_convention_is_told_once(board: Board) -> None:
    """Without new proof nothing is appended."""
    given = draft(board, LINT, category="projectSpecific")
    assert replace_convention(board, given, HERE, silent, SETTINGS)
    head = board.log.head()
    assert not replace_convention(board, given, HERE, silent, SETTINGS)
    assert board.log.head() == head


def test_a_convention_that_a_person_decided_on_is_left_alone(board: Board) -> None:
    """Promoted, it stays; retired, it does not come back."""
    _convention(board, LINT, "s1")
    decisions.promote(board, only(board))
    _convention(board, TEST, "s2")
    assert set(_standing(board)) == {LINT, TEST}
    (test,) = (row for row in board.view("insights") if row["statement"] == TEST)
    decisions.retire(board, test, "no")
    _convention(board, TEST, "s3")
    assert _standing(board) == [LINT]


def test_other_insights_and_projects_are_no_conventions(board: Board) -> None:
    """Only what the sessions of this project did before gives way."""
    kept(board, draft(board))
    other = draft(board, TEST, "s9", category="projectSpecific")
    assert replace_convention(board, other, ELSEWHERE, silent, SETTINGS)
    _convention(board, LINT, "s1")
    assert set(_standing(board)) == {RULE, TEST, LINT}


def test_known_insights_are_given_back_as_the_reflector_takes_them(board: Board) -> None:
    """With their evidence, so that they need not be found again."""
    given = draft(board)
    kept(board, given)
    (back,) = as_drafts(board.view("insights"))
    assert (back.statement, back.category, back.confidence) == (RULE, "testing", 0.8)
    assert (back.actionable, back.evidence) == (True, given.evidence)
