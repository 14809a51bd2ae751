"""That readers know the fields of every type as its model has them."""

from __future__ import annotations

import pytest

from blackboard.board import Board
from blackboard.errors import InvalidEvent
from blackboard.event import NewEvent
from blackboard.events import fitting, generate_shapes, shapes
from blackboard.events.catalogue import CATALOGUE
from blackboard.events.fitting import DEEPEST, unfit
from tests.blackboard.payload_samples import VALID, invalid


def test_the_table_is_what_the_models_say() -> None:
    """`python -m blackboard.events.generate_shapes` brings it up to date."""
    assert generate_shapes.FILE.read_text("utf-8") == generate_shapes.text()


def test_what_the_model_takes_fits_and_what_lacks_a_field_does_not() -> None:
    """Of every type of the catalogue."""
    wrong = [
        f"{type_}: {found}" for type_, payloads in VALID.items() for payload in payloads
        if (found := unfit(type_, payload))
    ]  # fmt: skip
    assert not wrong
    lacking = [
        f"{model.type} without {name}"
        for model in CATALOGUE
        for name, field in model.model_fields.items()
        if field.is_required()
        and not unfit(model.type, {k: v for k, v in VALID[model.type][0].items() if k != name})
    ]
    assert not lacking


@pytest.mark.parametrize(
    ("number", "fits"), [(-(2**63), True), (2**63 - 1, True), (2**63, False), (2**64 - 1, False)]
)
def test_a_number_is_one_that_sqlite_takes(number: int, fits: bool) -> None:
    """JSON has larger ones, which orjson reads."""
    call = {**VALID["tool.called"][0], "exit_code": number}
    assert (unfit("tool.called", call) == "") is fits
    assert (unfit("tool.called", call) == "") is fits  # its shape was seen


@pytest.mark.parametrize(("depth", "fits"), [(DEEPEST, True), (DEEPEST + 1, False)])
def test_nesting_has_a_bound(depth: int, fits: bool) -> None:
    """Our functions go through it by recursion."""
    value: object = "x"
    for _ in range(depth - 1):
        value = [value]
    assert (unfit("note.taken", {"deep": value}) == "") is fits


def test_shapes_that_were_seen_are_bounded() -> None:
    """Whoever invents names of fields fills no memory."""
    for number in range(2 * fitting._MOST_SHAPES):
        unfit("lesson.approved", {"lesson": "l", f"field{number}": 1})
    assert len(fitting._shapes) <= fitting._MOST_SHAPES


def test_the_shape_of_a_payload_says_as_much_as_all_of_it() -> None:
    """The fast path, taken once a payload of that shape was found to fit, agrees with the slow."""
    differing = []
    for type_, payloads in VALID.items():
        for payload in payloads:
            unfit(type_, payload)
        for payload in invalid(VALID[type_][0]):
            if isinstance(payload, dict):
                fast = unfit(type_, payload)
                if bool(fast) != bool(fitting._wrong_in_object(shapes.FIELDS[type_], payload, "")):
                    differing.append((type_, payload))
    assert not differing


def test_an_append_refuses_what_readers_would_not_read() -> None:
    """Models take "5" for a number, and a payload is stored as it was given."""
    with Board.open(":memory:") as board:
        for field, value in (("exit_code", "5"), ("exit_code", 2**63), ("failed", "yes")):
            call = {**VALID["tool.called"][0], field: value}
            with pytest.raises(InvalidEvent, match=field):
                board.append([NewEvent("tool.called", "session:s", call, schema=3)])
        with pytest.raises(InvalidEvent, match="version 1"):
            board.append([NewEvent("tool.called", "session:s", {"input": ["a"]}, schema=1)])
        assert board.log.head() == 0
