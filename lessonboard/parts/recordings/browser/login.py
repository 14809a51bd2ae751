"""Decide from a few facts whether a page asks a person to sign in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

_WORDS = re.compile(
    r"log[ -]?[io]n|sign[ -]?[io]n|authenticat\w+|session (?:has )?(?:expired|timed out)"
    r"|anmeld\w*|einloggen|connexion|se connecter|connectez-vous|identifiez-vous"
    r"|inicia\w* sesi[oó]n|acced\w+|entrar|inloggen|logga in|log p[aå]|zaloguj\w*|logowanie"
    r"|přihl\w+|bejelentkez\w+|giriş\w*|oturum aç\w*|войти|вход|увійти|вхід"
    r"|登录|登入|登錄|ログイン|サインイン|로그인|تسجيل الدخول|כניסה|התחבר\w*",
    re.IGNORECASE,
)
"""What pages for signing in are called, in the languages of most applications."""

_CALLED = re.compile(
    rf"(?:please |you must |you need to )?(?:{_WORDS.pattern})"
    r"(?:\s+(?:to|with|into|or|again|required|failed|page|form|using|here|now|your account|first"
    r"|bei|mit|zu|à|au|avec|en|a|con|til|till|do|na|к|в)\b.*|\s*[.!:…]*|[\u2e80-\uffff].*)",
    re.IGNORECASE | re.DOTALL,
)
_PARTS = re.compile(r"\s+[|·•\u2013\u2014:-]\s+|\s*[|·•»«]\s*")
_LONGEST_CALLED = 60
"""A longer heading is a sentence about signing in, such as the title of an article."""

_SEGMENT = re.compile(r"(?:wp-)?log[-_]?[io]n(?:\.\w+)?|sign[-_]?[io]n(?:\.\w+)?", re.IGNORECASE)
_LAST_SEGMENT = re.compile(r"sso|authenticate|auth|anmelden|connexion|saml2?|cas", re.IGNORECASE)
_AUTHORIZE = re.compile(
    r"/(?:oauth2?|o/oauth2|connect|openid-connect|adfs|saml2?|sso|idp|oidc)\b.*"
    r"|/authorize/?$|/(?:start)?sso/?$",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:^|&)(?:client_id|samlrequest|response_type|relaystate|redirect_uri|wtrealm)=",
    re.IGNORECASE,
)
_SIGNS_IN_ALONE = re.compile(
    r"(?:log[io]n|sign[io]n|sso|auth|accounts?|idp|identity|adfs)\d*\.", re.IGNORECASE
)
_NEW = re.compile(r"new|confirm|repeat|again|retype|neu|nouveau|nuev[ao]", re.IGNORECASE)
_LITTLE_TEXT = 400
"""Characters; a page with more shows something else than its form, such as one in its header."""


@dataclass(frozen=True)
class Facts:
    """What a page shows of a form for signing in.

    Args:
        url: its address.
        title: its title.
        headings: its first headings.
        status: the HTTP status that it came with; 0 where it is not known.
        passwords: what is known of each visible password field: its `autocomplete`, name and label.
        users: the number of visible fields for a user name or email address.
        others: the number of other visible fields.
        buttons: the texts of the buttons of the form.
        text: the number of characters that the page shows.
    """

    url: str
    title: str = ""
    headings: tuple[str, ...] = ()
    status: int = 0
    passwords: tuple[str, ...] = ()
    users: int = 0
    others: int = 0
    buttons: tuple[str, ...] = ()
    text: int = 0


def login_sign(page: Facts) -> str:
    """By what a page is known to be one for signing in; empty where it is none.

    A page to change or set a password is none, and neither is one that shows something else and
    has a form to sign in beside it.
    """
    if page.status == 401:
        return "the server answered 401, which asks for a sign-in"
    if is_single_sign_on(page.url):
        return "it is a page of a single sign-on"
    if len(page.passwords) == 1 and not _NEW.search(page.passwords[0]):
        is_form = "current-password" in page.passwords[0] or _is_called(page, page.buttons)
        if is_form and page.others <= 1 and (_is_called(page) or page.text < _LITTLE_TEXT):
            return "it has a field for a password"
    if not page.passwords and page.users == 1 and page.others == 0 and _is_called(page):
        return "it asks for a user name"
    return ""


def is_single_sign_on(url: str) -> bool:
    """Whether an address is where a single sign-on begins, at this or another host.

    >>> is_single_sign_on("https://login.example/oauth2/v2.0/authorize?client_id=1")
    True
    >>> is_single_sign_on("https://shop.example/authorize-payment?order=1")
    False
    """
    parts = urlsplit(url)
    return bool(_AUTHORIZE.search(parts.path) and _ASKED.search(parts.query))


def leads_to_login(url: str) -> bool:
    """Whether an address that was not opened would have been a page for signing in.

    >>> leads_to_login("https://sso.example.org/"), leads_to_login("https://blog.example/login-tips")
    (True, False)
    """
    name = urlsplit(url).hostname or ""
    return is_single_sign_on(url) or is_login_address(url) or bool(_SIGNS_IN_ALONE.match(name))


def is_login_address(url: str) -> bool:
    """Whether the path of an address says that it is for signing in.

    >>> is_login_address("http://a.example/admin/login/?next=/admin/")
    True
    """
    segments = [each for each in unquote(urlsplit(url).path).split("/") if each][-2:]
    return any(map(_SEGMENT.fullmatch, segments)) or bool(
        segments and _LAST_SEGMENT.fullmatch(segments[-1])
    )


def _is_called(page: Facts, more: Iterable[str] = ()) -> bool:
    """Whether address, title, a heading or one of these texts is that of a form for signing in."""
    parts = [*_PARTS.split(page.title), *page.headings, *more]
    return is_login_address(page.url) or any(
        len(part) <= _LONGEST_CALLED and _CALLED.fullmatch(part.strip()) for part in parts
    )
