"""Why two names are one project, or are not, in words."""

from __future__ import annotations

from blackboard.views.rows import TieRow

_REASONS = {
    "session": "a session of {one} was in {other}",
    "remote": "git named {other} as the remote of {one}",
    "moved": "{one} was moved to {other}",
    "clone": "{other} was cloned into {one}",
    "set-url": "a session set the remote of {one} to {other}",
    "moved-folder": "the folder {other} is gone, and {one} has its history",
    "worktree": "{other} is a worktree of {one}",
    "observed": "{one} has the remote {other}, seen on this machine",
    "merged": "you merged {one} into {other}",
    "split": "you split {one} off {other}",
}


def is_told(row: TieRow) -> bool:
    """Return whether a tie is between two names, and of a kind that there are words for."""
    return row["kind"] in _REASONS and row["one"] != row["other"]


def tie_reason(row: TieRow) -> str:
    """Return what a tie says."""
    taken_back = " (undone)" if row["undone"] else ""
    return (
        _REASONS[row["kind"]].format(one=row["one"] or "?", other=row["other"] or "none")
        + taken_back
    )
