"""`lessonboard admin model`, the question of `init`, and who is asked without them: nobody."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from blackboard import Board
from lessonboard.asking import price, settings_of
from reflect.curator.settings import CuratorSettings
from reflect.digest.price import BESIDE_DIGEST, DIGEST
from reflect.model.agents.claude_code import CLAUDE_CODE
from reflect.model.consent import Consent
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import NotSignedIn
from reflect.proposals.understand import understand
from tests.command_line import ROOT, Run, settings_file
from tests.commands import Ran, run_at_terminal
from tests.reflect.model.scripted import ScriptedEndpoint
from tests.reflect.talks import PROJECT, ran, says, session

SERVER = '[model]\nname = "reader"\nbase_url = "http://127.0.0.1:9/v1"\n'
NO_ONE = "No model is asked about your sessions"

Signed = Callable[..., Ran]


@pytest.fixture
def signed_in(run: Run, tmp_path: Path) -> Signed:
    """The command where Claude Code is, signed in as Ada; its program notes that it was run."""
    sign_in(tmp_path, "ada@example.com")
    program = tmp_path / "bin" / "claude"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\necho run >> {tmp_path}/runs\n[ "$1" = --version ] && echo 2.1.330 && exit\n'
        'echo \'{"is_error":true,"result":"Not logged in"}\'\nexit 1\n'
    )
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.defpath}"
    return lambda *arguments, **given: run(*arguments, **{"PATH": path, **given})


def sign_in(folder: Path, who: str) -> None:
    """Sign in to Claude Code in the home of `run`; "" signs out."""
    account = {"oauthAccount": {"emailAddress": who}} if who else {}
    (folder / "home" / ".claude.json").write_text(json.dumps(account))
    (folder / "home" / ".claude").mkdir(exist_ok=True)


def a_session(folder: Path) -> None:
    """A session on the board of `run`, from before anything was allowed."""
    steps = [says("Never push to main."), ran("make", "no rule", fails=True), ran("just")]
    with Board.open(folder / "board.db") as board:
        board.append(session(steps))


def asked_whom(run: Signed) -> str:
    """Whom `admin model` names."""
    return str(run("admin", "model", "--json").json["asked"])


# The commands


def test_who_is_allowed_is_shown_and_withdrawn(signed_in: Signed, tmp_path: Path) -> None:
    """Nobody, then the agent with its account, then nobody; doctor and report know it as well."""
    a_session(tmp_path)
    assert signed_in("admin", "model").out.startswith(NO_ONE)
    done = signed_in("admin", "model", "allow", "claude-code", "--tokens-per-day", "5000")
    assert "claude-code as ada@example.com is asked after sessions" in done.out, done.err
    shown = signed_in("admin", "model", "--json").json
    assert set(shown) == {"asked", "tokens_per_day", "spent_today", "backlog", "excluded",
                          "waiting", "questions", "refused", "failure"}  # fmt: skip
    assert (shown["tokens_per_day"], shown["backlog"], shown["failure"]) == (5000, False, "")
    line = "Asked after sessions: claude-code as ada@example.com; 0 of 5,000 tokens spent today."
    assert line in signed_in("admin", "model").out
    assert line in signed_in("lesson", "report", "--all").out
    assert line in signed_in("doctor").out
    assert "0 questions dropped" in signed_in("admin", "model", "allow", "--undo").out
    assert asked_whom(signed_in) == ""
    assert signed_in("admin", "model", "--log", "--json").json == []


def test_a_project_is_excluded_and_taken_back(signed_in: Signed, tmp_path: Path) -> None:
    """By the last part of its name, as everywhere; one that nobody knows is an error."""
    a_session(tmp_path)
    assert (
        f"Sessions of {PROJECT} are not asked about"
        in signed_in("admin", "model", "exclude", "kite").out
    )
    assert f"Never about: {PROJECT}." in signed_in("admin", "model").out
    signed_in("admin", "model", "exclude", "kite", "--undo")
    assert signed_in("admin", "model", "--json").json["excluded"] == []
    unknown = signed_in("admin", "model", "exclude", "nowhere")
    assert (unknown.code, "nowhere" in unknown.err) == (2, True)


def test_only_who_is_here_can_be_allowed(signed_in: Signed, tmp_path: Path) -> None:
    """An unknown agent, one that is not installed, a server that the settings do not name."""
    settings_file(tmp_path).write_text('[model]\nagent = "claude-code"\nname = "opus"\n')
    for name in ("nobody", "codex", "endpoint"):
        done = signed_in("admin", "model", "allow", name)
        assert (done.code, done.err.count("\n")) == (1, 1), name
        assert done.err.endswith("those that can: claude-code\n"), name
    settings_file(tmp_path).write_text(SERVER)
    assert signed_in("admin", "model", "allow", "endpoint").code == 0
    assert asked_whom(signed_in) == "http://127.0.0.1:9/v1"


def test_no_agent_is_asked_without_consent(signed_in: Signed, tmp_path: Path) -> None:
    """Though the settings name it; then its refusal is said once, however much waits."""
    a_session(tmp_path)
    settings_file(tmp_path).write_text('[model]\nagent = "claude-code"\nname = "opus"\n')
    for words in (["reflect", "--all"], ["lesson", "critique", "-"], ["worker", "--until-idle"]):
        assert signed_in(*words, stdin="[]").code == 0, words
    assert not (tmp_path / "runs").exists()
    done = signed_in("admin", "model", "allow", "claude-code", "--backlog")
    assert (done.code > 0, "1 session from before" in done.err) == (True, True), "no yes was given"
    assert "1 session held with claude-code as an unknown account" in done.err
    assert "Let claude-code as ada@example.com read them?" in done.err
    assert asked_whom(signed_in) == ""
    assert (
        "1 session from before queued"
        in signed_in("admin", "model", "allow", "claude-code", "--backlog", "--yes").out
    )
    assert signed_in("admin", "worker", "--until-idle").code == 0
    assert (tmp_path / "runs").exists()
    for words in (["doctor"], ["lesson", "report", "--all"], ["model", "show"]):
        assert signed_in(*words).out.count("It cannot be asked now") == 1, words
    assert "1 question dropped" in signed_in("admin", "model", "allow", "--undo").out


def test_an_account_that_changed_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor one that nobody is signed in to, which is looked for again; limits are the consent's."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    given = Consent(agent="claude-code", account="ada", tokens_per_day=7)
    own = ModelSettings(name="reader", base_url="http://127.0.0.1:9/v1", timeout=3)
    sign_in(tmp_path, "ada")
    found = settings_of(own, given)
    assert isinstance(found, ModelSettings)
    assert (found.agent, found.name, found.tokens_per_day, found.corrections, found.timeout) == (
        "claude-code", None, 7, 1, 3,
    )  # fmt: skip
    sign_in(tmp_path, "bob")
    assert "signed in as bob, and allowed was ada" in str(settings_of(own, given))
    sign_in(tmp_path, "")
    with pytest.raises(NotSignedIn, match="sign in as ada"):
        settings_of(own, given)
    moved = Consent(endpoint="http://elsewhere/v1", tokens_per_day=7)
    assert "no longer names http://elsewhere/v1" in str(settings_of(own, moved))


def test_what_is_shown_is_what_is_sent(signed_in: Signed, tmp_path: Path) -> None:
    """The first question, byte for byte; to show it asks nobody and needs no consent."""
    a_session(tmp_path)
    shown = signed_in("session", "reflect", "--show", "s1", "--json").json
    endpoint = ScriptedEndpoint(['{"lessons": []}'])
    with Board.open(tmp_path / "board.db") as board:
        model = Model(endpoint, ModelSettings(name="reader", api="chat-object"))
        understand(board, board.row("sessions", "s1"), model, CuratorSettings())
    sent = "\n\n".join(message.text for message in endpoint.asked[0])
    added = CLAUDE_CODE.adds
    assert added is not None
    assert shown == {"session": "s1", "questions": [sent], "added": added._asdict()}
    printed = signed_in("session", "reflect", "--show", "s1")
    assert (printed.out, printed.err) == (f"{sent}\n", f"Claude Code itself adds {added}\n")
    settings_file(tmp_path).write_text(SERVER)
    assert signed_in("admin", "model", "allow", "endpoint").code == 0
    assert signed_in("session", "reflect", "--show", "s1").err == "", "a server has no program"
    assert not (tmp_path / "runs").exists()


def test_what_was_asked_answered_and_refused_is_in_the_log(run: Run, tmp_path: Path) -> None:
    """The newest first; a lesson whose quotation nobody said is there with the reason."""
    a_session(tmp_path)
    lie = {"kind": "human-rule", "text": "Push to main.", "entries": [1], "quote": "Push it now."}
    endpoint = ScriptedEndpoint([json.dumps({"lessons": [lie]})])
    with Board.open(tmp_path / "board.db") as board:
        model = Model(endpoint, ModelSettings(name="reader", api="chat-object"))
        understand(board, board.row("sessions", "s1"), model, CuratorSettings())
    refused, answered = run("admin", "model", "--log", "--json").json
    assert {"at", "id", "type", "text", "reason"} <= set(refused)
    assert (refused["text"], answered["asked"]) == ("Push to main.", "reader")
    assert "Never push to main." in answered["question"]
    out = run("admin", "model", "--log", "--limit", "1").out
    assert "refused: " in out
    assert "question:" not in out


def test_what_it_would_take_is_known_before_anything_is_imported(
    board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the transcripts on this disk: those of four weeks tell the week and the month."""
    folder = tmp_path / ".claude" / "projects" / "kite"
    folder.mkdir(parents=True)
    now = time.time_ns() // 1000
    for number in range(6):
        file = folder / f"0000000{number}-0000-4000-8000-000000000000.jsonl"
        file.write_text("{}\n")
        days = 1 if number < 4 else 29
        os.utime(file, (now / 10**6 - days * 86_400,) * 2)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    found = price(board, "claude-code", now)
    assert (found.sessions_a_week, found.backlog_sessions) == (1, 6)
    assert found.tokens_a_month > found.backlog_tokens * 4 / 6 > 0
    assert price(board, "codex", now).tokens_a_month == 0


# The question of `init`


def test_a_script_answers_with_an_option(signed_in: Signed, tmp_path: Path) -> None:
    """Nobody is the default; an unknown name is refused before anything is written."""
    assert signed_in("init").code == 0
    assert asked_whom(signed_in) == ""
    (tmp_path / "home" / ".claude" / "settings.json").unlink()
    assert signed_in("init", "--model", "nobody").code == 1
    assert not (tmp_path / "home" / ".claude" / "settings.json").exists()
    assert signed_in("init", "--model", "claude-code", "--dry-run").code == 0
    assert asked_whom(signed_in) == ""
    assert "is asked after sessions" in signed_in("init", "--model", "claude-code").err
    assert asked_whom(signed_in) == "claude-code as ada@example.com"
    assert signed_in("init", "--model", "none").code == 0
    assert asked_whom(signed_in) == ""


def test_a_person_at_a_terminal_is_asked_once(signed_in: Signed, tmp_path: Path) -> None:
    """He sees who, what and how much before he answers; a no is an answer, silence is none."""
    a_session(tmp_path)
    settings_file(tmp_path).write_text(SERVER)
    asked = []

    def init(typed: str) -> str:
        done = run_at_terminal(["init"], cwd=tmp_path / "home", typed=typed, env={
            "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.defpath}", "HOME": str(tmp_path / "home"),
            "LESSONBOARD_DB": str(tmp_path / "board.db"),
        })  # fmt: skip
        assert (done.code, "removes all of it" in done.out) == (0, True), done.err
        asked.append("Ask whom?" in done.err)
        return done.err

    screen = init("\x04")
    assert "claude-code (ada@example.com): " in screen
    assert "endpoint (http://127.0.0.1:9/v1): " in screen
    assert "Sent are your words, failed calls" in screen
    assert asked_whom(signed_in) == ""
    init("claude-code\n")
    assert asked_whom(signed_in) == "claude-code as ada@example.com"
    init("")
    signed_in("admin", "model", "allow", "--undo")
    init("")
    assert asked == [True, True, False, False]
    assert asked_whom(signed_in) == ""


def test_the_default_at_a_terminal_is_nobody(signed_in: Signed, tmp_path: Path) -> None:
    """Return alone is a no, and it counts: he is not asked again; an agent never is."""
    env = {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.defpath}", "HOME": str(tmp_path / "home"),
           "LESSONBOARD_DB": str(tmp_path / "board.db")}  # fmt: skip
    by_agent = run_at_terminal(["init"], cwd=tmp_path, env={**env, "CLAUDECODE": "1"}, typed="")
    assert (by_agent.code, "Ask whom?" in by_agent.err) == (0, False)
    first, second = (run_at_terminal(["init"], cwd=tmp_path, env=env, typed="\n") for _ in "12")
    assert ("Ask whom?" in first.err, "Ask whom?" in second.err) == (True, False)
    assert asked_whom(signed_in) == ""


def test_the_price_is_that_of_the_page() -> None:
    """What a session takes is measured once; the price is told by the same figures."""
    page = " ".join((ROOT / "docs/performance.md").read_text().split())
    found = re.search(r"Digests are ([\d,]+) tokens a session .*? ([\d,]+) a session, by", page)
    assert found
    in_digest, in_all = (int(each.replace(",", "")) for each in found.groups())
    assert in_digest == DIGEST
    assert abs(DIGEST + BESIDE_DIGEST - in_all) < 100
