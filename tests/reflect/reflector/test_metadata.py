"""What an answer says beside an insight's sentence is read, and never left in the sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.reflector.confidence import UNSURE
from reflect.reflector.markdown import extract
from reflect.reflector.metadata import metadata
from tests.reflect.reflector.test_markdown import one

SENTENCE = "Use the board's clock in every test."

DENIALS = [
    "{} (confidence: 0.8, actionable: no) [patterns]",
    "{} (actionable: no)",
    "{} (Actionable: No, confidence: 0.8)",
    "{} (confidence: 0.8; actionable: false)",
    "{} (confidence: 0.8 / actionable: no)",
    "{} (confidence: 0.8 - actionable: no)",
    "{} (confidence 0.8, actionable no)",
    "{} (confidence: high, actionable: not really)",
    "{} (confidence: 0.8, type: pattern, severity: low, actionable: no)",
    "{} (confidence: 0.8) (actionable: no)",
    "{} (confidence: 0.8, not actionable)",
    "{} (informational, not actionable)",
    "{} (actionable? no)",
    "{} [actionable: no]",
    "{} [confidence=0.8 actionable=no]",
    "{} [not actionable]",
    "{} [non-actionable]",
    "{} (not actionable)",
    "{} **(actionable: no)**",
    "{} {{confidence: 0.8, actionable: no}}",
    "{} <confidence: 0.8, actionable: no>",
    "{} (category: patterns, confidence: 80%, actionable: \u274c)",
    "{} \uff08confidence\uff1a0.8\uff0cactionable\uff1ano\uff09",
    "{} Confidence: 0.8. Actionable: no. Category: patterns.",
    "{} - confidence: 0.8, actionable: no",
    "{} | confidence: 0.8 | actionable: no",
    "{} \u2014 *actionable: no*",
    "{} Not actionable.",
    "{}  \n  *Confidence: 0.8 \u00b7 Actionable: no*",
    "[patterns] (actionable: no) {}",
    "[patterns, not actionable, 0.8] {}",
    "[patterns | 0.8 | actionable: no] {}",
    "[patterns] [0.8] [actionable: no] {}",
    "(0.8) {} (actionable: no)",
    "(confidence: 0.8; actionable: false) {}",
    "**[patterns]** *(confidence: 0.8)* **[not actionable]** {}",
    "**Confidence:** 0.8, **Actionable:** no, **Category:** patterns - {}",
    "Not actionable: {}",
    '{} Evidence: "it is gone" (confidence: 0.8, actionable: no)',
    '{} (confidence: 0.8, actionable: no, evidence: "it is gone")',
    "{}\n  - Actionable: no\n  - Confidence: 0.8",
    "{}\n  - **Category:** patterns\n  - **Actionable:** No",
]


@pytest.mark.parametrize("form", DENIALS)
def test_a_no_is_never_turned_round(form: str) -> None:
    """In brackets of any kind, before or after the sentence, among details, or as its own words."""
    draft = one(f"- {form.format(SENTENCE)}")
    assert (draft.statement, draft.actionable) == (SENTENCE, False)


@pytest.mark.parametrize("form", [form for form in DENIALS if "0.8" in form])
def test_the_confidence_beside_a_no_is_read(form: str) -> None:
    """Wherever both stand, with its name or as a bare number in a tag."""
    assert one(f"- {form.format(SENTENCE)}").confidence == 0.8


@pytest.mark.parametrize(
    ("said", "actionable"),
    [
        ("(actionable: yes)", True),
        ("(actionable)", True),
        ("[actionable: true, confidence: 0.9]", True),
        ("(actionable: \u2705)", True),
        ("Actionable: high.", True),
        ("(actionable: low)", False),
        ("(actionable: none)", False),
        ("(actionable: yes) [not actionable]", False),
    ],
)
def test_what_can_be_done_is_as_the_answer_says(said: str, actionable: bool) -> None:
    """A sentence that is no order is actionable where it is called so; one "no" is enough."""
    draft = one(f"- The clock of the board stands still. {said}")
    assert draft.statement == "The clock of the board stands still."
    assert draft.actionable is actionable


def test_an_opinion_that_is_neither_leaves_it_to_the_voice() -> None:
    """What is "partly" actionable is so if the sentence tells somebody to do something."""
    assert one(f"- {SENTENCE} (actionable: partly)").actionable
    assert not one("- The clock stands still in tests. (actionable: partly)").actionable


@pytest.mark.parametrize(
    "line",
    [
        "- {} (category: security, confidence: 0.8)",
        "- {} (security, confidence: 0.8)",
        "- [security, 0.8] {}",
        "- {} Category: security. Confidence: 0.8.",
        "- {}\n  - Category: security\n  - Confidence: 0.8",
        "- (security) (0.8) {}",
    ],
)
def test_the_category_is_read_from_metadata(line: str) -> None:
    """With its key, beside a confidence, in a tag with others, or among the details."""
    draft = one(line.format(SENTENCE))
    assert (draft.statement, draft.category, draft.confidence) == (SENTENCE, "security", 0.8)


@pytest.mark.parametrize(
    "statement",
    [
        "Sort the tasks by their label (type: bug) first.",
        "Show only actionable alerts (not the noise).",
        "Mark an alert as actionable: the person on call must know.",
        "Make every alert actionable (see the runbook).",
        "Split the suite into two folders (testing, performance) at last.",
        "Name the folder after its role (tests).",
        "Store 0.8 (80%) as the threshold.",
        "Set the range to [0.5, 0.9] in the plan.",
        "Do not treat warnings as actionable.",
        "Keep the <name: value> form in the header.",
        "Drop boxes under {min: 0.5} before you draw.",
    ],
)
def test_what_belongs_to_the_sentence_stays(statement: str) -> None:
    """Brackets and words that only resemble metadata are left alone, and say nothing."""
    draft = one(f"- {statement}")
    assert (draft.statement, draft.confidence) == (statement, UNSURE)


_PAIR = st.one_of(
    st.sampled_from(["actionable: no", "Actionable = false", "not actionable"]),
    st.sampled_from(["confidence: 0.8", "category: testing", "severity: low", "high confidence"]),
)


@given(
    st.lists(_PAIR, min_size=1, max_size=4, unique=True),
    st.sampled_from([", ", "; ", " | ", ","]),
    st.sampled_from(["()", "[]"]),
    st.booleans(),
)
def test_no_order_of_metadata_is_left_in_a_statement(
    pairs: list[str], between: str, brackets: str, in_front: bool
) -> None:
    """Any pairs in any order, before or after the sentence; and a "no" among them holds."""
    if pairs == ["severity: low"]:
        return  # alone it may be of the sentence
    group = f"{brackets[0]}{between.join(pairs)}{brackets[1]}"
    (draft,) = extract(f"- {group} {SENTENCE}" if in_front else f"- {SENTENCE} {group}")
    assert draft.statement == SENTENCE
    denied = {"actionable: no", "Actionable = false", "not actionable"}
    assert draft.actionable is denied.isdisjoint(pairs)


@given(st.text(max_size=200))
def test_spans_lie_in_the_text(text: str) -> None:
    """Whatever is written, what is cut out stands there."""
    assert all(0 <= start < end <= len(text) for start, end in metadata(text).spans)
