"""What a failed check lacked is told by evidence, and nothing without."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.automation.isolation.lacking import advice, lacks

_MINE = ("NPM_TOKEN", "PGPASSWORD", "MAIL", "EDITOR", "DISPLAY", "A")

_NETWORK = """
npm error code ENOTFOUND
npm error errno EAI_AGAIN
curl: (6) Could not resolve host: registry.example
Error: getaddrinfo EAI_AGAIN registry.example
Temporary failure in name resolution
ERROR: Name or service not known
dial tcp: lookup proxy.example on 127.0.0.53:53: read udp: connection refused
dial tcp 192.0.2.7:443: connect: network is unreachable
connect ECONNREFUSED 192.0.2.7:443
java.net.UnknownHostException: repo.example
OSError: [Errno 101] Network is unreachable
error: failed to lookup address information: nodename nor servname provided
ssh: Could not resolve hostname example.org
no route to host
connect: connection refused 203.0.113.9
""".strip().splitlines()

_NO_NETWORK = """
AssertionError: expected 3, found 4
connect ECONNREFUSED 127.0.0.1:5432
connection to 0.0.0.0:80 failed: Connection refused
version 10.2.3.4 was refused by the linter
the network module has 3 errors
1.2.3.4 passed
""".strip().splitlines()

_VARIABLES = [
    ("npm error Failed to replace env in config: ${NPM_TOKEN}", "NPM_TOKEN"),
    ("KeyError: 'NPM_TOKEN'", "NPM_TOKEN"),
    ("set PGPASSWORD first", "PGPASSWORD"),
    ("KeyError: 'MAIL'", "MAIL"),
    ("$MAIL: unbound variable", "MAIL"),
    ("os.environ['EDITOR'] failed", "EDITOR"),
    ("EDITOR is not set", "EDITOR"),
    ("process.env.DISPLAY is undefined", "DISPLAY"),
    ("no DISPLAY environment variable", "DISPLAY"),
    ("getenv(\"MAIL\") returned NULL", "MAIL"),
]  # fmt: skip

_WORDS = ["MAIL could not be sent", "the EDITOR crashed", "MY_NPM_TOKENS", "A test failed",
          "DISPLAYED 3 rows", "an npm_token", "XPGPASSWORD"]  # fmt: skip


def test_a_missing_network_is_named_by_its_errors() -> None:
    """Of several languages; what happens on loopback is no evidence, nor is a word."""
    for line in _NETWORK:
        assert lacks("make", line, [], has_network=False) == ["network"], line
    for line in _NO_NETWORK:
        assert lacks("make", line, [], has_network=False) == [], line
    for line in (*_NETWORK, *_NO_NETWORK):
        assert lacks("make", line, [], has_network=True) == [], line


def test_a_withheld_variable_is_named_where_it_is_written_as_one() -> None:
    """In what was printed, or in the command; a word that is spelt the same is none."""
    for line, name in _VARIABLES:
        assert lacks("make", line, _MINE, has_network=True) == [f"env {name}"], line
        assert lacks(line, "", _MINE, has_network=True) == [f"env {name}"], line
        assert lacks("make", line, [], has_network=True) == [], line
    for line in _WORDS:
        assert lacks("make", line, _MINE, has_network=True) == [], line


@pytest.mark.parametrize(("name", "is_named"), [("SEVENTH", False), ("EIGHTEEN", True)])
def test_a_long_name_needs_no_sign(name: str, is_named: bool) -> None:
    """Eight letters are enough to be no word by accident."""
    assert bool(lacks("make", f"set {name} now", [name], has_network=True)) == is_named


@given(st.text(), st.lists(st.text("AB_", min_size=1), max_size=3))
def test_only_what_was_withheld_is_named(output: str, names: list[str]) -> None:
    """Whatever is printed."""
    found = lacks("make", output, names, has_network=False)
    assert set(found) <= {"network", *(f"env {name}" for name in names)}
    assert all(name in output for name in names if f"env {name}" in found)


def test_the_advice_is_the_command_that_allows_it() -> None:
    """One for each; nothing for nothing."""
    assert advice([]) == ""
    assert advice(["network", "env A_B"], "acme/web") == (
        "withheld: network, A_B; `lessonboard automation allow network --project acme/web`, "
        "`lessonboard automation allow env A_B --project acme/web`"
    )
