"""The subcommands of programs: where they are in a line, and how many words name what is done.

Light, because the hooks of agents use it too.
"""

from __future__ import annotations

from blackboard.search.shell import RUNNERS, after_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WITH_SUBCOMMANDS = RUNNERS | frozenset(
    """
    alembic ansible-galaxy apk apt apt-get aws az brew cabal cdk celery composer conda corepack
    dbt django-admin dnf docker-compose dvc expo fastlane firebase flask fly gcloud helm heroku hg
    jj lerna mamba micromamba minikube mix nx opam pacman pip podman pre-commit prisma pulumi pyenv
    rails ruff rustup sam serverless stack supabase svn swift systemctl terraform tmux turbo vagrant
    vercel wrangler yum zig
    """.split()
)
"""Programs whose next word says what is done; of others it may be a file or a target."""

_WITH_VALUES = {
    "apt-get": "-o -c -t", "aws": "--profile --region --output --endpoint-url",
    "cargo": "--config -Z -C", "docker": "-H --host -c --context -l --log-level --config",
    "docker compose": "-f --file -p --project-name --profile --env-file --project-directory",
    "docker-compose": "-f --file -p --project-name --profile --env-file --project-directory",
    "gh": "-R --repo", "git": "-C -c --git-dir --work-tree --namespace --exec-path",
    "go": "-C", "helm": "-n --namespace --kube-context",
    "kubectl": "-n --namespace --context --cluster --kubeconfig -s --server --user",
    "make": "-C -f -I -o -W --directory --file --makefile", "npm": "--prefix -w --workspace -C",
    "az": "-o --output --query --subscription", "flask": "-A --app -e --env-file",
    "heroku": "-a --app -r --remote",
    "pip": "--python --proxy --cache-dir --log --index-url --extra-index-url --cert",
    "pnpm": "-C --dir -F --filter",
    "podman": "--url --connection", "poetry": "-C --directory -P --project",
    "uv": "--directory --project --config-file --cache-dir", "yarn": "--cwd",
    "npx": "-p --package -c --call", "uvx": "--from --with -p --python",
    "uv run": "--with --group --extra --package -p --python --env-file --directory --project",
}  # fmt: skip
"""The options before a subcommand that have a value as the next word."""

_RUN_OTHERS = frozenset(
    """
    uv:run poetry:run pipenv:run pdm:run hatch:run rye:run bundle:exec npm:exec pnpm:exec pnpm:dlx
    yarn:exec yarn:dlx bun:x mise:exec mise:x
    """.split()
)
_RUN_OTHERS_ALONE = frozenset(("npx", "bunx", "uvx"))
_INTERPRETERS = frozenset(("python", "python3"))

_NESTED = {
    "aws": "*", "az": "*", "gcloud": "*", "gh": "*", "bun": "run x", "bundle": "exec",
    "conda": "env", "deno": "task run", "podman": "compose image volume",
    "docker": "compose container image volume network buildx system context",
    "git": "bisect lfs notes remote stash submodule worktree", "go": "mod tool work generate",
    "hatch": "run env", "helm": "repo", "kubectl": "config rollout", "mise": "run exec x",
    "npm": "run exec", "pdm": "run", "pipenv": "run", "pnpm": "run exec dlx", "rye": "run",
    "poetry": "run env self", "terraform": "state workspace", "uv": "run tool pip",
    "yarn": "run exec dlx workspace",
}  # fmt: skip
"""Subcommands after which one more word says what is done; `*` for all of a program."""


_DEEPEST = 4
"""Commands that run one another, of which the keys are looked for."""


def forms(words: Sequence[str]) -> Iterator[list[str]]:
    """A simple command without the options before its subcommand, then what it runs in turn.

    >>> list(forms(["git", "-C", "app", "push", "-f"]))
    [['git', 'push', '-f']]
    >>> list(forms(["uv", "run", "python3.12", "-m", "pip", "install"]))[-1]
    ['pip', 'install']
    """
    for _ in range(_DEEPEST):
        if not words:
            return
        bare = _bare(words)
        yield bare
        words = _run_by(bare)


def as_typed(words: Sequence[str]) -> list[str]:
    """The same without options, its program as it was typed; empty where that is its name.

    >>> as_typed(["pip3", "-q", "install", "kite"]), as_typed(["pip", "install"])
    (['pip3', 'install', 'kite'], [])
    """
    typed = words[0].rpartition("/")[2]
    return [] if typed == _unversioned(typed) else [typed, *_bare(words)[1:]]


def _bare(words: Sequence[str]) -> list[str]:
    program = _unversioned(words[0].rpartition("/")[2])
    rest = list(words[1:])
    if program in _WITH_VALUES or (program in WITH_SUBCOMMANDS and program not in _SCRIPTS):
        rest = _after(program, rest)
        if program == "cargo" and rest and rest[0][:1] == "+":
            rest = rest[1:]
    pair = f"{program} {rest[0]}" if rest else ""
    if pair in _WITH_VALUES:
        rest = [rest[0], *_after(pair, rest[1:])]
    return [program, *rest]


_SCRIPTS = frozenset("python python3 node deno bun sh bash zsh ruby perl".split())
"""Their options say what is run, or it is a file."""


def _after(name: str, words: list[str]) -> list[str]:
    return after_options(words, _WITH_VALUES.get(name, "").split())


def _unversioned(program: str) -> str:
    """A program's name without the version that Python's installations add.

    >>> _unversioned("pip3.11"), _unversioned("python3.11"), _unversioned("python3")
    ('pip', 'python3', 'python3')
    """
    stem = program.rstrip("0123456789.")
    if stem == "pip":
        return stem
    return program.partition(".")[0] if stem == "python" else program


def _run_by(words: Sequence[str]) -> list[str]:
    """The command that a command only runs; nothing where it is what is done itself."""
    program, rest = words[0], list(words[1:])
    if program in _INTERPRETERS:
        return rest[1:] if rest[:1] == ["-m"] else []
    if program in _RUN_OTHERS_ALONE:
        return rest
    if rest and f"{program}:{rest[0]}" in _RUN_OTHERS:
        return rest[2:] if rest[1:2] == ["--"] else rest[1:]
    return []


def is_nested(program: str, word: str) -> bool:
    """Whether one more word after a subcommand says what is done.

    >>> is_nested("docker", "compose"), is_nested("docker", "build"), is_nested("gh", "pr")
    (True, False, True)
    """
    known = _NESTED.get(program, "").split()
    return known == ["*"] or word in known
