"""What every forge promises: the one in memory, GitHub by `gh`, and GitHub without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler.forge.forge import Forge, ForgeUnavailable
from scheduler.forge.gh import run_gh
from scheduler.forge.github_forge import GitHubForge
from tests.optional_parts import GH
from tests.scheduler.forge.hub import REPOSITORY, Hub
from tests.scheduler.forge.memory_forge import MemoryForge
from tests.scheduler.forge.spoken_gh import SpokenGh

LABELS = ("priority:high", "type:tooling", "automated")


@pytest.fixture(params=["memory", pytest.param("gh", marks=GH.needed), "spoken"])
def forge(request: pytest.FixtureRequest, hub: Hub, tmp_path: Path) -> Forge:
    """A forge whose repository has the branches main, fix and other."""
    hub.branches |= {"fix", "other"}
    if request.param == "memory":
        return MemoryForge()
    if request.param == "spoken":
        return GitHubForge(repository=REPOSITORY, run=SpokenGh(hub), locks=tmp_path)
    request.getfixturevalue("network")
    return GitHubForge(repository=REPOSITORY, run=run_gh, locks=tmp_path)


def test_an_issue_that_was_made_is_found(forge: Forge) -> None:
    """Nothing before, the same afterwards; another fingerprint stays unknown."""
    assert forge.find_issue("0f3a") is None
    made = forge.create_issue("Seed fails", "text", LABELS, "0f3a")
    assert made.state == "open"
    assert made.url.endswith(f"/{made.number}")
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
