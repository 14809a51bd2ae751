"""Conventions: what the sessions of a project run before they commit, if enough of them do."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.insight import InsightCurated
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.reflecting import ReflectionTools, reflect_on_conventions
from reflect.reflector.conventions import convention
from reflect.trajectory import Trajectory
from tests.reflect.reflector.scripts import held, looked_at, scripted
from tests.reflect.talks import PROJECT, edited, ran, says

COMMIT = ran("git commit -m 'Mend it'")
HEREDOC = ran(
    "git add -A && git commit -m \"$(cat <<'EOF'\nMend it\n\nThen pytest; done.\nEOF\n)\""
)


def sessions(*each: Sequence[NewEvent]) -> list[Trajectory]:
    """Sessions with these steps."""
    return [looked_at(*steps, name=f"s{n}") for n, steps in enumerate(each)]


def habit(*lines: str, commit: NewEvent = COMMIT) -> list[NewEvent]:
    """A session that edits, runs some lines, and commits."""
    return [edited(), *map(ran, lines), commit]


def stated(*each: Sequence[NewEvent]) -> str | None:
    """The convention that sessions show."""
    draft = convention(sessions(*each))
    return draft.statement if draft else None


def test_three_sessions_show_a_convention() -> None:
    """With the calls that show it, their sessions, and something to do."""
    draft = convention(sessions(*[habit("npm test", "npm run lint")] * 3))
    assert draft is not None
    assert draft.statement == "Run `npm run lint` and `npm test` before you commit."
    assert (draft.category, draft.actionable) == ("projectSpecific", True)
    assert draft.confidence == 0.875
    assert [each.quote for each in draft.evidence] == ["npm run lint"] * 3 + ["npm test"] * 3
    assert {each.session for each in draft.evidence} == {"s0", "s1", "s2"}


def test_two_sessions_show_none() -> None:
    """Nor do three of which one never commits, changes nothing, or runs no check."""
    two = [habit("npm test")] * 2
    assert stated(*two) is None
    assert stated(*two, [edited(), ran("npm test")]) is None
    assert stated(*two, [ran("npm test"), COMMIT]) is None
    assert stated(*two, habit("ls")) is None
    assert stated(*two, habit("npm test")) is not None


def test_a_session_without_edits_does_not_count_against_it() -> None:
    """Only who changes files and commits has a habit of doing so."""
    three = [habit("npm test")] * 3
    others = [[ran("git status"), COMMIT], [says("Hello.")], [edited()]]
    found = convention(sessions(*three, *others))
    assert found is not None
    assert found.confidence == 0.875


def test_most_sessions_must_do_it() -> None:
    """Three of four will do, three of five will not; the others make it less sure."""
    three = [habit("npm test")] * 3
    found = convention(sessions(*three, habit("ls")))
    assert found is not None
    assert found.confidence == pytest.approx(0.75 * 0.875, abs=1e-4)
    assert stated(*three, habit("ls"), habit("ls")) is None


@pytest.mark.parametrize(
    "steps",
    [
        [edited(), ran("npm test", "1 failed", fails=True), COMMIT],
        [ran("npm test"), edited(), COMMIT],
        [edited(), COMMIT, ran("npm test")],
        [edited(), ran("npm test"), ran("git commit -m x", "hook failed", fails=True)],
        [edited(), ran("npm install jest"), COMMIT],
        [edited(), ran("cat tests"), ran("rm -r test"), ran("grep -rn test ."), COMMIT],
        [edited(), ran("git commit -m 'Run npm test; then npm test'")],
        [edited(), ran("npm test || true"), COMMIT],
    ],
)
def test_only_a_check_between_change_and_commit_counts(steps: list[NewEvent]) -> None:
    """Not a failed one, not one before the edit or after the commit, and no text of a message."""
    assert stated(*[steps] * 3) is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("npm test", "npm test"),
        ("cd /home/ada/kite && npm test 2>&1 | tail -5", "npm test"),
        ("CI=1 npm run test:unit -- --watch=false", "npm run test:unit"),
        ("python -m pytest -q tests/test_kite.py", "python -m pytest"),
        ("uv run pytest tests", "uv run pytest"),
        ("npx tsc --noEmit", "npx tsc"),
        ("npx eslint src", "npx eslint"),
        ("ruff check kite", "ruff check"),
        ("cargo fmt", "cargo fmt"),
        ("go vet ./...", "go vet"),
        ("./run check", "./run check"),
        ("make lint", "make lint"),
    ],
)
def test_a_check_is_told_without_what_it_was_applied_to(line: str, told: str) -> None:
    """The file argument is not part of the convention."""
    assert stated(*[habit(line)] * 3) == f"Run `{told}` before you commit."


@pytest.mark.parametrize(
    "commit",
    [COMMIT, HEREDOC, ran("git -C /home/ada/kite commit -am x"), ran("git add .\ngit commit -m x"),
     ran("git -c user.name=ada commit --amend --no-edit")],
)  # fmt: skip
def test_a_commit_is_known_however_it_is_made(commit: NewEvent) -> None:
    """With a message from a here-document, too: so Claude Code does it."""
    assert stated(*[habit("npm test", commit=commit)] * 3) == "Run `npm test` before you commit."


def test_check_and_commit_may_stand_in_one_line() -> None:
    """Then the check comes first in it."""
    line = ran("npm test && git commit -m x")
    assert stated(*[[edited(), line]] * 3) == "Run `npm test` before you commit."
    after = ran("git commit -m x && npm test")
    assert stated(*[[edited(), after]] * 3) is None


def test_at_most_four_checks_are_named() -> None:
    """Those that most sessions run."""
    lines = ["make lint", "make fmt", "make check", "make test", "make vet"]
    statement = stated(*[habit(*lines)] * 3, habit(*lines[1:]))
    assert (
        statement == "Run `make check`, `make fmt`, `make test` and `make vet` before you commit."
    )


HABITS = [habit("npm test"), habit("npm test", "npm run lint"), habit("ls"),
          [ran("npm test"), COMMIT]]  # fmt: skip


@settings(max_examples=20)
@given(st.lists(st.sampled_from(HABITS), max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_sessions_does_not_matter(
    chosen: list[list[NewEvent]], random: Random
) -> None:
    """The same sessions in any order are the same convention, with the same proofs."""
    trajectories = sessions(*chosen)
    shuffled = list(trajectories)
    random.shuffle(shuffled)
    assert convention(shuffled) == convention(trajectories)


def test_every_permutation_of_three_is_the_same() -> None:
    """Also where they differ in what else they ran."""
    trajectories = sessions(habit("npm test", "make lint"), habit("npm test"), habit("npm test"))
    assert len({repr(convention(order)) for order in itertools.permutations(trajectories)}) == 1


# On the board.

MEANS = ReflectionTools(Critic(CriticSettings()))


def look(board: Board) -> int:
    """Look for the convention of the project."""
    return reflect_on_conventions(board, [PROJECT], MEANS)


def hold(board: Board, first: int, last: int, *lines: str) -> None:
    """Sessions with a habit."""
    for number in range(first, last):
        held(board, *habit(*lines), name=f"s{number:02}")


def test_a_convention_is_kept_once(board: Board) -> None:
    """Looking again at the same sessions adds nothing."""
    hold(board, 0, 2, "npm test")
    assert (look(board), board.view("insights")) == (0, [])
    hold(board, 2, 3, "npm test")
    assert look(board) == 1
    head = board.log.head()
    assert (look(board), board.log.head()) == (0, head)
    (row,) = board.view("insights")
    assert (row["statement"], row["status"]) == ("Run `npm test` before you commit.", "approved")
    assert (row["scope"], row["trust"], row["learned_from"]) == ("project", "tool", "conventions")


def test_more_sessions_make_it_surer(board: Board) -> None:
    """It is the same insight, seen once more."""
    hold(board, 0, 3, "npm test")
    look(board)
    hold(board, 3, 5, "npm test")
    assert look(board) == 1
    (row,) = board.view("insights")
    assert (row["seen"], row["confidence"]) == (2, 0.9688)


def test_a_changed_convention_retires_the_old_one(board: Board) -> None:
    """When nearly all sessions do otherwise."""
    hold(board, 0, 3, "npm test")
    look(board)
    hold(board, 3, 13, "make check")
    assert look(board) == 1
    status = {row["statement"]: row["status"] for row in board.view("insights")}
    assert status == {
        "Run `npm test` before you commit.": "retired",
        "Run `make check` before you commit.": "approved",
    }


def test_a_persons_undo_is_respected(board: Board) -> None:
    """What was brought back stays, however often it is looked for."""
    hold(board, 0, 3, "npm test")
    look(board)
    hold(board, 3, 13, "make check")
    look(board)
    (old,) = board.view("insights", where={"status": "retired"})
    decisions.undo(board, old)
    hold(board, 13, 15, "make check")
    assert look(board) == 1
    assert board.row("insights", old["id"])["status"] == "approved"


def test_a_convention_that_a_person_retired_stays_so(board: Board) -> None:
    """The sessions that go on like that do not bring it back."""
    hold(board, 0, 3, "npm test")
    look(board)
    (row,) = board.view("insights")
    decisions.retire(board, row, "not any more")
    hold(board, 3, 5, "npm test")
    look(board)
    assert [each["status"] for each in board.view("insights")] == ["retired"]


def test_projects_have_conventions_of_their_own(board: Board) -> None:
    """Three sessions in two projects are none."""
    for number, project in enumerate((PROJECT, PROJECT, "github.com/ada/other")):
        held(board, *habit("npm test"), name=f"s{number}", project=project)
    assert reflect_on_conventions(board, [PROJECT, "github.com/ada/other"], MEANS) == 0


def test_what_the_critic_asked_a_model_is_accounted_for(board: Board) -> None:
    """Its calls are on the board, as those of the reflector are."""
    hold(board, 0, 3, "npm test")
    model, endpoint = scripted(lambda _thread: "prose")
    tools = ReflectionTools(Critic(CriticSettings(), model), model=model)
    assert reflect_on_conventions(board, [PROJECT], tools) == 1
    assert len(list(board.read(types=["model.called"]))) == len(endpoint.asked) > 0
    assert len(list(board.read(types=[InsightCurated.type]))) == 1
