"""What a session did too often is found in what was called and typed, not in what files say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.event import Event, NewEvent
from blackboard.events.reflection import Pattern
from blackboard.events.session import SessionMetrics
from blackboard.importer import import_files
from blackboard.transcript_files import find
from reflect.detectors import detect, detector_of
from reflect.detectors.error_patterns import is_error
from reflect.detectors.user_frustration import USER_FRUSTRATION
from reflect.result import ReflectionResult, priority
from reflect.trajectory import Trajectory, trajectory
from tests.reflect.talks import (
    called,
    edited,
    looked,
    ran,
    ran_by_codex,
    recorded,
    says,
    session,
)

SAMPLES = Path(__file__).parents[2] / "examples" / "sessions"


def told(*steps: NewEvent) -> Trajectory:
    """The trajectory of a session in which the steps were taken, folded as the board does."""
    with Board.open(":memory:") as board:
        board.append(session(steps))
        (row,) = board.view("sessions")
        return trajectory(board, row)


def found(*steps: NewEvent) -> dict[str, Pattern]:
    """The patterns of a session by type."""
    return {pattern.type: pattern for pattern in detect(told(*steps))}


def crashed(line: str, code: int) -> NewEvent:
    """A command that ended without a word."""
    step = ran(line, "", fails=True)
    return step._replace(payload={**step.payload, "exit_code": code})


TRACEBACK = "Exit code 1\nTraceback (most recent call last):\nKeyError: 'humidity'"


@pytest.mark.parametrize(
    ("pattern", "count", "expected"),
    [
        ("user_frustration", 1, "critical"),
        ("error_patterns", 4, "low"),
        ("error_patterns", 5, "high"),
        ("repeated_tool_use", 4, "low"),
        ("repeated_tool_use", 5, "medium"),
        ("repeated_tool_use", 9, "medium"),
        ("repeated_tool_use", 10, "high"),
        ("long_session", 1, "medium"),
        ("repeated_reads", 4, "low"),
        ("repeated_reads", 5, "medium"),
        ("repeated_reads", 100, "medium"),
    ],
)
def test_severity_follows_the_published_table(pattern: str, count: int, expected: str) -> None:
    """Frustration, errors, repetition, length, then any other, in this order."""
    assert detector_of(pattern).severity(count) == expected


@pytest.mark.parametrize("count", [0, 2, 3, 4, 5, 12])
def test_errors_are_counted_and_grouped_by_what_they_complain_of(count: int) -> None:
    """Three make a pattern; the line numbers of a traceback do not tell them apart."""
    steps = [ran("pytest -q", f"File x.py:{n}\nKeyError: 'humidity'", fails=True)
             for n in range(count)]  # fmt: skip
    pattern = found(*steps).get("error_patterns")
    assert (pattern is not None) == (count >= 3)
    if pattern:
        assert pattern.count == count
        assert pattern.severity == ("high" if count >= 5 else "low")
        assert pattern.context["kinds"] == 1
        assert pattern.samples == ["KeyError: 'humidity'"]


def test_structured_calls_of_both_agents_count() -> None:
    """Claude's Bash, Codex' exec_command and its older shell with a list of words."""
    pattern = found(
        ran("pytest -q", TRACEBACK, fails=True),
        ran_by_codex("pytest -q", TRACEBACK, fails=True),
        called("shell", TRACEBACK, fails=True, command=["bash", "-lc", "pytest -q"]),
        called("mcp__db__query", "no such table: users", fails=True, sql="select"),
    )["error_patterns"]
    assert (pattern.count, pattern.context["kinds"]) == (4, 2)


@pytest.mark.parametrize(
    "step",
    [
        ran("grep -rn error src/", "src/a.py:1:raise ValueError('error')"),
        ran("grep -rn 'error|failed' src/", "", fails=True),
        ran('rg -n "fatal|panic|cannot" src | head -5', "Exit code 1", fails=True),
        ran("grep -rn error src missing", "src/a.py:1: error: no such thing", fails=True),
        ran("nl -ba app.py | sed -n '1,9p' && rg 'cannot' app.py", "1 raise Error", fails=True),
        ran("test -f setup.cfg", "", fails=True),
        ran("which uv", "uv not found", fails=True),
        ran("git config --get core.hooksPath", "Exit code 1", fails=True),
        ran_by_codex("command -v just", "", fails=True),
        ran("cat errors.py", "class NotFoundError(Exception): ...\nraise FatalError('panic')"),
        ran("pytest -q", "3 passed, error handling covered"),
        ran("rm -rf build", "The user doesn't want to proceed", denied=True),
        called("Edit", "<tool_use_error>String to replace not found in file.", fails=True),
        called("Read", "File content (28766 tokens) exceeds maximum", fails=True),
        called("apply_patch", "apply_patch verification failed: x", fails=True),
    ],
)  # fmt: skip
def test_what_was_looked_for_refused_or_turned_down_is_no_error(step: NewEvent) -> None:
    """Nor is the text of programs, however often it says `error`."""
    assert "error_patterns" not in found(*[step] * 6)


@pytest.mark.parametrize(
    "step",
    [
        ran("cat -A app.py", "Exit code 1\ncat: illegal option -- A", fails=True),
        ran("rg -n 'a|b src", "zsh:1: unmatched '", fails=True),
        ran("grep -rn error missing/", "grep: missing/: No such file or directory", fails=True),
        crashed("./build.sh", 139),
        ran_by_codex("cat > a <<'EOF'\nx\nEOF\nnpx tool -P", "error: unexpected -P", fails=True),
        ran("make all", "make: *** No rule to make target", fails=True),
    ],
)  # fmt: skip
def test_a_program_that_complains_counts_even_if_it_only_looks(step: NewEvent) -> None:
    """A wrong option, a broken quote, a crash without a word."""
    assert found(*[step] * 3)["error_patterns"].count == 3


def test_the_sample_is_the_complaint_and_not_the_echo_of_the_command() -> None:
    """Runners repeat what they run, and tests tell what passed."""
    pattern = found(
        *[ran("bun run lint", "$ biome check --error-on-warnings\nsrc/a.ts: Unexpected `any`.",
              fails=True)] * 2,
        *[ran("bun test", "(pass) refuses an error\n\u2717 keeps the order", fails=True)] * 2,
    )["error_patterns"]  # fmt: skip
    assert pattern.samples == ["src/a.ts: Unexpected `any`.", "\u2717 keeps the order"]


@pytest.mark.parametrize(
    "text",
    [
        "How does the error handling for unknown stations work? It should be covered by a test.",
        "Make sure you keep existing tests, and you keep going until they pass.",
        "Log how many times the cache was hit and how many times we retry.",
        "When the hook runs for the second time, it should be a no-op.",
        "This is the third error around CWD, check that there is not more like this.",
        "Check that you're not reading the file twice.",
        "The linter should stop ignoring tests/, and stop guessing the encoding.",
        "I just asked Bob for the key. I have already asked the backend team.",
        "Can you explain how you broke the problem down into tasks?",
        "It's annoying for users that the dialog pops up; this is frustrating for them.",
        "I'm tired of typing this command, write an alias.",
        "It is unacceptable for latency to exceed 100 ms.",
        "Are you serious about dropping Python 3.8?",
        "SELECT NAME, COUNT FROM ORDERS WHERE STATUS IS NULL",
        "GNU GENERAL PUBLIC LICENSE",
        "thank you!!! great work!!!",
        'The user wrote "why do you keep breaking this" in the ticket.',
        "> you keep ignoring me\n\nPlease answer this review comment.",
        "`wtf` is the name of the package; import it.",
        "```\nwhat the hell\n```\nfix this output",
        "You are going to see a fatal error, that's expected. Not working yet.",
        "Continue", "yes", "again, please", "commit", "", "🎉",
        "This is a joke generator; it is a mess of globals, refactor it.",
        "x " * 300 + "why do you keep doing this",
    ],
)  # fmt: skip
def test_healthy_talk_is_no_frustration(text: str) -> None:
    """Words that also occur in anger say nothing about anybody's mood."""
    assert USER_FRUSTRATION.find(told(says(text), says("Thanks."))) == []


@pytest.mark.parametrize(
    "text",
    [
        "Why do you keep deleting my tests?",
        "You keep breaking the build.",
        "You kept on changing the wrong file, and now it is gone.",
        "I already told you to use uv.",
        "I just told you not to touch it",
        "How many times do I have to tell you?",
        "This is the third time I say it.",
        "For the second time: use pnpm.",
        "Stop guessing.",
        "please stop making things up",
        "You\u2019re not listening",
        "this is ridiculous!",
        "I'm so frustrated.",
        "wtf",
        "That is not what I asked for.",
        "you broke the login page",
        "WHY DO YOU KEEP DOING THIS",
        "why do\nyou keep   pushing to main",
        "are you even reading my messages?",
    ],
)
def test_lost_patience_is_seen_at_once_and_is_critical(text: str) -> None:
    """One plain word of it is enough, and the sample is what was typed."""
    (pattern,) = USER_FRUSTRATION.find(told(says("Fix the login"), says(text)))
    assert (pattern.severity, pattern.count) == ("critical", 1)
    assert pattern.samples == [" ".join(text.split())]


def test_hints_make_frustration_only_together() -> None:
    """Two say little, three say enough."""
    hints = [says("still not working"), says("No, that's wrong"), says("you forgot the test")]
    assert USER_FRUSTRATION.find(told(*hints[:2])) == []
    assert USER_FRUSTRATION.find(told(*hints))[0].count == 3


def test_what_the_agent_says_is_nobodys_frustration() -> None:
    """Only the human's words count."""
    assert not found(says("This is ridiculous! wtf, I already told you", role="assistant"))


def test_a_command_run_ten_times_is_repeated_use_of_high_severity() -> None:
    """It could be a script."""
    for count, expected in ((4, None), (5, "medium"), (9, "medium"), (10, "high")):
        pattern = found(*[ran("aws s3 sync dist s3://site --delete")] * count).get(
            "repeated_tool_use"
        )
        assert (pattern and pattern.severity) == expected
        assert pattern is None or pattern.count == count


def test_a_check_run_again_without_a_change_counts_each_time() -> None:
    """Five runs and nothing done in between are five uses."""
    assert found(*[ran("npm test -- --watch=false")] * 5)["repeated_tool_use"].count == 5


@pytest.mark.parametrize(
    "between", [edited(), ran("npm install left-pad"), ran("python fix.py && git add -A")]
)
@pytest.mark.parametrize("check", ["npm test", "git push", "go run ./cmd/app", "uv run pytest -q"])
def test_the_rhythm_of_work_is_no_repetition(between: NewEvent, check: str) -> None:
    """To change and check, to commit and push, is how work is done."""
    assert "repeated_tool_use" not in found(*[ran(check), between] * 4)


@pytest.mark.parametrize(
    "look", ["ls -la", "git status", "git log --oneline -5", "cat a.py", "gh pr view 3", "sleep 5"]
)
def test_looking_is_no_repetition(look: str) -> None:
    """However often."""
    assert "repeated_tool_use" not in found(*[ran(look)] * 20)


def test_what_fails_again_and_again_is_no_repetition() -> None:
    """It is an error, and a script for it would fail as well; what worked counts."""
    worked, failed = ran("./deploy staging"), ran("./deploy staging", "boom", fails=True)
    assert "repeated_tool_use" not in found(*[failed] * 5, *[worked] * 4)
    assert found(*[failed] * 5, *[worked] * 5)["repeated_tool_use"].count == 5


def test_looking_between_two_checks_changes_nothing() -> None:
    """The checks count as if they stood side by side."""
    steps = [ran("npm test -- -t cart"), looked(), ran("git status")] * 6
    assert found(*steps)["repeated_tool_use"].count == 6


def test_a_part_of_a_file_read_thrice_is_repeated() -> None:
    """Another part is another read, and after a change there is something new to see."""
    assert found(*[looked("a.py")] * 3)["repeated_reads"].count == 3
    assert not found(looked("a.py"), looked("a.py"), edited("a.py"), looked("a.py"))
    parts = [called("Read", "x", file_path="a.py", offset=n) for n in range(5)]
    assert not found(*parts)


def test_codex_reads_files_by_the_shell() -> None:
    """`sed -n` of the same lines is the same read; a patch by its relative path makes it new."""
    read = ran_by_codex("sed -n '1,200p' /home/ada/kite/src/app.py", "text")
    assert found(*[read] * 3)["repeated_reads"].samples == ["/home/ada/kite/src/app.py: 3 times"]
    patch = called("apply_patch", input="*** Begin Patch\n*** Update File: src/app.py\n+x")
    assert not found(read, read, patch, read, read)
    assert not found(
        read, read, ran_by_codex("sed -n '201,400p' /home/ada/kite/src/app.py", "text")
    )


def test_files_that_programs_write_may_be_read_again() -> None:
    """What lies in a temporary folder is news each time."""
    assert not found(*[looked("/tmp/out.txt")] * 5)


def test_a_session_of_a_hundred_messages_is_long() -> None:
    """99 are not."""
    words = [says(f"Step {n}", "user" if n % 2 else "assistant") for n in range(100)]
    assert not found(*words[:99])
    pattern = found(*words)["long_session"]
    assert (pattern.count, pattern.severity) == (100, "medium")


def test_an_empty_session_has_no_patterns() -> None:
    """Nothing called, nothing said."""
    assert found() == {}


_SEVERITIES = st.sampled_from(["low", "medium", "high", "critical"])
_PATTERNS = st.lists(
    st.builds(lambda level, count: Pattern(type="x", severity=level, count=count, suggestion=""),
              _SEVERITIES, st.integers(0, 20)), max_size=6)  # fmt: skip


@given(patterns=_PATTERNS)
def test_automation_is_worth_it_for_one_high_or_two_medium_patterns(
    patterns: Sequence[Pattern],
) -> None:
    """The rule of the first seed, whatever the mixture."""
    result = _result(patterns)
    levels = [pattern.severity for pattern in patterns]
    worthy = "high" in levels or "critical" in levels or levels.count("medium") >= 2
    assert result.is_automation_worthy() == worthy
    assert (result.automation_priority in ("medium", "high")) == worthy
    assert result.automation_priority == priority(patterns)


@given(patterns=_PATTERNS)
def test_the_primary_issue_is_the_most_severe_pattern(patterns: Sequence[Pattern]) -> None:
    """Of two equally severe ones the more frequent; of none, none."""
    order = ["low", "medium", "high", "critical"]
    primary = _result(patterns).get_primary_issue()
    if not patterns:
        assert primary is None
    else:
        assert primary is not None
        worst = max(order.index(pattern.severity) for pattern in patterns)
        assert order.index(primary.severity) == worst
        assert primary.count == max(
            pattern.count for pattern in patterns if order.index(pattern.severity) == worst
        )


def _result(patterns: Sequence[Pattern]) -> ReflectionResult:
    return ReflectionResult("s1", 0, patterns, SessionMetrics(), [])


@pytest.fixture(scope="module")
def samples() -> Iterator[list[Trajectory]]:
    """The sample sessions as the board holds them."""
    with Board.open(":memory:") as board:
        import_files(board, find([SAMPLES]), trusted=True)
        yield [trajectory(board, row) for row in board.view("sessions")]


def test_small_real_sessions_have_no_patterns(samples: list[Trajectory]) -> None:
    """Two failures, a correction and talk about error handling are an ordinary day."""
    assert len(samples) == 10
    assert [detect(each) for each in samples] == [[]] * 10


def test_real_failures_are_errors_in_both_formats(samples: list[Trajectory]) -> None:
    """A refused push and a missing setting are; an edit that the harness turned down is not."""
    errors: dict[str | None, list[Event]] = {each.session["agent"]: [] for each in samples}
    for each in samples:
        errors[each.session["agent"]] += filter(is_error, each.calls)
    assert len(errors["claude-code"]) >= 4
    assert len(errors["codex"]) >= 6
    outputs = [(call.payload or {})["output"] for calls in errors.values() for call in calls]
    assert not any("tool_use_error" in output for output in outputs)


def test_a_long_day_of_real_failures_is_a_pattern(samples: list[Trajectory]) -> None:
    """All calls of the samples as one session: the same fault of two days is one kind."""
    calls = [call for each in samples for call in each.calls]
    merged = Trajectory(samples[0].session, calls)
    (pattern,) = [each for each in detect(merged) if each.type == "error_patterns"]
    assert pattern.severity == "high"
    assert pattern.count > pattern.context["kinds"]
    assert all(sample for sample in pattern.samples)


@pytest.mark.full
def test_many_real_sessions_keep_the_promises_of_their_patterns(shared_data: Path) -> None:
    """Frustration has words to show, repetition a command, and errors are failed calls."""
    with Board.open(":memory:") as board:
        import_files(board, find([shared_data / "transcripts"]), trusted=True)
        rows = [row for row in board.view("sessions") if not row["child"]]
        looked_at = [trajectory(board, row) for row in rows]
        for each in looked_at:
            for pattern in detect(each):
                _keeps_its_promise(each, pattern)
    assert len(looked_at) > 50


def _keeps_its_promise(session: Trajectory, pattern: Pattern) -> None:
    assert pattern.severity == detector_of(pattern.type).severity(pattern.count)
    match pattern.type:
        case "user_frustration":
            words = [" ".join((event.payload or {})["text"].split()) for event in session.said]
            assert pattern.samples
            assert all(any(said.startswith(text) for said in words) for text in pattern.samples)
        case "error_patterns":
            failed = sum(bool((call.payload or {}).get("failed")) for call in session.calls)
            assert 3 <= pattern.count <= failed
        case "repeated_tool_use":
            assert pattern.count >= 5
            assert pattern.samples == [pattern.context["command"]]
        case "repeated_reads":
            assert pattern.count >= 3
        case "long_session":
            assert pattern.count == session.metrics.total_messages >= 100


def test_recorded_events_need_no_board() -> None:
    """A trajectory is made of a row and events, from wherever they come."""
    row = told().session
    events = recorded(*[ran("make", "error: nothing to be done", fails=True)] * 3)
    assert [pattern.type for pattern in detect(Trajectory(row, events))] == ["error_patterns"]
