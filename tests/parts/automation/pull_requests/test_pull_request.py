"""A pull request as GitHub gives it becomes events, the same whenever and however often it is read.

What the property varies: who reviewed with which verdict, who remarked and answered, which
commits came between, whether it was merged, and how often it was recorded on the way.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.errors import NotAPullRequest
from blackboard.event import NewEvent
from blackboard.events.catalogue import check
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request
from tests.blackboard.github_json import (
    PROJECT,
    START,
    STREAM,
    Json,
    at,
    commit,
    merged,
    pull,
    remark,
    review,
    talk,
    user,
    whole,
)
from tests.long_runs import rounds

HOUR = 3_600_000_000


def told(state: object, type_: str | None = None) -> list[Any]:
    """The payloads of one type that a state tells, or all events; each checked by its model."""
    events = read_pull_request(state)
    for event in events:
        check(event.type, event.schema, event.payload)
    return [event.payload for event in events if event.type == type_] if type_ else events


def test_a_whole_life_is_told_in_order() -> None:
    """Opened, asked, talked about, answered, approved, shown and merged, each at its time."""
    events: list[NewEvent] = told(whole())
    assert [(each.type, ((each.occurred_at or 0) - START) // HOUR) for each in events] == [
        ("pr.opened", 0),
        ("review.submitted", 2),
        ("rework.requested", 2),
        ("review.submitted", 3),
        ("rework.completed", 4),
        ("review.submitted", 6),
        ("artifact.recorded", 9),
        ("pr.merged", 9),
    ]
    assert {(each.stream, each.project, each.actor) for each in events} == {
        (STREAM, PROJECT, "github")
    }


def test_the_facts_are_where_the_models_want_them() -> None:
    """Branches, comments with their places, texts asked for, commits, and who merged."""
    opened, first, asked, _, answered, _, shown, done = (each.payload for each in told(whole()))
    assert (opened["author"], opened["branch"], opened["base"]) == ("ada", "tiles", "main")
    assert [(each["line"], each["path"]) for each in first["comments"]] == [
        (7, "src/tiles.py"),
        (9, "src/tiles.py"),
    ]
    assert first["comments"][0]["diff_hunk"] == "@@ -1,3 +1,4 @@"
    assert asked["requests"] == ["Not yet.", "Close the file.", "Name it tile_of."]
    assert (answered["commits"], answered["summary"]) == (["b" * 40], "Close the file")
    assert (shown["kind"], shown["number"]) == ("diff", 12)
    assert (done["by"], done["commit"], done["additions"]) == ("grace", "feed" * 10, 10)


def test_a_request_names_the_review_that_it_quotes(board: Board) -> None:
    """Forgetting a review forgets the request that repeats its words."""
    board.append(read_pull_request(whole()))
    first = next(event for event in board.read(types=["review.submitted"]))
    board.forget(first.id, reason="it held a name")
    left = json.dumps([event.payload for event in board.read(types=["rework.requested"])])
    assert "Close the file" not in left


STATES = {
    "APPROVED": ["approved"],
    "CHANGES_REQUESTED": ["changes-requested"],
    "COMMENTED": ["commented"],
    "DISMISSED": ["commented"],
    "SOMETHING_NEW": ["commented"],
    "PENDING": [],
}


@pytest.mark.parametrize(("state", "verdicts"), STATES.items())
def test_verdicts_follow_the_state(state: str, verdicts: list[str]) -> None:
    """A withdrawn verdict leaves a comment, and what was not sent yet nothing at all."""
    given = {
        "pull_request": pull(),
        "reviews": [review(1, 1, state, body="Hm.")],
        "review_comments": [remark(11, "Why?", 1)],
    }
    assert [each["verdict"] for each in told(given, "review.submitted")] == verdicts


def test_a_comment_without_its_review_is_a_review_of_its_author() -> None:
    """Below the pull request, on a line without a review, and of a review that was not given."""
    given = {
        "pull_request": pull(),
        "review_comments": [remark(11, "One."), remark(12, "Two.", 99)],
        "issue_comments": [talk(21, 3, "Three."), talk(22, 3, "   "), talk(23, 4, "Four.", None)],
    }
    found = told(given, "review.submitted")
    assert [each["reviewer"] for each in found] == ["grace", "grace", "linus", "ghost"]
    assert {each["verdict"] for each in found} == {"commented"}
    assert [each["comments"][0]["body"] for each in found] == ["One.", "Two.", "Three.", "Four."]


def test_remarks_that_commits_follow_are_requests() -> None:
    """Where nobody presses the button, a remark on a line and a later commit say the same."""
    given: Json = {
        "pull_request": pull(),
        "reviews": [review(1, 2, "COMMENTED")],
        "review_comments": [remark(11, "Close the file.", 1)],
        "commits": [commit("a", 1)],
    }
    assert told(given, "rework.requested") == []
    given["commits"].append(commit("b", 3))
    assert told(given, "rework.requested")[0]["requests"] == ["Close the file."]


@pytest.mark.parametrize(
    "given",
    [
        {"reviews": [review(1, 2, "COMMENTED", by="ada")], "review_comments": [remark(11, "-", 1)]},
        {
            "reviews": [review(1, 2, "COMMENTED")],
            "review_comments": [remark(11, "Thanks!", 1, in_reply_to_id=10)],
        },
        {"issue_comments": [talk(21, 2, "Which release?")]},
        {"reviews": [review(1, 2, "COMMENTED", body="Looks fine.")]},
        {"reviews": [review(1, 2, "APPROVED")], "review_comments": [remark(11, "Nit.", 1)]},
    ],
    ids=["by the author", "a mere answer", "talk", "a body alone", "approved"],
)
def test_other_words_are_no_requests(given: Json) -> None:
    """The author's own remarks, answers, talk, and nits of an approval ask for nothing."""
    state = {"pull_request": pull(**merged(9)), "commits": [commit("b", 3)], **given}
    assert told(state, "rework.requested") == told(state, "rework.completed") == []


def test_rework_is_told_by_rounds_and_only_when_it_is_over() -> None:
    """Each look of another, and the merge, ends a round; what is open may still grow."""
    given: Json = {
        "pull_request": pull(),
        "reviews": [review(1, 2, "CHANGES_REQUESTED"), review(2, 5, "CHANGES_REQUESTED")],
        "commits": [commit("a", 1), commit("b", 3), commit("c", 4), commit("d", 6)],
    }
    assert [each["commits"] for each in told(given, "rework.completed")] == [["b", "c"]]
    given["pull_request"] = pull(**merged(8))
    given["commits"].append(commit("late", 9))
    assert [each["commits"] for each in told(given, "rework.completed")] == [["b", "c"], ["d"]]


def test_merging_the_base_in_is_no_rework() -> None:
    """A commit of two parents answers no review."""
    both = commit("m", 3, "Merge main", parents=[{"sha": "x"}, {"sha": "y"}])
    given = {
        "pull_request": pull(**merged(9)),
        "reviews": [review(1, 2, "CHANGES_REQUESTED")],
        "commits": [both],
    }
    assert told(given, "rework.completed") == []


def test_patches_become_diffs() -> None:
    """Of the whole from its files, of the rework from the files of its commits."""
    files = [
        {"filename": "new.py", "status": "added", "patch": "+x"},
        {"filename": "b.py", "previous_filename": "a.py", "status": "renamed"},
        {"filename": "old.py", "status": "removed", "patch": "-x"},
    ]
    given = {
        "pull_request": pull(**merged(9)),
        "reviews": [review(1, 2, "CHANGES_REQUESTED")],
        "commits": [commit("b", 3, files=files[:1])],
        "files": files,
    }
    body = told(given, "artifact.recorded")[0]["body"]
    assert "--- /dev/null\n+++ b/new.py\n+x" in body
    assert "diff --git a/a.py b/b.py" in body
    assert "--- a/old.py\n+++ /dev/null\n-x" in body
    assert told(given, "rework.completed")[0]["diff"].endswith("+++ b/new.py\n+x")


@pytest.mark.parametrize(
    ("base", "page", "project"),
    [
        ({"repo": {"clone_url": "https://me:x@GitHub.com/Acme/Web.git"}}, None,
         "github.com/Acme/Web"),
        ({"repo": {"html_url": "https://git.acme.io/acme/web"}}, None, "git.acme.io/acme/web"),
        ({"repo": None}, "https://github.com/acme/web/pull/12", "github.com/acme/web"),
        (None, "https://github.com/acme/web/pull/12", "github.com/acme/web"),
    ],
)  # fmt: skip
def test_the_project_is_that_of_the_clones(base: Json | None, page: str, project: str) -> None:
    """The same repository has the same name, however GitHub spells it."""
    events = read_pull_request(pull(base=base, html_url=page))
    assert {event.project for event in events} == {project}


@pytest.mark.parametrize(
    "state",
    [
        None,
        [],
        "text",
        {},
        {"message": "Not Found", "documentation_url": "https://docs.github.com/rest"},
        {"pull_request": None},
        {"pull_request": []},
        pull(number=None),
        pull(number=True),
        pull(number="12"),
        pull(number=-1),
        pull(number=2**70),
        {"number": 5, "title": "An issue", "html_url": "https://github.com/acme/web/issues/5"},
        {"number": 5, "mergedAt": None, "baseRefName": "main"},
    ],
    ids=lambda state: str(state)[:40],
)
def test_what_is_no_pull_request_is_refused(state: object) -> None:
    """The message says what was missed and how to get a right one."""
    with pytest.raises(NotAPullRequest, match="gh api repos/OWNER/NAME/pulls/NUMBER"):
        read_pull_request(state)


def test_the_least_that_is_a_pull_request_is_taken() -> None:
    """A number and a repository are enough; everything else may be missing or null."""
    least = {"number": 1, "html_url": "https://github.com/acme/web/pull/1"}
    assert told(least)[0].payload["author"] == "ghost"
    nulls = {"pull_request": dict.fromkeys(pull()) | least}
    lists = ("reviews", "review_comments", "issue_comments", "commits", "files", "diff")
    assert [each.type for each in told({**nulls, **dict.fromkeys(lists)})] == ["pr.opened"]


def test_bots_and_deleted_users_are_named_as_such() -> None:
    """A bot's name ends in [bot], once; a deleted user is the ghost that GitHub shows."""
    given = {
        "pull_request": pull(user=None, **merged(9, merged_by=None)),
        "reviews": [
            {**review(1, 1, "APPROVED"), "user": user("ci", "Bot")},
            {**review(2, 1, "APPROVED"), "user": user("lint[bot]", "Bot")},
            review(3, 1, "APPROVED", by=None),
        ],
    }
    found = told(given, "review.submitted")
    assert [each["reviewer"] for each in found] == ["ci[bot]", "lint[bot]", "ghost"]
    assert told(given, "pr.merged")[0]["by"] == ""


def test_two_deleted_users_are_not_one() -> None:
    """A ghost's remark on a ghost's pull request is not the author's own."""
    given = {
        "pull_request": pull(user=None),
        "reviews": [review(1, 2, "COMMENTED", by=None)],
        "review_comments": [remark(11, "Close it.", 1)],
        "commits": [commit("b", 3)],
    }
    assert len(told(given, "rework.requested")) == 1


def test_long_texts_are_shortened_and_say_so() -> None:
    """100 KB of anything fits; the beginning and the end are kept."""
    long = f"first {'word ' * 20_000}last"
    given = {
        "pull_request": pull(body=long, title=long, updated_at=at(2)),
        "reviews": [review(1, 1, "APPROVED", body=long)],
        "review_comments": [remark(11, long, 1, diff_hunk=long)],
        "diff": long * 5,
    }
    opened, submitted, shown = (each.payload for each in told(given))
    for text in (opened["body"], submitted["body"], submitted["comments"][0]["body"]):
        assert len(text) <= 20_000
        assert text.startswith("first")
        assert text.endswith("last")
        assert "characters …]" in text
    assert len(submitted["comments"][0]["diff_hunk"]) <= 4_000
    assert len(shown["body"]) <= 200_000
    assert len(opened["title"]) <= 400


def test_every_language_and_no_half_character(board: Board) -> None:
    """Emoji, right-to-left and CJK are kept; controls and half a surrogate pair are not."""
    words = "🎉 中文 \u202eעברם naïve \0 \ud83d"
    given = {"pull_request": pull(title=words), "issue_comments": [talk(21, 1, words)]}
    board.append(read_pull_request(given))
    assert board.view("reviews")[0]["title"] == "🎉 中文 עברם naïve  ?"


def test_secrets_are_taken_out_before_they_are_cut() -> None:
    """In titles, bodies, comments, hunks, messages and diffs; also where a text is shortened."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    long = f"{'word ' * 1_990}{'w' * 20} {secret} {'word ' * 3_000}"
    given = {
        "pull_request": pull(title=secret, body=long, head={"ref": secret}, **merged(9)),
        "reviews": [review(1, 1, "CHANGES_REQUESTED", body=f"use {secret}")],
        "review_comments": [remark(11, secret, 1, diff_hunk=secret, path=secret)],
        "issue_comments": [talk(21, 1, secret)],
        "commits": [commit("b", 3, secret, diff=secret)],
        "diff": f"+token = {secret}",
    }
    texts = json.dumps([event.payload for event in told(given)])
    assert secret not in texts
    assert secret[:12] not in texts


ODD: list[Any] = [None, 7, -1, 2**70, 1.5, True, "", "x", [], ["x"], {}, {"login": 7}, [[]], at(2)]


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_any_field_may_hold_anything(odd: object, board: Board) -> None:
    """What is not of the kind that was expected is as if it were not there."""
    given: Json = whole()
    keep = {"number", "base"}
    given["pull_request"] = {
        name: value if name in keep else odd for name, value in given["pull_request"].items()
    }
    for name in ("reviews", "review_comments", "issue_comments", "commits"):
        given[name] = [dict.fromkeys(each, odd) for each in given[name]] + [odd]
    given["files"] = [{"filename": odd, "patch": odd, "status": odd}, odd]
    given["diff"] = odd
    board.append(read_pull_request(given))
    assert [row["number"] for row in board.view("reviews")] == [12]
    assert board.append(read_pull_request(given)) == []


@pytest.mark.parametrize("name", list(whole()))
@pytest.mark.parametrize("odd", ODD, ids=str)
def test_any_list_may_be_anything(name: str, odd: object) -> None:
    """A list that is none holds nothing; a pull request that is none is refused."""
    state = {**whole(), name: odd}
    if name == "pull_request":
        with pytest.raises(NotAPullRequest):
            read_pull_request(state)
    else:
        assert told(state)[0].type == "pr.opened"


def test_records_without_ids_are_told_apart_by_their_words(board: Board) -> None:
    """Two nameless reviews are two, and the same one again is the same."""
    given = {
        "pull_request": pull(),
        "reviews": [
            {**review(0, 1, "APPROVED", body="One."), "id": None},
            {**review(0, 1, "APPROVED", body="Two."), "id": None},
        ],
    }
    assert len(board.append(read_pull_request(given))) == 3
    assert board.append(read_pull_request(given)) == []


def test_unreadable_times_stop_nothing() -> None:
    """An event whose time is unknown is told last; a commit of unknown time answers nothing."""
    given = {
        "pull_request": pull(created_at="yesterday"),
        "reviews": [{**review(1, 1, "CHANGES_REQUESTED"), "submitted_at": None}],
        "commits": [{"sha": "b", "commit": None}, commit("c", 3)],
    }
    assert [(each.type, each.occurred_at) for each in told(given)] == [
        ("pr.opened", None),
        ("review.submitted", None),
        ("rework.requested", None),
    ]


people = st.sampled_from(["ada", "grace", "linus", "ci", None])
steps = st.lists(
    st.one_of(
        st.tuples(
            st.just("review"),
            people,
            st.sampled_from(["APPROVED", "CHANGES_REQUESTED", "COMMENTED"]),
            st.lists(st.sampled_from(["thread", "answer"]), max_size=2),
        ),
        st.tuples(st.just("talk"), people),
        st.tuples(st.just("remark"), people),
        st.tuples(st.just("commit")),
    ),
    max_size=12,
)


def life(happened: list[Any], ended: bool) -> Json:
    """The state of a pull request after some steps, one an hour, and perhaps its merge."""
    state: Json = {"reviews": [], "review_comments": [], "issue_comments": [], "commits": []}
    for hour, (kind, *rest) in enumerate(happened, 1):
        if kind == "review":
            who, verdict, remarks = rest
            state["reviews"].append(review(hour, hour, verdict, who, "Hm." * (hour % 2)))
            state["review_comments"] += [
                remark(hour * 100 + n, each, hour, in_reply_to_id=1 if each == "answer" else None)
                for n, each in enumerate(remarks)
            ]
        elif kind == "talk":
            state["issue_comments"].append(talk(hour, hour, "Which release?", rest[0]))
        elif kind == "remark":
            lone = remark(hour, "Close it.", user=user(rest[0]), created_at=at(hour))
            state["review_comments"].append(lone)
        else:
            state["commits"].append(commit(f"c{hour}", hour))
    end = merged(len(happened) + 1) if ended else {}
    diff = "diff --git a/x b/x" if ended else ""
    return {**state, "pull_request": pull(**end), "diff": diff}


def _kept(board: Board) -> tuple[dict[str, Any], list[Any]]:
    events = {event.id: (event.type, event.occurred_at, event.payload) for event in board.read()}
    return events, board.view("reviews")


@settings(max_examples=rounds(12, 100))
@given(steps, st.booleans(), st.lists(st.integers(0, 12), max_size=3).map(sorted))
def test_recording_on_the_way_equals_recording_at_the_end(
    happened: list[Any], ended: bool, moments: list[int]
) -> None:
    """Whatever was recorded of a life before, in the end the board holds the same of it."""
    with Board.open(":memory:") as often, Board.open(":memory:") as once:
        for moment in moments:
            often.append(read_pull_request(life(happened[:moment], ended=False)))
        often.append(read_pull_request(life(happened, ended)))
        once.append(read_pull_request(life(happened, ended)))
        assert _kept(often) == _kept(once)
        assert often.append(read_pull_request(life(happened, ended))) == []
