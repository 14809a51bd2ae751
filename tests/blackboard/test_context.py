"""What is put before an agent: what fits the moment, with its reason, and otherwise nothing."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board
from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson, told

_KITE = "Sharpen the quokka comb before trimming sails."
_OTHERS = [
    lesson(f"other-{n}", f"Water the {name} each morning.")
    for n, name in enumerate(["fern", "ivy", "moss", "palm", "reed", "sedge", "yarrow", "basil"])
]


@pytest.fixture
def board(board: Board) -> Board:
    """A board with lessons that have nothing to do with quokkas."""
    board.append(_OTHERS)
    return board


def _ids(board: Board, limit: int = 5, budget: int = 1500, **moment: Any) -> list[str]:
    given = Situation(**{"project": HERE, **moment})
    context = board.context(given, limit=limit, budget=budget)
    assert context.abstained == (context.text == "")
    return [choice.candidate.row["id"] for choice in context.items]


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "\0",
        "Explain monads to a beginner.",
        "Where in the settings page do quokkas show their names today?",
        "Please update the file, run all tests and fix what you find.",
        "the of and to in",
    ],
)
def test_it_abstains(board: Board, prompt: str) -> None:
    """With nothing, one word of many, or words that every prompt has, it is silent."""
    board.append([lesson("kite", _KITE + " Then fix the failing test.")])
    assert _ids(board, prompt=prompt) == []


def test_who_asks_is_told_what_is_less_sure(board: Board) -> None:
    """One rare word of a sentence is too little for who did not ask."""
    board.append([lesson("kite", _KITE)])
    prompt = "Where in the settings page do quokkas show their names today?"
    assert _ids(board, prompt=prompt) == []
    assert _ids(board, prompt=prompt, asked=True) == ["kite"]


def test_a_sentence_that_speaks_of_a_lesson_is_enough(board: Board) -> None:
    """A lesson that shares the rare words of a sentence is offered, with the reason."""
    board.append([lesson("kite", _KITE)])
    context = board.context(Situation(prompt="Trim the sails with a quokka comb.", project=HERE))
    (choice,) = context.items
    assert choice.candidate.row["id"] == "kite"
    assert "words in common" in choice.reason
    assert "quokka" in choice.reason
    assert _KITE in context.text


@pytest.mark.parametrize(
    ("moment", "reason"),
    [
        ({"paths": ("/home/ada/kite/src/sails/trim.py",)}, "same file: trim.py"),
        ({"prompt": "look at src/sails/trim.py"}, "same file: trim.py"),
        ({"command": "cd app && npm test --silent"}, "same command: npm test"),
        ({"error": "boom\nerror: no comb in /home/bob/x (line 12)"}, "same error"),
    ],
)
def test_a_path_a_command_or_an_error_is_enough(
    board: Board, moment: dict[str, Any], reason: str
) -> None:
    """What a lesson is bound to calls for it without a word in common."""
    board.append(
        [
            lesson("path", "Sharpen first.", paths=["src/sails/trim.py"]),
            lesson("command", "Comb first.", commands=["npm test"]),
            lesson("error", "Trim first.", signatures=["error: no comb in <path> (line #)"]),
        ]
    )
    context = board.context(Situation(**{"project": HERE, **moment}))
    assert [choice.reason for choice in context.items] != []
    assert reason in context.items[0].reason


@pytest.mark.parametrize(
    "moment",
    [
        {"paths": ("/home/ada/kite/src/boats/trim.py",)},
        {"command": "npm install"},
        {"error": "error: no brush in the drawer"},
        {"error": "all is well"},
    ],
)
def test_another_path_command_or_error_is_not(board: Board, moment: dict[str, Any]) -> None:
    """A file of the same name elsewhere, another subcommand, another error call for nothing."""
    bound: dict[str, Any] = {"paths": ["src/sails/trim.py"], "commands": ["npm test"]}
    board.append([lesson("kite", "Sharpen first.", signatures=["error: no comb"], **bound)])
    assert _ids(board, **moment) == []


_PROMPT = "Trim the sails with a sharp quokka comb."


def test_own_lessons_come_first_and_those_of_others_never(board: Board) -> None:
    """A lesson of this project is ahead of one for everywhere; another project's stays there."""
    board.append(
        [
            lesson("global", "Trim sails, quokka comb: wash it.", project=None, scope="global"),
            lesson("own", "Trim sails, quokka comb: dry it and fold."),
            lesson("foreign", "Trim sails, quokka comb: sell this soon.", project=ELSEWHERE),
        ]
    )
    assert _ids(board, prompt=_PROMPT) == ["own", "global"]


def test_a_lesson_found_to_hold_everywhere_is_offered_everywhere(board: Board) -> None:
    """Once it was promoted, a project's lesson is offered in other projects too."""
    board.append([lesson("kite", _KITE), told("lesson.promoted", "kite")])
    assert _ids(board, prompt=_PROMPT, project=ELSEWHERE) == ["kite"]
    assert _ids(board, prompt=_PROMPT) == ["kite"]


def test_an_insight_for_everywhere_is_offered_everywhere(board: Board) -> None:
    """A global insight that one project taught is offered in others."""
    insight = {"insight": "i1", "statement": _KITE, "category": "patterns", "scope": "global",
               "confidence": 0.8}  # fmt: skip
    board.append([NewEvent("insight.curated", "insight:i1", insight, project=HERE)])
    assert _ids(board, prompt=_PROMPT, project=ELSEWHERE) == ["i1"]


@pytest.mark.parametrize(
    ("type_", "fields"),
    [
        ("lesson.rejected", {}),
        ("lesson.retired", {}),
        ("lesson.superseded", {"by": "other-1"}),
    ],
)
def test_lessons_that_no_longer_hold_are_never_offered(
    board: Board, type_: str, fields: dict[str, str]
) -> None:
    """Rejected, retired and superseded lessons are silent, whatever calls for them."""
    board.append([lesson("kite", _KITE, commands=["npm test"])])
    assert _ids(board, prompt=_PROMPT, command="npm test") == ["kite"]
    board.append([told(type_, "kite", **fields)])
    assert _ids(board, prompt=_PROMPT, command="npm test") == []


def test_an_approved_lesson_is_offered(board: Board) -> None:
    """A lesson that a person stands behind goes on being offered."""
    board.append([lesson("kite", _KITE), told("lesson.approved", "kite", by="human")])
    assert _ids(board, prompt=_PROMPT) == ["kite"]


def test_a_lesson_is_said_once_in_a_session(board: Board) -> None:
    """What was injected is recorded, and not said again in that session; in another it is."""
    board.append([lesson("kite", _KITE)])
    moment = Situation(prompt=_PROMPT, project=HERE, session="s1")
    first = board.inject(moment)
    (event,) = board.read(types=["context.injected"])
    assert event.payload
    assert (event.payload["text"], event.payload["items"]) == (first.text, ["kite"])
    assert board.inject(moment).abstained
    assert board.log.head() == event.position
    assert not board.inject(Situation(prompt=_PROMPT, project=HERE, session="s2")).abstained


def test_the_phase_at_hand_comes_first(board: Board) -> None:
    """Of two lessons alike, the one of the present phase is ahead."""
    board.append(
        [
            lesson("a-implement", "Trim sails, quokka comb: wash it."),
            lesson("b-review", "Trim sails, quokka comb: dry and fold.", phase="review"),
        ]
    )
    assert _ids(board, prompt=_PROMPT, phase="review")[0] == "b-review"


@pytest.mark.parametrize("words", [200, 5_000, 60_000])
def test_a_long_prompt_is_no_trouble(board: Board, words: int) -> None:
    """A pasted log of any length does not break the answer."""
    board.append([lesson("kite", _KITE, commands=["npm test"])])
    prompt = _PROMPT + " ".join(f"word{n}x" for n in range(words))
    assert _ids(board, prompt=prompt, command="npm test") == ["kite"]


def test_a_start_waits_for_what_is_bound(board: Board) -> None:
    """It brings what was approved for all work; what a command, file or error calls for waits."""
    bound: dict[str, dict[str, Any]] = {
        "free": {}, "path": {"paths": ["a.py"]}, "command": {"commands": ["npm test"]},
        "error": {"signatures": ["error: no comb"]},
    }  # fmt: skip
    names = ("amber", "fjord", "grove", "heron")
    for (key, fields), name in zip(bound.items(), names, strict=True):
        board.append(
            [lesson(key, f"Mind the {name}.", **fields), told("lesson.approved", key, by="human")]
        )
    board.append([lesson("said", "Mind the iris.", trust="human")])
    assert _ids(board, step="start") == ["free"]
