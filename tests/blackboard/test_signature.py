"""One failure has one identity, however a program, shell or system words it."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.calls import failure_of
from blackboard.fixes import fixes
from blackboard.search.failure import failure, failure_signatures
from blackboard.search.signature import is_particular, masked, signature
from tests.reflect.talks import ran, session

_COMMAND = (
    "NAME: command not found",
    "bash: line 3: NAME: command not found",
    "/bin/bash: line 12: NAME: command not found",
    "/tmp/run.sh: line 4: NAME: command not found",
    "sudo: NAME: command not found",
    "zsh:1: command not found: NAME",
    "zsh: command not found: NAME",
    "(eval):7: command not found: NAME",
    "command not found: NAME",
    "NAME: not found",
    "sh: 1: NAME: not found",
    "/bin/sh: 1: exec: NAME: not found",
    "/bin/sh: NAME: not found",
    "ash: NAME: not found",
    "'NAME' is not recognized as an internal or external command,",
    "The term 'NAME' is not recognized as the name of a cmdlet, function, or script file.",
    "NAME : The term 'NAME' is not recognized as a name of a cmdlet",
    "env: NAME: No such file or directory",
    "/usr/bin/env: \u2018NAME\u2019: No such file or directory",
    "nohup: failed to run command 'NAME': No such file or directory",
    "timeout: failed to run command \u2018NAME\u2019: No such file or directory",
    "xargs: NAME: No such file or directory",
    "make: NAME: No such file or directory",
    'exec: "NAME": executable file not found in $PATH',
    "Error: spawn NAME ENOENT",
    "fish: Unknown command: NAME",
    "Command 'NAME' not found, but can be installed with:",
    "which: no NAME in (/usr/local/bin:/usr/bin)",
)
_MODULE = (
    "ModuleNotFoundError: No module named 'NAME'",
    "ImportError: No module named NAME",
    "/usr/bin/python3: No module named NAME",
    "E   ModuleNotFoundError: No module named 'NAME'",
    "Error: Cannot find module 'NAME'",
    "error: Cannot find package 'NAME' from '/home/ada/kite/src/a.ts'",
    "src/a.ts(3,9): error TS2307: Cannot find module 'NAME' or its type declarations.",
    "Module not found: Error: Can't resolve 'NAME' in '/home/ada/kite/src'",
    'error: Could not resolve "NAME"',
    "cannot load such file -- NAME (LoadError)",
    "error[E0463]: can't find crate for `NAME`",
)
_FILE = (
    "cat: /home/ada/kite/NAME: No such file or directory",
    "ls: cannot access 'src/NAME': No such file or directory",
    "zsh:1: no such file or directory: ./src/NAME",
    "bash: ../NAME: No such file or directory",
    "Error: ENOENT: no such file or directory, open '/Users/bo/kite/NAME'",
    "FileNotFoundError: [Errno 2] No such file or directory: 'src/NAME'",
    "python3: can't open file '/home/bo/NAME': [Errno 2] No such file or directory",
)
_OPTION = (
    "KITE: unknown option --NAME",
    "KITE: unrecognized option '--NAME'",
    "KITE: error: unrecognized arguments: --NAME",
    "error: unexpected argument '--NAME' found",
    "error: unknown option '--NAME'",
    "Error: No such option: --NAME",
    "flag provided but not defined: -NAME",
    "unknown flag: --NAME",
)
_SCRIPT = (
    'npm error Missing script: "NAME"',
    "ERR_PNPM_NO_SCRIPT  Missing script: NAME",
    'error: Script not found "NAME"',
)
_FAMILIES = {
    "NAME: command not found": (_COMMAND, ("go", "tsc", "docker-compose", "g++")),
    "module not found: NAME": (_MODULE, ("yaml", "lodash", "kite_core")),
    "no such file: NAME": (_FILE, ("notes.md", "Makefile", "kite.toml")),
    "kite: unknown option NAME": (_OPTION, ("fold", "dry-run")),
    "script not found: NAME": (_SCRIPT, ("lint", "test:unit")),
}


def test_every_wording_of_a_thing_that_is_missing_is_one_failure() -> None:
    """Of shells, systems and languages; and what it became says the same of itself again."""
    wrong = []
    for known, (wordings, names) in _FAMILIES.items():
        for name in names:
            wanted = known.replace("NAME", name.lower())
            for line in (each.replace("NAME", name).replace("KITE", "kite") for each in wordings):
                found = signature(line, "kite")
                if (found, signature(found, "kite")) != (wanted, wanted):
                    wrong.append(f"{line!r}: {found!r}, and again {signature(found, 'kite')!r}")
                if not is_particular(found) and "option" not in found:
                    wrong.append(f"{found!r} ties no two sessions together")
    assert not wrong, "\n".join(wrong)


def test_another_program_module_or_file_is_another_failure() -> None:
    """The name of what is missing is the point; nothing else of the line is."""
    for known, (wordings, names) in _FAMILIES.items():
        found = {
            signature(line.replace("NAME", name), "kite") for line in wordings for name in names
        }
        assert len({each for each in found if each.split(": ")[0] != "KITE"}) >= len(names), known
    assert signature("sh: go: not found") != signature("cat: go: No such file or directory")


_VARYING = (
    ("no agent runs in worktree 'review-e2e'", "no agent runs in worktree 'schema-7'"),
    ("SyntaxError: Unexpected token '#', \"# a\"... is not valid JSON",
     "SyntaxError: Unexpected token '+', \"[+1\"... is not valid JSON"),
    ("could not lock /tmp/a1b2/x after 30s", "could not lock /var/folders/q/z after 45s"),
    ("fatal: could not apply 9d754fbc", "fatal: could not apply 0c11e9aa"),
    ("zsh:1: no matches found: *.txt", "(eval):3: no matches found: repos/a?per_page=1"),
    ("cat: /tmp/tmp.Xy12/a: No such file or directory",
     "ls: cannot access '/tmp/zz/b': No such file or directory"),
)  # fmt: skip
_POINT = (
    ("error: unrecognized subcommand 'bun'", "error: unrecognized subcommand 'npm'"),
    ("NameError: name 'wing' is not defined", "NameError: name 'tail' is not defined"),
    ("a.ts(1,2): error TS2345: Argument of type 'x' is not assignable to type 'y'",
     "a.ts(1,2): error TS2345: Argument of type 'p' is not assignable to type 'q'"),
)  # fmt: skip


def test_what_varies_is_masked_and_what_is_the_point_is_not() -> None:
    """Quoted values, numbers, hashes and temporary files vary; a missing or wrong name does not."""
    wrong = [pair for pair in _VARYING if len({*map(signature, pair)}) != 1]
    assert not wrong, wrong
    assert not [pair for pair in _POINT if len({*map(signature, pair)}) != 2]


def test_a_message_that_anybody_gives_is_known_by_its_program() -> None:
    """And only such a message: what says enough is the same whoever ran it."""
    assert signature("Permission denied", "make") != signature("Permission denied", "tar")
    telling = "the table of tides is empty"
    assert signature(telling, "make") == signature(telling, "tar") == telling


_LINTED = {
    "cmd/a.go:4:2: append result not assigned to the same slice (gocritic)": "gocritic",
    "src/a.py:3:1: T201 `print` found": "t201",
    "src/a.py:3: error: Incompatible return value type  [return-value]": "return-value",
    "/k/a.js\n  4:2  error  Unexpected console statement  no-console": "no-console",
    "src/a.ts:1:9 lint/suspicious/noEmptyBlock ━━━\n\n  \u00d7 Unexpected empty block.":
        "noemptyblock",
}  # fmt: skip
_BEHIND = {
    "alone": "REPORT",
    "pre-commit": "Kite lint......Passed\nCheck.....Failed\n- hook id: check\n"
        "- exit code: 1\n\nREPORT\n\nOther...........................................Passed\n",
    "husky": "$ kite lint\nREPORT\nhusky - pre-commit script failed (code 1)",
    "mise": "[lint] $ kite lint ./...\nREPORT\n[lint] ERROR task failed",
    "pre-push": "REPORT\nerror: failed to push some refs to 'github.com:ada/kite.git'",
    "Claude Code": "PostToolUse:Edit hook returned blocking error: [bin/lint.sh]: REPORT",
}  # fmt: skip


def test_a_linter_behind_a_hook_is_the_linter() -> None:
    """Whoever ran it, the failure is the rule that was broken, and not `git commit`."""
    wrong = []
    for report, rule in _LINTED.items():
        for name, form in _BEHIND.items():
            found = failure(form.replace("REPORT", report), program="git").signature or ""
            if not re.fullmatch(rf"lint: {rule}(?: \w+)?", found):
                wrong.append(f"{rule} behind {name}: {found!r}")
    assert not wrong, "\n".join(wrong)


def test_a_hook_that_is_no_linter_is_known_by_its_own_name() -> None:
    """What it says in few words is not said by git."""
    said = (
        "Trim spaces....Failed\n- hook id: trim\n- exit code: 1\n- files were modified by this hook"
    )
    assert failure(said, program="git").signature == "files were modified by this hook"
    brief = "Doc check.....Failed\n- hook id: docs\n- exit code: 1\n\nerror: build failed"
    assert failure(brief, program="git").signature == "docs: error: build failed"


def test_every_rule_and_every_test_of_a_run_is_a_failure_of_its_own() -> None:
    """Two runs with other company meet in what they share; a test is known by its name."""
    two = "a.go:1:2: os.Chdir() (usetesting)\nb.go:2:3: missing cases in switch (exhaustive)"
    assert failure(two).signatures == ("lint: usetesting", "lint: exhaustive")
    one, other = (
        failure(f"(fail) kites > {name} [3.1ms]\nerror: expect(received).toEqual(expected)")
        for name in ("folds", "flies")
    )
    assert one.signature != other.signature
    assert one.signature is not None
    assert "folds" in one.signature


@given(st.text(max_size=300), st.booleans())
def test_any_line_has_a_signature(line: str, named: bool) -> None:
    """Of one line, bounded; what a text is asked for by holds the older form too."""
    found = signature(line, "kite" if named else "")
    assert "\n" not in found
    assert len(found) <= 310
    assert masked(masked(line)) == masked(masked(masked(line)))


def test_what_is_delivered_indexed_and_counted_is_the_same_identity() -> None:
    """The signature of a failed call is among those that its output is looked up by."""
    for output in ("sh: 1: go: not found", "Permission denied", next(iter(_LINTED))):
        call = {"kind": "shell", "command": "make all", "output": output, "name": "Bash"}
        assert {*failure_of(call).signatures} <= failure_signatures(output, "make all")
        assert masked(output) in failure_signatures(output)


def test_a_failure_is_found_by_another_wording_and_by_any_of_its_rules() -> None:
    """On a board: `fix` knows the command that another shell missed, and the second rule."""
    two = "a.go:1:2: os.Chdir() (usetesting)\nb.go:2:3: missing cases in switch (exhaustive)"
    with Board.open(":memory:") as board:
        board.append(session([ran("go vet", "bash: line 1: go: command not found", fails=True),
                              ran("make lint", two, fails=True),
                              ran("make it", "Permission denied", fails=True)]))  # fmt: skip
        for asked in (
            "'go' is not recognized as an internal or external command",
            "c.go:9:9: missing cases in switch (exhaustive)",
            "permission denied",
        ):
            assert fixes(board, asked).exact, asked


def test_a_lesson_that_was_learnt_before_is_found_by_what_it_knew() -> None:
    """An older board has the masked line; both forms are looked for."""
    line = "bash: line 3: go: command not found"
    assert {masked(line), signature(line)} <= failure_signatures(line)
