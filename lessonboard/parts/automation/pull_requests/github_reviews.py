"""Reviews, comments and commits of a pull request, gathered from the lists that GitHub gives."""

from __future__ import annotations

from dataclasses import replace

from blackboard.events.review import ReviewComment
from blackboard.sources.fields import count, moment, record, records, words
from blackboard.sources.source import Record, string
from blackboard.vocabulary import ReviewVerdict
from lessonboard.parts.automation.pull_requests.change import digest
from lessonboard.parts.automation.pull_requests.rework import Commit, Review

GHOST = "ghost"
"""The name under which GitHub shows what deleted users wrote."""

_VERDICTS: dict[str, ReviewVerdict] = {
    "APPROVED": "approved",
    "CHANGES_REQUESTED": "changes-requested",
}
"""All other states are comments: of a dismissed review the verdict was withdrawn, not the words."""

_NOT_SENT = "PENDING"
_MOST_OF_A_NAME = 100
_MOST_OF_A_PATH = 1_000
_MOST_OF_A_HUNK = 4_000


def person(user: object) -> str:
    """Who did it, bots marked as such.

    >>> person({"login": "mona"}), person({"login": "ci", "type": "Bot"}), person(None)
    ('mona', 'ci[bot]', 'ghost')
    """
    login = words(record(user).get("login"), _MOST_OF_A_NAME) or GHOST
    is_bot = record(user).get("type") == "Bot" and not login.endswith("[bot]")
    return f"{login}[bot]" if is_bot else login


def reviews_of(state: Record, author: str) -> list[Review]:
    """All that was said: reviews with their comments, and each comment that belongs to none.

    A review that was not sent yet is left out, and one in which nothing is said.

    Args:
        state: the lists, as `read_pull_request` takes them.
        author: who opened the pull request.
    """
    given = {_id(each): each for each in records(state.get("reviews"))}
    inside: dict[str, list[Record]] = {review: [] for review in given}
    lone: list[Record] = []
    for comment in records(state.get("review_comments")):
        inside.get(str(comment.get("pull_request_review_id")), lone).append(comment)
    found = [_review(each, inside[review]) for review, each in given.items()]
    found += [_lone(each, "comment") for each in lone]
    found += [_lone(each, "talk") for each in records(state.get("issue_comments"))]
    return [_by(review, author) for review in found if review is not None]


def commits_of(listed: list[Record]) -> list[Commit]:
    """The commits whose time is known, without those that only merge another branch in."""
    return [
        Commit(words(each.get("sha"), _MOST_OF_A_NAME), _message(each), at, _diff(each))
        for each in listed
        if (at := _committed_at(each)) is not None and len(records(each.get("parents"))) < 2
    ]


def diff_of(files: list[Record]) -> str:
    """The difference in the patches of files, as git would show it."""
    return "\n".join(
        f"diff --git a/{old} b/{new}\n"
        f"--- {'/dev/null' if status == 'added' else f'a/{old}'}\n"
        f"+++ {'/dev/null' if status == 'removed' else f'b/{new}'}\n{patch}"
        for old, new, status, patch in map(_file, files)
    )


def _review(given: Record, comments: list[Record]) -> Review | None:
    state, body = words(given.get("state"), _MOST_OF_A_NAME), words(given.get("body"))
    remarks = _remarks(comments)
    verdict = _VERDICTS.get(state, "commented")
    opens_thread = any(map(_opens_thread, comments))
    if state == _NOT_SENT or (state == "COMMENTED" and not (body or remarks)):
        return None
    return Review(
        key=f"review:{_id(given)}",
        reviewer=person(given.get("user")),
        verdict=verdict,
        at=moment(given.get("submitted_at")),
        body=body,
        comments=remarks,
        opens_thread=opens_thread,
        looks=state != "COMMENTED" or opens_thread or bool(body),
    )


def _lone(comment: Record, kind: str) -> Review | None:
    """A comment as a review of its own; None where nothing is said."""
    remarks = _remarks([comment])
    if not remarks:
        return None
    return Review(
        key=f"{kind}:{_id(comment)}",
        reviewer=person(comment.get("user")),
        verdict="commented",
        at=moment(comment.get("created_at")),
        comments=remarks,
        opens_thread=_opens_thread(comment),
        looks=_opens_thread(comment),
    )


def _by(review: Review, author: str) -> Review:
    """A review that knows whether it is the author's own; two deleted users are not the same."""
    return replace(review, by_author=review.reviewer == author != GHOST)


def _remarks(comments: list[Record]) -> tuple[ReviewComment, ...]:
    return tuple(
        ReviewComment(
            body=body,
            path=words(each.get("path"), _MOST_OF_A_PATH) or None,
            line=count(each.get("line")) or count(each.get("original_line")) or None,
            author=person(each.get("user")),
            diff_hunk=words(each.get("diff_hunk"), _MOST_OF_A_HUNK),
        )
        for each in comments
        if (body := words(each.get("body")))
    )


def _opens_thread(comment: Record) -> bool:
    """Whether a comment is about a place in the change, and not a reply."""
    return bool(comment.get("path")) and not comment.get("in_reply_to_id")


def _id(given: Record) -> str:
    """The identity of a record among its kind: its id, or its words where it has none."""
    known = given.get("id")
    if isinstance(known, int | str) and known:
        return words(str(known), _MOST_OF_A_NAME)
    at = moment(given.get("submitted_at")) or moment(given.get("created_at"))
    return digest(person(given.get("user")), str(at), words(given.get("body")))


def _message(commit: Record) -> str:
    return words(record(commit.get("commit")).get("message"))


def _committed_at(commit: Record) -> int | None:
    """When a commit was made in its last form: amending and rebasing keep the author's time."""
    made = record(commit.get("commit"))
    committed = moment(record(made.get("committer")).get("date"))
    return committed or moment(record(made.get("author")).get("date"))


def _diff(commit: Record) -> str:
    return words(commit.get("diff")) or words(diff_of(records(commit.get("files"))))


def _file(given: Record) -> tuple[str, str, object, str]:
    """A file's old and new path, what became of it, and its patch."""
    new = string(given.get("filename")) or ""
    old = string(given.get("previous_filename")) or new
    return old, new, given.get("status"), string(given.get("patch")) or ""
