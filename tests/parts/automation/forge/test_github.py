"""Read pull requests through `gh`, and report failures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blackboard.errors import BoardError
from lessonboard.parts.automation.forge.gh import GitHubUnavailable, run_gh
from lessonboard.parts.automation.forge.github import GitHub
from lessonboard.parts.automation.forge.github_api import values_in
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request
from tests.blackboard.github_json import PROJECT, review, whole
from tests.parts.automation.conftest import FakeGh

PULL = "repos/acme/web/pulls/12"


def test_all_of_a_pull_request_is_read(gh: FakeGh) -> None:
    """Six questions give what a saved pull request holds."""
    gh.serve("acme/web", whole())
    assert GitHub(PROJECT).pull_request(12) == whole()
    assert [each[-1] for each in gh.asked()] == [
        PULL,
        f"{PULL}/reviews?per_page=100",
        f"{PULL}/comments?per_page=100",
        "repos/acme/web/issues/12/comments?per_page=100",
        f"{PULL}/commits?per_page=100",
        PULL,
    ]
    assert all("--slurp" not in each for each in gh.asked())


@pytest.mark.parametrize("between", ["", "\n", " \n\t"])
def test_pages_are_put_together(gh: FakeGh, between: str) -> None:
    """`gh` prints each page as a separate array, with or without white space in between."""
    state = whole()
    gh.serve("acme/web", state)
    pages = [[review(1, 1, "APPROVED")], [review(2, 2, "APPROVED", body="][")], []]
    gh.answer(f"{PULL}/reviews", between.join(json.dumps(page) for page in pages) + "\n")
    found = GitHub(PROJECT).pull_request(12)
    assert found["reviews"] == [*pages[0], *pages[1]]
    assert read_pull_request(found)


@pytest.mark.parametrize("text", ["", "  \n", "[]", "[][]"])
def test_nothing_is_no_items(text: str) -> None:
    """An answer without items holds none."""
    assert [item for page in values_in(text) for item in page] == []


@pytest.mark.parametrize(
    ("project", "repository", "address", "host"),
    [
        (PROJECT, None, "repos/acme/web/pulls/12", None),
        (PROJECT, "other/place", "repos/other/place/pulls/12", None),
        (None, "other/my.place-2", "repos/other/my.place-2/pulls/12", None),
        ("/home/ada/web", "git.acme.io/acme/web", PULL, "git.acme.io"),
    ],
)
def test_the_repository_is_the_one_named_or_that_of_the_project(
    gh: FakeGh, project: str | None, repository: str | None, address: str, host: str | None
) -> None:
    """A GitHub Enterprise host precedes owner and name, as in `gh`."""
    with pytest.raises(GitHubUnavailable):
        GitHub(project).pull_request(12, repository)
    assert gh.asked() == [["api", *(["--hostname", host] if host else []), address]]


@pytest.mark.parametrize(
    ("project", "repository"),
    [
        (None, None),
        ("/home/ada/web", None),
        ("gitlab.com/acme/web", None),
        ("github.com/acme", None),
        ("github.com/acme/web/deep", None),
        (PROJECT, ""),
        (PROJECT, "web"),
        (PROJECT, "../../user"),
        (PROJECT, "a/b/c/d"),
        (PROJECT, "acme/web?x=1"),
        (PROJECT, "acme/web\n"),
        (PROJECT, "https://github.com/acme/web"),
    ],
)
def test_what_is_no_repository_is_not_asked_for(
    gh: FakeGh, project: str | None, repository: str | None
) -> None:
    """The message shows the format, and nothing is run."""
    with pytest.raises(GitHubUnavailable, match="OWNER/NAME"):
        GitHub(project).pull_request(12, repository)
    assert not (gh.folder / "asked.jsonl").exists()


@pytest.mark.parametrize(
    ("code", "err", "advice"),
    [
        (4, "To get started with GitHub CLI, please run:  gh auth login\n", "run `gh auth login`"),
        (1, "gh: Bad credentials (HTTP 401)\n", "run `gh auth login`"),
        (1, "gh: Not Found (HTTP 404)\n", "check the number"),
        (1, "error connecting to api.github.com\ncheck your internet connection\n", "network"),
        (1, 'Get "https://api.github.com/": dial tcp: lookup api.github.com\n', "network"),
        (1, "gh: API rate limit exceeded (HTTP 403)\n", "rate limit exceeded (HTTP 403)"),
        (1, "", "exit code 1"),
        (-9, "", "exit code -9"),
    ],
)
def test_a_refusal_says_what_to_do_next(gh: FakeGh, code: int, err: str, advice: str) -> None:
    """One line that names what was asked for, why it failed, and a way on."""
    gh.answer("*", '{"message": "no"}', code=code % 256, err=err)
    with pytest.raises(GitHubUnavailable) as caught:
        GitHub(PROJECT).pull_request(12)
    message = str(caught.value)
    assert message.startswith("could not read pull request #12 of acme/web: ")
    assert advice in message.replace("247", "-9")
    assert "\n" not in message


def test_a_refusal_repeats_no_secret(gh: FakeGh) -> None:
    """The output of `gh` may contain the token."""
    secret = "gho_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    gh.answer("*", "", code=1, err=f"bad token {secret}")
    with pytest.raises(GitHubUnavailable) as caught:
        GitHub(PROJECT).pull_request(12)
    assert secret not in str(caught.value)


@pytest.mark.parametrize("out", ["", "<html>", '{"a": 1} x', "[1]", "[" * 100_000])
def test_an_answer_that_is_no_json_is_named_so(gh: FakeGh, out: str) -> None:
    """A proxy's page, nothing at all, or a list in the place of the pull request."""
    gh.serve("acme/web", whole())
    gh.answer(PULL, out)
    with pytest.raises(GitHubUnavailable, match="did not print"):
        GitHub(PROJECT).pull_request(12)


def test_an_object_in_the_place_of_a_list_is_named_so(gh: FakeGh) -> None:
    """An error that GitHub sends with a good status is not taken for a review."""
    gh.serve("acme/web", whole())
    gh.answer(f"{PULL}/reviews", '{"message": "try later"}')
    with pytest.raises(GitHubUnavailable, match="did not print JSON list"):
        GitHub(PROJECT).pull_request(12)


@pytest.mark.parametrize("status", [406, 422, 500, 503])
def test_a_diff_that_is_too_large_is_left_out(gh: FakeGh, status: int) -> None:
    """GitHub shows no difference of more than 300 files; the rest is worth having without it."""
    gh.serve("acme/web", whole())
    gh.answer(f"{PULL}|diff", "", code=1, err=f"gh: Sorry, the diff is too large (HTTP {status})")
    assert GitHub(PROJECT).pull_request(12) == {**whole(), "diff": ""}


def test_a_diff_for_which_the_network_fails_is_no_empty_diff(gh: FakeGh) -> None:
    """What may succeed later is not taken for an answer."""
    gh.serve("acme/web", whole())
    gh.answer(f"{PULL}|diff", "", code=1, err="error connecting to api.github.com")
    with pytest.raises(GitHubUnavailable, match="network"):
        GitHub(PROJECT).pull_request(12)


def test_without_gh_the_message_says_where_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty PATH, and a `gh` that may not be run."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardError, match=r"https://cli\.github\.com"):
        GitHub(PROJECT).pull_request(12)
    (tmp_path / "gh").write_text("#!/bin/sh\n")
    with pytest.raises(BoardError, match=r"https://cli\.github\.com"):
        GitHub(PROJECT).pull_request(12)


def test_a_gh_that_never_ends_is_ended(gh: FakeGh) -> None:
    """After the timeout the process is gone."""
    script = gh.folder / "gh"
    python = script.read_text().splitlines()[0]
    script.write_text(f"{python}\nimport signal\nsignal.pause()\n")
    with pytest.raises(GitHubUnavailable, match="did not answer"):
        run_gh(["api", PULL], timeout=0.05)
