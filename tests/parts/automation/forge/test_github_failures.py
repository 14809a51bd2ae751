"""Every failure of GitHub has its cause and a message that says what to do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lessonboard.parts.automation.forge.forge import ForgeUnavailable
from lessonboard.parts.automation.forge.gh import run_gh
from lessonboard.parts.automation.forge.github_forge import GitHubForge
from tests.optional_parts import GH
from tests.parts.automation.forge.hub import REPOSITORY, Fault, Hub
from tests.parts.automation.forge.spoken_gh import SpokenGh

FINGERPRINT = "0f3a5c7e9b1d2468"
ISSUES, PULLS = f"/repos/{REPOSITORY}/issues$", f"/repos/{REPOSITORY}/pulls$"
COMMENTS = "/comments$"
ASKING: dict[str, Callable[[GitHubForge], object]] = {
    ISSUES: lambda github: github.create_issue("Seed fails", "text", ["automated"], FINGERPRINT),
    PULLS: lambda github: github.create_draft("Fix the seed", "text", "fix", "main"),
    COMMENTS: lambda github: github.comment(1, "text", "key"),
}
RATE_LIMIT = {"message": "API rate limit exceeded for user ID 1."}
SECONDARY = {"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}
FAILURES: dict[str, tuple[Fault, str, str]] = {
    "401": (Fault("", "", 401, {"message": "Bad credentials"}), "logged-out", "gh auth login"),
    "403 rate limit": (Fault("", "", 403, RATE_LIMIT), "rate-limited", "too often"),
    "403 secondary": (Fault("", "", 403, SECONDARY), "rate-limited", "too often"),
    "429": (Fault("", "", 429, {"message": "Too many requests"}), "rate-limited", "too often"),
    "403": (Fault("", "", 403, {"message": "Must have admin rights"}), "refused", "admin rights"),
    "404": (Fault("", "", 404, {"message": "Not Found"}), "refused", "check the"),
    "410": (Fault("", "", 410, {"message": "Issues are disabled"}), "refused", "disabled"),
    "422": (Fault("", "", 422, {"message": "Validation Failed"}), "refused", "Validation"),
    "500": (Fault("", "", 500, {"message": "Server Error"}), "offline", "has a problem"),
    "502 page": (Fault("", "", 502, "<html>Bad gateway</html>"), "offline", "has a problem"),
    "cut": (Fault("", "", 0), "offline", "cannot be reached"),
    "page": (
        Fault("", "", 200, "<html>Log in to the network</html>"),
        "offline",
        "did not print JSON",
    ),
    "odd": (Fault("", "", 200, 42), "offline", "did not print"),
}


@pytest.mark.parametrize("name", FAILURES)
@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ISSUES), ("POST", ISSUES), ("GET", PULLS), ("POST", PULLS), ("POST", COMMENTS)],
)
def test_every_failure_has_its_cause_and_a_way_on(
    hub: Hub, tmp_path: Path, name: str, method: str, path: str
) -> None:
    """Wherever it happens: one line with what was tried, what was found, and what to do next."""
    _check_failure(GitHubForge(repository=REPOSITORY, run=SpokenGh(hub), locks=tmp_path),
                   hub, name, method, path)  # fmt: skip


@GH.needed
@pytest.mark.parametrize("name", FAILURES)
def test_the_real_gh_words_every_failure_as_expected(
    hub: Hub, network: dict[str, str], tmp_path: Path, name: str
) -> None:
    """The fake `gh` prints what the real one prints."""
    assert network
    github = GitHubForge(repository=REPOSITORY, run=run_gh, locks=tmp_path)
    _check_failure(github, hub, name, "POST", PULLS)


def _check_failure(github: GitHubForge, hub: Hub, name: str, method: str, path: str) -> None:
    problem, cause, words = FAILURES[name]
    hub.add_issue("Another", "text")
    hub.branches.add("fix")
    hub.problems.append(Fault(method, path, problem.status, problem.data, left=-1))
    with pytest.raises(ForgeUnavailable) as caught:
        ASKING[path](github)
    message = str(caught.value)
    assert caught.value.cause == cause
    assert message.startswith("could not ")
    assert words in message
    assert "\n" not in message


@GH.needed
def test_a_key_that_github_does_not_take_is_no_login(
    network: dict[str, str], github_with_gh: GitHubForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong key is refused by the server, a missing one by `gh` itself."""
    assert network
    monkeypatch.setenv("GH_ENTERPRISE_TOKEN", "outdated")
    with pytest.raises(ForgeUnavailable, match="gh auth login") as caught:
        github_with_gh.find_issue(FINGERPRINT)
    assert caught.value.cause == "logged-out"
    for name in ("GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ForgeUnavailable, match="gh auth login") as caught:
        github_with_gh.find_issue(FINGERPRINT)
    assert caught.value.cause == "logged-out"


@GH.needed
def test_a_server_that_is_not_there_is_no_network(
    network: dict[str, str], github_with_gh: GitHubForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing listens on port 1."""
    assert network
    monkeypatch.setenv("GH_HOST", "127.0.0.1:1")
    with pytest.raises(ForgeUnavailable, match="cannot be reached") as caught:
        github_with_gh.find_issue(FINGERPRINT)
    assert caught.value.cause == "offline"


@GH.needed
def test_a_server_that_nobody_vouches_for_needs_a_person(
    network: dict[str, str], github_with_gh: GitHubForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown certificate does not pass by itself."""
    monkeypatch.setenv("SSL_CERT_FILE", os.devnull)
    assert network
    with pytest.raises(ForgeUnavailable, match="certificate") as caught:
        github_with_gh.find_issue(FINGERPRINT)
    assert caught.value.cause == "refused"


@pytest.fixture
def github_with_gh(tmp_path: Path) -> GitHubForge:
    """A forge that runs the real `gh`."""
    return GitHubForge(repository=REPOSITORY, run=run_gh, locks=tmp_path)


def test_without_gh_the_cause_is_that_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says how to install it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("gh") is None
    with pytest.raises(ForgeUnavailable, match=r"https://cli\.github\.com") as caught:
        GitHubForge("github.com/acme/web", locks=tmp_path).find_issue(FINGERPRINT)
    assert caught.value.cause == "missing"


def test_a_message_repeats_no_secret(github: GitHubForge, hub: Hub) -> None:
    """GitHub's message may repeat what it was sent."""
    secret = "gho_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    hub.problems.append(Fault("GET", ISSUES, 403, {"message": f"{'x' * 280} {secret}"}))
    with pytest.raises(ForgeUnavailable) as caught:
        github.find_issue(FINGERPRINT)
    assert "gho_" not in str(caught.value)
