"""Secrets of many shapes are found in whatever form they come; what only looks like one stays."""

from __future__ import annotations

import json

import pytest

from blackboard.redaction.anchors import may_hold_secret
from blackboard.redaction.redact import redact, redact_all
from tests.blackboard.redaction.shapes import PASSWORDS, forms, is_left, make


@pytest.mark.parametrize("seed", range(3))
def test_every_shape_is_cut_in_every_form(seed: int) -> None:
    """Of no secret six characters are left: bare, in JSON, coloured, with invisible characters."""
    missed = [
        (form, text)
        for secret, plain in make(seed)
        for form, text in forms(secret, plain)
        if is_left(secret, redact(text).value)
    ]
    assert missed == []


@pytest.mark.parametrize("sign", ["+", "-"])
def test_a_line_of_a_diff_is_read_without_its_sign(sign: str) -> None:
    """A key that begins a line of a diff is one, although base64 may hold the sign as well."""
    key = "AKIA" + "Q7XZ2MNB4KLP6RST"
    assert key not in redact(f"@@ -1 +1 @@\n{sign}{key}\n").value


def test_the_quick_look_sees_every_shape() -> None:
    """What redaction would change is never called harmless by the look that hooks take first."""
    for secret, plain in make(7):
        for form, text in forms(secret, plain):
            assert may_hold_secret(text), (form, text)


@pytest.mark.parametrize(
    "value",
    [
        {"command": ["sshpass", "--password", PASSWORDS[3], "ssh"]},
        {"env": [{"name": "DB_PASSWORD", "value": PASSWORDS[1]}]},
        {"kind": "Secret", "token": {"deeper": ["a"]}, "password": PASSWORDS[4]},
        {"passwords": [PASSWORDS[0], PASSWORDS[2]]},
        {"kty": "EC", "d": "0M5QdWn1JfRfhSpbmeB0JmnxptED9HZAgjDqY6iFDp"},
    ],
)
def test_fields_beside_and_above_tell_what_a_value_is(value: dict[str, object]) -> None:
    """A flag before, a name beside or a field around makes a short value a password."""
    redacted = redact_all(value)
    left = json.dumps(redacted.value)
    assert redacted.secrets
    assert not any(password in left for password in PASSWORDS)
    assert "0M5QdWn1" not in left


@pytest.mark.parametrize(
    "text",
    [
        "password: Uint8Array",
        "secret: Uint8Array | undefined,",
        "--- PASS: TestGetOrCreateSessionID_InvalidUUID/#00 (0.00s)",
        "  --pass: #16a34a;",
        "- **Credential management**: rotate them",
        "input=../../../etc/passwd generated_id=2026-01-27-da8007e2-27a0",
        "test.secret: Staging=? Worktree=?",
        "api_key = settings.api_key_v2",
        "password = hash_password(form.password2)",
        'password: "Enter your password"',
        '"tokens": {"input_tokens": 128000, "output_tokens": 4096}',
        "postgres://postgres:postgres@localhost:5432/test",
        "https://user:password@example.com",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "ghp_" + "x" * 36,
        "Authorization: Bearer <token>",
        "Authorization: Bearer ${TOKEN}",
        "-----BEGIN PRIVATE KEY-----",
        'key: "9fceb02d0ae598e95dc970b74767f19372d61af8"',
        "primary_key=user_id, foreign_key=account_v2_id",
        "sessionId: 550e8400-e29b-41d4-a716-446655440000",
        "author: Ada-Lovelace-1815",
        "toolu_01A09q90qw90lq917835lq9 call_abc123DEF456ghi789JKL",
        "tokenizer: cl100k_base",
        "mysql -u root -p shop",
        '"AWS::IAM::AccessKey": "62d91b17309e76c8", "AWS::Batch::Secret": "3bf4404734c82308",',
        '"PasswordProcessor",\n "HighlightMatchingBracketProcessor2",',
        "webhook_secret=_sdk.webhook_secret,",
        "credentials = standard_b64encode(credentials)",
        '"passphrase": "string?"',
        "curl -u user:password https://x",
        "docker login -u ada --password-stdin",
    ],
)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    """Types, reports of tests, placeholders, names, ids and usual passwords are left."""
    assert redact(text) == (text, 0)


def test_a_secret_is_cut_wherever_it_recurs() -> None:
    """Once a name has given it away, it is cut where nothing does; a plain word is not."""
    password = PASSWORDS[3]
    text = f"DB_PASSWORD={password}\nlogin failed with {password} (tried {password!r})"
    assert password not in redact(text).value
    assert redact(text).secrets == 3


def test_a_key_that_was_cut_off_takes_no_prose_with_it() -> None:
    """Only lines of base64 belong to a key without an end."""
    body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC" + "a1B2c3D4" * 4
    value = redact(f"-----BEGIN PRIVATE {'KEY'}-----\n{body}\n\nThis is what follows it").value
    assert value == "[redacted private-key]\n\nThis is what follows it"
