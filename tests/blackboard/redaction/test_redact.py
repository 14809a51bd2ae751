"""Secrets are taken out by their shapes; what only looks a little like one stays.

The values are made up, and put together at run time so that no scanner takes them for real.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.redaction.redact import redact, redact_all

_MIXED = "a1B2c3D4e5F6g7H8i9J0"
_KEY = "PRIVATE" + " KEY"

SECRETS = {
    "github": "gh" + "p_" + _MIXED * 2,
    "github-server": "gh" + "s_" + _MIXED * 2,
    "github-fine-grained": "github" + "_pat_" + _MIXED + "_" + _MIXED,
    "gitlab": "gl" + "pat-" + _MIXED,
    "aws": "AK" + "IA" + "ABCDEFGH12345678",
    "aws-session": "AS" + "IA" + "ABCDEFGH12345678",
    "openai": "sk" + "-proj-" + _MIXED * 2,
    "anthropic": "sk" + "-ant-api03-" + _MIXED * 2,
    "stripe": "sk" + "_live_" + _MIXED,
    "slack": "xo" + "xb-1234567890-" + _MIXED,
    "google": "AI" + "za" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "google-oauth": "ya" + "29." + _MIXED,
    "npm": "np" + "m_" + _MIXED + "a1B2c3D4e5F6g7H8",
    "pypi": "py" + "pi-" + _MIXED * 3,
    "hugging-face": "h" + "f_" + _MIXED + _MIXED,
    "jwt": "ey" + "JhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0." + _MIXED,
}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
@pytest.mark.parametrize(
    "around",
    ["{}", "use {} now", "KEY={}", '"{}"', "url?x={}&y=1", "line\n{}\nline", "({})", "`{}`."],
)
def test_each_kind_of_secret_is_taken_out(secret: str, around: str) -> None:
    """A secret of a known shape is replaced by its kind wherever it stands."""
    value, count = redact(around.format(secret))
    assert secret not in value
    assert count == 1
    assert "[redacted " in value


def test_passwords_in_addresses_are_taken_out() -> None:
    """The password of a URL goes, the host and the user stay."""
    value, count = redact("clone https://ada:" + "tr0ub4dor" + "@git.example.com/kite.git")
    assert value == "clone https://ada:[redacted url-password]@git.example.com/kite.git"
    assert count == 1


@pytest.mark.parametrize("password", ["p@ss1w0rd!", "x:y1z2w3", "tr0ub$4dor", "tr0ub%404dor"])
def test_passwords_with_odd_characters_are_taken_out(password: str) -> None:
    """A database's address gives its password away however the password is spelt."""
    value, _ = redact(f"postgres://ada:{password}@db.example.com:5432/kite")
    assert password not in value


def test_private_keys_are_taken_out() -> None:
    """A private key goes from its first line to its last; what is around it stays."""
    key = f"-----BEGIN RSA {_KEY}-----\n{_MIXED}\n{_MIXED}\n-----END RSA {_KEY}-----"
    value, count = redact(f"before\n{key}\nafter")
    assert (value, count) == ("before\n[redacted private-key]\nafter", 1)


def test_a_private_key_without_end_is_taken_out() -> None:
    """Of a key that was cut off nothing is left."""
    value, _ = redact(f"before\n-----BEGIN {_KEY}-----\n{_MIXED}\n{_MIXED}")
    assert value == "before\n[redacted private-key]"


@pytest.mark.parametrize(
    "text",
    [
        "password = {}",
        "DB_PASSWORD={}",
        "export API_KEY='{}'",
        '{{"client_secret": "{}"}}',
        "api-key: {}",
        "--token={}",
        "Authorization: Bearer {}",
        "authorization: bearer {}",
        "passphrase => {}",
        "secret_access_key = {}",
    ],
)
def test_assigned_secrets_are_taken_out(text: str) -> None:
    """What is assigned to a name that says secret goes when it looks random."""
    value, count = redact(text.format("x7Kq" + "9vT2mZ4w" + "B8rY"))
    assert "x7Kq" not in value
    assert count == 1


@pytest.mark.parametrize(
    "text",
    [
        "token = get_token()",
        "api_key = os.environ['API_KEY']",
        "password: string",
        "password: str | None = None",
        "const secret = process.env.SECRET;",
        "token count: 5",
        "tokens: 128000",
        "max_tokens=4096",
        "the password must have 8 characters",
        "secret_name = my-service-config",
        "TOKEN=${GITHUB_TOKEN}",
        "TOKEN=$GITHUB_TOKEN",
        "password=<your-password-here>",
        "keyboard: querty-layout",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "/home/ada/kite/src/token_parser.py",
        "token_file: src/auth/token_store_v2.py",
        "import tokenize",
        "https://git.example.com/ada/kite.git",
        "git@git.example.com:ada/kite.git",
        "a task-force of desk-workers",
        "risk-assessment-for-the-new-building-2024",
        "The Basic training and the Bearer of news.",
        "tests/test_tokens.py::test_secret_is_kept PASSED",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    """Code about secrets, hashes, ids, paths and plain words are left as they are."""
    assert redact(text) == (text, 0)


def test_redacting_reaches_every_string() -> None:
    """Lists and objects are gone through; numbers and the like stay."""
    secret = SECRETS["github"]
    given = {"a": [secret, 1, None, {"b": f"x {secret}"}], "c": True, "d": 1.5}
    value, count = redact_all(given)
    assert count == 2
    assert secret not in str(value)
    assert (value["c"], value["d"], value["a"][1:3]) == (True, 1.5, [1, None])


def test_an_object_with_a_secret_key_is_redacted() -> None:
    """A field that is named as a secret loses its value when that looks random."""
    value, _ = redact_all({"env": {"password": "x7Kq" + "9vT2mZ4w" + "B8rY", "user": "ada"}})
    assert value["env"]["user"] == "ada"
    assert "x7Kq" not in str(value)


_PIECES = st.sampled_from(
    [
        *SECRETS.values(),
        "password=",
        "token: ",
        "://",
        "@",
        "<private>",
        "</private>",
        " ",
        "\n",
        '"',
    ]
)


@given(st.lists(_PIECES | st.text(max_size=6), max_size=12).map(" ".join))
def test_redacting_twice_changes_nothing(text: str) -> None:
    """What was redacted once has nothing left to take out."""
    once = redact(text).value
    assert redact(once) == (once, 0)


@given(st.recursive(st.text() | st.integers() | st.none(), st.lists, max_leaves=8))
def test_redacting_keeps_the_shape(value: Any) -> None:
    """Whatever is redacted keeps its nesting."""
    assert type(redact_all(value).value) is type(value)


@pytest.mark.parametrize(
    "piece",
    ["-----BEGIN ", "eyJ", "token", "://a:", "a://", "key-", "xoxb-", "<private", "sk-", "A."],
)
def test_hostile_text_cannot_hold_redaction_up(piece: str) -> None:
    """A quarter of a megabyte that nearly matches, over and over, is done in no time to speak of.

    What takes the square of the length would take an hour, so the limit need not be tight.
    """
    code = "import sys; from blackboard.redaction.redact import redact; redact(sys.stdin.read())"
    text = f"token {piece * (250_000 // len(piece))}"
    subprocess.run([sys.executable, "-c", code], input=text, text=True, check=True, timeout=120)
