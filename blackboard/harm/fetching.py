"""What fetches something that nobody here has read, and runs it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import pairwise

from blackboard.harm.lines import Command
from blackboard.harm.places import is_local, is_usual_registry, names_other_host

FETCHERS = frozenset(
    "curl wget aria2c http https iwr irm invoke-webrequest invoke-restmethod fetch lynx "
    "axel".split()
)
_SHELLS = frozenset(
    "sh bash zsh dash ksh fish iex invoke-expression pwsh powershell source . eval".split()
)
_INTERPRETERS = re.compile(r"^(?:python[\d.]*|node|perl|ruby|php|deno|bun)$")
_RUNNERS: dict[str, tuple[str, ...]] = {
    "npx": (),
    "bunx": (),
    "pnpx": (),
    "uvx": (),
    "dnx": (),
    "pnpm": ("dlx", "dx", "create"),
    "yarn": ("dlx", "create"),
    "bun": ("x", "create"),
    "npm": ("exec", "x", "init", "create"),
    "pipx": ("run",),
    "uv": ("tool", "run"),
    "gem": ("exec",),
}
"""Programs that fetch a package and run it, and the subcommands by which they do."""

_EVERYDAY = frozenset(
    """
    tsc typescript eslint prettier vitest jest playwright @playwright/test tsx ts-node turbo nx vite
    next nuxt nuxi astro prisma drizzle-kit knex sequelize wrangler husky lint-staged biome rimraf
    @biomejs/biome concurrently nodemon webpack rollup esbuild mocha c8 nyc stylelint ava tap
    markdownlint markdownlint-cli markdownlint-cli2 tailwindcss @tailwindcss/cli postcss expo
    cypress svelte-kit svelte-check vue-tsc oxlint knip changeset @changesets/cli lerna supabase
    firebase cap storybook typedoc swc depcheck npm-check-updates ncu sort-package-json commitlint
    @commitlint/cli @angular/cli ng @nestjs/cli nest serve http-server cross-env dotenv-cli
    react-native react-router remix shadcn shadcn-ui tsup tsd size-limit license-checker madge
    graphql-codegen @graphql-codegen/cli hardhat truffle serverless sls cdk aws-cdk sst
    vercel netlify pm2 gulp
    grunt babel @babel/cli web-ext electron-builder electron semantic-release release-it vsce
    @vscode/vsce openapi-typescript react-scripts create-next-app create-react-app create-vite vue
    react-app next-app pnpm yarn npm node corepack bun deno vite-node wait-on start-server-and-test
    ruff black mypy pytest pre-commit tox nox isort flake8 pyright ty poetry hatch build twine
    pylint cookiecutter copier pip-audit bandit coverage mkdocs sphinx-build ipython jupyter uvicorn
    djlint sqlfluff pip-compile pip-tools basedpyright codespell yamllint pdm maturin wheel alembic
    """.split()
)
_WORDS_AFTER = frozenset(
    "to for and or with when is in as on it the a an instead from if which that this by not unless "
    "commands command tool tools package packages version via rather works fails scripts binary "
    "installed only here because where anything ...".split()
)
_KNOWN_MODULES = re.compile(
    r"^(?:golang\.org/|google\.golang\.org/|honnef\.co/|mvdan\.cc/"
    r"|gotest\.tools/"
    r"|github\.com/(?:golangci|golang|google|onsi|vektra|swaggo|bufbuild)/"
    r"|go\.uber\.org/|k8s\.io/|sigs\.k8s\.io/|\.)"
)
_FROM_ELSEWHERE = re.compile(
    r"(?i)^(?:\S+\s*@\s*)?(?:git\+|git://|git@|https?://|(?:github|gitlab|bitbucket|gist):)"
)
_OWNER_AND_NAME = re.compile(r"^(?![@./~])[\w.-]+/[\w.-]+(?:#\S+)?$")
_INDEXES = (
    "--index-url",
    "-i",
    "--extra-index-url",
    "--registry",
    "--find-links",
    "-f",
    "--default-index",
    "--index",
)
_FETCHING_CODE = re.compile(
    r"urlopen|requests\.get|https?\.get|fetch\(|LWP|Net::HTTP|b64decode|fromhex|atob\("
)
_RUNNING_CODE = re.compile(r"\b(?:exec|eval|system|popen|subprocess|Function|spawn\w*|run)\b")


def fetches(command: Command, brought: Collection[str]) -> bool:
    """Whether a command runs what it fetched or unpacked, or what one before it `brought`."""
    return (
        _runs_what_it_is_fed(command)
        or _runs_inline(command)
        or _runs_fetched_file(command, brought)
        or any(_is_strange(each) for each in _packages_run(command))
        or _installs_from_elsewhere(command)
    )


def _runs_what_it_is_fed(command: Command) -> bool:
    given = any(not arg.startswith("-") for arg in command.args)
    is_bare = _INTERPRETERS.match(command.program) and not given and "-m" not in command.args
    fed = (*command.feeds, *command.inner)
    if command.program == "tee":
        return False
    runs = command.program in _SHELLS or bool(is_bare)
    return runs and any(_is_source(each) for each in fed)


def _is_source(command: Command) -> bool:
    """Whether what a command puts out comes from elsewhere, or was not to be read before."""
    program = command.program
    unpacks = program in ("gunzip", "zcat", "uudecode") or (
        program in ("base64", "base32", "openssl", "xxd")
        and (command.has("--decode") or command.flag("[dDr]"))
    )
    return program in FETCHERS or unpacks


def _runs_inline(command: Command) -> bool:
    code = " ".join(command.args)
    is_program = bool(_INTERPRETERS.match(command.program))
    if command.program in ("powershell", "pwsh") and re.search(
        r"(?i)(?:^|\s)-e(?:nc|c)?\w*\s", code
    ):
        return True
    if command.program in ("deno", "bun", "node") and re.search(
        r"(?:^|\s)(?:run\s+(?:-\S+\s+)*)?(?:https?|npm|jsr):", code
    ):
        return True
    return is_program and bool(_FETCHING_CODE.search(code) and _RUNNING_CODE.search(code))


def brings(command: Command) -> str:
    """What a command brings that a later one may run: a file, a clone, or nothing."""
    if command.program == "git" and command.words[:1] == ("clone",):
        return "clone"
    keeps = command.program == "wget" or command.flag("[oO]") or bool(command.targets)
    return "file" if command.program in FETCHERS and keeps else ""


def _runs_fetched_file(command: Command, brought: Collection[str]) -> bool:
    if not brought or "activate" in command.line:
        return False
    runs = command.program.startswith("./") or (command.program in _SHELLS and command.words)
    if "file" not in brought:
        return bool(runs)
    opens = command.program == "chmod" and re.search(r"\+\w*x|[157]\d\d", command.line)
    runs_script = _INTERPRETERS.match(command.program) and any(
        "/" in each or "." in each for each in command.words
    )
    return bool(runs or opens or runs_script)


def _packages_run(command: Command) -> list[str]:
    """The packages that are fetched and run; those that must be installed already are left out."""
    if command.program == "go" and command.words[:1] in (("run",), ("install",)):
        return [
            each for each in command.words[1:2] if "@" in each and not _KNOWN_MODULES.match(each)
        ]
    if command.program not in _RUNNERS or command.has(
        "--no-install", "--no", "--offline", "--help"
    ):
        return []
    subcommands = _RUNNERS[command.program]
    words = list(command.args)
    if subcommands:
        while words and words[0].startswith("-"):
            words.pop(0)
        if not words or words[0] not in subcommands:
            return []
        if command.program == "uv":
            return _of_uv(words)
        words.pop(0)
    return _named(words)


def _of_uv(words: list[str]) -> list[str]:
    if words[:2] == ["tool", "run"]:
        return _named(words[2:])
    return [b for a, b in pairwise(words) if a == "--with"]


def _named(words: list[str]) -> list[str]:
    """The packages that a runner is told by option, or else by the first word."""
    found = [
        arg.split("=", 1)[1]
        for arg in words
        if arg.startswith(("--package=", "--from=", "--spec="))
    ]
    found += [b for a, b in pairwise(words) if a in ("-p", "--package", "--from", "--spec")]
    if found:
        return found
    taking = {"-c", "--call", "--python", "-w", "--workspace", "--with", "--registry"}
    skip = False
    for word in words:
        if skip or word.startswith("-"):
            skip = word in taking
            continue
        return [word]
    return []


def _is_strange(package: str) -> bool:
    """Whether a package is none of the everyday tools, files of one's own or blanks to fill in."""
    name = package.strip(".,;:!?)*_")
    if not name or name.lower() in _WORDS_AFTER or name[0] in "<$[{(.…/|&>" or name.isupper():
        return False
    if _FROM_ELSEWHERE.match(name) or (name[0] != "@" and "/" in name):
        return True
    bare = re.split(r"(?<=.)@|==|~=|>=|\[", name)[0].lower()
    return bool(re.match(r"^@?[a-z0-9]", bare)) and bare not in _EVERYDAY and bare not in ("npm",)


def _installs_from_elsewhere(command: Command) -> bool:
    words = command.words
    install: dict[str, Callable[[], bool]] = {
        "cargo": lambda: words[:1] == ("install",) and command.has("--git"),
        "gh": lambda: words[:2] == ("extension", "install"),
        "kubectl": lambda: (
            words[:1] in (("apply",), ("create",)) and names_other_host(command.line)
        ),
        "nix": lambda: words[:1] in (("run",), ("shell",)) and ":" in " ".join(words[1:]),
        "code": lambda: command.has("--install-extension"),
        "brew": lambda: (
            words[:1] in (("tap",), ("install",)) and any(each.count("/") > 0 for each in words[1:])
        ),
    }
    if command.program in install:
        return install[command.program]()
    program = command.program
    if re.match(r"^python[\d.]*$", program) and command.args[:2] == ("-m", "pip"):
        words, program = words[1:], "pip"
    if program == "uv":
        words = words[1:] if words[:1] == ("pip",) else words
    if program not in ("pip", "pip3", "uv", "npm", "pnpm", "yarn", "bun", "poetry", "pipx", "gem"):
        return False
    if not set(words[:2]) & {"install", "i", "add", "download", "sync", "ci", "global"}:
        return False
    if any(_from_elsewhere(program, each) for each in words[1:]):
        return True
    return _index_elsewhere(command)


def _from_elsewhere(program: str, word: str) -> bool:
    if _FROM_ELSEWHERE.match(word):
        return not all(map(is_local, re.findall(r"//([^/:]+)", word)[:1])) or "//" not in word
    return program in ("npm", "pnpm", "yarn", "bun") and bool(_OWNER_AND_NAME.match(word))


def _index_elsewhere(command: Command) -> bool:
    line = command.line
    return command.has(*_INDEXES) and "://" in line and not is_usual_registry(line)
