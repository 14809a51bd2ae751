"""The modules by which the strength of the tests is judged; chosen before tests were taken out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Concern:
    """The tests of a module: its own, and then those of the folders beside it."""

    own: tuple[str, ...]
    others: tuple[str, ...] = ()


def _of(own: str, others: str = "") -> Concern:
    def tests(names: str) -> tuple[str, ...]:
        return tuple(f"tests/{name}" for name in names.split())

    return Concern(tests(own), tests(others))


PROMISED = {
    "blackboard/attestation.py": _of(
        "blackboard/test_attestation.py blackboard/agents/test_own_transcripts.py",
        "blackboard/agents contract/test_forged_transcripts.py",
    ),
    "blackboard/agents/claude_code/__init__.py": _of(
        "blackboard/agents blackboard/test_claude_code.py blackboard/test_claude_code_words.py",
        "contract/test_forged_transcripts.py contract/test_agents.py",
    ),
    "blackboard/sanitise.py": _of(
        "blackboard/test_sanitise.py", "lessonboard/hooks/test_writing.py"
    ),
    "blackboard/redaction/redact.py": _of(
        "blackboard/redaction/test_redact.py", "blackboard/redaction"
    ),
    "blackboard/redaction/private.py": _of(
        "blackboard/redaction/test_private.py", "blackboard/redaction"
    ),
    "blackboard/guards/pattern.py": _of(
        "blackboard/guards", "reflect/guards lessonboard/hooks/test_guards.py"
    ),
    "blackboard/storage/sqlite/forgetting.py": _of(
        "blackboard/test_forget_reach.py blackboard/test_forget.py blackboard/test_forget_many.py",
        "lessonboard/test_forget_command.py faults/test_pending_erasures.py",
    ),
    "blackboard/chain_check.py": _of(
        "lessonboard/test_tampering.py", "lessonboard/test_verify_command.py"
    ),
    "reflect/trust.py": _of(
        "reflect/test_trust.py", "reflect/test_reconsider.py reflect/test_recurrence.py"
    ),
    "reflect/curator/policy.py": _of("reflect/curator/test_policy.py", "reflect/curator"),
    "lessonboard/parts/web/access.py": _of(
        "parts/web/test_access.py", "parts/web/test_deciding.py"
    ),
    "lessonboard/hooks/off.py": _of("lessonboard/test_off.py", "lessonboard/hooks"),
}
"""Those on which the promises of SECURITY.md rest most."""

DRAWN = {
    "reflect/miner/mine.py": _of(
        "reflect/test_mine.py", "reflect/test_pairs.py reflect/test_recurrence.py"
    ),
    "blackboard/redaction/structures.py": _of("blackboard/redaction"),
    "lessonboard/elsewhere.py": _of("parts/team"),
    "reflect/rules/pair.py": _of("reflect/rules"),
    "lessonboard/parts/recordings/cli/recording.py": _of(
        "parts/recordings/cli/test_recording.py",
        "parts/recordings/cli/test_run.py parts/recordings/cli/test_login.py",
    ),
    "blackboard/search/answers.py": _of("blackboard/recall"),
    "reflect/freshness/check.py": _of("reflect/freshness"),
    "lessonboard/doctor/settings_file.py": _of(
        "lessonboard/doctor/test_settings_files.py", "lessonboard/doctor"
    ),
    "lessonboard/mcp/typed.py": _of("lessonboard/mcp/test_typed.py", "lessonboard/mcp"),
}
"""Ten drawn by `random.Random(29).sample` from the sorted modules of 60 lines and more."""

ACTING = {
    "reflect/accounts/judge.py": _of("reflect/accounts/test_judge.py", "reflect/accounts"),
    **{
        f"lessonboard/parts/recordings/browser/{name}.py": _of("parts/recordings/test_identity.py")
        for name in ("consequence", "identity", "renamed")
    },
}
"""Others that decide; with the guards, forgetting, trust and attestation it must reach 0.85."""

LISTED = {**PROMISED, **DRAWN, **ACTING}
