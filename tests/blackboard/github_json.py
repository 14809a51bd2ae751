"""Pull requests as GitHub's REST API writes them, cut down to the fields that are read."""

from __future__ import annotations

from typing import Any

from blackboard.event import iso

Json = dict[str, Any]

PROJECT = "github.com/acme/web"
STREAM = f"pr:{PROJECT}#12"
START = 1_700_000_000_000_000


def at(hour: int) -> str:
    """So many hours after the beginning."""
    return iso(START + hour * 3_600_000_000)


def user(login: str | None, kind: str = "User") -> Json | None:
    """Whoever wrote something; None is a deleted user."""
    return None if login is None else {"login": login, "type": kind}


def pull(**fields: Any) -> Json:
    """A pull request of ada's."""
    repository = {"clone_url": "https://github.com/acme/web.git"}
    return {
        "number": 12,
        "title": "Cache the tiles",
        "body": "Loads each tile once.",
        "user": user("ada"),
        "state": "open",
        "html_url": "https://github.com/acme/web/pull/12",
        "created_at": at(0),
        "updated_at": at(0),
        "merged_at": None,
        "head": {"ref": "tiles", "repo": None},
        "base": {"ref": "main", "repo": repository},
        **fields,
    }


def merged(hour: int, **fields: Any) -> Json:
    """What a pull request says besides once it is merged."""
    return {
        "state": "closed",
        "merged_at": at(hour),
        "merge_commit_sha": "feed" * 10,
        "merged_by": user("grace"),
        "additions": 10,
        "deletions": 2,
        **fields,
    }


def review(number: int, hour: int, state: str, by: str | None = "grace", body: str = "") -> Json:
    """A review."""
    return {
        "id": number,
        "user": user(by),
        "state": state,
        "body": body,
        "submitted_at": at(hour),
    }


def remark(number: int, body: str, of: int | None = None, **fields: Any) -> Json:
    """A comment on a line."""
    return {
        "id": number,
        "pull_request_review_id": of,
        "user": user("grace"),
        "body": body,
        "path": "src/tiles.py",
        "line": 7,
        "diff_hunk": "@@ -1,3 +1,4 @@",
        "created_at": at(1),
        **fields,
    }


def talk(number: int, hour: int, body: str, by: str | None = "linus") -> Json:
    """A comment below the pull request."""
    return {"id": number, "user": user(by), "body": body, "created_at": at(hour)}


def commit(sha: str, hour: int, message: str = "Fix it", **fields: Any) -> Json:
    """A commit."""
    made = {"date": at(hour)}
    return {
        "sha": sha,
        "commit": {"message": message, "author": made, "committer": made},
        **fields,
    }


def whole() -> Json:
    """A life with all that there is: asked, answered, approved, merged."""
    return {
        "pull_request": pull(**merged(9)),
        "reviews": [
            review(1, 2, "CHANGES_REQUESTED", body="Not yet."),
            review(2, 6, "APPROVED", body="Good now."),
        ],
        "review_comments": [
            remark(11, "Close the file.", 1),
            remark(12, "Name it tile_of.", 1, line=None, original_line=9),
        ],
        "issue_comments": [talk(21, 3, "Which release is it for?")],
        "commits": [commit("a" * 40, 1, "Begin"), commit("b" * 40, 4, "Close the file")],
        "diff": "diff --git a/src/tiles.py b/src/tiles.py\n+tile_of()\n",
    }
