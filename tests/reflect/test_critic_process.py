"""A list goes through the critic with nothing lost, nothing merged that differs, and a record."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.errors import BoardError
from reflect.critic.duplicates import NoEmbeddings, Scored, deduplicate
from reflect.critic.process import Processed, Review, events, process, run
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.critic.rules import critique
from reflect.critic.settings import CriticSettings, Deduplication
from tests.long_runs import rounds

SETTINGS = CriticSettings()
_ISSUE = "Fresh installs of httpx crash with 0.28 in src/app.py."
_RECOMMENDATIONS = st.lists(
    st.builds(
        Recommendation,
        instruction=st.sampled_from(
            [
                "Pin `httpx==0.27.2` in pyproject.toml.",
                "Please pin `httpx==0.27.2` in pyproject.toml!",
                "Pin `httpx==0.27.3` in pyproject.toml.",
                "Do not pin `httpx==0.27.2` in pyproject.toml.",
                "Make sure to pin `httpx==0.27.2` because 0.28 removed the proxies argument.",
                "Improve it.",
                "Make sure everything works.",
                "Pin the http client library.",
                "Push with --force.",
                "",
                "🎉",
                "不要提交密钥到 `src/app.py`",
            ]
        ),
        scope=st.sampled_from(["", "pyproject.toml"]),
        rationale=st.sampled_from(["", "0.28 removed the `proxies` argument."]),
        issue=st.sampled_from(["", _ISSUE]),
        id=st.sampled_from(["", "", "r1", "r2"]),
    ),
    max_size=9,
)


def recommended(instruction: str, **fields: str) -> Recommendation:
    """A recommendation about the one issue."""
    return Recommendation(instruction=instruction, **{"issue": _ISSUE, **fields})


def merged(one: str, two: str, method: str = "fuzzy", scope: str = "src/app.py") -> bool:
    """Whether two instructions with the same scope are taken for one."""
    scored = [Scored(recommended(text, scope=scope), 0.9) for text in (one, two)]
    kept, dropped = deduplicate(
        scored, Deduplication.model_validate({"method": method}), 0.85, _by_letters
    )
    assert len(kept) + len(dropped) == 2
    return len(kept) == 1


def _by_letters(texts: Sequence[str]) -> list[list[float]]:
    """Vectors that know only which letters a text is made of."""
    return [[float(text.lower().count(letter)) for letter in "aeinorst"] for text in texts]


@given(recommendations=_RECOMMENDATIONS)
def test_the_counts_add_up_and_the_order_is_kept(recommendations: list[Recommendation]) -> None:
    """What came in was kept, or has one of the four other outcomes; nothing else."""
    found = process(recommendations, SETTINGS)
    counts = found.as_json()
    assert counts["original_count"] == len(recommendations) == len(found.courses)
    dropped = ("vetoed", "discarded", "not_good_enough", "deduplicated")
    assert counts["original_count"] == (
        counts["final_count"] + sum(counts[f"{name}_count"] for name in dropped)
    )
    low = [each for each in counts["not_kept"] if each["critique"]["quality_score"] < 0.3]
    assert counts["discarded_count"] == sum(each["critique"]["veto"] is None for each in low)
    assert counts["final_count"] == len(counts["recommendations"]) == len(found.kept)
    assert counts["refined_count"] <= counts["final_count"]
    originals = [course.original.model_copy(update={"id": ""}) for course in found.courses]
    assert originals == [each.model_copy(update={"id": ""}) for each in recommendations]
    places = [found.courses.index(course) for course in found.kept]
    assert places == sorted(places)


@given(recommendations=_RECOMMENDATIONS)
def test_ids_are_unique_stable_and_the_first_of_each_is_the_callers(
    recommendations: list[Recommendation],
) -> None:
    """The same list has the same ids, and a duplicate names a survivor that was kept."""
    found, again = process(recommendations, SETTINGS), process(recommendations, SETTINGS)
    names = [course.original.id for course in found.courses]
    assert len(set(names)) == len(names)
    assert names == [course.original.id for course in again.courses]
    for name in ("r1", "r2"):
        given_by_caller = [each.id for each in recommendations].count(name)
        assert names.count(name) == min(1, given_by_caller)
    kept = {course.original.id for course in found.kept}
    survivors = {course.duplicate_of for course in found.courses} - {None}
    assert survivors <= kept


@given(recommendations=_RECOMMENDATIONS)
def test_the_stored_score_belongs_to_the_stored_text(
    recommendations: list[Recommendation],
) -> None:
    """Judging any form of any course again gives its critique."""
    for course in process(recommendations, SETTINGS).courses:
        assert course.forms
        assert all(result == critique(form, SETTINGS) for form, result in course.forms)
    for kept in process(recommendations, SETTINGS).as_json()["recommendations"]:
        fields = {name: text for name, text in kept.items() if name != "critique"}
        again = critique(Recommendation(**fields), SETTINGS)
        assert kept["critique"]["quality_score"] == again.quality_score >= 0.7


@given(recommendations=_RECOMMENDATIONS)
def test_what_happened_is_told_to_the_board_once(recommendations: list[Recommendation]) -> None:
    """The events are valid, and telling them twice tells nothing new."""
    courses = process(recommendations, SETTINGS).courses
    content = [event for course in courses for event in events(course, project="p")]
    with Board.open(":memory:") as board:
        first = board.append(content)
        assert len(first) == len(content)
        position = max((event.position for event in first), default=0)
        board.append(content)
        assert sum(1 for _ in board.read()) == len(content)
        assert max((event.position for event in board.read()), default=0) == position
        for course in courses:
            _is_told(board, course)


def _is_told(board: Board, course: Review) -> None:
    """Whether a stream tells a course from the proposal to the outcome."""
    content = list(board.read(stream=f"recommendation:{course.original.id}"))
    types = [event.type for event in content]
    forms = ["recommendation.refined", "critique.recorded"] * (len(course.forms) - 1)
    outcome = {
        "accepted": "recommendation.accepted",
        "refined": "recommendation.accepted",
        "vetoed": "recommendation.vetoed",
        "not_good_enough": "recommendation.declined",
    }.get(course.outcome or "", "recommendation.discarded")
    assert types == ["recommendation.proposed", "critique.recorded", *forms, outcome]
    last = content[-1].payload or {}
    assert last.get("duplicate_of") == course.duplicate_of
    if outcome == "recommendation.discarded":
        assert last["reason"] == ("duplicate" if course.duplicate_of else "quality")
    assert last.get("veto") == (course.forms[-1][1].veto if course.outcome == "vetoed" else None)
    assert last["quality_score"] == course.forms[-1][1].quality_score


def test_another_judgement_of_the_same_advice_is_told_as_well() -> None:
    """A stricter profile today does not vanish behind yesterday's."""
    with Board.open(":memory:") as board:
        for name in (None, "strict"):
            settings = CriticSettings().in_force(name)
            (course,) = process([recommended("Pin `httpx`.", id="r1")], settings).courses
            board.append(events(course, project=None))
        types = [event.type for event in board.read(stream="recommendation:r1")]
    assert types[0] == "recommendation.proposed"
    assert types.count("recommendation.proposed") == 1


@pytest.mark.parametrize("name", ["r1", "a b", "ä/ö", "x" * 200, "🎉", "a\nb", "../../etc"])
def test_ids_of_any_shape_name_a_stream(name: str) -> None:
    """Whatever a caller calls its recommendations."""
    (course,) = process([recommended("Pin `httpx` in a.py.", id=name)], SETTINGS).courses
    with Board.open(":memory:") as board:
        assert len(board.append(events(course, project=None))) == 3


def test_what_is_not_judged_is_only_proposed() -> None:
    """With the critic off there is neither critique nor outcome."""
    found = process([recommended("Pin it.")], CriticSettings(enabled=False))
    assert [each.type for each in events(found.courses[0], project=None)] == [
        "recommendation.proposed"
    ]
    assert found.as_json()["recommendations"][0]["critique"] is None


def test_an_empty_list_is_no_trouble() -> None:
    """Nothing in, nothing out."""
    for method in ("exact", "fuzzy"):
        settings = CriticSettings.model_validate({"deduplication": {"method": method}})
        assert process([], settings).as_json()["original_count"] == 0


@pytest.mark.parametrize("method", ["exact", "fuzzy", "semantic"])
@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Fix line 3 of the parser.", "Fix line 300 of the parser."),
        ("Remove the unused import os.", "Remove the unused import re."),
        ("Rename foo to bar in the parser.", "Rename foo to baz in the parser."),
        ("Always commit the generated client.", "Never commit the generated client."),
        ("Pin `httpx==0.27.2` in the lock file.", "Pin `httpx==0.27.3` in the lock file."),
        ("Run `make lint -v` before each push.", "Run `make lint -V` before each push."),
        ("Set `timeout=10` when the mail is sent.", "Set `timeout=100` when the mail is sent."),
        ("Copy `a_b` to `c_d`.", "Copy `c_d` to `a_b`."),
    ],
)
def test_what_names_something_else_is_never_merged(one: str, two: str, method: str) -> None:
    """Although scope and most letters are equal, and whatever the vectors say."""
    if method == "semantic" and ("import os" in one or "foo" in one):
        pytest.skip("what vectors think of two plain words is their business")
    assert not merged(one, two, method)


@pytest.mark.parametrize(
    ("one", "two", "methods"),
    [
        ("Pin `httpx` in a.py.", "Pin `httpx` in a.py.", ("exact", "fuzzy", "semantic")),
        ("Pin  HTTPX in a.py", "Pin `httpx` in a.py.", ("exact", "fuzzy", "semantic")),
        ("Pin `httpx` in a.py", "Please pin `httpx` in a.py.", ("fuzzy", "semantic")),
        ("Before pushing, run `make lint`.", "Run `make lint` before pushing.",
         ("fuzzy", "semantic")),
        ("Add a retry with backoff to `fetch_user`.",
         "Add retries with exponential backoff to fetch_user().", ("fuzzy", "semantic")),
        ("Do not commit `.env`.", "Never commit `.env`!", ("fuzzy",)),
    ],
)  # fmt: skip
def test_each_method_finds_its_kind_of_duplicate(
    one: str, two: str, methods: tuple[str, ...]
) -> None:
    """Equal texts, alike texts, alike meanings."""
    found = tuple(name for name in ("exact", "fuzzy", "semantic") if merged(one, two, name))
    assert found == methods


@given(order=st.permutations(range(4)))
def test_of_duplicates_the_better_one_stays(order: list[int]) -> None:
    """Wherever it stands; of two equally good ones the first."""
    texts = ["Pin `httpx` in a.py", "Please pin `httpx` in a.py.", "Pin `httpx` in a.py!",
             "pin  httpx in a.py"]  # fmt: skip
    scored = [Scored(recommended(texts[n]), 0.9 if n == 3 else 0.7) for n in order]
    kept, dropped = deduplicate(scored, Deduplication(), 0.85)
    assert [each.score for each in kept] == [0.9]
    assert all(each.kept == kept[0] for each in dropped)
    equal = [Scored(recommended(texts[n]), 0.7) for n in order]
    assert deduplicate(equal, Deduplication(), 0.85)[0] == equal[:1]


def test_two_that_share_an_id_are_still_two() -> None:
    """The second gets an id of its own, and is no duplicate of itself."""
    found = process(
        [recommended("Pin `httpx` in a.py.", id="r1"), recommended("Drop `os` in a.py.", id="r1")],
        SETTINGS,
    )
    assert [course.duplicate_of for course in found.courses] == [None, None]
    assert len({course.original.id for course in found.courses}) == 2


def test_meanings_cannot_be_compared_without_embeddings() -> None:
    """The error is one of the board's, and says what to do."""
    settings = CriticSettings.model_validate({"deduplication": {"method": "semantic"}})
    with pytest.raises(NoEmbeddings, match='method = "fuzzy"') as caught:
        process([recommended("Pin `httpx` in a.py.")], settings)
    assert isinstance(caught.value, BoardError)


def test_meanings_are_compared_by_their_vectors() -> None:
    """The threshold is the cosine's; a vector of nothing is like nothing."""
    texts = ["Take the umbrella", "Bring a brolly", "Water the plants"]
    vectors = {"Take the umbrella": [1.0, 0.0], "Bring a brolly": [0.95, 0.3],
               "Water the plants": [0.0, 0.0]}  # fmt: skip
    scored = [Scored(Recommendation(instruction=text), 0.9) for text in texts]
    settings = Deduplication(method="semantic", compare_fields=["instruction"])
    for threshold, left in ((0.9, 2), (0.99, 3)):
        kept, _ = deduplicate(scored, settings, threshold, lambda all: [vectors[x] for x in all])
        assert len(kept) == left


def test_given_judge_and_refiner_are_those_asked() -> None:
    """And their verdicts are kept with the forms they belong to."""
    asked: list[str] = []

    def judge(form: Recommendation) -> CritiqueResult:
        asked.append(form.instruction)
        score = 0.9 if "a.py" in form.instruction else 0.5
        return CritiqueResult(True, "", True, "", True, "", [], score, False, score < 0.7, "Where?")

    def refine(form: Recommendation, result: CritiqueResult) -> Recommendation:
        assert result.refinement_suggestions == "Where?"
        return form.model_copy(update={"instruction": "Pin `httpx` in a.py."})

    found = process([recommended("Pin it.")], SETTINGS, judge=judge, refine=refine)
    assert asked == ["Pin it.", "Pin `httpx` in a.py."]
    assert found.kept[0].final.instruction == "Pin `httpx` in a.py."
    assert found.as_json()["refined_count"] == 1


@pytest.mark.parametrize("worse", [0.5, 0.2])
def test_a_refinement_that_does_not_help_is_not_kept(worse: float) -> None:
    """The first form stays, with its score."""

    def judge(form: Recommendation) -> CritiqueResult:
        score = 0.5 if form.instruction == "Pin it." else worse
        return CritiqueResult(True, "", True, "", True, "", [], score, False, True, "")

    course = run(
        recommended("Pin it."),
        SETTINGS,
        judge,
        lambda form, _: form.model_copy(update={"instruction": "Pin `httpx`."}),
    )
    assert [form.instruction for form, _ in course.forms] == ["Pin it."]


@pytest.mark.parametrize(
    "value",
    [
        {"instruction": "Pin it", "scope": None, "rationale": None, "issue": None, "id": None},
        {"instruction": "Pin it", "id": 7},
        {"instruction": 7},
        {"instruction": "Pin it", "unknown": {"nested": True}},
        {"instruction": ""},
    ],
)
def test_recommendations_from_anywhere_are_read(value: dict[str, Any]) -> None:
    """Nulls were left out, numbers are texts, and what is not known is passed over."""
    assert isinstance(process([Recommendation.model_validate(value)], SETTINGS), Processed)


@pytest.mark.parametrize("method", ["exact", "fuzzy", "semantic"])
def test_large_fields_and_long_lists_are_processed_fast(method: str) -> None:
    """A dozen fields of up to a hundred kilobytes, and hundreds of different rules."""
    words = "ash birch cedar elm fir hazel larch maple oak pine rowan willow".split()
    large = [
        recommended((f"Pin {word} {n}. " * 20_000)[: rounds(20_000, 100_000)])
        for n, word in enumerate(words)
    ]
    count = rounds(60, 300)
    many = [
        recommended(f"Set `{one}_{n}` to {n} in {two}.py, for {three} needs it so.", issue="")
        for n, (one, two, three) in enumerate(
            (words[n % 12], words[n // 12 % 12], words[n % 7]) for n in range(count)
        )
    ]
    settings = CriticSettings.model_validate(
        {"deduplication": {"method": method}, "rules": {"max_instruction_length": 200_000}}
    )
    began = time.perf_counter()
    found = process([*large, *many], settings, embed=_by_letters)
    assert len(found.courses) == 12 + count
    assert len(found.kept) >= count
    assert time.perf_counter() - began < 20
