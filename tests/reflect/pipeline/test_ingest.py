"""Taking in lessons: one for each rule, the evidence kept, contradictions settled, once each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.events.lesson import LessonSuperseded
from blackboard.events.payload import Evidence, new
from blackboard.events.repository import ProjectMerged
from blackboard.events.session import MessageRecorded
from blackboard.views.rows import LessonRow
from reflect.critic.critic import Critic
from reflect.critic.process import Review
from reflect.critic.recommendation import Recommendation
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.finding import Finding
from reflect.pipeline.decide import Outcome
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import Intake, ingest
from reflect.pipeline.pairs import undecided
from tests.blackboard.lessons import lesson
from tests.faults.children import go, start
from tests.long_runs import rounds
from tests.reflect.findings import ELSEWHERE, HERE, NOON, WORDS, forms, found, silent

RULES = Critic(CriticSettings())


def tell(
    board: Board, *given: Finding, project: str | None = HERE, critic: Any = silent
) -> list[Outcome]:
    """Take findings in, one after the other."""
    return [ingest(board, each, Place(project, "miner"), critic).outcome for each in given]


def lessons(board: Board) -> dict[str, LessonRow]:
    """The lessons by what they say."""
    return {row["constraint"]: row for row in board.view("lessons")}


def only(board: Board) -> LessonRow:
    """The one lesson that there is."""
    (row,) = board.view("lessons")
    return row


def types(board: Board, after: int = 0) -> list[str]:
    """What was told since a position."""
    return [event.type for event in board.read(after)]


# One lesson for each rule


def test_the_same_lesson_from_several_sessions_becomes_one_that_is_surer(board: Board) -> None:
    """Each session adds its evidence and takes away half of the doubt."""
    rule = "Run `make gen` before the tests"
    told = tell(board, *(found(rule, f"s{n}", at=n) for n in range(4)))
    assert told == ["created", "recurred", "recurred", "recurred"]
    row = only(board)
    assert (row["seen"], row["sessions"]) == (4, ["s0", "s1", "s2", "s3"])
    assert row["confidence"] == 0.9375
    assert [each["event_id"] for each in row["evidence"]] == ["s0-1", "s1-1", "s2-1", "s3-1"]
    assert row["last_seen_at"] - row["created_at"] == 3_000_000


def test_twice_in_one_session_is_seen_twice_and_no_surer(board: Board) -> None:
    """Only another session takes doubt away."""
    rule = "Run `make gen` before the tests"
    tell(board, found(rule), found(rule, occasion="later"))
    assert (only(board)["seen"], only(board)["confidence"]) == (2, 0.5)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Always run the tests before pushing.", "Run tests before you push"),
        ("Never commit generated files", "Do not commit generated files."),
        ("Run `make gen` before the tests", "always RUN `make gen`, before the tests!"),
    ],
)
def test_near_duplicates_give_their_evidence_to_the_first(
    board: Board, first: str, second: str
) -> None:
    """The survivor keeps its words and names what it absorbed in the log."""
    assert tell(board, found(first, "s1"), found(second, "s2")) == ["created", "recurred"]
    row = only(board)
    assert (row["constraint"], row["sessions"]) == (first, ["s1", "s2"])
    (merged,) = board.read(types=["lesson.deduplicated"])
    assert merged.payload is not None
    assert merged.payload["lesson"] == row["id"]
    assert merged.payload["duplicate"] == found(second).lesson_id(HERE)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Always commit generated files", "Never commit generated files"),
        ("Look at line 3 of the config", "Look at line 300 of the config"),
        ("Run `make gen` before `make test`", "Run `make test` before `make gen`"),
        ("Use Node 18 for the build", "Use Node 20 for the build"),
        ("Push only to main", "Push to all but main"),
    ],
)
def test_opposites_and_other_numbers_are_never_merged(
    board: Board, first: str, second: str
) -> None:
    """Nearly all their words are the same, and yet they are two lessons."""
    assert tell(board, found(first, at=1), found(second, "s2", at=2)) == ["created", "created"]
    assert set(lessons(board)) == {first, second}


def test_a_rejected_survivor_stays_rejected_and_nothing_new_appears(board: Board) -> None:
    """The same lesson learnt again, in the same or other words, does not come back."""
    tell(board, found("Always run the tests before pushing."))
    decisions.reject(board, only(board), "not here")
    again = tell(
        board,
        found("Always run the tests before pushing.", "s2", at=9),
        found("Run tests before you push", "s3", at=10),
    )
    assert again == ["recurred", "recurred"]
    row = only(board)
    assert (row["status"], row["reason"], row["seen"]) == ("rejected", "not here", 3)


def test_evidence_goes_to_the_lesson_that_stands(board: Board) -> None:
    """Of two that say the same, the one that was retired does not take what the other earns."""
    tell(board, found("Always run the tests before pushing."))
    decisions.retire(board, only(board))
    tell(board, found("Run tests before you push", "s2"), project=ELSEWHERE)
    here, there = sorted(board.view("lessons"), key=lambda row: row["status"], reverse=True)
    decisions.promote(board, there)
    tell(board, found("run the test before you push!", "s3"))
    assert board.row("lessons", here["id"])["seen"] == 1
    assert board.row("lessons", there["id"])["seen"] == 2


@pytest.mark.parametrize(
    "rule", ["Run tests before you push", "Always run the tests before pushing."]
)
def test_projects_learn_apart(board: Board, rule: str) -> None:
    """What another project learnt is its own affair."""
    tell(board, found("Always run the tests before pushing."))
    assert tell(board, found(rule, "s2"), project=ELSEWHERE) == ["created"]
    assert {row["project"] for row in board.view("lessons")} == {HERE, ELSEWHERE}


def test_a_lesson_that_holds_everywhere_takes_evidence_from_every_project(board: Board) -> None:
    """Once promoted it is everybody's, and is not learnt anew."""
    tell(board, found("Always run the tests before pushing."))
    decisions.promote(board, only(board))
    told = tell(board, found("Run tests before you push", "s2"), project=ELSEWHERE)
    told += tell(board, found("Run tests before you push", "s3"), project=None)
    assert told == ["recurred", "recurred"]
    assert only(board)["sessions"] == ["s1", "s2", "s3"]


def test_what_was_merged_stays_merged_when_the_survivors_words_change(board: Board) -> None:
    """Editing a lesson does not bring back the duplicates that it had absorbed."""
    first, second = "Always run the tests before pushing.", "Run tests before you push"
    tell(board, found(first), found(second, "s2"))
    decisions.revise(board, only(board), constraint="Run `make check` before `git push`")
    head = board.log.head()
    assert tell(board, found(second, "s2")) == ["known"]
    assert board.log.head() == head
    assert tell(board, found(second, "s3")) == ["recurred"]
    assert only(board)["sessions"] == ["s1", "s2", "s3"]


# Telling again changes nothing

CLASSES = (
    ("Always run the tests before pushing.", "Run tests before you push", "run test before push!"),
    ("Never commit generated files", "Do not commit generated files."),
    ("Look at line 3 of the config",),
    ("Look at line 300 of the config",),
)  # fmt: skip
TOLD = [
    (number, found(rule, f"s{number}-{place % 2}", at=place, occasion=f"{number}-{place}",
                   evidence=(Evidence(event_id=f"e{number}-{place}", quote="words",
                                      session=f"s{number}-{place % 2}"),)))
    for number, rules in enumerate(CLASSES)
    for place, rule in enumerate(rules * 2)
]  # fmt: skip


@settings(max_examples=rounds(10, 60))
@given(st.permutations(TOLD), st.lists(st.sampled_from(TOLD), max_size=20))
def test_any_order_and_any_repetition_teaches_the_same(
    order: Sequence[tuple[int, Finding]], again: Sequence[tuple[int, Finding]]
) -> None:
    """Each rule is one lesson, with the evidence of all its findings, each once."""
    with Board.open(":memory:") as board:
        for place, (_, finding) in enumerate([*order, *again]):
            told = ingest(board, finding, Place(HERE, "miner"), silent).outcome
            assert (told == "known") is (place >= len(order))
        for number in range(len(CLASSES)):
            group = [finding for each, finding in TOLD if each == number]
            (row,) = [row for row in board.view("lessons")
                      if row["evidence"][0]["event_id"].startswith(f"e{number}-")]  # fmt: skip
            proofs = {proof.event_id for finding in group for proof in finding.evidence}
            assert {each["event_id"] for each in row["evidence"]} == proofs
            assert (row["seen"], len(row["evidence"])) == (len(group), len(group))
            assert row["sessions"] == [f"s{number}-0", f"s{number}-1"]
            assert row["confidence"] == 0.75
        assert len(board.view("lessons")) == len(CLASSES)


YES, NO = "Always commit generated files", "Never commit generated files"
WAVERING = [
    found((YES, NO)[at % 2], f"s{at}", at=at, trust="human", occasion=f"o{at}") for at in range(5)
]


@settings(max_examples=rounds(10, 60))
@given(
    st.permutations(WAVERING), st.lists(st.sampled_from(WAVERING), max_size=6), st.integers(1, 5)
)
def test_whoever_wavers_leaves_a_pair_in_whatever_order_it_is_told(
    order: Sequence[Finding], again: Sequence[Finding], size: int
) -> None:
    """What was said later takes nothing away; a person decides, and repeating adds nothing."""
    order = order[:size]
    with Board.open(":memory:") as board:
        tell(board, *order)
        head = board.log.head()
        tell(board, *(each for each in again if each in order))
        assert board.log.head() == head
        rules = {each.text.constraint for each in order}
        rows = board.view("lessons", where={"status": "candidate"})
        assert {row["constraint"] for row in rows} == rules
        assert all(bool(row["contradicts"]) is (len(rules) > 1) for row in rows)


_TAKE_IN = """
from blackboard import Board
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import ingest
from tests.reflect.findings import HERE, found, silent
with Board.open(sys.argv[1]) as board:
    board.view("lessons")
    ready()
    for number in range(15):
        finding = found(f"Run `make step-{number}` before the tests", occasion=f"call-{number}")
        print(ingest(board, finding, Place(HERE, "miner"), silent).outcome, flush=True)
"""


def test_processes_that_find_the_same_at_once_make_one_lesson(tmp_path: Path) -> None:
    """Whoever comes second finds it known, without a lock of their own."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        said = "".join(out for out, _ in go(*(start(_TAKE_IN, path) for _ in range(3))))
        assert sorted(said.split()) == ["created"] * 15 + ["known"] * 30
        rows = board.view("lessons")
        assert len(rows) == 15
        assert {(row["seen"], len(row["evidence"])) for row in rows} == {(1, 1)}


# Contradictions


def pairs(board: Board) -> dict[str, list[tuple[str, str]]]:
    """What each lesson contradicts, by what they say."""
    rules = {row["id"]: row["constraint"] for row in board.view("lessons")}
    return {
        row["constraint"]: [(rules[each["other"]], each["verdict"]) for each in row["contradicts"]]
        for row in board.view("lessons")
    }


@pytest.mark.parametrize("at", [-1, 0, 1])
@pytest.mark.parametrize("first", ["imported", "repository", "tool", "human"])
@pytest.mark.parametrize("second", ["imported", "repository", "tool", "human"])
def test_no_lesson_takes_anothers_place_by_itself(
    board: Board, first: str, second: str, at: int
) -> None:
    """Whoever said it, and whoever was later: both are candidates, and each names the other."""
    tell(board, found(YES, trust=first), found(NO, "s2", trust=second, at=at))
    assert {row["status"] for row in board.view("lessons")} == {"candidate"}
    assert pairs(board) == {YES: [(NO, "opposite")], NO: [(YES, "opposite")]}


def test_what_a_person_approved_stands_beside_a_later_word(board: Board) -> None:
    """The new lesson waits, and agents are not told it."""
    tell(board, found(YES, trust="human"))
    decisions.approve(board, only(board))
    tell(board, found(NO, "s2", trust="human", at=9))
    assert lessons(board)[YES]["status"] == "approved"
    assert lessons(board)[NO]["status"] == "candidate"
    assert pairs(board)[NO] == [(YES, "opposite")]


def test_what_only_seems_to_contradict_is_a_pair_too(board: Board) -> None:
    """A person is shown both, with the word unsure."""
    tell(board, found("Avoid mocks in tests"), found("Use mocks in all tests but slow ones", "s2"))
    tell(board, found("Cache the lookups", "s3"), found("Never cache the lookups and rows", "s4"))
    assert pairs(board)["Cache the lookups"] == [("Never cache the lookups and rows", "unsure")]


def test_the_policy_approves_nothing_that_contradicts_another(board: Board) -> None:
    """However often it was shown."""
    tell(board, found(YES, "s0"))
    tell(board, *(found(NO, f"s{n}") for n in range(1, 5)))
    curate(board, CuratorSettings())
    assert {row["status"] for row in board.view("lessons")} == {"candidate"}
    decisions.retire(board, lessons(board)[YES])
    curate(board, CuratorSettings())
    assert lessons(board)[NO]["status"] == "approved"


def test_a_pair_that_a_person_reconciled_stays_so(board: Board) -> None:
    """Saying either again, or looking for pairs again, brings nothing back; other words do."""
    tell(board, found(YES), found(NO, "s2"))
    decisions.reconcile(board, lessons(board)[YES])
    assert pairs(board) == {YES: [], NO: []}
    tell(board, found(NO, "s3"), found(YES, "s4"))
    curate(board, CuratorSettings())
    assert pairs(board) == {YES: [], NO: []}
    decisions.revise(board, lessons(board)[NO], constraint=f"{NO} by hand")
    decisions.revise(board, lessons(board)[f"{NO} by hand"], constraint=f"{NO}!")
    curate(board, CuratorSettings())
    assert pairs(board)[f"{NO}!"] == [(YES, "opposite")]


def test_a_pair_ends_with_the_words_of_either(board: Board) -> None:
    """Nothing is kept back for what a lesson said once."""
    tell(board, found(YES), found(NO, "s2"))
    decisions.revise(board, lessons(board)[NO], constraint="Never commit secrets")
    assert undecided(board, board.view("lessons")) == {}


def test_pairs_of_a_board_that_is_older_are_found_by_the_curator(board: Board) -> None:
    """Lessons that nobody compared, because they were there before that was done."""
    board.append([lesson("old", YES), lesson("other", NO)])
    curate(board, CuratorSettings())
    assert pairs(board)[YES] == [(NO, "opposite")]


AGREEING = [
    ("Install tools with `uv` instead of `pip`", "Never install tools with `pip`"),
    ("Never commit generated files", "Generated files must not be committed"),
    ("Do not merge without a review", "Merge only with a review"),
    ("Run the tests before pushing", "Never push before running the tests"),
    ("Keep secrets out of the repository", "Do not keep secrets in the repository"),
    ("Avoid mocks in tests", "Use mocks sparingly in tests"),
    ("Never disable the linter", "Keep the linter enabled"),
    ("Use `const`, not `var`", "Do not use `var`, use `const`"),
    ("Do not forget to run `make gen`", "Always run `make gen`"),
    ("Never deploy unless CI is green", "Deploy only if CI is green"),
    ("Do not edit `schema.sql` by hand", "`schema.sql` must never be edited by hand"),
    ("Don't log tokens", "Tokens must never be logged"),
]


@pytest.mark.parametrize(("standing", "said"), AGREEING)
def test_an_agent_that_agrees_is_not_refused(board: Board, standing: str, said: str) -> None:
    """What says the same in other words is evidence, or stands beside it; it is no opposite."""
    tell(board, found(standing, trust="human"))
    decisions.approve(board, only(board))
    (outcome,) = tell(board, found(said, "s2", trust="tool", at=9))
    assert outcome in ("recurred", "created")
    verdicts = [verdict for each in pairs(board).values() for _, verdict in each]
    assert "opposite" not in verdicts
    assert {row["status"] for row in board.view("lessons")} <= {"approved", "candidate"}


@pytest.mark.parametrize("decide", ["reject", "retire"])
def test_what_does_not_stand_contradicts_nobody(board: Board, decide: str) -> None:
    """A lesson that was put away neither stops its opposite nor is touched by it."""
    tell(board, found(YES, trust="human"))
    if decide == "reject":
        decisions.reject(board, only(board), "wrong")
    else:
        decisions.retire(board, only(board), "wrong")
    before = only(board)
    tell(board, found(NO, "s2", trust="tool", at=9))
    assert lessons(board)[NO]["status"] == "candidate"
    assert lessons(board)[YES] == before


def test_other_projects_contradict_nobody(board: Board) -> None:
    """What is right here may be wrong there."""
    tell(board, found(YES))
    tell(board, found(NO, "s2", at=9), project=ELSEWHERE)
    assert {row["status"] for row in board.view("lessons")} == {"candidate"}


def test_what_an_older_version_let_go_comes_back_when_it_is_said_again(board: Board) -> None:
    """A lesson that was superseded for its opposite alone is a candidate again, and a pair."""
    tell(board, found(YES), found(NO, "s2", at=1))
    lost = LessonSuperseded(lesson=lessons(board)[YES]["id"], by=lessons(board)[NO]["id"])
    board.record(lost, actor="miner", project=HERE)
    assert lessons(board)[YES]["status"] == "superseded"
    tell(board, found(YES, "s3", at=2))
    assert {row["status"] for row in board.view("lessons")} == {"candidate"}
    assert pairs(board)[YES] == [(NO, "opposite")]


def test_what_a_person_rejected_is_not_revived_by_being_said_again(board: Board) -> None:
    """Only what lost to its opposite comes back with a later word."""
    tell(board, found(YES, trust="human"))
    decisions.reject(board, only(board))
    tell(board, found(NO, "s2", trust="human", at=1), found(YES, "s3", trust="human", at=2))
    assert (lessons(board)[YES]["status"], lessons(board)[NO]["status"]) == (
        "rejected",
        "candidate",
    )


# The critic


def test_a_humans_words_are_kept_verbatim_whatever_the_critic_thinks(board: Board) -> None:
    """It says what it thinks of what he states; it neither discards nor betters it."""
    rule = "pls dont touch the  vendored stuff, ok?"
    assert tell(board, found(rule, trust="human", stated=True), critic=RULES) == ["created"]
    assert only(board)["constraint"] == rule
    assert "critique.recorded" in types(board)
    assert not {"recommendation.discarded", "recommendation.accepted"} & set(types(board))


def test_a_humans_words_survive_a_critic_that_rewrites(board: Board) -> None:
    """Also a model's better form stays out."""
    critic = lambda given: forms(given, ("", 0.5), ("Never touch `vendor/`", 0.9))  # noqa: E731
    tell(board, found("hands off vendor", trust="human"), critic=critic)
    assert only(board)["constraint"] == "hands off vendor"
    assert "recommendation.refined" not in types(board)


@pytest.mark.parametrize("trust", ["tool", "repository", "imported"])
def test_what_the_critic_discards_leaves_the_reason_and_no_lesson(board: Board, trust: str) -> None:
    """The events tell what was proposed, how it was judged, and that it was dropped."""
    finding = found("Fix the problem properly", trust=trust)
    assert tell(board, finding, critic=RULES) == ["refused"]
    assert board.view("lessons") == []
    assert types(board) == [
        "recommendation.proposed",
        "critique.recorded",
        "recommendation.discarded",
    ]
    critique, discarded = list(board.read())[1:]
    assert critique.payload is not None
    assert discarded.payload is not None
    assert critique.payload["actionable_reason"]
    assert discarded.payload["quality_score"] == critique.payload["quality_score"] < 0.3
    head = board.log.head()
    assert tell(board, finding, critic=RULES) == ["refused"]
    assert board.log.head() == head


def test_refined_words_are_stored_with_their_own_score(board: Board) -> None:
    """The lesson has the last form, and the acceptance the score of that form."""
    critic = lambda given: forms(  # noqa: E731
        given, ("", 0.5), ("Run `make gen` after `git pull`", 0.9)
    )
    tell(board, found("Run make gen after you have pulled things"), critic=critic)
    assert only(board)["constraint"] == "Run `make gen` after `git pull`"
    accepted = next(iter(board.read(types=["recommendation.accepted"]))).payload
    scores = [
        (event.payload or {})["quality_score"] for event in board.read(types=["critique.recorded"])
    ]
    assert accepted is not None
    assert accepted["quality_score"] == scores[-1] == 0.9


def test_a_form_that_would_not_pass_the_gate_is_not_taken(board: Board) -> None:
    """A critic cannot carry through what the gate refuses; the last good form stays."""
    critic = lambda given: forms(  # noqa: E731
        given, ("", 0.4), ("Run `make gen` first", 0.5), ("Generation is important here", 0.9)
    )
    tell(board, found("Run make gen before anything else happens"), critic=critic)
    assert only(board)["constraint"] == "Run `make gen` first"


@pytest.mark.parametrize(
    ("better", "count"), [("Run the tests before every push", 1), ("Run `make lint` in CI", 2)]
)
def test_refined_words_are_compared_with_what_is_known(
    board: Board, better: str, count: int
) -> None:
    """A critic that betters a lesson into a known one has found it again."""
    tell(board, found("Always run the tests before pushing."))
    critic = lambda given: forms(given, ("", 0.5), (better, 0.9))  # noqa: E731
    tell(board, found("Check your stuff in time", "s2"), critic=critic)
    assert len(board.view("lessons")) == count


def test_what_is_neither_good_nor_bad_waits_as_not_good_enough(board: Board) -> None:
    """Nothing says that a lesson was discarded which is there as a candidate."""
    tell(board, found("Run `make gen` first"), critic=lambda given: forms(given, ("", 0.5)))
    assert only(board)["status"] == "candidate"
    assert "recommendation.declined" in types(board)
    assert "recommendation.discarded" not in types(board)


def test_the_critic_is_not_asked_about_what_is_known_or_refused(board: Board) -> None:
    """A question to a model costs money."""
    asked: list[Recommendation] = []

    def critic(given: Recommendation) -> Review:
        asked.append(given)
        return Review(given)

    rule = "Always run the tests before pushing."
    tell(board, found(rule), critic=critic)
    tell(board, found(rule, "s2"), found("Run tests before you push", "s3"), critic=critic)
    tell(board, found("The tests are slow"), found(rule, evidence=()), critic=critic)
    assert len(asked) == 1
    assert asked[0].issue == WORDS["symptom"]


# What is refused, and what is forgotten


def test_what_the_gate_refuses_leaves_nothing(board: Board) -> None:
    """No lesson and no event."""
    refused = [
        found("The tests are slow"),
        found("Always run `make gen`", evidence=()),
        found("Always run `make gen`", words={"root_cause": WORDS["symptom"]}),
    ]
    assert tell(board, *refused, critic=RULES) == ["refused"] * 3
    assert types(board) == []


def test_a_lesson_that_was_forgotten_does_not_come_back(board: Board) -> None:
    """Telling it again, by the same or another session, makes no row and quotes no old word."""
    said = MessageRecorded(session="s1", role="user", text="Always run `make gen` first")
    (event,) = board.append([new(said, stream="session:s1")])
    proof = Evidence(event_id=event.id, quote="Always run `make gen` first", session="s1")
    finding = found("Always run `make gen` first", evidence=(proof,))
    tell(board, finding)
    board.forget(event.id, reason="private")
    tell(board, finding, found("Always run `make gen` first", "s2"))
    assert board.view("lessons") == []


def test_forgetting_a_duplicate_leaves_the_survivor_open_to_it(board: Board) -> None:
    """Another session that says it in those words again is heard."""
    first, second = "Always run the tests before pushing.", "Run tests before you push"
    tell(board, found(first))
    said = MessageRecorded(session="s2", role="user", text=second)
    (event,) = board.append([new(said, stream="session:s2")])
    proof = Evidence(event_id=event.id, quote=second, session="s2")
    tell(board, found(second, "s2", evidence=(proof,)))
    board.forget(event.id, reason="private")
    assert only(board)["seen"] == 1
    assert tell(board, found(second, "s3")) == ["recurred"]
    assert only(board)["sessions"] == ["s1", "s3"]


def test_forgetting_takes_what_was_decided_along(board: Board) -> None:
    """Decisions on a lesson, also undone ones, neither stop nor survive the forgetting."""
    said = MessageRecorded(session="s1", role="user", text="zebracrossing")
    (event,) = board.append([new(said, stream="session:s1")])
    proof = Evidence(event_id=event.id, quote="zebracrossing", session="s1")
    tell(board, found("Always mask the zebracrossing", evidence=(proof,)))
    tell(board, found("Run `make gen` first", "s2"))
    name = lessons(board)["Always mask the zebracrossing"]["id"]
    for decide in (decisions.approve, decisions.reject, decisions.approve):
        decide(board, board.row("lessons", name), "zebracrossing")
    decisions.revise(board, board.row("lessons", name), constraint="Never print a zebracrossing")
    decisions.undo(board, board.row("lessons", name))
    board.forget(event.id, reason="private")
    assert [row["constraint"] for row in board.view("lessons")] == ["Run `make gen` first"]
    assert all("zebracrossing" not in str(each.payload) for each in board.read())
    assert board.verify().sound


def test_outcomes_are_counted() -> None:
    """One counter for each kind."""
    intake = Intake()
    outcomes: list[Outcome] = ["created", "created", "recurred", "refused", "known"]
    for outcome in outcomes:
        intake.count(outcome)
    assert intake == Intake(2, 1, 1, 1)


def test_what_is_told_points_at_what_caused_it(board: Board) -> None:
    """Each event names the first evidence, when it happened, and who found it."""
    tell(board, found("Run `make gen` first", at=5), found("Run `make gen` first", "s2", at=7))
    created, again = board.read(types=["lesson.created", "lesson.deduplicated"])
    assert (created.causation, again.causation) == ("s1-1", "s2-1")
    assert (created.occurred_at, again.occurred_at) == (NOON + 5_000_000, NOON + 7_000_000)
    assert created.actor == again.actor == "miner"


def test_what_a_lesson_comes_to_mind_by_is_kept(board: Board) -> None:
    """Files, commands and error signatures; those of a recurrence are added."""
    finding = found("Run `make gen` first", paths=("gen/",), commands=("make",), signatures=("a",))
    tell(board, finding, replace(finding, occasion="later", signatures=("b",)))
    row = only(board)
    assert (row["paths"], row["commands"], row["signatures"]) == (["gen/"], ["make"], ["a", "b"])


def test_a_lesson_of_another_name_of_the_project_is_known_here(board: Board) -> None:
    """A clone, a fork or a folder by its old name: said once, and contradicted once."""
    tell(board, found("Always run the tests before pushing."), found(YES, "s2"))
    board.record(ProjectMerged(project="/old/name", into=HERE), actor="human", project=HERE)
    outcomes = tell(
        board, found("Run tests before you push", "s3"), found(NO, "s4"), project="/old/name"
    )
    assert outcomes == ["recurred", "created"]
    assert pairs(board)[YES] == [(NO, "opposite")]
