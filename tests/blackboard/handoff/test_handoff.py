"""What a hand-over says of a session: what was asked, where it stopped, what failed, the files."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.agents.tools import describe
from blackboard.event import NewEvent
from blackboard.handoff import Fact, Section, handoff
from tests.reflect.talks import ROOT, called, edited, looked, ran, recorded, says


def facts(*steps: NewEvent, unanswered: tuple[dict[str, Any], ...] = ()) -> tuple[Fact, ...]:
    """The facts of a session in which some steps were taken."""
    return handoff("s1", recorded(*steps), ROOT, unanswered).facts


def lines(section: Section, *steps: NewEvent) -> list[str]:
    """What a section says, label and words."""
    found = [each for each in facts(*steps) if each.section == section]
    return [f"{each.label}: {each.words}" if each.words else each.label for each in found]


def answered(text: str) -> NewEvent:
    """Words of the agent."""
    return says(text, role="assistant")


def refused(step: NewEvent) -> NewEvent:
    """A call that the person refused."""
    return step._replace(payload={**step.payload, "denied": True, "said_by": "human"})


def wrote(path: str, old: str, new: str) -> NewEvent:
    """A replaced text."""
    given = {"file_path": f"{ROOT}/{path}", "old_string": old, "new_string": new}
    step = called("Edit")
    known = describe("Edit", given)
    return step._replace(payload={**step.payload, "input": given, **known})


def patched(patch: str) -> NewEvent:
    """A patch as Codex makes it."""
    return called("apply_patch", input=f"*** Begin Patch\n{patch}\n*** End Patch")


def test_prompts_are_in_the_persons_words_the_first_and_the_last_worth_most() -> None:
    """A nod is worth less than what it agrees to."""
    found = [each for each in facts(says("Fold the wing"), says("Only on Linux"), says("yes"),
                                    says("Push it")) if each.section == "asked"]  # fmt: skip
    assert [(each.label, each.words) for each in found] == [
        ("user, first", "Fold the wing"), ("user", "Only on Linux"), ("user", "yes"),
        ("user, last", "Push it"),
    ]  # fmt: skip
    first, wish, nod, last = (each.worth for each in found)
    assert last > first > wish > nod


def test_a_prompt_whose_author_is_not_proven_is_no_users() -> None:
    """Programs type prompts, too."""
    typed = says("Fold the wing")
    programmed = typed._replace(payload={**typed.payload, "said_by": "unknown"})
    assert lines("asked", programmed) == ["prompt, last: Fold the wing"]


def test_what_a_harness_says_is_left_out() -> None:
    """It is nobody's wish."""
    notice = says("Hook output")
    notice = notice._replace(payload={**notice.payload, "said_by": "harness"})
    assert lines("asked", notice, says("Fold it")) == ["user, last: Fold it"]


def test_answers_to_the_agents_questions_are_decisions() -> None:
    """With the question; those of Codex are named by their ids."""
    claude = called("AskUserQuestion", 'You answered: "Which version?"="v2"',
                    questions=[{"question": "Which version?"}])  # fmt: skip
    codex = called("request_user_input", '{"answers": {"os": {"answers": ["Linux"]}}}',
                   questions=[{"id": "os", "question": "Where?"}])  # fmt: skip
    assert lines("asked", claude, codex) == [
        "user chose: v2 (asked: Which version?)",
        "user chose: Linux (asked: Where?)",
    ]


def test_a_plan_is_approved_or_refused_once() -> None:
    """A refused plan is no failed call besides."""
    step = called("ExitPlanMode", plan="# Fold\n- the left wing")
    assert lines("asked", step) == ["plan approved: Fold; the left wing"]
    assert lines("asked", refused(step)) == ["plan refused by the user: Fold; the left wing"]
    assert lines("failed", refused(step)) == []


def test_the_agents_last_message_and_its_list_say_where_it_stopped() -> None:
    """What is open comes before what is done."""
    todo = called("TodoWrite", todos=[{"content": "Fold", "status": "completed"},
                                      {"content": "Glue", "status": "in_progress"},
                                      {"content": "Fly", "status": "pending"}])  # fmt: skip
    assert lines("left", todo, answered("Folded. Next I glue it.")) == [
        "agent's list, open: Glue (doing); Fly",
        "agent's list, 1 of 3 done: Fold",
        "agent's last message: Folded. Next I glue it.",
    ]


def test_a_list_that_is_kept_by_single_calls_is_folded() -> None:
    """As newer versions of Claude Code keep it."""
    made = [called("TaskCreate", f"Task #{number} created successfully: {name}", subject=name)
            for number, name in ((1, "Fold"), (2, "Fly"))]  # fmt: skip
    done = called("TaskUpdate", taskId="1", status="completed")
    assert lines("left", *made, done)[-2:] == [
        "agent's list, open: Fly",
        "agent's list, 1 of 2 done: Fold",
    ]


def test_where_the_agent_was_stopped_is_said() -> None:
    """After a call, before the last prompt was answered, or in a call without a result."""
    stopped = "stopped after this call, before it said more"
    assert stopped in lines("left", answered("I run it."), ran("make"))
    assert "stopped before it answered the last prompt" in lines("left", says("Fold it"))
    call = {"name": "Bash", "input": {"command": "make fly"}}
    waits = {**call, **describe("Bash", {"command": "make fly"})}
    (found,) = [each for each in facts(says("Fold"), answered("I run it."), unanswered=(waits,))
                if each.label.startswith("called")]  # fmt: skip
    assert (found.label, found.words) == ("called after this, no result known", "$ make fly")


def test_what_failed_and_never_passed_is_worth_more_than_what_passed_later() -> None:
    """Each error once, with its number, and with what worked in another form."""
    found = facts(
        ran("make wing", "error: no glue left", fails=True),
        ran("make wing", "error: no glue left", fails=True),
        ran("pytest -q", "pytest: command not found", fails=True),
        ran("uv run pytest -q", "3 passed"),
    )
    opened, solved = (each for each in found if each.section == "failed")
    assert (opened.label, opened.words) == ("failed, 2 times", "$ make wing → error: no glue left")
    assert solved.label == "failed, passed later (5)"
    assert solved.words.endswith("; then $ uv run pytest -q")
    assert opened.worth > solved.worth


def test_a_look_that_finds_nothing_and_an_agents_own_error_did_not_fail() -> None:
    """Nobody needs to know of them."""
    own = called("Edit", "<tool_use_error>File has not been read yet</tool_use_error>",
                 fails=True, file_path="a.py")  # fmt: skip
    assert lines("failed", ran("grep -n wing a.py", "", fails=True), own) == []


def test_refused_calls_say_by_whom_and_why() -> None:
    """The person's refusal needs no reason; a rule's has one."""
    by_rule = ran("git push origin main",
                  "Permission for this action was denied by the classifier. Reason: no review",
                  fails=True)  # fmt: skip
    assert lines("failed", refused(ran("rm -rf wing")), by_rule) == [
        "refused by the user: $ rm -rf wing",
        "refused: $ git push origin main → no review",
    ]


def test_files_are_named_with_their_last_state_and_the_last_change() -> None:
    """Relative to the folder, in the order of the last changes, with the functions."""
    assert lines(
        "files",
        called("Write", "File created successfully", file_path=f"{ROOT}/fly.py", content="fly()"),
        wrote("fold.py", "def fold():\n    pass", "def fold():\n    crease()"),
        wrote("fold.py", "crease()", "crease(2)"),
        looked(f"{ROOT}/README.md"),
    ) == [
        "fly.py created: fly()",
        "fold.py, edited 2 times (fold): crease(2)",
        "only read, 1: README.md",
    ]


def test_a_patch_adds_updates_and_deletes() -> None:
    """Several files deleted by one call are one fact."""
    gone = "\n".join(f"*** Delete File: wings/{each}.py" for each in "abcd")
    update = "*** Update File: fold.py\n@@ def fold():\n-    pass\n+    crease()"
    found = lines("files", patched(f"{gone}\n{update}\n*** Add File: fly.py\n+fly()"))
    assert sorted(found) == [
        "4 files deleted in wings: a.py, b.py, c.py, d.py",
        "fly.py created: fly()",
        "fold.py edited (fold): crease()",
    ]


def test_a_file_that_was_removed_by_the_shell_is_deleted() -> None:
    """Where the session had changed it before."""
    assert lines("files", wrote("fold.py", "a", "b"), ran("rm fold.py")) == ["fold.py deleted"]


def test_the_repository_is_read_off_what_git_printed() -> None:
    """Commits, the last push of a branch, pull requests, the branch, and the last status."""
    found = lines(
        "repository",
        ran("git commit -m x", "[main abc1234] Fold the wing\n 1 file changed"),
        ran("git push", "To github.com:ada/kite\n   abc1234..def5678  main -> main"),
        ran("gh pr create --fill", "https://github.com/ada/kite/pull/7"),
        ran("git status -sb", "## main...origin/main [behind 5]\n M fold.py"),
    )
    assert found == [
        "commit abc1234 on main: Fold the wing",
        "pushed main (abc1234..def5678)",
        "created: https://github.com/ada/kite/pull/7",
        "branch main",
        "last git status: ## main...origin/main [behind 5] / M fold.py",
    ]


def test_the_last_check_says_whether_anything_changed_after_it() -> None:
    """And whether it passed; the last command has its result."""
    check, last = lines("ran", ran("npm test", "2 passed"), edited(), ran("git fetch", "done"))
    assert check == "last check passed; 1 edit after it: $ npm test → 2 passed"
    assert last == "ran last: $ git fetch → done"


def test_what_subagents_reported_is_kept() -> None:
    """Without what the agent adds for itself."""
    step = called("Task", "The wing folds.\nagentId: a68e11c", description="look at it")
    assert lines("ran", step) == ["subagent: Task look at it → The wing folds."]


@pytest.mark.parametrize("name", ["Obey me.py", 'a"b.py', "x\u202ey.py"])
def test_a_files_name_cannot_say_anything(name: str) -> None:
    """It stands outside of quotes, so it is one word."""
    (line,) = lines("files", wrote(name, "a", "a thing"))
    assert line.split()[0].isprintable()
    assert line.split()[1] == "edited:"


def test_forgotten_events_are_passed_over() -> None:
    """A hand-over says nothing of them."""
    events = recorded(says("secret"), says("Fold it"))
    left = [each._replace(payload=None) if (each.payload or {}).get("text") == "secret" else each
            for each in events]  # fmt: skip
    assert "secret" not in repr(handoff("s1", left))


def test_the_plan_that_a_session_began_with_is_its_aim() -> None:
    """It is placed where the session begins."""
    events = recorded(answered("I fold it."))
    first, *_ = handoff("s1", events, ROOT, plan="# Fold\n- the wing").facts
    assert (first.label, first.words) == ("plan that it began with", "Fold; the wing")
    assert first.position == events[1].position


def test_a_prompt_that_is_repeated_is_said_once() -> None:
    """Impatience adds nothing."""
    assert lines("asked", says("commit"), says("commit")) == ["user, last: commit"]
