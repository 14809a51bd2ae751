"""The spellings of a remote, and what distinguishes a remote from a folder.

Standard library without `re`, because the hooks of agents use it too.
"""

from __future__ import annotations


def is_folder(name: str) -> bool:
    """Whether a project's name is a path: absolute, or with a drive's letter.

    >>> is_folder("/home/ada/app"), is_folder("C:/app"), is_folder("github.com/ada/app")
    (True, True, False)
    """
    return name[:1] in ("/", "~", "\\") or name[1:3] in (":/", ":\\")


def last_part(name: str) -> str:
    """The last part of a path or remote, in lower case.

    >>> last_part("github.com/Ada/App"), last_part("/home/ada/app/")
    ('app', 'app')
    """
    return name.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()


def normalise_remote(url: str) -> str:
    """A remote without protocol, credentials and ending, so that all its spellings are one.

    Empty when it names no repository.

    >>> normalise_remote("git@github.com:owner/name.git")
    'github.com/owner/name'
    >>> normalise_remote("https://user:token@github.com/Owner/name/")
    'github.com/Owner/name'
    """
    host, path = _by_url(url) or _by_scp(url) or ("", "" if "@" in url else url)
    path = path.strip("/").removesuffix(".git")
    if not path.rsplit("/", 1)[-1].strip("."):
        return ""  # such as https://github.com/..git: somebody's configuration is broken
    return f"{_host(host.lower())}/{path}" if host else path


def _host(host: str) -> str:
    """A host by its one name: GitHub answers on others, and people have aliases for two accounts.

    See https://docs.github.com/en/authentication/troubleshooting-ssh/using-ssh-over-the-https-port.
    """
    if host in ("ssh.github.com", "www.github.com") or host.startswith("github.com-"):
        return "github.com"
    return "gitlab.com" if host == "altssh.gitlab.com" else host


def _by_url(url: str) -> tuple[str, str] | None:
    """Host and path of `protocol://user@host:port/path`."""
    protocol, sign, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    host = host.rpartition("@")[2].partition(":")[0]
    if not (sign and slash and host and path) or not protocol.replace("+", "").isalnum():
        return None
    return host, path


def _by_scp(url: str) -> tuple[str, str] | None:
    """Host and path of `user@host:path`, as `scp` writes it."""
    host, sign, path = url.partition(":")
    if "/" in host:
        return None
    host = host.rpartition("@")[2]
    named = host.replace(".", "").replace("-", "").replace("_", "").isalnum()
    return (host, path) if sign and named and path and not path.startswith("//") else None
