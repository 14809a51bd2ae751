"""A colleague's word is never spoken in the board's voice, and reaches nobody who did not ask."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blackboard.delivery.limits import Limits
from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from blackboard.events.guard import GuardEnabled
from blackboard.events.lesson import LessonApproved
from blackboard.search.scope import Scope
from blackboard.storage.hook_board import HookBoard
from blackboard.views.rows import RuleRow
from blackboard.views.rule import rule_of
from lessonboard.exporting.selection import select
from lessonboard.mcp.text import said
from lessonboard.parts.team.sharing import trusting
from lessonboard.present.found import found_lines
from lessonboard.present.rows import rule_lines
from lessonboard.present.screen import Screen
from tests.blackboard.lessons import lesson
from tests.parts.team.sharing.people import PROJECT, Person, exchanging
from tests.parts.team.sharing.sentences import hostile
from tests.parts.team.sharing.test_exchange import everybody_twice

SENTENCES = list(hostile(50))
SITUATIONS = {
    "start": Situation(step="start", project=PROJECT),
    "cleared": Situation("Fix make test", PROJECT, (), "make test", step="cleared"),
    "prompt": Situation("How do I run make test before I push?", PROJECT, asked=True),
    "before": Situation(command="make test --quick", project=PROJECT),
    "path": Situation(paths=("src/kite.py",), project=PROJECT),
    "failed": Situation(error="error: no rows in table users", project=PROJECT),
}
"""Every step at which an agent is told something."""


def _learnt(person: Person, number: int, sentence: str) -> None:
    """A lesson that is called for at one of the steps."""
    keys = ({"commands": ["make test"]}, {"paths": ["src/kite.py"]},
            {"signatures": ["error: no rows in table users"]}, {})[number % 4]  # fmt: skip
    person.learn(f"evil-{number}", sentence, symptom=sentence, trust="human", **keys)
    person.approve(f"evil-{number}")


def _told(person: Person) -> dict[str, str]:
    """What agents are told at each step, by the board and by its hooks."""
    limits = Limits(100, 100_000, 0.0)
    found = {f"{name} asked": person.board.context(each, limit=100, budget=100_000).text
             for name, each in SITUATIONS.items()}  # fmt: skip
    hook = HookBoard(str(person.board.path), 1.0)
    try:
        found |= {name: hook.delivery_for(each, limits).text for name, each in SITUATIONS.items()}
    finally:
        hook.close()
    return found


def _is_quoted(line: str, who: str) -> bool:
    """Whether a line has words of somebody's in quotation marks alone, marked as his."""
    unquoted = re.sub(r'"[^"]*"', "", line)
    has_words = re.search(r"make test|example\.net|kit-\d|fetch|curl", unquoted)
    is_marked = f'{who} says: "' in line and '" (not yet yours)' in line
    return line.count('"') % 2 == 0 and has_words is None and is_marked


@pytest.fixture
def carol(tmp_path: Path) -> Iterator[Person]:
    """Somebody whose colleague mallory brings fifty hostile sentences in, by each of the ways."""
    with exchanging(tmp_path, "mallory", "eve", "carol") as (mallory, eve, carol):
        for number, sentence in enumerate(SENTENCES):
            _learnt(mallory, number, sentence)
            carol.board.append(list(_signed_lesson(number, sentence)))
            carol.board.append([_signed_insight(number, sentence)])
        mallory.sync()
        eve.sync()
        for number in range(0, len(SENTENCES), 2):
            eve.approve(f"evil-{number}@mallory")
        eve.sync()
        carol.sync()
        yield carol


def _signed_lesson(number: int, sentence: str) -> Iterator[NewEvent]:
    """As on a log that is wholly shared: proposed or reworded, and approved, by another user."""
    name, is_reworded = f"signed-{number}", bool(number % 2)
    first = "Run `make seed` before `make test`." if is_reworded else sentence
    made = lesson(name, first, project=PROJECT, commands=["make test"], trust="human")
    yield made._replace(actor="carol/human" if is_reworded else "mallory/human")
    yield _by_mallory("lesson.approved", "lesson", name, by="human")
    if is_reworded:
        yield _by_mallory("lesson.revised", "lesson", name, constraint=sentence)


def _signed_insight(number: int, sentence: str) -> NewEvent:
    standing = {"trust": "human", "status": "approved", "confidence": 0.9}
    words = {"statement": sentence, "category": "projectSpecific"}
    made = _by_mallory("insight.curated", "insight", f"insight-{number}", **words, **standing)
    return made._replace(schema=2)


def _by_mallory(type_: str, kind: str, name: str, **fields: Any) -> NewEvent:
    payload = {kind: name, **fields}
    return NewEvent(type_, f"{kind}:{name}", payload, project=PROJECT, actor="mallory/human")


def test_hostile_sentences_of_a_colleague(carol: Person) -> None:
    """Told at no step unless he is trusted, then quoted; marked wherever they are looked for."""
    rows: list[RuleRow] = [
        *carol.board.view("lessons", where={"signed_by": "mallory"}),
        *carol.board.view("insights", where={"signed_by": "mallory"}),
    ]
    assert len(rows) == 3 * len(SENTENCES)
    faults = [f"{step}: {text[:200]}" for step, text in _told(carol).items() if text]
    trusting.trust(carol.board, "mallory")
    heard = 0
    for step, text in _told(carol).items():
        lines = text.splitlines()[1:]
        heard += len(lines)
        faults += [f"{step}: {line}" for line in lines if not _is_quoted(line, "mallory")]
    trusting.distrust(carol.board, "mallory")
    faults += [f"again, {step}: {text[:200]}" for step, text in _told(carol).items() if text]
    screen = Screen()
    for row in rows:
        shown = {
            "list": next(iter(rule_lines(row, screen))).text,
            "MCP": said(row, rule_of(row), carol.board.person),
        }  # fmt: skip
        faults += [f"{face}: {line}" for face, line in shown.items()
                   if not _is_quoted(line, "mallory")]  # fmt: skip
    found = carol.board.recall("make test", Scope(kinds=("lessons", "insights")), limit=200)
    assert len(found) > 100
    for each in found:
        head, *rest = [line.text for line in found_lines(each, screen)]
        head = head.partition("  harmful: ")[0]  # what we say of them, after who says them
        is_quoted = all(re.fullmatch(r'[^"]*"[^"]*"', line) for line in rest)
        if not (head.endswith("mallory says (not yet yours)") and is_quoted):
            faults.append(f"search: {head} {rest}")
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults)
    assert heard > 40  # the others would do harm, and are told by nobody's trust
    assert select(carol.board, None, ["approved", "candidate"]) == []


def test_a_name_says_nothing(tmp_path: Path) -> None:
    """Who is trusted is one name, and nobody else trusts for a person."""
    with exchanging(tmp_path, "anna", "bo") as (anna, bo):
        _learnt(anna, 0, "Run `make seed` before `make test`.")
        everybody_twice((anna, bo))
        says_bo = {"name": "anna", "reason": ""}
        bo.board.append([NewEvent("team.trusted", "team", says_bo, actor="anna/human")])
        assert not trusting.trusted(bo.board)
        assert not any(_told(bo).values())
        for name in ("Anna", "ann", "anna.x"):
            bo.trust(name)
        assert not any(_told(bo).values())
        with pytest.raises(trusting.NotTrusted, match="'anna' is not trusted on this board"):
            bo.distrust("anna")
        bo.trust("anna")
        assert not trusting.trust(bo.board, "anna")
        assert [each.name for each in trusting.trusted(bo.board)] == [
            "Anna", "ann", "anna", "anna.x",
        ]  # fmt: skip
        assert "anna says: " in _told(bo)["before"]


def test_one_who_is_not_trusted_keeps_nothing_back(tmp_path: Path) -> None:
    """A colleague's lesson that contradicts one's own does not silence it, nor crowd it out."""
    with exchanging(tmp_path, "anna", "bo") as (anna, bo):
        bo.learn("mine", "Always run `make seed` first.", commands=["make test"])
        anna.learn("not", "Never run `make seed` first.", commands=["make test"])
        anna.approve("not")
        for number in range(60):
            _learnt(anna, 4 * number, f"Run step {number} before `make test`.")
        everybody_twice((anna, bo))
        bo.board.append([
            NewEvent("lesson.contradicted", f"lesson:{one}",
                     {"lesson": one, "other": other, "verdict": "opposite"}, project=PROJECT)
            for one, other in (("mine", "not@anna"), ("not@anna", "mine"))
        ])  # fmt: skip
        assert '"Always run `make seed` first."' in _told(bo)["before"]
        bo.trust("anna")
        assert "mine)" not in _told(bo)["before"]


@pytest.mark.parametrize("approver", ["", "bo/", "anna/"])
def test_a_signed_approval_is_its_signers_alone(tmp_path: Path, approver: str) -> None:
    """Also where the events of a log that is wholly shared came onto a board of one's own."""
    with exchanging(tmp_path, "carol") as (carol,):
        made = lesson("seed", "Run `make seed` before `make test`.", project=PROJECT,
                      commands=["make test"], trust="human", status="approved")  # fmt: skip
        carol.board.append([made._replace(actor="bo/human")])
        carol.board.record(LessonApproved(lesson="seed", by="human"), actor=f"{approver}human")
        row = carol.row("seed")
        assert (row["signed_by"], row["approvers"]) == ("bo", [approver[:-1]])
        if not approver:
            assert "Here: Run `make seed`" in _told(carol)["before"]
            return
        assert not any(_told(carol).values())
        carol.trust("bo")
        assert _is_quoted(_told(carol)["before"].splitlines()[1], "bo")


def test_a_guard_speaks_only_for_a_lesson_that_is_ones_own(tmp_path: Path) -> None:
    """Whoever switched it on: a colleague's lesson refuses nothing before one approved it."""
    with exchanging(tmp_path, "anna", "bo") as (anna, bo):
        rule = "Use `bun test` instead of `npm test`."
        anna.learn("bun", rule)
        anna.approve("bun")
        everybody_twice((anna, bo))
        guard = GuardEnabled(lesson="bun@anna", by="human", rule=rule, wrong=["npm", "test"],
                             right=["bun", "test"], failed=3, uses=3)  # fmt: skip
        bo.board.record(guard, actor="human", project=PROJECT)
        for expected in ([], ["bun@anna"]):
            bo.board.catch_up()
            hook = HookBoard(str(bo.board.path), 1.0)
            assert [each.lesson for each in hook.active_guards(PROJECT)] == expected
            hook.close()
            bo.approve("bun@anna")
