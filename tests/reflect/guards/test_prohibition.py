"""Which sentences of a person forbid a command or files, and which say more, less or else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reflect.guards.prohibition import prohibition_of

PROGRAMS = frozenset(
    "npm git make find grep pytest uv pip docker kubectl terraform alembic sed".split()
)
"""What was run on the board."""

FORBID = {
    "Don't use npm here (use bun)":
        'npm',
    "don't use npm, use bun":
        'npm',
    "No, don't use npm in this repo - use pnpm.":
        'npm',
    'Never run `npm install`; use `pnpm install`.':
        'npm install',
    'please never use pip here, we use uv':
        'pip',
    "We don't use npm here, we use bun.":
        'npm',
    'use bun, not npm':
        'npm',
    'Use `uv run pytest` instead of `pytest`.':
        'pytest',
    'Always use pnpm instead of npm in this project':
        'npm',
    'use rg rather than grep':
        'grep',
    'no npm here please':
        'npm',
    'stop using npm':
        'npm',
    'Stop running docker compose up':
        'docker compose up',
    'never use npm or yarn':
        'npm,yarn',
    "Don't use npm, yarn or pnpm; bun only":
        'npm,yarn,pnpm',
    "don't run terraform apply without asking me":
        'terraform apply',
    'never push to main':
        'git push main',
    'Do not push directly to master!':
        'git push master',
    'never push to main or master':
        'git push main,git push master',
    "don't push to `release/2.x`":
        'git push release/2.x',
    'never push to the main branch':
        'git push main',
    'never push straight to origin/main':
        'git push origin main',
    'never force push':
        'git push --force,git push -f,git push --force-with-lease',
    "don't force-push to main":
        'git push --force main,git push -f main,git push --force-with-lease main',
    'never push without asking':
        'git push',
    "don't push without asking me first":
        'git push',
    'never git stash':
        'git stash',
    'Never run git stash in here':
        None,
    'never run git stash, other sessions use this tree':
        'git stash',
    "don't `git reset --hard`":
        'git reset --hard',
    'never commit with --no-verify':
        'git commit --no-verify',
    'never use `--no-verify`':
        '--no-verify',
    "don't skip the pre-commit hooks":
        '--no-verify',
    "don't amend commits":
        'git commit --amend',
    'Do not edit generated files in src/gen/':
        '/src/gen/',
    'do not edit files in `src/gen`':
        '/src/gen,src/gen/',
    'never touch package-lock.json':
        '/**/package-lock.json',
    'Never edit uv.lock by hand; run uv lock':
        '/**/uv.lock',
    "The files in src/gen/ are generated, don't edit them.":
        '/src/gen/',
    "don't modify anything under vendor/":
        '/vendor/',
    'never change `*.pb.go` files':
        '/**/*.pb.go',
    'Do not edit migrations/ or schema.sql':
        '/migrations/,**/schema.sql',
    'npm is forbidden here':
        'npm',
    '`npm publish` must never be run':
        None,
    'running `npm publish` is not allowed':
        'npm publish',
    'Remember: never push to main':
        'git push main',
    'we never use npm here':
        'npm',
    'you are not allowed to run kubectl delete':
        'kubectl delete',
    "Don't use NPM here":
        'npm',
    'dont use npm here':
        'npm',
    'no, use bun instead of npm':
        'npm',
    "and don't run `make deploy` ever":
        'make deploy',
    "Use bun for everything. Don't use npm.":
        'npm',
    'never use sudo pip':
        None,
    "Please don't run pytest directly, use make test":
        'pytest',
    'don\u2019t use npm here':
        'npm',
    "don't use the npm command here, use bun":
        'npm',
    'instead of npm use bun':
        'npm',
    "Don't call alembic directly":
        'alembic',
    'Never edit the generated `src/api/gen.ts`, run `make gen` instead.':
        '/src/api/gen.ts',
    "in this repo, don't use npm":
        'npm',
    "don't use npm because the lockfile is bun's":
        'npm',
    'Never push to production.':
        'git push production',
    'Never push.':
        'git push',
    'do not stash anything, read the files':
        'git stash',
    'NEVER commit or push without an explicit ask':
        'git commit,git push',
    'Never use `npm`, `yarn`, or `pnpm`.':
        'npm,yarn,pnpm',
    'Stage by path. Never push to main. Never `git stash`.':
        'git push main,git stash',
}  # fmt: skip
"""Sentences, and what they forbid: commands, or after a slash files."""

FORBID_NOTHING = (
    "Don't use npm yet",
    "don't use npm for now",
    "don't use npm in CI",
    "don't use npm in the frontend",
    "don't use npm unless bun fails",
    "if npm fails, don't use npm",
    "don't use any",
    "don't use `any`, use unknown",
    "use const, not let",
    "use `map`, not `find`",
    "don't use find on lists",
    "Don't use tabs, use spaces",
    "don't push",
    "don't push it",
    "don't push yet",
    "don't push to this branch yet",
    "should we never push to main?",
    "why do you use npm?",
    "don't use npm scripts for builds",
    "don't make changes",
    "don't run the tests",
    "don't run tests in watch mode",
    "never use class components",
    "don't use print, use logging",
    "don't change the behaviour of src/kite.py",
    "don't edit the tests in foo to make them pass",
    "don't modify the API in src/api.py",
    "do not edit files",
    "don't touch anything else",
    "don't edit generated files",
    "don't use npm when you are in web/",
    "only use npm in web/",
    "the docs say don't use npm",
    '"don\'t use npm" is what the docs say',
    "I don't use npm",
    "npm doesn't work here",
    "don't use emojis",
    "never use make up",
    "don't commit to main",
    "no tests here",
    "don't use git to ask me",
    "never merge without review",
    "don't use npm except in web/",
    "don't edit /etc/hosts",
    "don't edit src/gen/ unless you regenerate",
    "Don't use `console.log`, use `logger.info`",
    "don't look at the PR",
    "don't fetch origin main, wait",
    "Do not use Task agent here",
    "don't use test as a name",
    "use the name foo, not bar",
    "use Y not X",
    "Use `name`, not `title`",
    "don't use a global",
    "use sed carefully",
    "don't run it",
    "Don't run this",
    "don't use that here",
    "never use it again",
    "Don't use docker to run a single test",
    "use make for builds and not for tests",
    "don't push changes to the API schema",
    "never push to users",
    "do not add agentv watch",
    "don't use push notifications",
    "never change package.json version",
    "don't edit README.md headings",
    "no more features here",
    "no bugs here please",
    "use the `sort` helper, not `find`",
    "don't use `test` blocks",
    "don't use `git` as a word",
    "Do not open style-only PRs.",
    "Never use `any`, define interfaces",
    "Do NOT use Python loops over rows - vectorise",
    "never `async void`",
    "Never run bare `uv`, always `uv run`",
    "Do not run `make check` or `make build` from macOS",
    "never commit it",
    "Never commit .env.local to source control",
    "don't rebase onto main",
    "don't stash the file",
)


def forbidden(text: str) -> str | None:
    """What a sentence forbids, as the table has it."""
    found = prohibition_of(text, PROGRAMS.__contains__)
    if found is None:
        return None
    return ",".join(found.forbids) or f"/{','.join(found.paths)}"


def test_what_a_sentence_forbids() -> None:
    """A command, a push, files: in many words, and never more than was said."""
    wrong = {text: forbidden(text) for text, what in FORBID.items() if forbidden(text) != what}
    assert wrong == {}


def test_what_forbids_nothing_for_sure() -> None:
    """A condition, an exception, for now, a question, a place, a word that only reads like one."""
    wrong = {text: found for text in FORBID_NOTHING if (found := forbidden(text))}
    assert wrong == {}


def test_what_was_run_or_refused_is_known_as_a_program() -> None:
    """The same words forbid nothing where nobody ever ran that."""
    sentence = "Don't use kite here."
    assert prohibition_of(sentence) is None
    found = prohibition_of(sentence, {"kite"}.__contains__)
    assert found is not None
    assert found.forbids == ("kite",)


NOT = (
    "don't",
    "do not",
    "never",
    "Please don't",
    "No, don't",
    "we never",
    "you must not",
    "don\u2019t",
)
VERB = ("use", "run", "ever run", "call")
PLACE = ("", " here", " in this repo", " anymore", ", please", " again")
END = (
    "",
    ".",
    "!",
    ", use bun",
    "; use bun instead.",
    " (use bun)",
    " — we use bun",
    " because it is slow",
)
NARROWS = (
    " yet", " for now", " in CI", " in the frontend", " unless bun fails", " if you can help it",
    " except in web/", " until the release", " to publish", " when the lockfile changed",
)  # fmt: skip
MARKS = ("npm", "`npm`", '"npm"', "'npm'", "the npm command", "NPM")


@given(*(st.sampled_from(each) for each in (NOT, VERB, MARKS, PLACE, END)))
def test_a_prohibition_in_any_wording(
    negation: str, verb: str, name: str, place: str, end: str
) -> None:
    """Each part may be said in several ways; together they forbid one program."""
    assert forbidden(f"{negation} {verb} {name}{place}{end}") == "npm"


@given(*(st.sampled_from(each) for each in (NOT, VERB, MARKS, PLACE, NARROWS, END)))
def test_what_narrows_a_prohibition_makes_it_none(
    negation: str, verb: str, name: str, place: str, narrows: str, end: str
) -> None:
    """A form would cover more than was said."""
    assert forbidden(f"{negation} {verb} {name}{place}{narrows}{end}") is None


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    """Whatever a message holds."""
    prohibition_of(f"never use {text}")
    prohibition_of(f"do not edit {text}")
    prohibition_of(text)
