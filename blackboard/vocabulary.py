"""The closed sets of words that events use, for readers that import no models."""

from __future__ import annotations

from typing import Literal

Severity = Literal["low", "medium", "high"]
Scope = Literal["project", "global"]
Trust = Literal["human", "approved", "tool", "repository", "imported"]
"""From what a lesson comes, best first; a lesson's trust is the least of its evidence's."""

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
"""Stands in the first prompt of every agent that this program starts, so that it never learns
from itself."""

Effect = Literal["helps", "harms", "too small to tell"]
"""What comparing sessions showed of a lesson, the last when many of them showed neither."""
