"""The limits by which a value is judged, on both sides of each."""

from __future__ import annotations

import pytest

from blackboard.redaction.names import role_of
from blackboard.redaction.values import (
    is_issued,
    is_name,
    is_password,
    is_placeholder,
    is_random,
    reads_like_a_word,
)


@pytest.mark.parametrize(
    ("value", "fewest", "expected"),
    [
        ("x7Kq9vT2mZ4wB8rY", 16, True),
        ("x7Kq9vT2mZ4wB8r", 16, False),  # one too few
        ("x7Kq9vT2mZ4wB8r", 15, True),
        ("staging-database-host-9", 16, False),
        ("getOrCreateSession2", 16, False),
        ("Kq9vstationZ4wB8", 16, True),  # 7 of 16 are a word
        ("Kqstationstation", 16, False),
        ("aaaaaaaaaaaaaaaa1", 16, False),
        ("0123456789abcdef", 16, False),
        ("x7.K-q9_.v-T2_m.-_Z-4.w_", 16, False),  # more signs than letters
        ("9fceb02d0ae598e95dc970b74767f193", 16, True),
        ("Uint8ArrayBuffer", 8, False),
    ],
)
def test_random(value: str, fewest: int, expected: bool) -> None:
    """Half in words, too short, or counting up is not random."""
    assert is_random(value, fewest) is expected


@pytest.mark.parametrize(
    ("value", "certain", "expected"),
    [
        ("x7Kq2p", True, True),
        ("x7Kq2", True, False),  # five characters
        ("x7Kq2p" * 42 + "abcd", True, True),  # 256
        ("x7Kq2p" * 42 + "abcde", True, False),
        ("hunter2Zebra99", False, True),
        ("hunterZebra99", False, False),  # digits at the end alone
        ("hunterZebra99", True, True),
        ("hunter2Zebra", False, False),  # one digit
        ("gR8!mango", False, True),
        ("mango!gr", False, False),  # no digit
        ("8391027465", True, True),
        ("8391027465", False, False),
        ("83910", True, False),
        ("111111", True, False),
        ("111234", True, True),
        ("111123", True, False),
        ("MySuperSecretPass", True, True),
        ("MySuperSecretPass", False, False),
        ("MySuperPass", True, False),  # eleven letters
        ("MySuperPassw", True, True),
        ("mySuperPassword", True, False),
        ("Superpassword", True, False),  # one capital
        ("correcthorsestaple", True, False),
        ("my-service-config", True, False),
        ("process.env.SECRET1", True, False),
        ("src/auth/token2.py", True, False),
        ("2026-01-27T10:00:00Z", True, False),
        ("#16a34a", True, False),
        ("#16a34a9", True, True),
        ("Uint8Array", True, False),
        ("${DB_PASSWORD1}", True, False),
        ("$PASSWORD1", True, False),
        ("pa$$w0rd9XyZ", True, True),
        ("<password1>", True, False),
        ("sha256", True, False),
        ("a b1!c2", True, False),
    ],
)
def test_password(value: str, certain: bool, expected: bool) -> None:
    """A literal may be short and plain; a word of prose or code needs digits among its letters."""
    assert is_password(value, certain=certain) is expected


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("station", True),
        ("the", True),
        ("xqzkv", False),
        ("tion", True),
        ("STATION", True),
        ("1234", False),
        ("thexqz", True),  # 3 of 5 pairs
        ("thexqzk", False),  # 3 of 6
    ],
)
def test_words(part: str, expected: bool) -> None:
    """Six of ten pairs of letters must be common."""
    assert reads_like_a_word(part) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a1B2c3D4e5F6g7H8i9J0", True),
        ("ABCDEFGH12345678", True),
        ("your_token_goes_here", False),
        ("aaaaaaaaaaaaaaaaaaaa", False),
        ("xqzkv" * 4, False),  # five letters
        ("xqzkvj" * 4 + "7", True),
        ("a1B2c3D4e5F6g7H8i9J", False),
    ],
)
def test_issued(value: str, expected: bool) -> None:
    """Behind a prefix that nothing else has, little is asked of a token."""
    assert is_issued(value, 20 if value != "ABCDEFGH12345678" else 16) is expected


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("DB_PASSWORD", "password"),
        ("PassWord", "password"),
        ("userPassword2", "password"),
        ("x-api-key", "token"),
        ("apiKey", "token"),
        ("AccountKey", "token"),
        ("aws_secret_access_key", "token"),
        ("client_secret", "secret"),
        ("GITHUB_TOKEN", "token"),
        ("accesstoken", "token"),
        ("seed phrase", "phrase"),
        ("MY_KEY", "key"),
        ("signature", "key"),
        ("tokenCount", ""),
        ("token_file", ""),
        ("secretName", ""),
        ("passwordField", ""),
        ("primary_key", ""),
        ("monkey", ""),
        ("keyboard", ""),
        ("author", ""),
        ("compass", ""),
        ("passing", ""),
        ("tokenizer", ""),
        ("password_reset_url", ""),
    ],
)
def test_names(name: str, role: str) -> None:
    """The last word that says secret counts, unless what follows says that it is only about one."""
    assert role_of(name) == role


@pytest.mark.parametrize(
    "value", ["your-key", "<token>", "${X}", "{{ x }}", "xxxx", "...", "https://x"]
)
def test_placeholders(value: str) -> None:
    """What stands for a value is none."""
    assert is_placeholder(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("sdk.webhook_secret", True), ("sdk2.secret", False), ("Sdk.secret", False), ("sdk", False)],
)
def test_names_of_programs(value: str, expected: bool) -> None:
    """Lower-case words without a digit that dots or underscores join."""
    assert is_name(value) is expected
