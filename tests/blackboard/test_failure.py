"""What an output says went wrong, whatever the output is."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.search.failure import MOST_LINES, failure, failure_signatures
from blackboard.search.moments import error_line, signature

_FIVE_MEGABYTES = 5_000_000
_A_SECOND = 1.0


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("Exit code 1\nnpm error Missing script: test", "npm error Missing script: test"),
        ("<tool_use_error>File does not exist.\nString: error x</tool_use_error>",
         "File does not exist."),
        ("$ biome check --error-on-warnings\nFound 1 error.\nUnexpected token at 3",
         "Unexpected token at 3"),
        ("E       ModuleNotFoundError: No module named 'kite'",
         "ModuleNotFoundError: No module named 'kite'"),
        ("\x1b[31merror\x1b[0m: linking failed", "error: linking failed"),
        ("1/4\r2/4\rerror: could not apply 9d754fb", "error: could not apply 9d754fb"),
        ("=== RUN TestFold\n--- FAIL: TestFold (0.00s)\nFAIL", "--- FAIL: TestFold (0.00s)"),
        ("one\ntwo", "two"),
        ("", ""),
        ("Exit code 2", ""),
    ],
)  # fmt: skip
def test_the_line_that_tells_most_is_first(output: str, line: str) -> None:
    """Echoed commands, quoted code and summaries give way to what went wrong."""
    assert failure(output).line == line


def test_what_differs_from_time_to_time_is_no_part_of_a_signature() -> None:
    """Paths, numbers and times are left out; a single word is no signature at all."""
    one = failure("/home/ada/kite/src/a.ts(12,3): error TS2345: Argument of type 'x' is not")
    other = failure("/home/bo/src/b.ts(7,31): error TS2345: Argument of type 'x' is not")
    assert one.signature == other.signature
    assert one.signature is not None
    assert failure("FAIL").signature is None


@given(st.text(max_size=400), st.sampled_from(["", "\x1b[31merror: a b\n", "E  x y\n"]))
def test_any_output_can_be_read(text: str, start: str) -> None:
    """Whatever it holds: few lines, no controls, and the signature of the first of them."""
    found = failure(start + text)
    assert len(found.lines) <= MOST_LINES
    assert not any(sign in line for line in found.lines for sign in "\x1b\x00\r\n")
    assert found.signature in (None, signature(found.line))


@given(st.lists(st.sampled_from(["fatal: no such ref", "E  boom", "all good", "", "not a tty"])))
def test_error_lines_have_their_signatures_among_those_known(lines: list[str]) -> None:
    """One definition: what the view keeps is what lessons are matched by."""
    output = "\n".join(lines)
    line = error_line(output)
    assert line is None or signature(line) in failure_signatures(output)


@pytest.mark.parametrize(
    "piece",
    [
        "a quiet line of a log\n",
        "error\n",
        "x",
        "error ",
        "Warning: unknown field 7\n",
        "İ\n",
        "\0",
    ],
)
def test_a_log_of_five_megabytes_is_read_in_time(piece: str) -> None:
    """The one line that tells what went wrong is found in its middle, within a second of CPU."""
    half = piece * (_FIVE_MEGABYTES // 2 // len(piece))
    cause = "TypeError: wing.fold is not a function"
    start = time.process_time()
    found = failure(f"{half}\n{cause}\n{half}")
    assert time.process_time() - start < _A_SECOND
    assert any(cause in line for line in found.lines) or piece in ("error\n", "error ")


def test_of_chained_tracebacks_the_last_error_is_what_went_wrong() -> None:
    """It is the one that reached the top; those before it were handled on the way."""
    trace = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n'
    first, last = "KeyError: 'tide'", "RuntimeError: the table of tides is empty"
    between = "During handling of the above exception, another exception occurred:"
    output = f"{trace}{first}\n\n{between}\n\n{trace}{last}\n"
    assert error_line(output) == last
    assert failure(output).signature == signature(last)
