"""What each agent is asked with, and what its words mean: pure functions of recorded outputs."""

from __future__ import annotations

import base64
import json
import re
import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from reflect.model.agents.agent import Ended, Invocation, ModelAgent, Question
from reflect.model.agents.claude_code import CLAUDE_CODE
from reflect.model.agents.codex import CODEX
from reflect.model.agents.failures import KINDS, again
from reflect.model.agents.files import fields
from reflect.model.agents.gemini import GEMINI
from reflect.model.agents.opencode import OPENCODE
from reflect.model.agents.registry import BUILT_IN
from reflect.model.agents.schema import strict_schema
from reflect.model.thread import (
    ModelError,
    ModelRejected,
    ModelUnavailable,
    NoQuota,
    NotSignedIn,
    ProgramTooOld,
)

_SETTINGS = {
    "codex": 'model = "m"\n[mcp_servers.a]\ncommand = "x"\n'
    '[model_providers.p]\nexperimental_bearer_token = "hidden-key"\n',
    "opencode": '{"model": "p/m", "provider": {"p": {"options": {"apiKey": "hidden-key"}}},'
    ' "mcp": {"a": {}}}',
    "gemini": '{"security": {"auth": {"selectedType": "oauth-personal"}}, "mcpServers": {"a": 1}}',
    "claude-code": "",
}
_MODELS = '{"models": [{"slug": "m", "shell_type": "unified_exec", "tool_mode": "code_mode_only"}]}'


class Inner(BaseModel):
    """A part whose field has an awkward name."""

    default: str = "x"


class Shape(BaseModel):
    """A shape with all that schemas have."""

    parts: list[Inner] = []
    one: Inner = Inner()
    name: str | None = None


def test_no_text_and_no_secret_stands_among_the_arguments() -> None:
    """Other users can read them; the model, the schema and places may stand there."""
    for agent in BUILT_IN:
        asked = _asked(agent)
        arguments = " ".join(asked.arguments)
        assert "the text" in asked.stdin, agent.name
        for secret in ("the text", "the instructions", "hidden-key"):
            assert secret not in arguments, (agent.name, secret)


def test_the_persons_provider_goes_along_and_his_servers_do_not() -> None:
    """Of the settings only what says who answers."""
    codex = tomllib.loads(_asked(CODEX).files["codex/config.toml"])
    assert codex == {
        "model": "m", "model_providers": {"p": {"experimental_bearer_token": "hidden-key"}},
    }  # fmt: skip
    opencode = fields(_asked(OPENCODE).files["config/opencode/opencode.json"])
    assert "mcp" not in opencode
    assert opencode["provider"]["p"]["options"]["apiKey"] == "hidden-key"
    gemini = fields(_asked(GEMINI).files["home/.gemini/settings.json"])
    assert "mcpServers" not in gemini
    assert gemini["security"]["auth"] == {"selectedType": "oauth-personal"}


def test_codex_is_given_models_without_tools() -> None:
    """Also one that its catalogue does not list; without a catalogue nothing is asked."""
    for model in ("m", "another", None):
        asked = _asked(CODEX, model=model)
        models = fields(asked.files["codex/models.json"])["models"]
        assert (model or "m") in [each["slug"] for each in models]
        assert {each["shell_type"] for each in models} == {"disabled"}
        assert {each["tool_mode"] for each in models} == {"direct"}
    try:
        _asked(CODEX, prepared="error")
    except ModelRejected:
        return
    raise AssertionError("it asked with tools")


_REFUSALS: tuple[tuple[ModelAgent, Ended, type[ModelError]], ...] = (
    (CLAUDE_CODE, Ended(1, '{"is_error":true,"api_error_status":401,"result":"Invalid key"}', ""),
     NotSignedIn),
    (CLAUDE_CODE, Ended(1, '{"is_error":true,"result":"Not logged in · Please run /login"}', ""),
     NotSignedIn),
    (CLAUDE_CODE, Ended(1, '{"is_error":true,"api_error_status":429,"result":"API Error: Request '
     'rejected (429) · The usage limit has been reached"}', ""), NoQuota),
    (CLAUDE_CODE, Ended(1, '{"is_error":true,"api_error_status":529,"result":"API Error: Repeated '
     '529 Overloaded errors."}', ""), ModelUnavailable),
    (CLAUDE_CODE, Ended(1, "", "error: unknown option '--tools'"), ProgramTooOld),
    (CODEX, Ended(1, '{"type":"error","message":"unexpected status 401 Unauthorized: invalid '
     'x-api-key, url: http://127.0.0.1:39769/v1/responses"}', ""), NotSignedIn),
    (CODEX, Ended(1, '{"type":"turn.failed","error":{"message":"exceeded retry limit, last status: '
     '429 Too Many Requests"}}', ""), NoQuota),
    (CODEX, Ended(0, '{"type":"turn.started"}', ""), ModelRejected),
    (OPENCODE, Ended(1, '{"type":"error","error":{"name":"APIError","data":{"message":"invalid '
     'x-api-key","statusCode":401}}}', ""), NotSignedIn),
    (GEMINI, Ended(145, "", 'at run {\n status: 401\n}\n{\n "error": {"message": "{\\"error\\":'
     '{\\"message\\":\\"invalid x-api-key\\"}}", "code": 401}\n}\n'), NotSignedIn),
    (GEMINI, Ended(41, "", '\n{"error": {"message": "Invalid auth method selected.", "code": 41}}'),
     NotSignedIn),
)  # fmt: skip


def test_recorded_refusals_are_told_apart() -> None:
    """By what a caller can do: sign in, wait, update, ask again."""
    wrong = []
    for agent, ended, expected in _REFUSALS:
        try:
            agent.read(ended)
        except ModelError as error:
            if type(error) is not expected:
                wrong.append(f"{agent.name}: {error} is {type(error).__name__}, not {expected}")
        else:
            wrong.append(f"{agent.name}: {ended} was read as an answer")
    assert wrong == []


def test_each_phrase_that_is_called_seen_stands_in_a_recorded_refusal() -> None:
    """Those that nobody saw are kept apart, and say so."""
    recorded = "\n".join(f"{ended.out}\n{ended.err}" for _, ended, _ in _REFUSALS)
    wrong = [
        (kind.__name__, phrase)
        for kind, each in KINDS.items()
        for phrase in each.seen
        if not re.search(phrase, recorded, re.IGNORECASE)
    ]
    assert wrong == []


@given(st.text(), st.text(), st.integers(0, 3))
def test_whatever_a_program_prints_is_an_answer_or_an_error(out: str, err: str, code: int) -> None:
    """Torn lines, other shapes and nothing at all never break the reader."""
    for agent in BUILT_IN:
        for text in (out, json.dumps({"type": out, "usage": out, "models": [out]}), f"[{out}"):
            try:
                agent.read(Ended(code, text, err))
            except ModelError:
                continue


def test_when_to_ask_again_is_read_where_it_is_told() -> None:
    """Seconds since 1970 or a time with its zone; nothing else is guessed."""
    second = 1_000_000
    assert again("Claude AI usage limit reached|1795500000") == 1_795_500_000 * second
    assert again('{"resets_at": 1795600000}') == 1_795_600_000 * second
    assert again("try again at 1970-01-01T00:01:00Z") == 60 * second
    assert again("try again in a while") is None


def test_the_account_is_a_name_and_never_a_token(tmp_path: Path) -> None:
    """Nobody signed in is empty; the same key has the same name, another key another."""
    for agent in BUILT_IN:
        assert agent.account({}, tmp_path) == "", agent.name
    (tmp_path / ".claude.json").write_text('{"oauthAccount": {"emailAddress": "ada@example.com"}}')
    claims = base64.urlsafe_b64encode(b'{"email": "ada@example.com"}').decode().rstrip("=")
    (tmp_path / ".codex").mkdir()
    sign_in = {"tokens": {"id_token": f"a.{claims}.s", "account_id": "7"}}
    (tmp_path / ".codex/auth.json").write_text(json.dumps(sign_in))
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini/google_accounts.json").write_text('{"active": "ada@example.com"}')
    for agent in (CLAUDE_CODE, CODEX, GEMINI):
        assert agent.account({}, tmp_path) == "ada@example.com", agent.name
    first = CLAUDE_CODE.account({"ANTHROPIC_API_KEY": "secret-one"}, tmp_path)
    assert first == CLAUDE_CODE.account({"ANTHROPIC_API_KEY": "secret-one"}, tmp_path)
    assert first != CLAUDE_CODE.account({"ANTHROPIC_API_KEY": "secret-two"}, tmp_path)
    assert "secret" not in first


def test_a_strict_schema_demands_every_field_and_allows_no_other() -> None:
    """As services demand it, also of nested objects and of a field that is called default."""
    schema = strict_schema(Shape)
    assert schema["required"] == ["parts", "one", "name"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["one"] == {"$ref": "#/$defs/Inner"}
    inner = schema["$defs"]["Inner"]
    assert (inner["required"], inner["additionalProperties"]) == (["default"], False)
    assert '"default":' not in json.dumps({**schema, "$defs": {}})


def _asked(agent: ModelAgent, model: str | None = None, prepared: str = _MODELS) -> Invocation:
    schema = strict_schema(Shape)
    return agent.ask(Question(
        "the instructions", "the text", schema, model, Path("/tmp/folder"), {"HOME": "/nowhere"},
        _SETTINGS[agent.name], prepared,
    ))  # fmt: skip


def test_the_page_says_what_each_program_adds() -> None:
    """Its rows are those of the agents, and its sentence is what `reflect --show` prints."""
    page = Path(__file__).parents[4].joinpath("docs/agents.md").read_text()
    for agent in BUILT_IN:
        added = agent.adds
        assert added is not None
        assert f"| {agent.title} | {added.version} | {added.size:,} |" in page
        assert added.what in " ".join(page.split())
        assert tuple(map(int, added.version.split("."))) == agent.oldest
