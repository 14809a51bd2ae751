"""Two rules are the same only if nothing that matters differs, whatever they have in common."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.rules.similarity import LONGEST, compare

LABELS = [
    json.loads(line)
    for line in Path(__file__).with_name("labels_similarity.jsonl").read_text("utf-8").splitlines()
]
RULES = [
    "Run `make lint` before every push",
    "Keep lines under 100 characters",
    "Sort imports with isort",
    "Validate uploaded files by size",
    "Commit the lock file",
    "Encrypt backups at rest and in transit",
    "Stop the emulator after the UI tests",
    "Open a transaction for read-only queries",
    "Return 404 instead of 403 for unknown tenants",
    "Skip slow tests on pull requests",
    "Prefer composition over inheritance",
    "Ask the owner before deleting a bucket",
    "Retry at most five times",
    "Deploy on Friday without review",
    "Avoid wildcard imports",
    "Log in as root",
    "Set a timeout on every outgoing call",
    "Delete temporary files when the process exits",
    "Let CI publish the packages",
    "Mock the clock in scheduler tests",
]
_TEXTS = st.one_of(
    st.text(max_size=300),
    st.sampled_from(RULES),
    st.lists(st.sampled_from(" ".join(RULES).split()), max_size=30).map(" ".join),
)
_WORDS = st.sampled_from("alpha bravo charlie delta echo foxtrot golf hotel india juliet".split())
_LITERALS = st.one_of(
    st.integers(min_value=0, max_value=9_999).map(str),
    st.sampled_from(["src/app.py", "src/api.py", "/etc/app", "/etc/api", "~/.config", "docs/*.md"]),
    st.sampled_from(["--fix", "--force", "-v", "-V", "--no-cache", "noEmit", "busy_timeout"]),
    st.sampled_from(["v1.2", "v1.3", "3.11", "3.12", "50%", "5s", "200ms", "#12", "<10", ">10"]),
)


@given(one=_TEXTS, two=_TEXTS)
def test_similarity_is_symmetric(one: str, two: str) -> None:
    """The order of two texts makes no difference."""
    assert compare(one, two) == compare(two, one)


@given(text=_TEXTS)
def test_every_text_is_like_itself(text: str) -> None:
    """Empty texts and texts without a word are no exception."""
    assert compare(text, text) == "same"


@pytest.mark.parametrize("text", ["", " ", "\n", "🎉", "不要提交密钥", "...", "`", "(", "a", "---"])
def test_odd_texts_are_like_themselves(text: str) -> None:
    """What has no words is still the same text."""
    assert compare(text, text) == "same"
    assert compare(text, f" {text} ") == "same"


@given(rule=st.sampled_from(RULES), ending=st.sampled_from(["", ".", "!", " ."]), data=st.data())
def test_case_full_stop_and_backticks_make_no_difference(
    rule: str, ending: str, data: st.DataObject
) -> None:
    """However somebody types a rule, it is the same rule."""
    typed = data.draw(st.sampled_from([rule, rule.upper(), rule.lower(), rule.title()]))
    assert compare(rule, typed.replace("`", "") + ending) == "same"


@given(start=st.lists(_WORDS, min_size=3, max_size=9, unique=True), one=_LITERALS, two=_LITERALS)
def test_rules_with_another_number_path_or_flag_are_never_the_same(
    start: list[str], one: str, two: str
) -> None:
    """However many words they share."""
    rule = f"Set {' '.join(start)} to"
    verdict = compare(f"{rule} {one}", f"{rule} {two}.")
    assert (verdict == "same") == (one == two)


@given(start=st.lists(_WORDS, min_size=3, max_size=9, unique=True), literal=_LITERALS)
def test_a_number_path_or_flag_more_makes_another_rule(start: list[str], literal: str) -> None:
    """Also where it stands in brackets."""
    rule = f"Call {' '.join(start)}"
    assert compare(rule, f"{rule} {literal}") != "same"
    assert compare(rule, f"{rule} ({literal})") != "same"


@pytest.mark.parametrize("rule", RULES)
def test_always_and_never_are_opposites(rule: str) -> None:
    """What one rule demands, and another forbids, is never taken for a duplicate."""
    bare = rule[0].lower() + rule[1:]
    assert compare(f"Always {bare}", f"Never {bare}") == "opposite"
    assert compare(rule, f"Never {bare}.") == "opposite"
    assert compare(f"Do not {bare}", f"Always {bare}") == "opposite"


@given(words=st.lists(_WORDS, min_size=1, max_size=12, unique=True))
def test_always_and_never_are_opposites_whatever_is_meant(words: list[str]) -> None:
    """The same for made-up objects."""
    rest = " ".join(words)
    assert compare(f"Always test {rest}", f"Never test {rest}") == "opposite"


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "reason",
    [
        " because CI is slow.",
        ", because it has failed for the third time.",
        " because `retry` takes 30 seconds.",
        " so that nobody waits.",
    ],
)
def test_a_reason_makes_no_other_rule(rule: str, reason: str) -> None:
    """Whoever adds why has said the same."""
    assert compare(rule, rule + reason) == "same"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Replace `a_b` with `c_d`", "Replace `c_d` with `a_b`"),
        ("Return null values from every public getter method",
         "Return non-null values from every public getter method"),
        ("Use tabs for Go and spaces for Python", "Use spaces for Go and tabs for Python"),
        ("Services may call repositories", "Repositories may call services"),
        ("Stop the worker first, then drain the queue",
         "Drain the queue first, then stop the worker"),
        ("不要把密钥提交到仓库", "要把密钥提交到仓库"),
        ("Не коммитьте секреты в общий репозиторий проекта",  # noqa: RUF001 Russian
         "Коммитьте секреты в общий репозиторий проекта"),
        ("Use `a_b`, not `c_d`", "Use `c_d`, not `a_b`"),
        ("Move files from staging to production", "Move files from production to staging"),
        ("Never avoid wildcard imports", "Avoid wildcard imports"),
    ],
)  # fmt: skip
def test_opposites_that_share_every_word_are_found(one: str, two: str) -> None:
    """The order, the role, or one small word turns the meaning."""
    assert compare(one, two) == "opposite"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Keep the context small in every call", "Keep the content small in every call"),
        ("Run the integration tests before pushing to main",
         "Run the interaction tests before pushing to main"),
        ("Never log product data", "Never log production data"),
        ("Keep coverage >= 80", "Keep coverage <= 80"),
        ("Retry 3 times every 5 minutes", "Retry 5 times every 3 minutes"),
        ("Use 4 when idle; 16 when busy", "Use 16 when idle; 4 when busy"),
        ("Keep lines short: the limit is 100.", "Keep lines short: the limit is 80."),
        ("List all commits since v1.2 in the changelog",
         "List all commits since v1.3 in the changelog"),
        ("Return 0 on success, otherwise 1", "Return 0 on success, otherwise 2"),
        ("Push to main (except hotfixes)", "Push to main"),
        ("Put components in src/api", "Put components in src/app"),
        ("Put the shared components of the dashboard in src",
         "Put the shared components of the dashboard in src/components"),
        ("Use C", "Use C++"),
        ("Ask the user to make a decision now", "Ask the user to keep a copy now"),
    ],
)  # fmt: skip
def test_rules_that_only_look_alike_are_different(one: str, two: str) -> None:
    """A word that resembles another is another word; a limit in a remark is a limit."""
    assert compare(one, two) == "different"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Do not log passwords, tokens or keys", "Do not log keys, tokens or passwords"),
        ("Never deploy on Friday — the team is away", "Never deploy on Friday"),
        ("Release notes are written in English", "Write release notes in English"),
        ("The schema must not be modified by hand", "Do not modify the schema by hand"),
        ("Log the request ids in every handler", "Log the request id in every handler"),
        ("Cache DNS lookups for performance", "Cache DNS lookups"),
    ],
)
def test_another_wording_of_one_rule_is_the_same(one: str, two: str) -> None:
    """Lists have no order, participles a verb, and remarks no say."""
    assert compare(one, two) == "same"


def test_labelled_pairs_are_told_apart() -> None:
    """Of what is called the same 98 % is, 85 % is found, and no opposite is among it."""
    counts = Counter((each["label"], compare(each["one"], each["two"])) for each in LABELS)
    called = sum(count for (_, verdict), count in counts.items() if verdict == "same")
    wanted = sum(count for (label, _), count in counts.items() if label == "same")
    assert counts["opposite", "same"] == 0
    assert counts["same", "same"] / called >= 0.98
    assert counts["same", "same"] / wanted >= 0.85


@pytest.mark.parametrize(
    "piece",
    [
        " ",
        "\n",
        "a",
        "不要提交密钥",
        "🎉 ",
        ", ",
        "src/a/b.py ",
        "(",
        "`",
        "not ",
        "when x ",
        "a, b or ",
    ],
)
@pytest.mark.parametrize("length", [LONGEST - 1, 100_000])
def test_long_texts_are_compared_at_once(piece: str, length: int) -> None:
    """A hundred kilobytes of anything take no longer than reading them."""
    text = (piece * length)[:length]
    began = time.perf_counter()
    assert compare(text, text) == "same"
    assert compare(text, text[:-1] + "zz9") != "opposite"
    assert compare("Run the tests " + text, text + " quickly") in ("same", "different")
    assert time.perf_counter() - began < 5


def test_texts_too_long_for_rules_are_the_same_only_letter_by_letter() -> None:
    """Another number at the very end is seen."""
    text = "Run the tests. " * LONGEST
    assert compare(f"{text}1", f"{text}2") == "different"
    assert compare(f"{text}1", f" {text}1.") == "same"


@pytest.mark.parametrize(
    ("one", "two", "verdict"),
    [
        ("Check parser lexer linter", "Check parser lexer linter formatter", "different"),  # 4/5
        ("Check parser lexer linter compiler",
         "Check parser lexer linter compiler formatter", "same"),  # 5/6
        ("Always check parser lexer", "Never check parser linter", "different"),  # 2/4
        ("Always check parser", "Never check parser lexer", "unsure"),  # 2/3
    ],
)  # fmt: skip
def test_the_shares_of_terms_are_exceeded_not_met(one: str, two: str, verdict: str) -> None:
    """More than four fifths in common is the same, more than half is about the same."""
    assert compare(one, two) == verdict


@pytest.mark.parametrize(("threshold", "verdict"), [(5 / 6, "different"), (0.83, "same")])
def test_a_threshold_of_ones_own_is_exceeded_too(threshold: float, verdict: str) -> None:
    """As the critic sets it for its duplicates."""
    one = "Check parser lexer linter compiler"
    assert compare(one, f"{one} formatter", threshold) == verdict
