"""What is read off transcripts about hooks, and that nothing in them stops the reading."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lessonboard.doctor import hook_runs
from lessonboard.doctor.hook_runs import Seen, program, scan
from tests.lessonboard.doctor.transcript_lines import attachment, success, summary
from tests.long_runs import rounds

OURS = 'python3 -IS "/home/u/.local/share/lessonboard/hook.py" claude'


def seen_in(folder: Path, text: str | bytes, since: str = "2026-03-01") -> Seen:
    """The result for a transcript with this text."""
    path = folder / "s.jsonl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return scan([path], since)


def test_runs_are_told_apart_by_program_and_event(tmp_path: Path) -> None:
    """Arguments do not matter, secrets among them; failures and cancellations are counted."""
    seen = seen_in(
        tmp_path,
        success("TOKEN=x node /opt/guard/check.mjs a", 10)
        + success("TOKEN=y node /opt/guard/check.mjs b", 30)
        + attachment("hook_non_blocking_error", command="node /opt/guard/check.mjs", durationMs=5)
        + attachment("hook_cancelled", "PreToolUse")
        + success(OURS, 20, "UserPromptSubmit"),
    )
    checked = seen.runs["check.mjs", False, "PostToolUse"]
    assert (checked.count, checked.failed, checked.ms) == (3, 1, [10, 30, 5])
    assert seen.runs["unknown", False, "PreToolUse"].cancelled == 1
    assert seen.runs["lessonboard", True, "UserPromptSubmit"].ms == [20]


def test_a_stop_hook_is_counted_once(tmp_path: Path) -> None:
    """The summary of a turn repeats hooks that have their own lines."""
    line = attachment("hook_success", "Stop", command="a", durationMs=7, toolUseID="stop")
    seen = seen_in(tmp_path, line + summary(("a", 7), ("b", 9)))
    assert {key[0]: runs.ms for key, runs in seen.runs.items()} == {"a": [7], "b": [9]}


def test_injected_bytes_are_ours_or_those_of_others(tmp_path: Path) -> None:
    """What hooks say is measured: as context, or as plain text where that becomes context."""
    seen = seen_in(
        tmp_path,
        attachment("hook_additional_context", content=["From earlier sessions (lessonboard):\nx"])
        + attachment("hook_additional_context", content=["é", "a"])
        + success("other", 1, "SessionStart", content="four")
        + success("other", 1, "PreToolUse", content="shown to nobody")
        + success(OURS, 1, "SessionStart", content="12345"),
    )
    assert seen.injected == {True: len("From earlier sessions (lessonboard):\nx") + 5, False: 7}


def test_old_lines_do_not_count(tmp_path: Path) -> None:
    """A session of several weeks is judged by its last days."""
    assert not seen_in(tmp_path, success(OURS, 1), since="2026-04-01").runs


def test_durations_that_are_none_are_passed_over(tmp_path: Path) -> None:
    """The run counts, its duration does not."""
    durations: tuple[object, ...] = (None, "7", True, -1, 1e12, [], 4)
    lines = "".join(success("a", ms) for ms in durations)
    runs = seen_in(tmp_path, lines).runs["a", False, "PostToolUse"]
    assert (runs.count, runs.ms) == (7, [4])


def test_no_more_is_read_than_the_newest_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a long file the end is read, and files after the limit not at all."""
    monkeypatch.setattr(hook_runs, "MOST_BYTES", 1000)
    (tmp_path / "a.jsonl").write_text(success("old", 1) * 50 + success("new", 2))
    (tmp_path / "b.jsonl").write_text(success("never", 1))
    seen = scan([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], "2026")
    names = {key[0] for key in seen.runs}
    assert "new" in names
    assert "never" not in names
    assert seen.bytes <= 1000


def test_a_line_too_long_costs_itself_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines before and after it are read."""
    monkeypatch.setattr(hook_runs, "_LONGEST_LINE", 400)
    huge = success("huge", 1, stdout="x" * 2000)
    seen = seen_in(tmp_path, success("a", 1) + huge + success("b", 1))
    assert {key[0] for key in seen.runs} == {"a", "b"}


def test_a_file_that_is_gone_is_counted(tmp_path: Path) -> None:
    """Claude Code deletes transcripts at any time."""
    assert scan([tmp_path / "gone.jsonl"], "2026").unread == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "command", "content", "durationMs", "hookEvent", "toolUseID"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=6,
)
KINDS = st.sampled_from(["hook_success", "hook_additional_context", "hook_cancelled", "hook_x"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=rounds(12, 60))
@given(
    junk=st.lists(st.binary(max_size=40) | st.just(b'{"type":"attachment","attachment":"hook_'),
                  max_size=4),
    fields=st.dictionaries(
        st.sampled_from(["command", "content", "durationMs", "hookEvent", "toolUseID"]), JSON),
    kind=KINDS,
    torn=st.integers(0, 60),
)  # fmt: skip
def test_whatever_lines_hold_the_good_ones_count(
    tmp_path: Path, junk: list[bytes], fields: dict[str, object], kind: str, torn: int
) -> None:
    """Junk, torn lines, and values of any type neither stop the reading nor hide what is good."""
    record = json.loads(attachment(kind))
    record["attachment"].update(fields)
    lines = [*junk, json.dumps(record).encode(), success("good", 3).strip().encode()]
    torn_line = success("torn", 1).encode()[: torn + 1]
    seen = seen_in(tmp_path, b"\n".join(lines) + b"\n" + torn_line)
    assert seen.runs["good", False, "PostToolUse"].ms[-1:] == [3.0]
    assert all(len(key[0]) <= 60 and key[0].isprintable() for key in seen.runs)


@given(st.text(max_size=80))
def test_a_name_is_short_and_cannot_steer_a_terminal(command: str) -> None:
    """Whatever a command is made of."""
    name = program(command)
    assert name
    assert name.isprintable()
    assert len(name) <= 60


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("bash ${CLAUDE_PLUGIN_ROOT}/hooks/check-gopls.sh", "check-gopls.sh"),
        ("'/Library/Application Support/x/notify' a", "notify"),
        ("go run ./cmd/main.go stop", "main.go"),
        ("uvx --from thing tool", "thing"),
        ("python -m pkg.hook", "pkg.hook"),
        ("", "unknown"),
    ],
)
def test_a_command_is_known_by_its_program(command: str, name: str) -> None:
    """Interpreters, variables and options are passed over."""
    assert program(command) == name
