"""Measure the change against the limits, and have an agent judge its simplicity and security."""

from __future__ import annotations

import re

from lessonboard.parts.automation.workflow.measure import measured
from lessonboard.parts.automation.workflow.prompts import judging
from lessonboard.parts.automation.workflow.work import Shown, StepFailed, Work
from reflect.prompts import shortened

_VERDICT = re.compile(r"^\W*VERDICT:\W*(PASS|FAIL)\W*$", re.MULTILINE | re.IGNORECASE)
_LONGEST_TEXT = 8_000


def do(work: Work) -> Shown:
    """Measure the change, and have it judged by an agent that may change nothing.

    Raises:
        StepFailed: it is too large, or was judged unfit; where the request demands a security
            review, that ends the run.
    """
    tree = work.worktree()
    stat = measured(work, tree)
    security = work.run.request.requires_security_review
    before = tree.tree()
    extra = judging(security=security)
    result = work.ask(work.prompt(extra), "judge")
    evidence = {
        "text": shortened(result.text, _LONGEST_TEXT),
        "files": stat.files[:100],
        "components": stat.components,
        "lines": stat.lines,
        "log": str(result.log),
    }
    if tree.tree() != before:
        tree.restore(before)  # the judge may have edited files
    problem = result.problem or verdict_fault(result.text)
    if problem:
        raise StepFailed(f"the change was not found good: {problem}", evidence, ends_run=security)
    return Shown({**evidence, "limits": True, "security": security})


def verdict_fault(text: str) -> str:
    """Why an answer is not an approval; empty if it is one.

    >>> verdict_fault("All is well.\\nVERDICT: PASS")
    ''
    """
    found = _VERDICT.findall(text)
    if not found:
        return "the answer has no line `VERDICT: PASS` or `VERDICT: FAIL`"
    return "" if found[-1].upper() == "PASS" else shortened(text.strip(), 600)
