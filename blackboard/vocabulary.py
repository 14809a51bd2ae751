"""The closed sets of words that events use, for readers that import no models."""

from __future__ import annotations

from typing import Literal

Severity = Literal["low", "medium", "high"]
Scope = Literal["project", "global"]
Author = Literal["human", "agent", "other-agent", "hook", "tool", "harness", "unknown"]
"""Who wrote the text of a message or of a call's result, as far as the agent's records prove it.

`agent` is the model of the session and `other-agent` another one, `hook` a program that the agent
calls at its steps, `tool` what a call ran, `harness` the agent's own program. Where no field proves
it, `unknown`."""

Trust = Literal["human", "approved", "team", "tool", "model", "repository", "imported"]
"""From what a lesson comes, best first.

A lesson's trust is the least of its evidence's and of that of its author. The policy
approves by itself nothing below `tool`, and no colleague's word; `team` is what a colleague
approved; `imported` is also what no one attests."""

Proof = Literal["", "person", "message", "fix", "conclusion", "procedure"]
"""What structure proves of a lesson that a model proposed; empty for lessons of other sources.

A `procedure` is proven alike where a rule found it."""

Phase = Literal["implement", "review", "rework", "merge-fix"]
Status = Literal["candidate", "approved", "rejected", "superseded", "retired"]
Freshness = Literal["fresh", "moved", "drifted", "orphaned"]
"""Of the lines that a lesson cites: as they were, elsewhere, changed, or without their file."""

InsightCategory = Literal[
    "patterns", "antiPatterns", "testing", "performance", "security", "projectSpecific"
]
ReviewVerdict = Literal["approved", "changes-requested", "commented"]
ArtifactKind = Literal["specification", "plan", "diff", "review", "verification", "note"]

ToolKind = Literal["shell", "read", "search", "edit", "fetch", "agent", "mcp", "other"]
"""What a tool does: runs a shell line, shows a file, looks for files or in them, changes files,
fetches from the web, starts another agent, asks an MCP server, or none of these."""

CHILD_MARK = "[started by lessonboard]"
"""Is in the first prompt of every agent that this program starts, so that it never learns
from itself."""

ThingKind = Literal["insight", "review", "workflow", "work", "session"]
SharedKind = Literal[ThingKind, "lesson", "decision", "account"]
"""What a person shares with a team."""

Signed = Literal["", "signed", "trusted", "unsigned"]
"""Whether what a colleague shares is signed with their key, or from before that and trusted as
it is; empty for one's own."""

Effect = Literal["helps", "harms", "too small to tell"]
"""What comparing sessions showed of a lesson, the last when many of them showed neither."""

Place = Literal["session", "command", "report", "page"]
"""Where a person is shown something: by their agent, or by one of this program's faces."""

NextStep = Literal["remember", "guard on", "guard off", "lesson compile"]
"""What is put to a person about a lesson: that it is remembered, or the command for a next step."""

GuardState = Literal["on", "off", "retired", "proposed", "qualified"]
GuardAnswer = Literal["allowed", "declined"]
GuardResolution = Literal["followed", "failed", "worked"]
"""What came after a refusal: the right form was used, or the refused call was made again and failed
once more, or worked, which makes the refusal a wrong one."""
