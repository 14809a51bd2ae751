"""GitHub through the real `gh` where installed, and always through a fake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lessonboard.parts.automation.forge.forge import ForgeUnavailable
from lessonboard.parts.automation.forge.gh import GitHubUnavailable, Runner
from lessonboard.parts.automation.forge.github_forge import GitHubForge, mark
from tests.faults.children import go, start
from tests.optional_parts import GH
from tests.parts.automation.forge.hub import REPOSITORY, Fault, Hub
from tests.parts.automation.forge.spoken_gh import SpokenGh

FINGERPRINT = "0f3a5c7e9b1d2468"
MARK = mark("lessonboard", FINGERPRINT)
LABELS = ("priority:high", "type:tooling", "automated")
ISSUES = f"/repos/{REPOSITORY}/issues$"
SECONDARY = {"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}


def issue(github: GitHubForge, body: str = "text", title: str = "Seed fails") -> int:
    """The number of the issue that is there afterwards."""
    return github.create_issue(title, body, LABELS, FINGERPRINT).number


def test_an_issue_arrives_as_it_was_meant(github: GitHubForge, hub: Hub) -> None:
    """What would be a file, a number or a placeholder for `gh` is text."""
    body = '@/etc/passwd {owner} 42 true "quoted" \\ ä 😀\n' + "x" * 50_000
    issue(github, body, "@file")
    sent = hub.issues[1]
    assert (sent["title"], sent["body"]) == ("@file", f"{MARK}\n\n{body}")
    assert [label["name"] for label in sent["labels"]] == list(LABELS)


@pytest.mark.parametrize("lags", [False, True])
@pytest.mark.parametrize("state", ["open", "closed"])
def test_an_issue_is_found_in_any_state_though_search_lags(
    github: GitHubForge, hub: Hub, state: str, lags: bool
) -> None:
    """A closed issue counts, and asking again makes no other."""
    hub.search_lags = lags
    number = issue(github)
    hub.issues[number]["state"] = state
    assert issue(github) == number
    found = github.find_issue(FINGERPRINT)
    assert found is not None
    assert (found.number, found.state) == (number, state)
    assert hub.made("issues") == 1


def test_an_old_issue_is_found_by_its_label(github: GitHubForge, hub: Hub) -> None:
    """More than a page of labelled issues, more than a page since, and search knows nothing."""
    hub.search_lags = True
    for number in range(120):
        hub.add_issue(f"other {number}", "text", ["automated"])
    old = hub.add_issue("Seed fails", f"{MARK}\n\ntext", ["automated"])["number"]
    for number in range(120):
        hub.add_issue(f"newer {number}", "text")
    assert issue(github) == old
    assert hub.made("issues") == 0


def test_an_old_issue_without_labels_is_found_by_search(github: GitHubForge, hub: Hub) -> None:
    """A person took the labels away a hundred issues ago."""
    old = hub.add_issue("Seed fails", f"{MARK}\n\ntext")["number"]
    for number in range(100):
        hub.add_issue(f"newer {number}", "text")
    assert issue(github) == old


def test_what_only_quotes_a_mark_is_not_the_issue(github: GitHubForge, hub: Hub) -> None:
    """Search finds words, not markers; and pull requests listed as issues do not count."""
    hub.add_issue("About marks", f"They write `{MARK}`.\n\n{MARK}")
    hub.add_issue("Others", f"{mark('lessonboard', FINGERPRINT + '.1')}\n\ntext")
    hub.add_pull("fix", body=f"{MARK}\n\ntext")
    assert github.find_issue(FINGERPRINT) is None


def test_a_repository_that_cannot_be_searched_is_listed(github: GitHubForge, hub: Hub) -> None:
    """GitHub refuses to search very new repositories, which must not block an issue."""
    hub.problems.append(Fault("GET", "/search", 422, {"message": "Validation Failed"}, left=-1))
    assert issue(github) == issue(github) == 1


def test_the_oldest_of_several_is_the_issue(github: GitHubForge, hub: Hub) -> None:
    """All who look agree on one."""
    numbers = [hub.add_issue("Seed fails", f"{MARK}\n\ntext")["number"] for _ in range(3)]
    assert issue(github) == numbers[0]


def test_a_double_of_another_machine_is_closed(github: GitHubForge, hub: Hub) -> None:
    """Two looked, found nothing, and both made; the later one gives way."""
    another = Fault("POST", ISSUES, first=lambda: hub.add_issue("Seed fails", f"{MARK}\n\ntext"))
    hub.problems.append(another)
    assert issue(github) == 1
    assert (hub.issues[1]["state"], hub.issues[2]["state"]) == ("open", "closed")
    assert hub.issues[2]["state_reason"] == "not_planned"


def test_an_answer_that_was_lost_makes_no_second_issue(github: GitHubForge, hub: Hub) -> None:
    """The issue was made, the connection cut; the next attempt finds it."""
    hub.search_lags = True
    hub.problems.append(Fault("POST", ISSUES, is_done=True))
    with pytest.raises(ForgeUnavailable) as caught:
        issue(github)
    assert caught.value.cause == "offline"
    assert issue(github) == 1
    assert len(hub.issues) == 1


RACER = """
import sys
from pathlib import Path
from lessonboard.parts.automation.forge.github_forge import GitHubForge
forge = GitHubForge(repository="acme/web", locks=Path(sys.argv[1]))
ready()
print(forge.create_issue("Seed fails", "text", ["automated"], "0f3a").number)
forge.comment(1, "It came again.", "after-10")
"""


@GH.needed
def test_processes_that_begin_together_make_one_issue(
    hub: Hub, network: dict[str, str], tmp_path: Path
) -> None:
    """Each gets the same number, one request makes it, and one comment follows."""
    assert network
    hub.search_lags = True
    outcomes = go(*(start(RACER, tmp_path) for _ in range(3)))
    assert [out.split()[-1] for out, _ in outcomes] == ["1"] * 3
    assert [err for _, err in outcomes] == [""] * 3
    assert (hub.made("issues"), hub.made("comments")) == (1, 1)


def test_missing_labels_are_made_and_those_there_are_left_alone(
    github: GitHubForge, hub: Hub
) -> None:
    """An existing label keeps its colour."""
    hub.labels["automated"] = {"name": "automated", "color": "00ff00"}
    issue(github)
    assert set(hub.labels) == set(LABELS)
    assert hub.labels["automated"]["color"] == "00ff00"


@pytest.mark.parametrize("status", [403, 404])
def test_labels_that_may_not_be_made_are_left_out(
    github: GitHubForge, hub: Hub, status: int
) -> None:
    """The issue is made all the same, with the labels that are there."""
    hub.labels["automated"] = {"name": "automated", "color": "ededed"}
    hub.problems.append(Fault("POST", "/labels$", status, {"message": "Not allowed"}, left=-1))
    assert issue(github) == 1
    assert [label["name"] for label in hub.issues[1]["labels"]] == ["automated"]


def test_a_label_that_another_made_meanwhile_is_used(github: GitHubForge, hub: Hub) -> None:
    """The answer "already exists" counts as success."""
    label = {"name": "automated", "color": "ededed"}
    hub.problems.append(Fault("POST", "/labels$", first=lambda: hub.labels.update(automated=label)))
    github.create_issue("Seed fails", "text", ["automated"], FINGERPRINT)
    assert [each["name"] for each in hub.issues[1]["labels"]] == ["automated"]


def test_a_label_that_github_finds_wrong_is_left_out(github: GitHubForge, hub: Hub) -> None:
    """A name that is too long, say."""
    wrong = {"message": "Validation Failed", "errors": [{"resource": "Label", "code": "invalid"}]}
    hub.problems.append(Fault("POST", "/labels$", 422, wrong, left=-1))
    assert issue(github) == 1
    assert hub.issues[1]["labels"] == []


def test_a_spent_rate_limit_is_no_missing_right_to_make_labels(
    github: GitHubForge, hub: Hub
) -> None:
    """Both are 403; the issue waits until it can have its labels."""
    hub.problems.append(Fault("POST", "/labels$", 403, SECONDARY))
    with pytest.raises(ForgeUnavailable) as caught:
        issue(github)
    assert caught.value.cause == "rate-limited"
    assert hub.made("issues") == 0


def test_every_request_is_one_that_github_describes(github: GitHubForge, hub: Hub) -> None:
    """The hub refuses what the published description does not allow, so this would fail."""
    hub.branches.add("fix")
    number = issue(github)
    github.create_draft("Fix the seed", "text", "fix", "main")
    github.comment(number, "text", "key")
    repository = f"/repos/{REPOSITORY}"
    assert set(hub.asked) == {
        ("GET", "/search/issues"),
        ("GET", f"{repository}/issues"),
        ("POST", f"{repository}/issues"),
        *(("GET", f"{repository}/labels/{label}") for label in LABELS),
        ("POST", f"{repository}/labels"),
        ("GET", f"{repository}/pulls"),
        ("POST", f"{repository}/pulls"),
        ("GET", f"{repository}/issues/{number}/comments"),
        ("POST", f"{repository}/issues/{number}/comments"),
    }


@pytest.mark.parametrize(
    ("project", "repository", "host"),
    [
        ("github.com/acme/web", None, ["--hostname", "github.com"]),
        ("github.com/acme/web", "acme/web", []),
        (None, "git.acme.io/acme/web", ["--hostname", "git.acme.io"]),
    ],
)
def test_a_project_on_github_is_asked_about_nowhere_else(
    hub: Hub, tmp_path: Path, project: str | None, repository: str | None, host: list[str]
) -> None:
    """GH_HOST counts only where a repository is named without a host."""
    seen: list[list[str]] = []

    def run(arguments: Any, text: str = "") -> Any:
        seen.append(list(arguments))
        return SpokenGh(hub)(["api", *arguments[1 + len(host) :]], text)

    GitHubForge(project, repository, run=run, locks=tmp_path).find_pull_request("fix")
    assert [each[1 : 1 + len(host)] for each in seen] == [host]


def test_a_project_elsewhere_has_no_forge() -> None:
    """The message says how to name a repository."""
    with pytest.raises(GitHubUnavailable, match="OWNER/NAME"):
        GitHubForge("/home/ada/web")


def test_what_is_sent_goes_through_the_input_alone(hub: Hub, tmp_path: Path) -> None:
    """The list of processes shows no text of an issue to other users of the machine."""
    run: Runner = SpokenGh(hub)
    seen: list[str] = []

    def spy(arguments: Any, text: str = "") -> Any:
        seen.extend(arguments)
        return run(arguments, text)

    forge = GitHubForge(repository=REPOSITORY, run=spy, locks=tmp_path)
    forge.create_issue("A title", "A body", (), FINGERPRINT)
    assert not [each for each in seen if "A title" in each or "A body" in each]
