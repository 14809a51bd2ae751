"""What detectors suggest is specific: the critic accepts it, or it asks for something harmful."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.reflection import Pattern
from blackboard.harm import harms as harm
from blackboard.importer import import_files
from blackboard.transcript_files import find
from reflect.critic.critic import Critic
from reflect.critic.process import events
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.critic.settings import CriticSettings
from reflect.critic.suggestion import judge_suggestion
from reflect.detectors import DETECTORS, detect
from reflect.trajectory import Trajectory, trajectory
from tests.long_runs import rounds
from tests.reflect.findings import forms, silent
from tests.reflect.talks import called, edited, looked, ran, ran_by_codex, says, session

CRITIC = Critic(CriticSettings())
COMMANDS = [
    "npm run seed -- --config dev.toml", "terraform plan -out site.plan", "./build.sh", "make",
    "bun run lint 2>&1 && bun run typecheck 2>&1", "docker compose up -d db", "npm test -- -t x",
    "psql -c 'SELECT 1'", "python - <<'EOF'\nprint(1)\nEOF", "echo `date` | tee -a log.txt",
    "cd packages/web && pnpm run codegen --watch=false", "terraform apply -var key=<name>",
    "git push", f"tool {'x' * 300}",
]  # fmt: skip
OUTPUTS = [
    "KeyError: 'humidity'", "", "Did you mean --config? Try again. Or maybe not?", "exit status 1",
    "usage: seed <file> [--config <path>]", "error TS2345: Argument of type `{{x}}` is not either",
    "3 tests failed:", "x Unexpected empty block.", "bash: line 1: perhaps: command not found",
    "Error: the server is not configured properly, check and update it", "错误: 找不到文件",
    "remote: error: denied.\nfatal: could not read", "E" * 400, "make: *** [all] Error 2", "ok?",
]  # fmt: skip
WORDS = [
    "Why do you keep deleting my tests?", "wtf", "You're not listening", "this is ridiculous!",
    "I already told you to use uv, not pip. Somehow you never do.", "stop guessing",
    "wtf, you force-pushed to main again", "you broke the login page",
    "are you even reading this? ??",
    "I just told you: `make gen` first", "Fix the login", "Thanks.", "WHY DO YOU KEEP DOING THIS",
]  # fmt: skip
FILES = ["src/kite.py", "/home/ada/kite/src/app/main.ts", "Makefile", "/etc/hosts", "docs/a b.md",
         "src/token.py", ".env"]  # fmt: skip
STEPS = st.one_of(
    st.builds(lambda line: [ran(line)], st.sampled_from(COMMANDS)),
    st.builds(
        lambda line, output, count: [ran(line, output, fails=True)] * count,
        st.sampled_from(COMMANDS), st.sampled_from(OUTPUTS), st.integers(1, 5),
    ),
    st.builds(
        lambda line, count: [ran_by_codex(line)] * count,
        st.sampled_from(COMMANDS), st.integers(4, 12),
    ),
    st.builds(lambda text: [says(text)], st.sampled_from(WORDS)),
    st.builds(lambda path, count: [looked(path)] * count, st.sampled_from(FILES),
              st.integers(1, 7)),
    st.builds(lambda path: [edited(path)], st.sampled_from(FILES)),
    st.builds(lambda text: [called("mcp__db__query", text, fails=True)], st.sampled_from(OUTPUTS)),
    st.builds(lambda count: [says("Go on.", "assistant")] * count, st.integers(30, 120)),
)  # fmt: skip
SESSIONS = st.lists(STEPS, min_size=1, max_size=12).map(
    lambda parts: [step for part in parts for step in part]
)


def patterns(steps: list[NewEvent]) -> list[Pattern]:
    """The patterns of a session in which the steps were taken."""
    return detect(_told(steps))


def _told(steps: list[NewEvent]) -> Trajectory:
    with Board.open(":memory:") as board:
        board.append(session(steps))
        (row,) = board.view("sessions")
        return trajectory(board, row)


@settings(max_examples=rounds(24, 120))
@given(steps=SESSIONS)
def test_every_suggestion_of_every_detector_is_accepted(steps: list[NewEvent]) -> None:
    """By the rules with the default settings, as it stands, whatever was recorded."""
    for pattern in patterns(steps):
        found = judge_suggestion(pattern, CRITIC)
        assert (found.outcome, found.reason) == ("accepted", ""), pattern
        assert found.pattern == pattern
        assert "\n" not in pattern.suggestion
        assert len(pattern.suggestion) <= CriticSettings().rules.max_instruction_length


SESSION = [
    says("Deploy the site"),
    *[ran("npm run seed", "KeyError: 'humidity'", fails=True)] * 2,
    ran("make", "make: *** [all] Error 2", fails=True),
    *[ran("terraform plan -out site.plan")] * 6,
    *[looked("/home/ada/kite/src/kite.py")] * 4,
    *[looked("docs/plan.md")] * 3,
    edited("/home/ada/kite/src/kite.py"),
    ran("git commit -m 'Seed'"),
    says("Why do you keep deleting my tests?"),
    *[says("Go on.", "assistant")] * 98,
]
SUGGESTED = {
    "user_frustration": "Add a rule to AGENTS.md to prevent `Why do you keep deleting my tests?`: "
    "a person objected once in one session, first after `git commit -m 'Seed'`.",
    "error_patterns": "Prevent `KeyError: 'humidity'`, with which `npm run seed` failed 2 times "
    "among 3 failed calls of one session: run it, and correct what causes that.",
    "repeated_tool_use": "Add a script for `terraform plan -out site.plan`, which was run 6 times "
    "in one session, and name the script in AGENTS.md.",
    "repeated_reads": "Add to AGENTS.md what agents look up in `src/kite.py` (4 times) and "
    "`docs/plan.md` (3 times): unchanged, it was read again and again in one session.",
    "long_session": "Add a rule to AGENTS.md to commit after each part of a task and to begin the "
    "next part in a new session: this one changed `src/kite.py`, with 1 commit in 100 messages and "
    "18 tool calls.",
}


def test_a_suggestion_names_what_was_recorded_and_how_often() -> None:
    """One session in which every detector finds something."""
    found = {pattern.type: pattern.suggestion for pattern in patterns(SESSION)}
    assert found == SUGGESTED
    assert len(found) == len(DETECTORS)


def test_a_suggestion_of_other_evidence_is_another_one() -> None:
    """Nothing passes by words that are always the same: without the evidence none does."""
    for pattern in patterns(SESSION):
        bare = pattern.model_copy(
            update={"suggestion": pattern.suggestion.split("`")[0].split(":")[0], "samples": ["x"]}
        )
        judged = judge_suggestion(bare, CRITIC)
        assert not judged.passes, bare.suggestion
        assert judged.reason


def test_what_asks_for_something_harmful_is_vetoed() -> None:
    """A command that was run ten times is no reason to do damage by a script."""
    (pattern,) = patterns([ran("chmod -R 777 dist")] * 10)
    assert harm(pattern.suggestion)
    found = judge_suggestion(pattern, CRITIC)
    assert (found.outcome, found.passes) == ("vetoed", False)
    assert "weakens a safeguard" in found.reason


def test_what_a_person_forbids_is_asked_for_though_it_names_harm() -> None:
    """To prevent a force push is harmless."""
    (pattern,) = patterns([says("wtf, you force-pushed to main")])
    assert judge_suggestion(pattern, CRITIC).passes


@pytest.mark.parametrize(("score", "outcome"), [(0.6999, "not_good_enough"), (0.7, "accepted")])
def test_the_critic_decides_and_not_the_detector(score: float, outcome: str) -> None:
    """Any critic: the suggestion of a plug-in's detector is judged like the product's."""
    pattern = Pattern(type="mine", severity="high", count=3, suggestion="Do it.", samples=["x"])
    found = judge_suggestion(pattern, lambda given: forms(given, ("", score)))
    assert (found.outcome, found.score, found.passes) == (outcome, score, outcome == "accepted")


def test_a_refined_suggestion_is_the_one_to_ask_for() -> None:
    """And its course can be recorded."""
    pattern = Pattern(type="mine", severity="high", count=3, suggestion="Do it.")
    critic = lambda given: forms(given, ("", 0.5), ("Run `make gen` first.", 0.9))  # noqa: E731
    found = judge_suggestion(pattern, critic)
    assert (found.outcome, found.pattern.suggestion) == ("refined", "Run `make gen` first.")
    types = [event.type for event in events(found.review, project="p")]
    assert types[-1] == "recommendation.accepted"


def test_without_a_critic_a_suggestion_passes_unjudged() -> None:
    """As everything does with `[reflection] enabled = false`."""
    pattern = Pattern(type="mine", severity="high", count=3, suggestion="Do it.")
    found = judge_suggestion(pattern, silent)
    assert (found.outcome, found.score, found.passes) == (None, None, True)
    assert found.pattern == pattern


@pytest.mark.full
def test_suggestions_of_real_sessions_pass_or_are_vetoed_for_harm(shared_data: Path) -> None:
    """Those of the shared transcripts; the wording was made with them in view."""
    with Board.open(":memory:") as board:
        import_files(board, find([shared_data / "transcripts"]), trusted=True)
        found = [
            judge_suggestion(pattern, CRITIC)
            for row in board.view("sessions")
            for pattern in detect(trajectory(board, row))
        ]
    refused = [each.review.critique for each in found if not each.passes]
    assert len(found) > 20
    assert all(isinstance(each, CritiqueResult) and each.veto == "harm" for each in refused)


def test_the_critic_sees_the_suggestion_and_what_was_recorded() -> None:
    """And no reason that nobody gave."""
    asked: list[Recommendation] = []

    def critic(given: Recommendation) -> object:
        asked.append(given)
        return silent(given)

    pattern = Pattern(
        type="mine", severity="high", count=3, suggestion="Do it.", samples=["a", "b"]
    )
    judge_suggestion(pattern, critic)  # type: ignore[arg-type]  # it is asked only for what it sees
    (given,) = asked
    assert (given.instruction, given.issue) == ("Do it.", "a\nb")
    assert (given.scope, given.rationale) == ("", "")
