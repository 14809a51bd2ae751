"""Which shell lines run what a person forbade: wording, quoting and place in the line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.guards.forbidden import forbidden_command
from blackboard.search.every_command import every_command

ROOT = "/home/me/kite"
RUNS = (
    "{}", "cd web && {}", "git add . && {}", "{} || true", "{} 2>&1 | tail -5", "(cd web; {})",
    "if {}; then echo ok; fi", "for x in a b; do {}; done", "CI=1 {}", "sudo -E {}", "time {}",
    "timeout 60 {}", "bash -lc '{}'", "echo a; {} &", "x=$({})", "x=`{}`", "{} <<'EOF'\ntext\nEOF",
    'git commit -m "$(cat <<\'EOF\'\nit\'s (done\nEOF\n)" && {}', "[[ -f a ]] && {}",
    "cat <<EOF > f\ntext\nEOF\n{}", "while true; do {}; done", "! {}", "{{ {}; }}",
    "diff <({}) b", "nohup {} > log 2>&1", "true && \\\n  {}",
)  # fmt: skip
"""Where a command may stand in a line that runs it."""

TEXTS = (
    "echo {}", "echo '{}'", 'printf "%s" "{}"', "git commit -m '{}'", "# {}", "ls # {}",
    "cat <<'EOF'\n{}\nEOF", "cat > f <<EOF\n{}\nEOF\nls", "rg '{}' src", 'gh pr create --body "{}"',
    "for {} in a; do ls; done", "cd /tmp && {}", "cd ~ && {}", 'cd "$ELSEWHERE" && {}', "cd && {}",
    "python3 -c 'import os\nos.system(\"{}\")'", "which {}", "command -v {}",
)  # fmt: skip
"""Where the same words are text, or run elsewhere."""

NPM = ("npm install", "npm i left-pad", "npm run build --silent", "'npm' ci", "n'p'm test",
       "/usr/local/bin/npm ci", "npm --prefix web ci")  # fmt: skip


def found(forms: list[str], line: str, branch: str = "") -> bool:
    """Whether a line runs what was forbidden."""
    return bool(forbidden_command(forms, line, ROOT, ROOT, lambda _folder: branch))


PREFIXES = ("CI=1 {}", "sudo -E {}", "time {}", "timeout 60 {}", "nohup {} > log 2>&1")
"""What stands before one program, and before no keyword of the shell."""


@pytest.mark.parametrize("command", NPM)
@pytest.mark.parametrize("line", RUNS)
def test_a_forbidden_program_is_seen_wherever_it_runs(line: str, command: str) -> None:
    """Also a line within a line, as far as its quotation marks and the shell allow that."""
    assert found(["npm"], line.format(command.replace("'", "") if "'" in line else command))
    for outer in RUNS:
        is_split = outer in PREFIXES and line != "{}" and line not in PREFIXES[1:]
        marks = {"'", '"', "\n", "#", "`"} & set(line + outer + command)
        if not (is_split or marks):
            assert found(["npm"], outer.format(line.format(command))), outer


@pytest.mark.parametrize("text", TEXTS)
def test_text_and_other_places_are_not_the_program(text: str) -> None:
    """Quotations, comments, here-documents, other folders."""
    names_it = text.startswith(("for", "which", "command"))
    for command in NPM:
        assert not found(["npm"], text.format("npm" if names_it else command.replace("'", "")))


@pytest.mark.parametrize("line", RUNS)
def test_other_programs_are_not_the_program(line: str) -> None:
    """Nor is its name as an argument of theirs."""
    assert not found(["npm"], line.format("npx create-app"))
    assert not found(["npm"], line.format("pnpm install npm"))


def test_which_forms_mean_which_commands() -> None:
    """Subcommands, options, pushes by where they go to; one row a form."""
    rows: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
        "git stash": (("git stash", "git -C web stash -u", "git stash pop"),
                      ("git stash list", "git -C web stash list", "git commit -m stash")),
        "git reset --hard": (("git reset --hard HEAD~1", "git reset -q --hard"), ("git reset x",)),
        "--no-verify": (("git commit --no-verify -m x", "git push --no-verify"),
                        ("git commit -m '--no-verify'", "git commit -- --no-verify")),
        "git commit -a": (("git commit -a", "git commit -am x"), ("git commit --amend",)),
        "docker compose up": (("docker compose up -d", "docker --context x compose -f a.yml up"),
                              ("docker compose down", "docker up compose")),
        "pip": (("pip install x", "python3 -m pip install x", ".venv/bin/pip install x"),
                ("pipx install x", "uv pip install x", "./pip x", "pip --version")),
        "grep": (("grep -r x .", "ls | grep x"), ("git grep x", "rg grep")),
        "git push": (("git push", "git push -u origin x"), ("git push --dry-run", "git pull")),
        "git push main": (("git push origin main", "git push origin HEAD:main",
                           "git push origin +x:main",
                           "git push origin --delete main", "git push origin x:refs/heads/main",
                           "git push origin a main", "git push --all"),
                          ("git push origin feature", "git push origin main:feature", "git push",
                           "git push origin main-2", "git fetch origin main",
                           "git push --tags")),
        "git push origin main": (("git push origin main",), ("git push fork main",)),
        "git push -f": (("git push -f", "git push -uf origin x"), ("git push -u origin f",)),
    }  # fmt: skip
    wrong = [
        (form, line)
        for form, (meant, others) in rows.items()
        for line in (*meant, *others)
        if found([form], line) != (line in meant)
    ]
    assert wrong == []


def test_a_push_without_a_branch_goes_to_the_one_that_is_checked_out() -> None:
    """Where that is known."""
    for line in ("git push", "git push origin", "git push -u origin HEAD", "git push origin @"):
        assert found(["git push main"], line, "main"), line
        assert not found(["git push main"], line, "feature"), line
        assert not found(["git push main"], line), line


@given(st.text(alphabet=st.sampled_from("npm i;&|<>()$`'\"\\\n{}#=EOF-cdx "), max_size=60))
def test_any_line_is_read(line: str) -> None:
    """Whatever an agent writes; what cannot be read runs nothing that is known."""
    for command in every_command(line):
        assert command.words
    found(["npm", "git push main", "--x"], line)
