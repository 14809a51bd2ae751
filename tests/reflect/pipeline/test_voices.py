"""Whose words: whatever is shown as somebody's stands word for word in an event of his."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.actors import colleague
from blackboard.delivery.voice import colleague_of, spoken
from blackboard.event import Event
from blackboard.events.lesson import LessonRestored
from blackboard.events.payload import Evidence, new
from blackboard.events.team import LessonShared
from blackboard.importer import import_files
from blackboard.sources.source import Record
from blackboard.views.rows import RuleRow
from blackboard.views.rule import rule_of
from lessonboard.mcp.text import plain, quoted
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.merge.history import History
from reflect.miner.mine import mine
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import ingest
from reflect.reflecting import ReflectionTools, reflect_on_merge
from tests.blackboard.records import human, model, result, use, write
from tests.long_runs import rounds
from tests.reflect.findings import WORDS, found
from tests.reflect.merge.changes import asked, merged, opened, remark, reviewed, reworked, shown
from tests.reflect.merge.changes import told as history_of
from tests.reflect.merge.test_by_model import answer
from tests.reflect.merge.test_by_model import lesson as modelled
from tests.reflect.pipeline.ways import WAYS, Way, by_hand
from tests.reflect.reflector.scripts import scripted

PROJECT = "github.com/ada/kite"


def by_correction(board: Board, rule: str) -> str:
    """What a person says in a session."""
    _import(board, model("I will run it."), human(f"No, that is wrong. {rule}"), human("Go on."))
    return ""


def by_model(board: Board, rule: str) -> str:
    """A model's reading of a pull request, in words that the request does not have."""
    quote = "the handle leaks when a tile is dropped"
    past = _change(board, f"Look:\n{quote}, so close it.")
    text = f"{rule} Close the handle of a tile before it is dropped from the cache."
    made, _ = scripted([answer({**modelled(constraint=text), "quote": quote})])
    reflect_on_merge(board, past, ReflectionTools(Critic(CriticSettings()), model=made))
    return ""


def by_document(board: Board, rule: str) -> str:
    """A note beside a pull request."""
    reflect_on_merge(
        board,
        history_of(board, opened(), shown(f"## Learnings\n\n- {rule}\n"), reworked(), merged()),
        ReflectionTools(Critic(CriticSettings())),
    )
    return ""


def by_notes(board: Board, rule: str) -> str:
    """What an agent wrote into a file, on a board from when such passages became lessons."""
    _import(board, *_noted(rule))
    (call,) = [event for event in board.read() if event.type == "tool.called"]
    proof = Evidence(event_id=call.id, quote=rule, session="s1")
    old = found(rule, evidence=(proof,), trust="repository", writer="written CLAUDE.md")
    ingest(board, old, Place(PROJECT, "miner"), Critic(CriticSettings()))
    return ""


def by_colleague(board: Board, rule: str) -> str:
    """A lesson that somebody shares, as it is taken in."""
    payload = LessonShared.model_validate({
        **WORDS, "constraint": rule, "lesson": "lesson-1", "revision": 0, "says": "approved",
        "first_seen_at": 1, "last_seen_at": 1,
    })  # fmt: skip
    board.append([new(payload, project=PROJECT, actor="anna/human")])
    return ""


def _noted(rule: str) -> list[Record]:
    note = f"# Notes\n\n## Gotchas\n\n- {rule}\n"
    return [
        model(use("c1", "Write", file_path="/home/ada/kite/CLAUDE.md", content=note)),
        result("c1", "File created successfully"),
        human("Go on."),
    ]


def _import(board: Board, *lines: Record) -> None:
    with TemporaryDirectory() as folder:
        import_files(board, [write(Path(folder) / "s1.jsonl", lines)], trusted=True)
    mine(board)


def _change(board: Board, body: str) -> History:
    return history_of(
        board, opened(), reviewed("Not yet.", remark(body)), asked("Close it."),
        reworked("Close what is evicted"), merged(),
    )  # fmt: skip


EVERY_WAY: tuple[Way, ...] = (*WAYS, by_correction, by_notes, by_model, by_document, by_colleague)

_SPOKEN = re.compile(
    r"(?P<who>.+?) (?P<verb>says:?|once said|you said:|noted|said in a review|wrote in "
    r'(?P<file>\S+)) "(?P<words>[^"]*)"'
)

_SAYING = ("message.recorded", "tool.called", "review.submitted", "artifact.recorded")
"""The types of events in which something was said or done; no lesson proves itself."""

Said = Callable[[Event, Mapping[str, Any], str], str]
"""The text of an event that is of a writer with a name; empty where it is not his."""


def _of_person(event: Event, payload: Mapping[str, Any], _: str) -> str:
    if event.type == "message.recorded" and payload.get("said_by") == "human":
        return str(payload["text"])
    return str(payload.get("body", "")) if event.actor == "human" else ""


def _of_model(event: Event, payload: Mapping[str, Any], _: str) -> str:
    if event.type == "message.recorded" and payload.get("role") == "assistant":
        return str(payload["text"])
    made = payload.get("writer") == "model"
    return str(payload.get("constraint") or payload.get("statement") or "") if made else ""


def _of_agent(event: Event, payload: Mapping[str, Any], name: str) -> str:
    if event.type == "tool.called":
        is_there = str(payload["input"].get("file_path", "")).endswith(name)
        return str(payload["input"].get("content", "")) if name and is_there else ""
    return str(payload.get("constraint", "")) if event.actor == "agent" else ""


def _of_document(event: Event, payload: Mapping[str, Any], name: str) -> str:
    is_it = event.type == "artifact.recorded" and (name in ("a note", payload.get("path", "")))
    return str(payload.get("body", "")) if is_it else ""


def _of_reviewer(event: Event, payload: Mapping[str, Any], name: str) -> str:
    if event.type != "review.submitted":
        return ""
    said = [*payload.get("comments", []), {"author": payload["reviewer"], "body": payload["body"]}]
    return "\n".join(
        each["body"] for each in said if (each.get("author") or payload["reviewer"]) == name
    )


def _of_colleague(event: Event, payload: Mapping[str, Any], name: str) -> str:
    return str(payload.get("constraint", "")) if colleague(event.actor) == name else ""


def _writer(speaker: re.Match[str]) -> tuple[Said, str]:
    """Whose event has to have the words, and his name."""
    who, verb = speaker["who"], speaker["verb"]
    if verb in ("once said", "you said:"):
        return _of_person, who
    if verb == "noted":
        return (_of_agent if who == "an agent" else _of_model), ""
    if speaker["file"]:
        return _of_agent, speaker["file"]
    if verb == "said in a review":
        return _of_reviewer, who
    return (_of_colleague if verb == "says:" else _of_document), who


def _one_line(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _unproved(board: Board, row: RuleRow) -> str:
    """What a row is shown as, unless it stands in an event of who says it.

    Of a conclusion what is said to show it must stand in one.
    """
    line = spoken({**row, "status": "candidate"}, rule_of(row), "", quoted, plain)
    speaker = _SPOKEN.match(line)
    if line.startswith("from "):
        return ""
    if line.startswith("concluded from "):
        shown = line.partition('; shown by "')[2].rstrip('".')
        texts = (_one_line(str(event.payload)) for event in board.read(types=_SAYING))
        return "" if shown and any(shown in text for text in texts) else f"unshown: {line}"
    if speaker is None:
        return f"of nobody: {line}"
    said, name = _writer(speaker)
    events = (event for event in board.read() if event.payload)
    texts = (_one_line(said(event, event.payload or {}, name)) for event in events)
    words = speaker["words"].rstrip(".…")
    return "" if any(words in text for text in texts) else f"nowhere in an event of his: {line}"


_RULES = st.builds(
    "{} `{}` {} you {} here{}".format,
    st.sampled_from(["Always run", "Never use", "Prefer", "use", "Do not call"]),
    st.sampled_from(["make gen", "npm test", "pytest -x", "x.y()", "rm tmp/cache"]),
    st.sampled_from(["before", "after", "whenever"]),
    st.sampled_from(["commit", "push", "open  a tile", 'say "yes"']),
    st.sampled_from([".", "", "; it is slow.", ', says anna: "no".']),
)


@settings(max_examples=rounds(1, 60), deadline=None)
@given(_RULES)
def test_who_is_said_to_say_it_has_the_words(rule: str) -> None:
    """Over all ways in; what nobody has word for word is told as a conclusion."""
    faults = []
    for way in EVERY_WAY:
        with Board.open(":memory:") as board:
            way(board, rule)
            rows: list[RuleRow] = [*board.view("lessons"), *board.view("insights")]
            for row in rows:
                if fault := _unproved(board, row):
                    faults.append(f"{way.__name__}: {fault}")
    assert not faults, "\n".join(faults)


def test_each_way_is_told_in_its_writers_voice() -> None:
    """One sentence, and who is said to say it: none of the ways speaks for another."""
    rule = "Always run `make gen` before you commit here."
    voices = {}
    for way in EVERY_WAY:
        with Board.open(":memory:") as board:
            way(board, rule)
            rows: list[RuleRow] = [*board.view("lessons"), *board.view("insights")]
            voices[way.__name__] = {_voice(row) for row in rows}
    assert voices == {
        "by_miner": {"from a session:"},
        "by_import": {"a note says"},
        "by_hand": {"a person once said"},
        "by_agent": {"an agent noted"},
        "by_reflector": {"a model noted"},
        "by_merge": {"grace said in a review"},
        "by_rule_file": {f"part-{len(rule)}/CLAUDE.md says"},
        "by_correction": {"on Sunday, 1 March, you said:"},
        "by_notes": {"an agent wrote in CLAUDE.md"},
        "by_model": {"concluded from a session:"},
        "by_document": {"a note says"},
        "by_colleague": {"anna says:"},
    }


def _voice(row: RuleRow) -> str:
    line = spoken({**row, "status": "candidate"}, rule_of(row), "", quoted, plain)
    return line.partition(' "')[0]


def test_what_a_person_takes_back_is_quoted_as_his() -> None:
    """And a colleague's is never one's own."""
    with Board.open(":memory:") as board:
        by_hand(board, "Always run `make gen` before you commit here.")
        (row,) = board.view("lessons")
        assert spoken(row, row["constraint"], "", quoted, plain) == row["constraint"]
        undone = row["decisions"][-1]["event"]
        board.record(LessonRestored(lesson=row["id"], undone=undone), actor="human")
        (row,) = board.view("lessons")
        assert _voice(row) == "a person once said"
        assert colleague_of(row) == ""
