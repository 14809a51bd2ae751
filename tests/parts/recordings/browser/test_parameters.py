"""Values that are awkward, and secrets that pages repeat, in a real Chromium."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from blackboard import Board
from lessonboard.parts.recordings.browser.evidence import learn, tell
from lessonboard.parts.recordings.browser.hosts import host
from lessonboard.parts.recordings.browser.redact import Redactor
from lessonboard.parts.recordings.browser.report import write_report
from lessonboard.parts.recordings.browser.rerun import Options, rerun
from lessonboard.parts.recordings.workflow.plan import Parameter, Plan, PlanStep
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from tests.long_runs import some
from tests.parts.recordings.browser.members import Members, members

SECRET = 'pässwörd "x" <&> {y}\\ 1%2F3'


@pytest.fixture
def site() -> Iterator[Members]:
    """Pages for members alone."""
    with members() as site:
        yield site


def plan(page: str, *steps: tuple[str, str, str, str]) -> Plan:
    """Steps on a page: action, value, role and name."""
    made = (PlanStep(n, n - 1, action, value or None, {"role": role, "name": name},
                     f"{action} {name}", {"place": page}, {})
            for n, (action, value, role, name) in enumerate(steps, start=1))  # fmt: skip
    parameters = (Parameter("text"), Parameter("token", sensitive=True))
    return Plan("task", "A task", parameters, tuple(made), page, hosts=frozenset({host(page)}))


_VALUES = {
    "quotes": 'it\'s "quoted" `so`',
    "markup": "<b>&amp;</b>",
    "lines": "a\nb\tc",
    "emoji": "😀 é 漢字 مرحبا \u202e",
    "braces": "{x} {{y}} }{",
    "commands": "$(id); %s \\n \\",
    "100 kB": "x" * 100_000,
    "blank": " ",
    "empty": "",
}


@pytest.mark.parametrize("text", some(_VALUES.values(), 2), ids=some(_VALUES, 2))
@pytest.mark.usefixtures("chromium")
def test_a_value_arrives_as_it_was_given(site: Members, text: str) -> None:
    """Whatever is in it; a field of one line has blanks for line breaks."""
    steps = [("TYPE", "{text}", "textbox", "Line"), ("TYPE", "{text}", "textbox", "Text"),
             ("CLICK", "", "button", "Send")]  # fmt: skip
    ran = rerun(plan(site.url("note"), *steps), {"text": text, "token": ""}, Options(timeout=5))
    assert ran.completed, ran.failed
    (done,) = site.done
    assert json.loads(done) == [text.replace("\n", " "), text]


@pytest.mark.usefixtures("chromium")
def test_a_secret_that_a_page_repeats_everywhere_is_kept_nowhere(
    site: Members, board: Board, tmp_path: Path
) -> None:
    """Neither in the report nor on the board nor in what is printed, in none of its spellings."""
    steps = [("TYPE", "{token}", "textbox", "API token"), ("CLICK", "", "button", "Check"),
             ("CLICK", "", "button", "Gone")]  # fmt: skip
    printed: list[str] = []
    values = {"text": "", "token": SECRET}
    ran = rerun(plan(site.url("token"), *steps), values, Options(timeout=1.5),
                tell=lambda outcome: printed.append(repr(outcome)))  # fmt: skip
    assert ran.failed is not None
    assert ran.failed.number == 2
    assert ran.failed.seen is not None
    assert "[secret]" in ran.failed.seen.title  # so it was there to be kept
    assert "[secret]" in ran.steps[1].note
    event = tell(board, ran, None)
    learn(board, ran, event, None, Critic(CriticSettings()))
    write_report(ran, tmp_path / "report")
    board.close()
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {path.name for path in kept} >= {"board.db", "report.json", "report.md", "2.png"}
    words = ("pässwörd", "p%C3%A4ssw", "p\\u00e4ssw", "1%2F3", "1%252F3", "&lt;&amp;")
    for word in words:
        assert not [path for path, content in kept.items() if word.encode() in content], word
        assert word not in "".join(printed)
        assert word not in ran.failed.reason


@pytest.mark.usefixtures("chromium")
def test_no_picture_tells_one_secret_from_another(site: Members) -> None:
    """Two of the same length give the same pictures, but for a dot that a busy browser smooths."""
    steps = [("TYPE", "{token}", "textbox", "API token")]
    runs = [rerun(plan(site.url("token"), *steps), {"text": "", "token": token}, Options())
            for token in ("abcdefgh", "12345678")]  # fmt: skip
    first, second = (ran.steps[0].screenshot for ran in runs)
    assert first is not None
    assert second is not None
    assert _different_pixels(first, second) <= 4  # a letter has dozens


def _different_pixels(first: bytes, second: bytes) -> int:
    """How many pixels two pictures do not have in common."""
    pair = [Image.open(io.BytesIO(each)).convert("RGB") for each in (first, second)]
    difference = ImageChops.difference(*pair).convert("L")
    return sum(difference.histogram()[1:])


@pytest.mark.parametrize(
    "written",
    ["{}", "a {} b", "http://a.example/?p={}"],
)
def test_a_secret_is_known_in_all_its_spellings(written: str) -> None:
    """As addresses, markup, JSON and messages write it, and as a page shows its line breaks."""
    secret = 'two  words\n"and" <more> é'
    redactor = Redactor()
    redactor.remember("field", secret)
    redactor.remember("other", "two")
    forms = (secret, " ".join(secret.split()), quote(secret), quote_plus(secret), escape(secret),
             json.dumps(secret)[1:-1], repr(secret)[1:-1])  # fmt: skip
    for form in forms:
        cleaned = redactor.text(written.format(form))
        assert "more" not in cleaned, form
        assert "[secret]" in cleaned


def test_nothing_of_a_secret_is_left_of_which_another_is_a_part() -> None:
    """Whichever was typed first."""
    whole, part = "tide-table-1887", "tide"
    for secrets in ((whole, part), (part, whole)):
        redactor = Redactor()
        for field, secret in enumerate(secrets):
            redactor.remember(f"field {field}", secret)
        assert redactor.text(f"typed {whole}, then {part}") == "typed [secret], then [secret]"


_TYPED = st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs"), include_characters=" \n")


@given(st.text(_TYPED, min_size=4, max_size=60).filter(lambda text: len(text.strip()) >= 4))
def test_no_spelling_of_a_secret_passes(secret: str) -> None:
    """Of any characters: percent-encoded by halves, as an entity or a code, with other blanks."""
    redactor = Redactor()
    redactor.remember("field", secret)
    core = " ".join(secret.split()) or secret.strip()
    lowered = re.sub("%..", lambda match: match[0].lower(), quote(core, safe=""))
    for form in (secret, core, quote(core), lowered, escape(core),
                 json.dumps(core)[1:-1], "".join(f"&#{ord(each)};" for each in core)):  # fmt: skip
        assert "[secret]" in redactor.text(f"a{form}b"), form


def test_a_long_secret_is_known_by_its_beginning() -> None:
    """Messages cut texts off; 24 characters of it are enough."""
    secret = "".join(chr(ord("a") + n % 26) for n in range(100_000))
    redactor = Redactor()
    redactor.remember("field", secret)
    assert redactor.text(f"x {secret[:24]}") == "x [secret]"
    assert redactor.text(f"x {secret} y") == "x [secret] y"
    assert redactor.text(f"x {secret[:23]}") == f"x {secret[:23]}"
