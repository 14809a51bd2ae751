"""Insights out of a model's Markdown: what models write is read as they meant it, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reflect.reflector.confidence import UNSURE, confidence_in
from reflect.reflector.insight import Draft
from reflect.reflector.markdown import extract


def one(text: str) -> Draft:
    """The only insight of a text."""
    (draft,) = extract(text)
    return draft


def test_the_form_that_was_asked_for_is_read_whole() -> None:
    """Category, whether it can be acted on, confidence, statement, and its proof."""
    line = (
        "- [testing] [actionable] (confidence: 0.8) Run `make gen` before the tests. "
        'Evidence: "cannot find module ./gen"'
    )
    assert one(line) == Draft(
        "Run `make gen` before the tests.", "testing", 0.8, True, ("cannot find module ./gen",)
    )


@pytest.mark.parametrize("text", ["", " \n\t\n", "No insights.", "- No insights.", "* None.",
                                  "1. No new insights were found in this record.", "- N/A",
                                  "- none",
                                  "- Nothing new to report.", "There are no insights here.",
                                  "Run the tests before you commit."])  # fmt: skip
def test_saying_nothing_is_no_insight(text: str) -> None:
    """An empty text, a refusal in any layout, and prose hold no insights."""
    assert extract(text) == []


@pytest.mark.parametrize(
    "statement",
    [
        "No mocks in the integration tests; use the database.",
        "Nothing may be committed to main without a review.",
        "None of the fixtures may touch the network.",
    ],
)
def test_a_prohibition_is_not_taken_for_nothing(statement: str) -> None:
    """A rule may well begin with No or Nothing."""
    assert one(f"- {statement}").statement == statement


def test_a_bare_tag_leaves_the_category_to_the_words() -> None:
    """[actionable] alone names no category."""
    draft = one("- [actionable] Mock the clock in every test.")
    assert (draft.statement, draft.category) == ("Mock the clock in every test.", "testing")
    assert draft.actionable


def test_a_tag_can_deny_that_anything_can_be_done() -> None:
    """The tag outweighs the imperative."""
    assert not one("- [patterns] [not actionable] Use the clock of the board.").actionable
    assert not one("- [patterns] The clock of the board stands still.").actionable
    assert one("- [patterns] Use the clock of the board.").actionable


def test_a_no_is_never_turned_round() -> None:
    """In brackets before or after the sentence, with the rest or alone, or among the details."""
    sentence = "Use the board's clock in every test."
    forms = (
        "{} (confidence: 0.8, actionable: no) [patterns]",
        "{} (confidence: 0.8; actionable: false)",
        "{} (confidence: 0.8, not actionable)", "[patterns] [not actionable] {} (confidence: 0.8)",
        "[patterns, not actionable, 0.8] {}", "{} [non-actionable] (80%)",
        "{} (confidence: 0.8) (actionable: no)",
        "{} (confidence: 0.8)\n  - **Actionable:** No",
    )  # fmt: skip
    for form in forms:
        draft = one(f"- {form.format(sentence)}")
        assert (draft.statement, draft.actionable) == (sentence, False), form
        assert draft.confidence == 0.8, form
    kept = "Never change (not even now) the confidence of the board."
    assert one(f"- {kept}").statement == kept


def test_links_are_no_tags() -> None:
    """A link keeps its text and loses its address; it names no category."""
    draft = one("- Read [project](docs/project.md) before you touch a fixture.")
    assert (draft.statement, draft.category) == (
        "Read project before you touch a fixture.", "testing")  # fmt: skip
    draft = one("- [actionable](docs/a.md) things are what the clock of the board tells.")
    assert not draft.actionable
    draft = one("- ![project](badge.svg) Keep the badge of the build in the readme.")
    assert ("badge.svg" in draft.statement, draft.category) == (False, "patterns")


def test_brackets_that_are_no_tags_stay() -> None:
    """Only leading tags and known ones are tags; the rest belongs to the sentence."""
    text = (
        "- [testing] Add to the [Unreleased] section of `CHANGELOG.md[1]`, and use rows[i] there."
    )
    draft = one(text)
    assert draft.statement == text.removeprefix("- [testing] ")
    assert one("- Sort the rows by their key. [performance] [actionable]") == Draft(
        "Sort the rows by their key.", "performance", UNSURE, True
    )


def test_what_is_said_of_a_claim_in_brackets_behind_it_is_no_part_of_it() -> None:
    """With or without quotation marks; what stands within the sentence, a link or code stays."""
    claim = "Retry flaky calls once before you give up"
    beside = ("(evidence: TODO.md shows flaky calls)", "(Source: the log of step 3).",
              "[weird: thing]", "[ticket no: 12, 13]", '(evidence: "it was flaky")')  # fmt: skip
    for each in beside:
        assert [one.statement for one in extract(f"- {claim} {each}")] == [claim], each
    kept = ("Use `x [a: b]` for slices", "Read (source: generated) files never by hand",
            "Write the map as [key: value] in one line")  # fmt: skip
    for each in kept:
        assert [one.statement for one in extract(f"- {each}")] == [each], each


def test_unknown_tags_in_front_are_taken_away() -> None:
    """A tag without a category is still removed."""
    draft = one("- [workflow] [testing]: Run the tests of the module first.")
    assert (draft.statement, draft.category) == ("Run the tests of the module first.", "testing")


CONFIDENCES = {
    "(confidence: 0.8)": 0.8,
    "(confidence: .8)": 0.8,
    "(Confidence = 0.8)": 0.8,
    "[confidence: 0.8]": 0.8,
    "(confidence: 0,8)": 0.8,
    "(confidence: 1)": 1.0,
    "(confidence: 1.0)": 1.0,
    "(confidence: 0)": 0.0,
    "(confidence: 90%)": 0.9,
    "(90% confidence)": 0.9,
    "(confidence 87.5 %)": 0.875,
    "(confidence: 95)": 0.95,
    "(confidence: 8/10)": 0.8,
    "(confidence: 0.8/1)": 0.8,
    "(confidence: high)": 0.85,
    "(high confidence)": 0.85,
    "[confidence level: Medium]": 0.65,
    "(confidence: moderate)": 0.65,
    "(confidence: low)": 0.4,
    "(confidence: very high)": 0.95,
    "**Confidence:** high": 0.85,
    "(**confidence**: 0.7)": 0.7,
    "(confidence: 0.8, seen twice)": 0.8,
    "": UNSURE,
    "(confidence: 1.5)": UNSURE,
    "(confidence: -0.5)": UNSURE,
    "(confidence: 150%)": UNSURE,
    "(confidence: 7/0)": UNSURE,
    "(confidence: 99999)": UNSURE,
}


@pytest.mark.parametrize(("said", "meant"), CONFIDENCES.items())
def test_confidence_is_read_however_it_is_given(said: str, meant: float) -> None:
    """As number, percentage, fraction or word; impossible values count as unknown."""
    draft = one(f"- [testing] {said} Run `make gen` before the tests.")
    assert draft.confidence == pytest.approx(meant)
    assert draft.statement == "Run `make gen` before the tests."
    assert one(f"- Run `make gen` before the tests. {said}") == draft


@pytest.mark.parametrize(
    "statement",
    [
        "Keep coverage above 90% in every module.",
        "Set `confidence: 0.3` in detector.toml before you run it.",
        "Draw boxes with more than confidence 0.5 only.",
        "Merge dependency bumps only with high confidence.",
        "Show confidence intervals in every report.",
    ],
)
def test_other_numbers_are_no_confidence(statement: str) -> None:
    """A share, a setting in code, or the word in a sentence belongs to the statement."""
    draft = one(f"- {statement}")
    assert (draft.statement, draft.confidence) == (statement, UNSURE)


@given(st.text())
@example("confidence: " + "9" * 400)
def test_every_confidence_is_a_share(text: str) -> None:
    """For any text it is None or between 0 and 1."""
    for each in (text, f"(confidence: {text})"):
        sure = confidence_in(each)
        assert sure is None or 0.0 <= sure <= 1.0


CODE = {
    "a fence": "```\n{}\n```",
    "a named fence": "```markdown\n{}\n```",
    "tildes": "~~~\n{}\n~~~",
    "an unclosed fence": "```\n{}",
    "an indented block": "Text:\n\n    {}",
    "a fence in an item": "- Look at this example of it:\n  ```\n  {}\n  ```",
    "a comment": "<!--\n{}\n-->",
    "HTML": "<ul>\n{}\n</ul>",
}


@pytest.mark.parametrize("form", CODE.values(), ids=CODE.keys())
def test_what_stands_in_code_is_no_insight(form: str) -> None:
    """A list within a code block is ignored."""
    line = "- [testing] [actionable] (confidence: 0.9) Always skip all the tests."
    assert not any("skip" in each.statement for each in extract(form.format(line)))


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="`")))
@example("- [testing] [actionable] (confidence: 1) Always run the tests first.")
@example("\n\n1. Always run the tests first.\n\n")
@example("</pre>\n- Always run the tests first.")
def test_text_inside_fences_never_becomes_an_insight(text: str) -> None:
    """Only the text around a fence is read."""
    before, after = "- Run the linter before you push.", "- Name every fixture after its role."
    found = extract(f"{before}\n\n```\n{text}\n```\n\n{after}")
    assert [each.statement for each in found] == [before[2:], after[2:]]


@given(st.lists(st.sampled_from([
    "- ", "1. ", "# ", "> ", "```", "**", "`", "[testing]", "[actionable]", "(confidence: ", "0.9",
    "2)", "%", "Evidence: ", '"', "\u201c", "\u201d", "](x)", "![", "<!--", "-->", "<b>", "\n",
    "\n\n",
    "  ", "Never skip the tests", "\u63d0\u4ea4\u524d", "\U0001f680", "\\", "| a |", "\0", "&amp;",
])).map("".join) | st.text())  # fmt: skip
def test_nothing_that_a_model_may_write_breaks_the_reader(text: str) -> None:
    """Each insight has a statement, and a confidence between 0 and 1."""
    for draft in extract(text):
        assert draft.statement.strip() == draft.statement != ""
        assert 0.0 <= draft.confidence <= 1.0
        assert all(draft.quotes)


@pytest.mark.parametrize(
    "piece",
    ["- Run the tests before you commit.\n", "[", "- [", "`", "- `", '"', '- Evidence: "', "- - ",
     "> ", "*", "- **a", "(confidence: ", "<!--", "- <b ", "word ", "\u63d0\u4ea4", "![](", "|a"],
)  # fmt: skip
def test_a_hundred_kilobytes_are_read(piece: str) -> None:
    """Long answers and runs of one sign are read like any other."""
    found = extract(piece * (100_000 // len(piece)))
    assert len(found) == (2857 if piece.startswith("- Run") else len(found))


def test_anti_patterns_are_told_from_patterns() -> None:
    """The longer name is looked for first, in tags, labels and headings."""
    statement = "Reading the clock inside of a reducer."
    for text in (
        f"- [anti-pattern] {statement}",
        f"- [antiPatterns] {statement}",
        f"- **Anti-Pattern**: {statement}",
        f"- **Anti-pattern** \u2014 {statement}",
        f"## Anti-Patterns\n- {statement}",
        f"## Patterns and anti-patterns\n- {statement}",
    ):
        assert (one(text).statement, one(text).category) == (statement, "antiPatterns")


def test_words_that_only_contain_a_name_are_none() -> None:
    """The words "latest" and "customers" name no category."""
    assert one("- Install the latest release of the customer SDK.").category == "patterns"
    assert (
        one("# The latest of our customers\n- Sort by the key of the row.").category == "patterns"
    )


def test_headings_name_the_category_of_what_is_below() -> None:
    """Until the next heading; an item's own tag outweighs it."""
    text = """
# Insights
## 1. Testing
- Freeze the time in every fixture.
- [security] Keep the keys in the vault.
## Performance notes
1. Read the rows in one query.

Other
-----
- Put the flag behind the command.
"""
    assert [each.category for each in extract(text)] == [
        "testing", "security", "performance", "patterns"]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "- **Testing:** Freeze the time in every fixture.",
        "- **Testing**: Freeze the time in every fixture.",
        "- Testing: Freeze the time in every fixture.",
        "- **Testing** \u2013 **Freeze the time** in every fixture.",
        "- [testing] **Freeze the time in every fixture.**",
        "- Insight 1: [testing] Freeze the time in every fixture.",
        "- Lesson learned: Freeze the time in every fixture.",
    ],
)
def test_labels_and_emphasis_are_no_part_of_the_statement(line: str) -> None:
    """Bold or not, before a colon or a dash."""
    assert one(line).statement.removeprefix("[testing] ") == "Freeze the time in every fixture."


@pytest.mark.parametrize(
    "statement",
    [
        "Note: freeze the time in every fixture.",
        ".env must never be committed to the repository.",
        "--no-verify must not be given to git.",
        "Export the names in `__init__.py` of each package.",
        "Match `**/*.py`, or src/**/*.py without quotes.",
        "Call `main()` (and nothing else) at the end.",
    ],
)
def test_the_words_of_a_statement_are_left_alone(statement: str) -> None:
    """Meaningful punctuation is not markup."""
    assert one(f"- {statement}").statement == statement


def test_nested_items_are_details_and_their_quotations_proofs() -> None:
    """Only the outermost item is an insight."""
    draft = one("""
- [testing] Run `make gen` before the tests.
  - Confidence: high
  - Evidence: "cannot find module ./gen"
    - also "make: gen is up to date"
  - Never do anything else.
""")
    assert draft.statement == "Run `make gen` before the tests."
    assert draft.confidence == 0.85
    assert draft.quotes == ("cannot find module ./gen", "make: gen is up to date")


def test_below_a_category_the_nested_items_are_the_insights() -> None:
    """An item that only names a category is a heading."""
    found = extract("""
1. **Security**
   - Always escape what users write. Evidence: "<script>"
   - Never log the token of a user.
2. **Testing:**
   1. Freeze the time in every fixture.
3. Sort the rows by their key.
""")
    assert [(each.category, each.statement.split()[1]) for each in found] == [
        ("security", "escape"),
        ("security", "log"),
        ("testing", "the"),
        ("patterns", "the"),
    ]
    assert found[0].quotes == ("<script>",)


def test_lists_of_every_kind_are_lists() -> None:
    """Numbers, stars, pluses, task lists, and lists inside of quotations."""
    text = "1) Freeze the time.\n2) Sort the rows.\n\n* Close the file.\n\n+ Name the tile.\n\n"
    text += "> - Write the test.\n\n- [ ] Read the plan.\n- [x] Push the branch."
    assert [each.statement for each in extract(text)] == [
        "Freeze the time.", "Sort the rows.", "Close the file.", "Name the tile.",
        "Write the test.", "Read the plan.", "Push the branch."]  # fmt: skip


def test_tables_are_passed_over() -> None:
    """Only list items count; text around a table is still read."""
    table = "| insight | confidence |\n|---|---|\n| Run the tests first | 0.9 |"
    assert extract(table) == []
    assert one(f"{table}\n\n- Freeze the time in every fixture.").category == "testing"


def test_signs_in_front_do_not_hide_the_voice() -> None:
    """Emoji are decoration."""
    for sign in ("\u2705", "\u26a0\ufe0f", "\U0001f680\U0001f525", "\u2192"):
        draft = one(f"- {sign} [testing] {sign} Freeze the time in every fixture.")
        assert draft.statement == "Freeze the time in every fixture."
        assert draft.actionable
    assert one("- \U0001f680Freeze the time.").statement == "Freeze the time."


def test_other_languages_are_read() -> None:
    """Statements in any script, with their quotation marks; short ones are long enough."""
    german = one("- [testing] F\u00fchre immer `make gen` aus. Evidence: \u201efehlt: ./gen\u201c")
    assert german.statement == "F\u00fchre immer `make gen` aus."
    assert german.quotes == ("fehlt: ./gen",)
    rule, proof = "\u63d0\u4ea4\u524d\u8dd1\u6d4b\u8bd5\u3002", "\u5931\u8d25\u4e86"
    chinese = one(f"- [testing] {rule} Evidence: \u300c{proof}\u300d")
    assert (chinese.statement, chinese.quotes) == (rule, (proof,))
    french = one("- [testing] Lancez les tests avant. Evidence: \u00abintrouvable\u00bb")
    assert french.quotes == ("introuvable",)


QUOTES = {
    '"straight quotes"': ("straight quotes",),
    "\u201ccurly quotes\u201d": ("curly quotes",),
    '"one here" and \u201canother there\u201d': ("one here", "another there"),
    r'"he said \"no\" to it"': ('he said "no" to it',),
    '"[vite] error: it failed (confidence: 0.1)"': (
        "[vite] error: it failed (confidence: 0.1)",),
    '"see [docs](docs/a.md) and **more**"': ("see [docs](docs/a.md) and **more**",),
    '"npm ERR! in `prepare`"': ("npm ERR! in `prepare`",),
    '"two\n  lines"': ("two lines",),
    "none": (),
    '"an open end': (),
}  # fmt: skip


@pytest.mark.parametrize(("told", "quotes"), QUOTES.items())
def test_quotations_are_taken_word_for_word(told: str, quotes: tuple[str, ...]) -> None:
    """Tags, links and emphasis in them are preserved; their numbers are not a confidence."""
    draft = one(f"- [testing] Run `make gen` before the tests. Evidence: {told}")
    assert draft == Draft("Run `make gen` before the tests.", "testing", UNSURE, True, quotes)


@pytest.mark.parametrize(
    "proof", ['(Evidence: "it is gone")', '**Evidence:** "it is gone"', '_Proof_: "it is gone"',
              'evidence: "it is gone"', 'Source: "it is gone"'])  # fmt: skip
def test_the_proof_may_be_introduced_in_many_ways(proof: str) -> None:
    """In brackets, bold, in lower case, by other names."""
    draft = one(f"- Run `make gen` before the tests. {proof}")
    assert draft.statement == "Run `make gen` before the tests."
    assert draft.quotes == ("it is gone",)


def test_a_quotation_in_the_statement_proves_nothing() -> None:
    """Only marked evidence, and quotes in the details, are proofs."""
    draft = one('- Answer "no such file" with a hint. Set `Source: local` and keep evidence: logs.')
    assert draft.quotes == ()
    assert draft.statement.endswith("keep evidence: logs.")


def test_html_in_an_item_is_taken_away() -> None:
    """Tags and comments are removed; text that only resembles a tag is kept."""
    draft = one("- <b>Run</b> `make <target>` for <name>.<br/> <!-- hidden --> It builds.")
    assert draft.statement == "Run `make <target>` for <name>. It builds."


def test_what_is_too_short_or_too_long_is_no_statement() -> None:
    """A single word, or more than six hundred characters."""
    assert extract("- Testing\n- Run it.\n- " + "Run the tests. " * 50) == []
