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


def normalise_remote(url: str, *, port: bool = False) -> str:
    """A remote without protocol, credentials and ending, so that all its spellings are one.

    Empty when it names no repository.

    >>> normalise_remote("git@github.com:owner/name.git")
    'github.com/owner/name'
    >>> normalise_remote("https://user:token@github.com/Owner/name/")
    'github.com/Owner/name'
    >>> normalise_remote("ssh://git@git.acme.dev:2222/owner/name.git", port=True)
    'git.acme.dev:2222/owner/name'

    Args:
        url: as git has it.
        port: keep one that is not the protocol's own: another server may answer there.
    """
    host, path = _by_url(url, port=port) or _by_scp(url) or ("", "" if "@" in url else url)
    path = path.strip("/").removesuffix(".git")
    if not path.rsplit("/", 1)[-1].strip("."):
        return ""  # such as https://github.com/..git: somebody's configuration is broken
    return f"{_host(host.lower())}/{path}" if host else path


def _host(host: str) -> str:
    """A host by its one name: GitHub answers on others, and people have aliases for two accounts.

    See https://docs.github.com/en/authentication/troubleshooting-ssh/using-ssh-over-the-https-port.
    """
    name = host.partition(":")[0]
    alias = name.removeprefix("github.com-")
    if name in ("ssh.github.com", "www.github.com") or (alias != name and "." not in alias):
        return "github.com"
    return "gitlab.com" if name == "altssh.gitlab.com" else host


def _by_url(url: str, *, port: bool) -> tuple[str, str] | None:
    """Host and path of `protocol://user@host:port/path`."""
    protocol, sign, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    host, number = _with_port(host.rpartition("@")[2])
    if port and number and number != _PORTS.get(protocol.lower()):
        host = f"{host}:{number}"
    if not (sign and slash and host and path) or not protocol.replace("+", "").isalnum():
        return None
    return host, path


_PORTS = {"https": "443", "http": "80", "ssh": "22", "git+ssh": "22", "git": "9418"}


def _with_port(host: str) -> tuple[str, str]:
    """A host without its port, and the port; an IPv6 address is in brackets."""
    end = host.find("]") + 1
    name, _, number = host[end:].partition(":")
    return host[:end] + name, number


def _by_scp(url: str) -> tuple[str, str] | None:
    """Host and path of `user@host:path`, as `scp` writes it."""
    host, sign, path = url.partition(":")
    if "/" in host:
        return None
    host = host.rpartition("@")[2]
    named = host.replace(".", "").replace("-", "").replace("_", "").isalnum()
    return (host, path) if sign and named and path and not path.startswith("//") else None
