"""What every forge promises: in memory, GitHub by `gh` and without it, and git without a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard.event import iso
from lessonboard.parts.automation.forge.forge import Forge, ForgeUnavailable
from lessonboard.parts.automation.forge.gh import run_gh
from lessonboard.parts.automation.forge.git_forge import GitForge
from lessonboard.parts.automation.forge.github_forge import GitHubForge
from tests.optional_parts import GH
from tests.parts.automation.forge.git_remote import (
    delete_branch,
    merge_branch,
    remote_with_branches,
    revert_merge,
)
from tests.parts.automation.forge.hub import REPOSITORY, Hub
from tests.parts.automation.forge.memory_forge import MemoryForge
from tests.parts.automation.forge.spoken_gh import SpokenGh

MERGED = 1_700_000_000_000_000
LABELS = ("priority:high", "type:tooling", "automated")


@pytest.fixture(params=["memory", pytest.param("gh", marks=GH.needed), "spoken", "git"])
def forge(request: pytest.FixtureRequest, hub: Hub, tmp_path: Path) -> Forge:
    """A forge whose repository has the branches main, fix and other."""
    hub.branches |= {"fix", "other"}
    if request.param == "memory":
        return MemoryForge()
    if request.param == "git":
        return GitForge(
            remote_with_branches(tmp_path), "github.com/acme/web", tmp_path / "requests"
        )
    if request.param == "spoken":
        return GitHubForge(repository=REPOSITORY, run=SpokenGh(hub), locks=tmp_path)
    request.getfixturevalue("network")
    return GitHubForge(repository=REPOSITORY, run=run_gh, locks=tmp_path)


def test_an_issue_that_was_made_is_found(forge: Forge) -> None:
    """Nothing before, the same afterwards; another fingerprint stays unknown."""
    assert forge.find_issue("0f3a") is None
    made = forge.create_issue("Seed fails", "text", LABELS, "0f3a")
    assert made.state == "open"
    assert str(made.number) in made.url
    assert forge.find_issue("0f3a") == made
    assert forge.find_issue("0f3") is None


def test_an_issue_is_made_once_for_a_fingerprint(forge: Forge) -> None:
    """Another text does not create another issue; another fingerprint does."""
    made = forge.create_issue("Seed fails", "text", LABELS, "0f3a")
    assert forge.create_issue("Seed fails again", "more", (), "0f3a") == made
    assert forge.create_issue("Seed fails", "text", LABELS, "0f3b").number != made.number


def test_a_draft_that_was_made_is_found(forge: Forge) -> None:
    """By its branch alone, and it is a draft."""
    assert forge.find_pull_request("fix") is None
    made = forge.create_draft("Fix the seed", "text", "fix", "main")
    assert (made.draft, made.state) == (True, "open")
    assert forge.find_pull_request("fix") == made
    assert forge.find_pull_request("other") is None


def test_a_branch_has_one_pull_request(forge: Forge) -> None:
    """Asked twice, the first is the answer; issues and pull requests share their numbers."""
    issue = forge.create_issue("Seed fails", "text", LABELS, "0f3a")
    made = forge.create_draft("Fix the seed", "text", "fix", "main")
    assert forge.create_draft("Fix the seed", "text", "fix", "main") == made
    assert forge.create_draft("Fix more", "text", "other", "main").number != made.number
    assert issue.number != made.number


def test_a_comment_is_made_on_issues_and_pull_requests(forge: Forge) -> None:
    """Twice with a key is once; nothing is returned."""
    issue = forge.create_issue("Seed fails", "text", LABELS, "0f3a")
    draft = forge.create_draft("Fix the seed", "text", "fix", "main")
    for number in (issue.number, draft.number, issue.number):
        forge.comment(number, "It came again.", "after-10")


def test_nobody_can_comment_on_what_is_not_there(forge: Forge) -> None:
    """The number may be wrong, which a person has to see to."""
    with pytest.raises(ForgeUnavailable, match="#7") as caught:
        forge.comment(7, "It came again.", "after-10")
    assert caught.value.cause == "refused"


@pytest.mark.parametrize("key", ["", "a b", "a--b", "-->", "a\nb", "-a", "a-", "ä"])
def test_a_key_that_cannot_be_a_mark_is_a_mistake(forge: Forge, key: str) -> None:
    """It could end the mark early, or never be found again."""
    with pytest.raises(ValueError, match="cannot mark"):
        forge.find_issue(key)
    with pytest.raises(ValueError, match="cannot mark"):
        forge.create_issue("Seed fails", "text", LABELS, key)
    with pytest.raises(ValueError, match="cannot mark"):
        forge.comment(1, "text", key)


def settle(forge: Forge, hub: Hub, number: int, state: str) -> None:
    """Merge or close a pull request, as a person does."""
    if isinstance(forge, MemoryForge):
        return forge.merge(number, MERGED) if state == "merged" else forge.close(number)
    if isinstance(forge, GitForge):
        return merge_branch(forge) if state == "merged" else delete_branch(forge)
    merged_at = iso(MERGED) if state == "merged" else None
    hub.pulls[number].update(state="closed", merged_at=merged_at)
    return None


def test_a_closed_issue_is_opened_again(forge: Forge) -> None:
    """And one that is open stays as it is, however often that is asked."""
    made = forge.create_issue("Seed fails", "text", LABELS, "0f3a")
    for _ in range(2):
        forge.reopen_issue(made.number)
        assert forge.find_issue("0f3a") == made
    with pytest.raises(ForgeUnavailable):
        forge.reopen_issue(made.number + 7)


@pytest.mark.parametrize("state", ["open", "closed", "merged"])
def test_the_state_of_a_pull_request_is_known(forge: Forge, hub: Hub, state: str) -> None:
    """Open, closed without a merge, or merged."""
    made = forge.create_draft("Fix the seed", "text", "fix", "main")
    if state != "open":
        settle(forge, hub, made.number, state)
    assert forge.state_of(made.number) == state
    with pytest.raises(ForgeUnavailable):
        forge.state_of(made.number + 7)


def test_the_history_of_a_merged_pull_request_is_events(forge: Forge, hub: Hub) -> None:
    """Opened and merged, in the repository's project, with ids that stay."""
    made = forge.create_draft("Fix the seed", "text", "fix", "main")
    settle(forge, hub, made.number, "merged")
    history = forge.history_of(made.number)
    assert {"pr.opened", "pr.merged"} <= {event.type for event in history}
    (merged,) = [event for event in history if event.type == "pr.merged"]
    assert merged.payload["number"] == made.number
    assert merged.occurred_at is not None or isinstance(forge, GitForge)
    assert isinstance(forge, GitForge) or merged.occurred_at == MERGED
    assert (merged.project or "").endswith("acme/web")
    assert [event.id for event in forge.history_of(made.number)] == [e.id for e in history]


def test_a_revert_is_found_by_what_it_says(forge: Forge, hub: Hub) -> None:
    """The number must be the whole one: #12 reverts nothing of #1."""
    made = forge.create_draft("Fix the seed", "text", "fix", "main")
    settle(forge, hub, made.number, "merged")
    assert not forge.is_reverted(made.number)
    if isinstance(forge, MemoryForge):
        forge.reverted.add(made.number)
    elif isinstance(forge, GitForge):
        revert_merge(forge)
    else:
        longer = hub.add_pull("longer", body=f"Reverts {REPOSITORY}#{made.number}2")
        assert not forge.is_reverted(made.number)
        hub.pulls[longer["number"]]["body"] = f"Reverts {REPOSITORY}#{made.number}"
    assert forge.is_reverted(made.number)
