"""`lessonboard automation pr` and `record`: what happened to a change, from GitHub or by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.blackboard.github_json import PROJECT, at, merged, pull, review, whole
from tests.command_line import Run
from tests.parts.automation.conftest import FakeGh

RECORD_KEYS = {"stream", "new", "known", "events"}
ROW_KEYS = {"pr", "project", "number", "title", "author", "state", "verdicts", "comments",
            "requests", "reworks", "artifacts", "opened_at", "merged_at", "last_at",
            "merged_commit", "additions", "deletions"}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, run: Run) -> Path:
    """The working folder, which is a clone of the project."""
    home = tmp_path / "home"
    (home / ".git").mkdir()
    remote = '[remote "origin"]\n\turl = git@github.com:acme/web.git\n'
    (home / ".git" / "config").write_text(remote)
    return home


@pytest.fixture
def gh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeGh:
    """A `gh` that knows nothing yet, first on the PATH."""
    fake = FakeGh(tmp_path / "bin")
    monkeypatch.setenv("PATH", fake.path)
    return fake


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A pull request that was saved to a file."""
    path = tmp_path / "pr.json"
    path.write_text(json.dumps(whole()))
    return path


def told(run: Run, type_: str) -> list[dict[str, Any]]:
    """The payloads of a type on the board."""
    lines = run("admin", "events", "--type", type_, "--json").out.splitlines()
    return [json.loads(line)["payload"] for line in lines]


def test_a_saved_pull_request_is_recorded_once(run: Run, saved: Path) -> None:
    """The second time nothing is new, and both times it is said how much was."""
    first = run("automation", "pr", "--fetch", "--from", str(saved))
    assert (first.code, first.err) == (0, "")
    assert "github.com/acme/web#12: 8 new events; 0 were known." in first.out
    again = run("automation", "pr", "--fetch", "12", "--from", str(saved), "--json").json
    assert again == {"stream": f"pr:{PROJECT}#12", "new": 0, "known": 8, "events": []}


def test_a_later_state_adds_what_is_new(run: Run, saved: Path) -> None:
    """From standard input too, and the JSON names each new event."""
    early = {
        "pull_request": pull(),
        "reviews": [review(1, 2, "CHANGES_REQUESTED", body="Not yet.")],
    }
    first = run(
        "automation", "pr", "--fetch", "--from", "-", "--json", stdin=json.dumps(early)
    ).json
    assert [each["type"] for each in first["events"]] == [
        "pr.opened", "review.submitted", "rework.requested"]  # fmt: skip
    later = run("automation", "pr", "--fetch", "--from", str(saved), "--json").json
    assert set(later) == RECORD_KEYS
    assert (later["new"], later["known"]) == (5, 3)
    assert (
        run("admin", "events", "--stream", later["stream"], "--type", "pr.merged").out.count("\n")
        == 1
    )


def test_the_bare_pull_request_is_taken_too(run: Run) -> None:
    """What `gh api repos/OWNER/NAME/pulls/NUMBER` prints is enough."""
    bare = json.dumps(pull(**merged(3)))
    assert run("automation", "pr", "--fetch", "--from", "-", "--json", stdin=bare).json["new"] == 2


def test_github_is_asked_for_the_repository_here(run: Run, home: Path, tmp_path: Path) -> None:
    """By number alone in a clone, and with --repository from anywhere."""
    gh = FakeGh(tmp_path / "bin")
    gh.serve("acme/web", whole())
    assert run("automation", "pr", "--fetch", "12", "--json", PATH=gh.path).json["new"] == 8
    ask = ("automation", "pr", "--fetch", "12", "--repository", "acme/web", "--json")
    assert run(*ask, PATH=gh.path).json["known"] == 8
    missing = run("automation", "pr", "--fetch", "13", PATH=gh.path)
    assert (missing.code, len(missing.err.splitlines())) == (1, 1)
    assert "could not read pull request #13 of acme/web" in missing.err


def test_wrong_usage_of_pr_is_said(run: Run, saved: Path) -> None:
    """A number below 1, filters without --fetch, a file and a repository, another number."""
    assert run("automation", "pr", "--fetch", "0").code == 2
    assert run("automation", "pr", "--since", "7d").code == 2
    assert (
        run("automation", "pr", "--fetch", "--from", str(saved), "--repository", "acme/web").code
        == 2
    )
    other = run("automation", "pr", "--fetch", "13", "--from", str(saved))
    assert (other.code, "holds pull request 12, not 13" in other.err) == (1, True)


NO_STATES = {
    "empty": ("", "is empty; nothing was recorded"),
    "blank": (" \n\n", "is empty; nothing was recorded"),
    "no JSON": ("diff --git", "holds no JSON object"),
    "a list": ("[]", "holds no JSON object"),
    "an error": ('{"message": "Not Found"}', "is no pull request"),
    "deep": ("[" * 100_000, "holds no JSON object"),
    "deep inside": ('{"number":' + "[" * 900 + "]" * 900 + "}", "is no pull request"),
}


@pytest.mark.parametrize(("text", "reason"), NO_STATES.values(), ids=NO_STATES)
def test_a_file_that_holds_no_pull_request_records_nothing(
    run: Run, tmp_path: Path, text: str, reason: str
) -> None:
    """One line says why, the exit code is 1, and the board stays as it was."""
    (tmp_path / "pr.json").write_text(text)
    done = run("automation", "pr", "--fetch", "--from", str(tmp_path / "pr.json"))
    assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)
    assert reason in done.err
    assert run("admin", "events").out == ""


def test_a_file_that_is_not_there_is_named(run: Run, home: Path, tmp_path: Path) -> None:
    """Also a folder in its place."""
    for file in (tmp_path / "nowhere", tmp_path):
        for command in (("pr", "--fetch", "--from"), ("record", "--kind", "plan")):
            done = run("automation", *command, str(file))
            assert (done.code, f"could not read {file}" in done.err) == (1, True)


def test_an_artifact_is_recorded_once_with_a_relative_path(run: Run, home: Path) -> None:
    """Wherever the file is named from, and again when its text has changed."""
    (home / "docs").mkdir()
    plan = home / "docs" / "plan.md"
    plan.write_text("# First the cache\n")
    ask = (
        "automation",
        "record",
        "--kind",
        "plan",
        str(plan),
        "--pr",
        "12",
        "--title",
        "Plan",
        "--json",
    )
    first = run(*ask).json
    assert (set(first), first["stream"], first["new"]) == (RECORD_KEYS, f"pr:{PROJECT}#12", 1)
    assert run(*ask).json["new"] == 0
    plan.write_text("# First the tests\n")
    assert run("automation", "record", "--kind", "plan", "docs/plan.md", "--pr", "12").code == 0
    assert [(each["body"], each["path"]) for each in told(run, "artifact.recorded")] == [
        ("# First the cache", "docs/plan.md"),
        ("# First the tests", "docs/plan.md"),
    ]


def test_the_path_of_a_file_elsewhere_is_its_name(run: Run, home: Path, tmp_path: Path) -> None:
    """The board does not tell where on this machine a file was."""
    (tmp_path / "spec.md").write_text("Tiles load once.")
    run("automation", "record", "--kind", "specification", str(tmp_path / "spec.md"))
    run("automation", "record", "--kind", "note", "-", stdin="Tiles are 256 wide.")
    assert [each.get("path") for each in told(run, "artifact.recorded")] == ["spec.md", None]


def test_the_same_text_is_recorded_by_kind_and_change(run: Run, home: Path) -> None:
    """A plan may also be a note, and a note may explain two changes."""
    for kind, *number in (["plan"], ["note"], ["note", "--pr", "1"], ["note", "--pr", "2"]):
        done = run("automation", "record", "--kind", kind, "-", *number, "--json", stdin="Same.")
        assert done.json["new"] == 1


def test_an_empty_or_binary_document_records_nothing(run: Run, home: Path) -> None:
    """Exit code 1, and a line that says so."""
    review = ("review", "--pr", "1", "--reviewer", "grace", "--verdict", "approved")
    rework = ("rework", "--pr", "1", "--summary", "Done.")
    for command in (("note",), review, rework):
        empty = run("automation", "record", "-", "--kind", *command, stdin=" \n")
        assert (empty.code, "standard input is empty; nothing was recorded" in empty.err) == (
            1, True)  # fmt: skip
        binary = run("automation", "record", "-", "--kind", *command, stdin="PK\0\0")
        assert (binary.code, "is no text" in binary.err) == (1, True)
    assert run("admin", "events").out == ""


def test_without_github_a_whole_life_can_be_told(run: Run, home: Path) -> None:
    """A review that asks, the rework, an approval and the merge; each told twice, kept once."""
    commands = [
        ("review", "-", "--reviewer", "grace", "--verdict", "changes-requested"),
        ("rework", "--summary", "Closed the file."),
        ("review", "-", "--reviewer", "grace", "--verdict", "approved"),
        ("merge", "--commit", "feedbee"),
    ]
    for command, new in zip(commands, (2, 1, 1, 1), strict=True):
        asked = ("automation", "record", "--kind", *command, "--pr", "7", "--json")
        assert run(*asked, stdin="Close the file.").json["new"] == new
        assert run(*asked, stdin="Close the file.").json["new"] == 0
    [row] = run("automation", "pr", "7", "--json").json
    assert row["verdicts"] == {"grace": "approved"}
    assert (row["state"], row["requests"], row["reworks"]) == ("merged", 1, 1)
    assert row["merged_commit"] == "feedbee"
    assert told(run, "rework.requested")[0]["requests"] == ["Close the file."]


def test_a_merge_is_one_whoever_tells_it(run: Run, home: Path, saved: Path) -> None:
    """Told by hand and then by GitHub, it happened once."""
    run("automation", "record", "--kind", "merge", "--pr", "12")
    assert run("automation", "pr", "--fetch", "--from", str(saved), "--json").json["known"] == 1
    assert len(told(run, "pr.merged")) == 1


def test_rework_keeps_its_diff(run: Run, home: Path) -> None:
    """From a file or standard input."""
    run(
        "automation",
        "record",
        "--kind",
        "rework",
        "--pr",
        "7",
        "--summary",
        "Done.",
        "-",
        stdin="+x\n",
    )
    assert told(run, "rework.completed") == [
        {"number": 7, "commits": [], "summary": "Done.", "diff": "+x"}]  # fmt: skip


def test_what_is_recorded_by_hand_holds_no_secret(run: Run, home: Path) -> None:
    """In documents, reviews, summaries, titles and names."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    run("automation", "record", "--kind", "note", "-", "--title", secret, stdin=f"use {secret}")
    run("automation", "record", "--kind", "review", "-", "--pr", "1", "--reviewer", secret,
        "--verdict", "changes-requested", stdin=secret)  # fmt: skip
    run(
        "automation",
        "record",
        "--kind",
        "rework",
        "--pr",
        "1",
        "--summary",
        secret,
        "-",
        stdin=secret,
    )
    run("automation", "record", "--kind", "merge", "--pr", "1", "--commit", secret)
    written = run("admin", "events", "--json").out
    assert written.count("[redacted github-token]") >= 8
    assert secret not in written


def test_outside_of_any_project_one_must_be_named(run: Run) -> None:
    """A folder that is no repository says nothing of the project."""
    done = run("automation", "record", "--kind", "note", "-", stdin="Note.")
    assert (done.code, "--project" in done.err, len(done.err.splitlines())) == (1, True, 1)
    named = run(
        "automation", "record", "--kind", "merge", "--pr", "1", "--project", PROJECT, "--json"
    ).json
    assert named["stream"] == f"pr:{PROJECT}#1"


def test_a_project_may_be_named_by_its_last_part(run: Run, saved: Path) -> None:
    """Where it is known from pull requests alone, and not where it could be two."""
    run("automation", "pr", "--fetch", "--from", str(saved))
    short = ("automation", "record", "--kind", "merge", "--pr", "1", "--project", "web", "--json")
    assert run(*short).json["stream"] == f"pr:{PROJECT}#1"
    assert len(run("automation", "pr", "--project", "web", "--json").json) == 2
    run("automation", "record", "--kind", "merge", "--pr", "1", "--project", "github.com/other/web")
    unclear = run(*short)
    assert (unclear.code, "could be any of" in unclear.err) == (1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("poem", "-"),
        ("note", "-", "--pr", "0"),
        ("note", "-", "--verdict", "approved"),
        ("merge", "--pr", "1", "--summary", "Done."),
        ("plan",),
        ("review", "-", "--pr", "1", "--reviewer", "grace", "--verdict", "maybe"),
        ("review", "-", "--pr", "1", "--reviewer", " ", "--verdict", "approved"),
        ("review", "-", "--reviewer", "grace", "--verdict", "approved"),
        ("rework", "--pr", "1"),
        ("rework", "--pr", "1", "--summary", " "),
        ("rework", "--pr", str(2**64), "--summary", "Done."),
        ("merge",),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_exit_code_two(run: Run, home: Path, arguments: tuple[str, ...]) -> None:
    """Kinds, verdicts, numbers and names that cannot be."""
    assert run("automation", "record", "--kind", *arguments, stdin="Words.").code == 2


def test_lists_and_shows_have_the_documented_fields(run: Run, saved: Path) -> None:
    """Times are ISO 8601; what is not known yet is null."""
    run("automation", "pr", "--fetch", "--from", str(saved))
    [listed] = run("automation", "pr", "--json").json
    assert set(listed) == ROW_KEYS
    assert (listed["opened_at"], listed["merged_at"], listed["last_at"]) == (at(0), at(9), at(9))
    for name in (f"{PROJECT}#12", "web#12", "acme/web#12", "12", "#12"):
        assert run("automation", "pr", name, "--json").json == [listed]
    run("automation", "pr", "--fetch", "--from", "-", stdin=json.dumps(pull(number=13)))
    assert run("automation", "pr", "13", "--json").json[0]["merged_at"] is None


def test_lists_and_shows_read_well(run: Run, saved: Path) -> None:
    """Title, standing, verdicts, documents, and where to read more."""
    assert "automation pr --fetch" in run("automation", "pr").out
    run("automation", "pr", "--fetch", "--from", str(saved))
    assert "#12 Cache the tiles" in run("automation", "pr").out
    shown = run("automation", "pr", "12").out
    for words in (
        "grace: approved",
        "by ada",
        "3 comments, 1 request, 1 rework",
        "diff",
        "merged on",
    ):
        assert words in shown
    assert run("automation", "pr", "--as-of", "0", "--json").json == []
    assert "merged" not in run("automation", "pr", "12", "--as-of", "7").out


def test_a_title_cannot_steer_the_terminal(run: Run) -> None:
    """Control characters of others are shown as spaces."""
    nasty = pull(title="\x1b[2JBoom\r\n\x07", user={"login": "\x1b]0;x\x07"})
    run("automation", "pr", "--fetch", "--from", "-", stdin=json.dumps(nasty))
    for command in ((), ("12",)):
        out = run("automation", "pr", *command).out
        assert "\x1b" not in out
        assert "\x07" not in out


def test_an_unknown_or_unclear_pull_request_is_one_line(run: Run, home: Path, saved: Path) -> None:
    """The one of the project here is meant before another of that number."""
    assert "see `lessonboard automation pr`" in run("automation", "pr", "12").err
    for project in ("github.com/other/web", "github.com/other/app"):
        run("automation", "record", "--kind", "merge", "--pr", "12", "--project", project)
    unclear = run("automation", "pr", "12")
    assert (unclear.code, "could be any of" in unclear.err) == (1, True)
    run("automation", "pr", "--fetch", "--from", str(saved))
    assert run("automation", "pr", "12", "--json").json[0]["project"] == PROJECT


SYNCED = "repos/acme/web/pulls?state=closed&sort=updated&direction=desc&page={}&per_page=100"


def listed(number: int, merged_at: str | None, updated_at: str) -> dict[str, Any]:
    """A pull request as the list has it."""
    return {"number": number, "merged_at": merged_at, "updated_at": updated_at}


def test_all_that_was_merged_lately_is_recorded_once(run: Run, home: Path, gh: FakeGh) -> None:
    """Not what was closed unmerged, and not what was merged before and commented on since."""
    assert home
    gh.serve("acme/web", whole())
    recent = [listed(12, at(9), at(9)), listed(13, None, at(8)), listed(3, at(-9999), at(7))]
    gh.answer(SYNCED.format(1), json.dumps(recent))
    done = run("automation", "pr", "--fetch", "--since", at(0), "--json").json
    assert done == {"merged": 1, "recorded": [12], "refused": {}}
    assert (
        "0 pull requests recorded; 1 were known."
        in run("automation", "pr", "--fetch", "--since", at(0)).out
    )
    assert run("automation", "pr", "--json").json[0]["state"] == "merged"


def test_a_long_list_is_read_no_further_than_needed(run: Run, home: Path, gh: FakeGh) -> None:
    """Pages end where what was updated is older than what is asked for."""
    assert home
    page = [listed(number, None, at(9)) for number in range(1, 201)]
    gh.answer(SYNCED.format(1), json.dumps(page[:100]))
    gh.answer(SYNCED.format(2), json.dumps([*page[100:199], listed(200, at(-9), at(-9))]))
    nothing = {"merged": 0, "recorded": [], "refused": {}}
    assert run("automation", "pr", "--fetch", "--since", at(0), "--json").json == nothing
    assert len(gh.asked()) == 2


def test_a_forge_that_is_away_costs_nothing(run: Run, home: Path, gh: FakeGh) -> None:
    """One line that says what to do."""
    assert home
    gh.answer(SYNCED.format(1), "", code=1, err="error connecting to api.github.com\n")
    done = run("automation", "pr", "--fetch")
    assert (done.code, "when there is a network" in done.err) == (1, True)


def test_one_that_is_refused_keeps_no_other_waiting(run: Run, home: Path, gh: FakeGh) -> None:
    """It is named with its reason, and the exit code says so."""
    assert home
    gh.serve("acme/web", whole())
    gh.answer(SYNCED.format(1), json.dumps([listed(9, at(9), at(9)), listed(12, at(8), at(8))]))
    done = run("automation", "pr", "--fetch", "--since", at(0))
    assert (done.code, "1 pull request recorded" in done.out) == (1, True)
    assert "could not read pull request #9" in done.err


def test_a_server_that_knows_no_pages_is_read_once(run: Run, home: Path, gh: FakeGh) -> None:
    """Or it would be asked for ever."""
    assert home
    page = [listed(number, None, at(9)) for number in range(1, 101)]
    gh.answer("repos/acme/web/pulls", json.dumps(page))
    assert run("automation", "pr", "--fetch", "--since", at(0)).code == 0
    assert len(gh.asked()) == 2
