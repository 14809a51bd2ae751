"""Passwords on the command lines of programs that take them behind a flag of their own."""

from __future__ import annotations

from blackboard.redaction.expressions import Expression
from blackboard.redaction.reading import Reading, Rule, final, nothing
from blackboard.redaction.spans import Span
from blackboard.redaction.values import is_password, is_placeholder

_GAP = r"""(?:[ ]+|=|\\*["'][ ]?,[ ]?\\*["'])"""
_VALUE = r"""(?:\\*["'])?(?P<value>(?!\[redac)[^\s"'\\;|&<>`()]{4,128})"""
_PROGRAMS: tuple[tuple[str, str], ...] = (
    # program, the flag with what may be before the value
    ("sshpass", rf"-p{_GAP}?"),
    ("mysql", r"-p"),
    ("mariadb", r"-p"),
    (" login", rf"(?:-p|-P|--password){_GAP}"),
    ("curl", rf"(?:-u|-U|--user|--proxy-user){_GAP}?(?:\\*[\"'])?[^\s:\"'\\]{{0,80}}:"),
    ("wget", rf"--(?:http-|ftp-|proxy-)?password{_GAP}"),
    ("http ", rf"(?:-a|--auth){_GAP}[^\s:\"'\\]{{0,80}}:"),
    ("redis-cli", rf"(?:-a|--pass){_GAP}"),
    ("mongo", rf"-p{_GAP}?"),
    ("ldap", rf"-w{_GAP}?"),
    ("smbclient", rf"(?:-U|--user){_GAP}[^\s%\"'\\]{{1,80}}%"),
    ("sqlcmd", rf"-P{_GAP}?"),
    ("bcp ", rf"-P{_GAP}?"),
    ("mosquitto_", rf"-P{_GAP}"),
    ("ipmitool", rf"-P{_GAP}"),
    ("unzip", rf"-P{_GAP}?"),
    ("zip ", rf"(?:-P|--password){_GAP}?"),
    ("7z", r"-p"),
    ("rar ", r"-h?p"),
    ("xfreerdp", r"/p:"),
    ("rdesktop", rf"-p{_GAP}?"),
    ("htpasswd", r"-\w{0,4}b\w{0,4} +(?:\S{1,80} +){2}"),
    ("rabbitmqctl", r"(?:add_user|change_password) +\S{1,80} +"),
    ("net use", r"/user:\S{1,80} +"),
    ("openssl", rf"-(?:passin|passout|pass|k){_GAP}(?:pass:)?"),
    ("keytool", rf"-(?:storepass|keypass|srcstorepass|deststorepass){_GAP}"),
    ("gpg", rf"--passphrase{_GAP}"),
    ("cadaver", rf"-p{_GAP}"),
    ("kinit", rf"--password{_GAP}"),
    ("psexec", rf"-p{_GAP}"),
    ("cmdkey", r"/pass:"),
    ("secret set", rf"(?:-b|--body){_GAP}"),
    ("wandb login", r"(?:--relogin +)?"),
    ("mc alias set", r" +\S{1,40} +\S{1,120} +\S{1,80} +"),
)
_LINE = 400
_LONGEST_VALUE = 140
_LINE_END = Expression(r"\n|\\+n|&&|\|\||;")
_CHPASSWD = Expression(
    r"""["'\s](?:[a-z_][\w-]{0,30}):(?P<value>[^\s"'\\:|]{4,80})"""
    r"""["'\s\\]{0,3}[ ]*\|[ ]*(?:sudo )?chpasswd"""
)


def behind(flag: str) -> Rule:
    """The rule for what a program is given behind a flag, on its line."""
    pattern = Expression(rf"(?<=[\s\"']){flag}{_VALUE}")

    def rule(text: str, start: int, end: int) -> Reading:
        stop = min(len(text), end + _LINE)
        last = _LINE_END.search(text, end, stop)
        is_whole = last is not None or stop == len(text)
        stop = last.start() if last else min(len(text), stop + _LONGEST_VALUE)
        spans = [
            Span(found.start("value"), found.end("value"), "password")
            for found in pattern.finditer(text, end, stop)
            if is_given(found["value"])
        ]
        return final(stop, *spans) if is_whole else Reading(tuple(spans), stop + _LINE)

    return rule


def is_given(value: str) -> bool:
    """Whether what is where a program takes a password is one."""
    if len(value) < 6:
        return (
            any(map(str.isdigit, value))
            and any(map(str.isalpha, value))
            and not is_placeholder(value)
        )
    return is_password(value)


def chpasswd(text: str, start: int, end: int) -> Reading:
    """A user and a password that are piped into `chpasswd`."""
    found = _CHPASSWD.search(text, max(0, start - 160), end)
    if found is None or not is_given(found["value"]):
        return nothing(end)
    return Reading((Span(found.start("value"), found.end("value"), "password"),), end)


def rules() -> list[tuple[str, Rule]]:
    """The rules of this module by the anchors at which they are tried."""
    return [*((program, behind(flag)) for program, flag in _PROGRAMS), ("chpasswd", chpasswd)]
