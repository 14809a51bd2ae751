"""Draft pull requests and comments on GitHub: each once, and never ready for review."""

from __future__ import annotations

from typing import Any

import pytest

from lessonboard.parts.automation.forge.forge import ForgeUnavailable
from lessonboard.parts.automation.forge.github_forge import GitHubForge, mark
from tests.parts.automation.forge.hub import REPOSITORY, Fault, Hub

PULLS = f"/repos/{REPOSITORY}/pulls$"


def test_a_draft_is_asked_for_as_a_draft(github: GitHubForge, hub: Hub) -> None:
    """With its branch, base and text."""
    hub.branches.add("fix/seed-1")
    github.create_draft("Fix @the seed", "text", "fix/seed-1", "main")
    made = hub.pulls[1]
    assert (made["title"], made["body"]) == ("Fix @the seed", "text")
    assert (made["draft"], made["head"]["ref"], made["base"]) == (True, "fix/seed-1", "main")


def test_where_drafts_are_not_allowed_nothing_is_opened(github: GitHubForge, hub: Hub) -> None:
    """A regular pull request is never the fallback."""
    hub.branches.add("fix")
    hub.allows_drafts = False
    with pytest.raises(ForgeUnavailable, match="has no drafts; open the pull request") as caught:
        github.create_draft("Fix the seed", "text", "fix", "main")
    assert caught.value.cause == "refused"
    assert (hub.pulls, hub.made("pulls")) == ({}, 1)


def test_a_server_that_overlooks_drafts_is_found_out(github: GitHubForge, hub: Hub) -> None:
    """What it opened is named, so that a person can close it."""
    hub.problems.append(
        Fault("POST", PULLS, 201, {"number": 7, "html_url": "https://x/7", "draft": False})
    )
    with pytest.raises(ForgeUnavailable, match="opened #7, which is not a draft") as caught:
        github.create_draft("Fix the seed", "text", "fix", "main")
    assert caught.value.cause == "refused"


def test_a_branch_that_was_not_pushed_has_no_draft(github: GitHubForge, hub: Hub) -> None:
    """GitHub's message is passed on."""
    with pytest.raises(ForgeUnavailable, match="Validation Failed") as caught:
        github.create_draft("Fix the seed", "text", "fix", "main")
    assert caught.value.cause == "refused"
    assert hub.pulls == {}


def test_a_draft_that_another_opened_meanwhile_is_the_answer(github: GitHubForge, hub: Hub) -> None:
    """GitHub refuses the second of a branch, and the first is found."""
    hub.branches.add("fix")
    hub.problems.append(Fault("POST", PULLS, first=lambda: hub.add_pull("fix", draft=True)))
    assert github.create_draft("Fix the seed", "text", "fix", "main").number == 1
    assert len(hub.pulls) == 1


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({"state": "open"}, "open"),
        ({"state": "closed"}, "closed"),
        ({"state": "closed", "merged_at": "2026-01-02T03:04:05Z"}, "merged"),
    ],
)
def test_a_pull_request_is_found_in_any_state(
    github: GitHubForge, hub: Hub, fields: dict[str, Any], state: str
) -> None:
    """And no second one is opened for the branch."""
    hub.branches.add("fix")
    made = hub.add_pull("fix", **fields)
    found = github.find_pull_request("fix")
    assert found is not None
    assert (found.number, found.url, found.state) == (1, made["html_url"], state)
    assert github.create_draft("Fix the seed", "text", "fix", "main") == found
    assert hub.made("pulls") == 0


def test_an_open_pull_request_goes_before_a_closed_one(github: GitHubForge, hub: Hub) -> None:
    """A fork's branch of the same name is another branch."""
    hub.add_pull("fix")
    hub.add_pull("fix", state="closed")
    hub.add_pull("fix", owner="stranger")
    found = github.find_pull_request("fix")
    assert found is not None
    assert found.number == 1


def test_a_comment_is_made_once_for_each_key(github: GitHubForge, hub: Hub) -> None:
    """Also when more than a page of comments came in between."""
    number = hub.add_issue("Seed fails", "text")["number"]
    github.comment(number, "It came again.", "after-10")
    hub.comments[number] += [{"body": f"talk {each}"} for each in range(150)]
    hub.comments[number].reverse()
    github.comment(number, "It came again.", "after-10")
    assert hub.made("comments") == 1
    github.comment(number, "It is gone.", "after-20")
    first, *_, last = (hub.comments[number][each]["body"] for each in (-2, -1))
    assert first == f"{mark('lessonboard-comment', 'after-10')}\n\nIt came again."
    assert last.endswith("It is gone.")
