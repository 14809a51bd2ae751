"""Where tools and caches are in a home folder, none of which keeps a login.

A new tool adds a line. Folders that hold a login as well (`.cargo/credentials.toml`,
`.m2/settings.xml`, `.local/share/uv/credentials`) are named part by part.
"""

from __future__ import annotations

TOOLS = (
    ".local/bin", ".local/lib", ".local/pipx/venvs", ".local/share/pipx/venvs",
    ".local/share/uv/python", ".local/share/uv/tools", ".local/share/mise/installs",
    ".local/share/mise/shims", ".local/share/fnm", ".local/share/virtualenv",
    ".cargo/bin", ".rustup/toolchains", ".rustup/settings.toml", ".nvm", ".fnm", ".volta",
    ".bun/bin", ".deno/bin", ".pyenv", ".rbenv", ".asdf", ".sdkman", ".jenv", ".ghcup/bin",
    ".nix-profile", ".dotnet/sdk", ".dotnet/shared", ".dotnet/host", ".dotnet/tools",
    "miniconda3", "miniforge3", "anaconda3", "Library/Python", "Library/Android/sdk",
)  # fmt: skip
"""Programs that the user installed for themselves."""

CACHES = (
    ".cache/pip", ".cache/uv", ".cache/pypoetry/cache", ".cache/pypoetry/artifacts",
    ".cache/pre-commit", ".cache/prek", ".cache/yarn", ".cache/pnpm", ".cache/go-build",
    ".cache/ms-playwright", ".cache/puppeteer", ".cache/Cypress", ".cache/node",
    ".cache/huggingface/hub", ".cache/bazel", ".cache/coursier", ".cache/zig",
    ".npm/_cacache", ".yarn/berry/cache", ".local/share/pnpm/store", ".bun/install/cache",
    ".cargo/registry", ".cargo/git", "go/pkg/mod", ".m2/repository", ".m2/wrapper",
    ".gradle/caches", ".gradle/wrapper", ".ivy2/cache", ".nuget/packages", ".hex/packages",
    ".bundle/cache", ".gem/ruby", ".composer/cache", ".pub-cache/hosted",
    "Library/Caches/pip", "Library/Caches/uv", "Library/Caches/Yarn", "Library/Caches/go-build",
    "Library/Caches/ms-playwright", "Library/Caches/pypoetry", "Library/pnpm/store",
    "Library/Caches/Coursier",
)  # fmt: skip
"""What was downloaded or built before: read, and never written, by a repository's programs."""
