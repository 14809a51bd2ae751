"""The views as a public schema: what each view and each of its columns means.

A new column has its meaning here; `docs/views.md` is made of it by
`python -m blackboard.views.schema docs/views.md`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from blackboard.views import VIEWS
from blackboard.views.view import is_time

BEGIN, END = "<!-- views: begin -->", "<!-- views: end -->"
"""Between them the tables stand in the page; all else there is written by hand."""

_TYPES = {str: "text", int: "integer", float: "real", list: "JSON list", dict: "JSON object"}

_PROJECT = "The project it belongs to: a remote such as `github.com/ada/kite`, or a folder."
_SEEN_AT = "When it was last seen."
_DECISIONS = (
    "Decisions about it, oldest first: event, type, time, actor, reason, and what was before."
)
_UNDONE = "Types of the decisions that people took back."
_EVIDENCE = "What shows it: ids of events with verbatim quotes, and lines of files."
_LEARNED_FROM = "Who found it: miner, reflector, a source, or a person's import."
_TRUST = "Where it comes from, best first: human, approved, tool, repository, imported."
_CONFIDENCE = "How sure it is, from 0 to 1."
_SCOPE = "`project`, or `global` when it holds everywhere."

MEANINGS: dict[str, tuple[str, dict[str, str]]] = {
    "ties": ("One row per reason to count two names to one repository, or not.", {
        "id": "The key: what was seen, or the event of a person's decision.",
        "kind": "session, remote, moved, clone, worktree, observed, merged or split.",
        "one": "A name: a remote or a folder.",
        "other": "The other name.",
        "session": "Where it was seen, for kinds that a session shows.",
        "sessions": "In how many sessions a command showed it.",
        "git_folder": "The folder that all worktrees share, for a repository seen on disk.",
        "remotes": "All its remotes then.",
        "first_commit": "The id of its oldest root commit.",
        "first_at": "When it was seen first.",
        "last_at": "When it was seen last.",
        "undone": "1 when a person took the decision back.",
        "position": "The position of its last event in the log.",
    }),
    "sessions": ("One row per session of a coding agent; a subagent's is a session of its own.", {
        "id": "The agent's id of the session; a subagent's ends in a slash and its own id.",
        "stream": "The stream of its events.",
        "project": _PROJECT,
        "agent": "`claude-code`, `codex`, `gemini-cli`, `cursor`, or another.",
        "agent_version": "The version of the agent.",
        "model": "The model that it was started with.",
        "cwd": "The folder in which it began.",
        "branch": "The git branch at that time.",
        "child": "1 when Lessonboard started it.",
        "title": "The beginning of what was asked first.",
        "started_at": "When its first event happened.",
        "last_at": "When its last event happened.",
        "minutes": "The time in between.",
        "ended": "1 when the agent or its user closed it.",
        "total_messages": "Messages of both sides.",
        "user_messages": "Messages of the human.",
        "assistant_messages": "Messages of the model.",
        "tool_uses": "Calls of tools.",
        "failures": "Calls that failed.",
        "input_tokens": "Tokens that the model read.",
        "output_tokens": "Tokens that the model wrote.",
        "cache_read_tokens": "Tokens of the input that a cache held.",
        "cache_write_tokens": "Tokens of the input that were put into a cache.",
        "usage": "The same for each model: a list of objects with `model` and `calls`.",
        "last_message": "The agent's id of the last message.",
        "position": "The position of its last event in the log.",
    }),
    "lessons": ("One row per lesson: what went wrong, why, and what to do from now on.", {
        "id": "The lesson's id.",
        "project": _PROJECT,
        "scope": _SCOPE,
        "status": "`candidate`, `approved`, `rejected`, `superseded` or `retired`.",
        "phase": "Where it surfaced: `implement`, `review`, `rework` or `merge-fix`.",
        "category": "What it is about, such as `testing`.",
        "severity": "`low`, `medium` or `high`.",
        "symptom": "What was seen to go wrong.",
        "root_cause": "Why.",
        "resolution": "How it was mended.",
        "constraint": "The rule: what to do from now on. The name is a word of SQL, so quote it.",
        "tags": "Words to find it by.",
        "trust": _TRUST,
        "confidence": _CONFIDENCE,
        "learned_from": _LEARNED_FROM,
        "paths": "Files in which it should come to mind.",
        "commands": "Beginnings of commands at which it should come to mind.",
        "signatures": "Error lines, without what varies, at which it should come to mind.",
        "evidence": _EVIDENCE,
        "sessions": "The sessions in which it was seen.",
        "seen": "How often it was seen.",
        "created_at": "When it was first seen.",
        "last_seen_at": _SEEN_AT,
        "learnt_at": "When this board learnt it, however old the session is that shows it.",
        "updated_at": "When the row was last changed.",
        "superseded_by": "The lesson that says it better.",
        "reason": "Why it has its status.",
        "decisions": _DECISIONS,
        "undone": _UNDONE,
        "checked": "What the last check of the cited lines found.",
        "freshness": "Of the cited lines: `fresh`, `moved`, `drifted`, `orphaned`, or empty.",
    }),
    "insights": ("One row per insight: a short statement that the curator kept.", {
        "id": "The insight's id.",
        "project": _PROJECT,
        "scope": _SCOPE,
        "status": "`approved` or `retired`.",
        "statement": "What it says.",
        "category": "Such as `testing`, `patterns` or `projectSpecific`.",
        "confidence": _CONFIDENCE,
        "trust": _TRUST,
        "actionable": "1 when it says what to do.",
        "learned_from": _LEARNED_FROM,
        "evidence": _EVIDENCE,
        "seen": "How often it was found.",
        "created_at": "When it was first found.",
        "last_seen_at": _SEEN_AT,
        "reason": "Why it has its status.",
        "decisions": _DECISIONS,
        "undone": _UNDONE,
    }),
    "accounts": ("One row per lesson or insight that was offered: what became of it.", {
        "lesson": "The id of the lesson or insight.",
        "injected": "Times it was put before an agent.",
        "withheld": "Times it fitted and was held back, to measure its worth.",
        "obeyed": "Times an agent that had been shown it did what it says.",
        "obeyed_without": "Times an agent did so that had not been shown it.",
        "recurred_injected": "Times its failure happened again although it was shown.",
        "recurred_without": "Times its failure happened again where it was not shown.",
        "disputed": "Times an agent said that it is wrong or of no help.",
        "tokens": "Tokens that showing it took, in all.",
        "last_injected_at": "When it was last shown.",
    }),
    "exposures": ("One row per lesson and session: what the session was told, and did.", {
        "id": "The lesson and the session, a line break between them.",
        "lesson": "The id of the lesson or insight.",
        "session": "The id of the session.",
        "project": _PROJECT,
        "at": "When anything was last noted.",
        "injected_at": "When it was first shown.",
        "withheld_at": "When it was first held back.",
        "obeyed_at": "When it was first obeyed.",
        "recurred_at": "When its failure first happened.",
        "disputed_at": "When the agent first disputed it.",
        "tokens": "Tokens that showing it took.",
        "moment": "At which moment it was shown.",
        "evidence": "The event that shows what the agent did.",
        "reason": "Why the agent disputed it.",
    }),
    "failures": ("One row per tool call that failed.", {
        "id": "The id of the event.",
        "session": "The session it happened in.",
        "project": _PROJECT,
        "agent": "The agent that called the tool.",
        "tool": "The tool's name.",
        "target": "What it was given to do: the command line, or the file.",
        "exit_code": "The exit code, where it is known.",
        "signature": "The error line without its variable parts; null where no line is one.",
        "error": "The line that says what went wrong.",
        "lines": "All lines that are shaped like an error.",
        "stream": "The stream of the event.",
        "version": "Its version in that stream.",
        "position": "Its position in the log.",
        "occurred_at": "When it happened.",
    }),
    "critiques": ("One row per recommendation: its last form, and what the critic made of it.", {
        "recommendation": "Its id; of a lesson's recommendation the lesson's.",
        "project": _PROJECT,
        "status": "`proposed`, `accepted`, `discarded` or `duplicate`.",
        "instruction": "What is recommended.",
        "scope": "Where it applies.",
        "rationale": "Why.",
        "issue": "What it is to mend.",
        "actionable": "1 when one can act on it.",
        "fixes_issue": "1 when it mends the issue.",
        "specific": "1 when it is specific.",
        "side_effects": "What it may do besides.",
        "quality_score": "The score, from 0 to 1.",
        "refinement_suggestions": "How it could be better.",
        "judge": "`rules` or `model`.",
        "refinements": "How often it was rewritten.",
        "duplicate_of": "The recommendation that says the same.",
        "last_at": "When it was last changed.",
    }),
    "reviews": ("One row per pull request: who said what of it, and what came of that.", {
        "pr": "Its id: the project, `#` and the number.",
        "project": _PROJECT,
        "number": "Its number.",
        "title": "Its title.",
        "author": "Who opened it.",
        "state": "`open` or `merged`.",
        "verdicts": "The last verdict of each reviewer.",
        "comments": "Remarks of reviewers.",
        "requests": "How often changes were asked for.",
        "reworks": "How often they were made.",
        "artifacts": "The kinds of documents recorded with it.",
        "opened_at": "When it was opened.",
        "merged_at": "When it was merged.",
        "last_at": "When something last happened to it.",
        "merged_commit": "The commit of the merge.",
        "additions": "Lines added.",
        "deletions": "Lines removed.",
    }),
    "work": ("One row per work item of the queue.", {
        "item": "Its id.",
        "kind": "What is to be done, such as `reflect`.",
        "project": _PROJECT,
        "priority": "`P1`, `P2` or `P3`.",
        "state": "`ready`, `blocked`, `claimed`, `completed`, `failed`, `quarantined`, `unknown`.",
        "place": "Where it stands among the ready ones; sorts.",
        "queue": "The same while it is ready, else nothing.",
        "depends_on": "Items that must be completed first.",
        "waiting_for": "Those of them that are not.",
        "dependents": "Items that wait for it.",
        "input": "What it was given.",
        "dedup_key": "Open items with the same key are one.",
        "attempts": "How often it was tried.",
        "worker": "Who has claimed it.",
        "not_before": "Microseconds since 1970 before which it is not tried again; 0 for none.",
        "lease_expires_at": "Until when the worker may keep it.",
        "outcome": "What came of it.",
        "reason": "Why it failed, or was given back.",
        "created_at": "When it was created.",
        "last_at": "When it last changed its state.",
    }),
    "automation": ("One row per recurring pattern: whether it led to an improvement.", {
        "fingerprint": "What makes two sightings of a pattern the same.",
        "project": _PROJECT,
        "subject": "The session in which it was last acted upon.",
        "triggers": "How often it was acted upon.",
        "dry_runs": "How often it would have been, but for a dry run.",
        "suppressed": "How often it was not.",
        "reason": "Why not, the last time.",
        "request": "The id of the improvement request.",
        "title": "The title of its issue.",
        "issue": "The number of the issue.",
        "url": "Its address.",
        "last_triggered_at": "When it was last acted upon.",
    }),
    "runs": ("One row per run of an improvement workflow.", {
        "run": "Its id.",
        "request": "The improvement request.",
        "project": _PROJECT,
        "workflow": "The name of the workflow.",
        "folder": "The checkout in which it works.",
        "agent": "Which agent runs the steps.",
        "state": "`running`, `completed`, `failed` or `cancelled`.",
        "steps": "The ids of all steps.",
        "completed": "Those that showed their evidence.",
        "failed": "Those that did not, with the reason.",
        "steps_done": "How many are completed.",
        "steps_total": "How many there are.",
        "current": "The step it is at.",
        "issue": "The number of the issue.",
        "pr": "The number of the pull request.",
        "branch": "The git branch.",
        "reason": "Why it ended before its end.",
        "started_at": "When it began.",
        "last_at": "When something last happened in it.",
    }),
    "recordings": ("One row per recorded task, with how far it is on the way to a workflow.", {
        "id": "The name of its folder.",
        "project": _PROJECT,
        "name": "What its author called it.",
        "description": "What its author said of it.",
        "platform": "Where it was recorded.",
        "status": "`imported`, `drafted` or `compiled`.",
        "events": "Lines of the manifest.",
        "steps": "Steps after cleaning.",
        "step_indexes": "The lines with which the steps begin.",
        "cards": "Steps that have a card.",
        "carded": "The lines of those.",
        "folder": "Where it lies.",
        "manifest_sha256": "The hash of the manifest.",
        "screenshots": "Screenshots with their hashes.",
        "problems": "What was wrong with it, and how often.",
        "imports": "How often it was imported.",
        "created_at": "When it was recorded.",
        "last_at": "When something last happened to it.",
    }),
    "step_cards": ("One row per step of a recording, as an instruction without coordinates.", {
        "id": "The recording, a colon and the index.",
        "recording": "The id of the recording.",
        "project": _PROJECT,
        "index": "The line of the recording. The name is a word of SQL, so quote it.",
        "expected_current_state": "What is on the screen before.",
        "intent": "What the step is for.",
        "target": "What it acts upon: role, name and the like.",
        "action_type": "`CLICK`, `TYPE`, `SCROLL`, `KEYPRESS` or `DRAG`.",
        "action_value": "What is typed or pressed.",
        "post_action": "What is on the screen after.",
        "sensitive": "1 when the value is a secret, which is not kept.",
        "made_by": "`rules` or the name of a model.",
        "made_from_sha256": "The hash of what it was made from.",
        "is_gone": "1 when the recording has the step no more.",
        "last_at": "When it was last made.",
    }),
    "workflows": ("One row per recorded task that can be run again.", {
        "id": "The id of the recording.",
        "project": _PROJECT,
        "scope": _SCOPE,
        "status": "`approved`: it passed its checks.",
        "trust": _TRUST,
        "confidence": "How likely the next run goes well, from 0 to 1.",
        "seen": "How often it was made or run.",
        "category": "Always `workflow`.",
        "title": "What the task is called.",
        "statement": "What it does and how it is run.",
        "task_params": "Its parameters.",
        "workflow": "The whole of it: task, plan and steps.",
        "made_by": "`rules` or the name of a model.",
        "made_from_sha256": "The hash of what it was made from.",
        "reruns": "How often it was run.",
        "succeeded": "How often that went well.",
        "created_at": "When it was first made.",
        "last_seen_at": "When it was last made or run.",
        "last_rerun_at": "When it was last run.",
    }),
    "captures": ("One row per project or session that a person has ever switched off.", {
        "id": "`project:` or `session:`, and its name.",
        "project": "The project, where it is one.",
        "session": "The session, where it is one.",
        "off": "1 while it is off.",
        "since": "Since when it is off, in microseconds since 1970.",
        "reason": "What was given as the reason.",
        "pauses": "The spans of time in which it was off, as pairs.",
        "decisions": "All decisions about it, oldest first.",
    }),
}  # fmt: skip


def type_of(column: str, kind: type) -> str:
    """The type of a column as a person reads it."""
    return "time" if is_time(column, kind) else _TYPES[kind]


def described() -> list[dict[str, Any]]:
    """All views with their columns, for programs."""
    return [
        {
            "view": view.name,
            "about": MEANINGS[view.name][0],
            "columns": [
                {"name": name, "type": type_of(name, kind), "meaning": MEANINGS[view.name][1][name]}
                for name, kind in view.columns.items()
            ],
        }
        for view in VIEWS
    ]


def page(text: str) -> str:
    """A page with the tables of all views between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    tables = "\n".join(map(_table, described()))
    return f"{before}{BEGIN}\n\n{tables}\n{END}{after}"


def _table(view: dict[str, Any]) -> str:
    rows = "".join(
        f"| `{each['name']}` | {each['type']} | {each['meaning']} |\n" for each in view["columns"]
    )
    heading = f"### {view['view']}\n\n{view['about']}\n\n"
    return f"{heading}| column | type | meaning |\n|---|---|---|\n{rows}"


if __name__ == "__main__":
    _path = Path(sys.argv[1])
    _path.write_text(page(_path.read_text(encoding="utf-8")), encoding="utf-8")
