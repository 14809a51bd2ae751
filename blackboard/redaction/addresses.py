"""Addresses that let in any holder: with a password in them, or to a webhook."""

from __future__ import annotations

import re

from blackboard.redaction.expressions import Expression
from blackboard.redaction.reading import Reading, Rule, nothing, one
from blackboard.redaction.values import is_placeholder, is_random

_LONGEST = 300
_USER = Expression(r"""[^\s/:@'"<>`]{0,80}(?::|%3[Aa])""")
_PASSWORD = Expression(r"""[^\s'"<>`]{3,200}""")
_ENCODED = Expression(r"([\w.-]{0,80})%3A([\w.~%+-]{3,200}?)%40[\w\[]", re.IGNORECASE)
_SCHEME = Expression(r"[a-z][a-z0-9+.-]{1,20}\Z", re.IGNORECASE)
_SLASHES = frozenset(
    """
    postgres postgresql mysql mariadb mongodb mongodb+srv redis rediss amqp amqps mssql sqlserver
    cockroachdb clickhouse oracle smb ftp sftp
    """.split()
)
_HOST = Expression(r"[A-Za-z0-9\[$_*-]")
_USUAL = frozenset(
    """
    password pass passwd pwd pw secret root admin postgres mysql user guest test dev local
    token key pat apikey redis mongo rabbitmq app none null string xxx localhost oauth2
    x-oauth-basic x-access-token username name changeit
    """.split()
)
_WEBHOOKS = tuple(
    (host, Expression(path, re.ASCII))
    for host, path in (
        ("hooks.slack.com/", r"(?:services|workflows|triggers)/([\w/]{20,})"),
        ("discord.com/api/", r"(?:v\d+/)?webhooks/\d{5,24}/([\w-]{30,})"),
        ("discordapp.com/api/", r"(?:v\d+/)?webhooks/\d{5,24}/([\w-]{30,})"),
        (".webhook.office.com/", r"webhookb2/[\w@.-]{1,80}/IncomingWebhook/(\w{16,}[\w/-]{0,99})"),
        ("outlook.office.com/webhook/", r"([\w@.-]{8,80}/IncomingWebhook/\w{16,}(?:/[\w-]+)?)"),
        ("hooks.zapier.com/", r"hooks/catch/(\d{2,}/\w{5,})"),
        ("chat.googleapis.com/", r"v1/spaces/[\w-]+/messages\?key=([\w-]{20,}(?:&token=[\w%-]+)?)"),
        ("maker.ifttt.com/", r"(?:trigger/\w{1,80}/(?:json/)?with|use)/(?:key/)?([\w-]{20,})"),
        ("api.telegram.org/", r"(?:file/)?bot(\d{6,12}:[\w-]{30,})"),
        ("oapi.dingtalk.com/", r"robot/send\?access_token=(\w{32,})"),
        ("open.feishu.cn/", r"open-apis/bot/v2/hook/([\w-]{30,})"),
        ("open.larksuite.com/", r"open-apis/bot/v2/hook/([\w-]{30,})"),
        ("qyapi.weixin.qq.com/", r"cgi-bin/webhook/send\?key=([\w-]{30,})"),
        ("hook.integromat.com/", r"(\w{20,})"),
        (".make.com/", r"(\w{24,})(?![\w/])"),
        ("webhook.site/", r"([0-9a-f-]{36})"),
        ("hc-ping.com/", r"([0-9a-f-]{36})"),
        (".pipedream.net/", r"(\w{24,})"),
        ("events.pagerduty.com/", r"integration/(\w{24,})"),
        ("alert.victorops.com/", r"integrations/generic/\d+/alert/([\w-]{30,})"),
        ("hooks.airtable.com/", r"workflows/v1/genericWebhook/(\w{10,}/\w{10,}/\w{10,})"),
        ("calendar.google.com/calendar/ical/", r"[^\s/]{3,120}/private-([0-9a-f]{32})"),
    )
)  # fmt: skip


def login(text: str, start: int, end: int) -> Reading:
    """The password of an address; that a database's has a slash in it is not unheard of."""
    at = text.find("@", end, end + _LONGEST)
    if at < 0:
        return _encoded_login(text, end) if text[start] == "%" else nothing(end)
    user = _USER.match(text, end)
    if user is None or user.end() > at:
        return _token(text, end, at)
    found = _PASSWORD.match(text, user.end())
    stop = _last_at(text, user.end(), found.end()) if found else -1
    if stop < 0:
        return nothing(end)
    password = text[user.end() : stop]
    slash = "/" in password
    if slash and (not _allows_slashes(text, start) or not is_random(password, 6, 0.7)):
        stop = _last_at(text, user.end(), min(stop, user.end() + password.index("/")))
        password = text[user.end() : stop] if stop > 0 else ""
    if not _is_password(password, user[0].rstrip(":")):
        return nothing(max(end, stop))
    return one(user.end(), stop, "url-password")


def _token(text: str, start: int, at: int) -> Reading:
    """A token in the place of the user."""
    user = text[start:at]
    if user.isascii() and user.replace("_", "").replace("-", "").isalnum() and is_random(user, 20):
        return one(start, at, "url-token")
    return nothing(at)


def _encoded_login(text: str, start: int) -> Reading:
    found = _ENCODED.match(text, start)
    if found is None or not _is_password(found[2], found[1]):
        return nothing(start)
    return one(found.start(2), found.end(2), "url-password")


def _last_at(text: str, start: int, end: int) -> int:
    """The sign before the host, which is the last one that a host can follow; -1 for none."""
    place = text.rfind("@", start, end)
    while place >= 0 and not _HOST.match(text, place + 1):
        place = text.rfind("@", start, place)
    return place


def _allows_slashes(text: str, start: int) -> bool:
    scheme = _SCHEME.search(text, max(0, start - 22), start)
    return scheme is not None and scheme[0].lower() in _SLASHES


def _is_password(password: str, user: str) -> bool:
    """Whether a password is more than the usual one of a manual or a container for tests."""
    if not 3 <= len(password) <= 200 or password == user or password.lower() in _USUAL:
        return False
    usual = password.lower().replace("my", "").replace("your", "").strip("-_*.0123456789")
    return not (is_placeholder(password) or usual in _USUAL or not usual.strip("x"))


def webhook(path: re.Pattern[str]) -> Rule:
    """The rule for the path of a webhook, behind its host."""

    def rule(text: str, start: int, end: int) -> Reading:
        found = path.match(text, end)
        if found is None or is_placeholder(found[1].strip("-")):
            return nothing(end)
        return one(found.start(1), found.end(1), "webhook")

    return rule


def rules() -> list[tuple[str, Rule]]:
    """The rules of this module by the anchors at which they are tried."""
    return [
        ("://", login),
        ("%3a%2f%2f", login),
        *((host, webhook(path)) for host, path in _WEBHOOKS),
    ]
