"""By which facts a page is known to ask for a sign-in, and which like it are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lessonboard.parts.recordings.browser.login import (
    Facts,
    is_single_sign_on,
    leads_to_login,
    login_sign,
)

LOGIN = Facts(
    "http://a.example/login/?next=/",
    "Log in | Django site admin",
    ("Django administration",),
    200,
    passwords=("current-password password Password:",),
    users=1,
    buttons=("Log in",),
    text=60,
)
PAGE = replace(LOGIN, url="http://a.example/x", title="Orders", headings=("Orders",), text=5_000)


@pytest.mark.parametrize(
    "page",
    [
        LOGIN,
        replace(LOGIN, url="http://a.example/settings"),
        replace(LOGIN, title="", headings=(), text=9_999),
        replace(LOGIN, passwords=("pw",), buttons=()),
        replace(PAGE, text=399),
        replace(PAGE, title="Acme · Anmelden"),
        replace(PAGE, title="", headings=("登录到 Acme",)),
        replace(PAGE, title="Sign in to Acme"),
        replace(PAGE, headings=("Please log in",)),
        replace(LOGIN, users=0),
        replace(LOGIN, others=1),
        Facts("http://a.example/x", status=401),
        Facts("http://a.example/signin", "Sign in", users=1),
        Facts("http://a.example/v3/signin/identifier", users=1),
        Facts("http://idp.example/oauth2/v2.0/authorize?client_id=1&scope=x"),
        Facts("https://adfs.example/adfs/ls/?wtrealm=x"),
        Facts("https://a.example/saml2/sso?SAMLRequest=x"),
    ],
)
def test_pages_for_signing_in(page: Facts) -> None:
    """With a password, with a name first, at the single sign-on of a company, in any language."""
    assert login_sign(page)


@pytest.mark.parametrize(
    "page",
    [
        Facts("http://a.example/x", "Orders", text=10),
        PAGE,
        replace(PAGE, text=400),
        replace(PAGE, title="Authentication settings", headings=("Login history",)),
        replace(PAGE, title="Log in trouble? Ten sentences about how people sign in on the web"),
        replace(LOGIN, passwords=("old", "new", "again")),
        replace(LOGIN, passwords=("new-password",)),
        replace(LOGIN, passwords=("Confirm password",)),
        replace(LOGIN, others=2),
        Facts("http://a.example/delete", "Delete account", passwords=("password",), text=50,
              buttons=("Delete my account",)),
        Facts("http://a.example/admin/auth/user/add/", "Add user", passwords=("password",), users=1,
              buttons=("Save",), text=90),
        Facts("http://a.example/login-tips", "Login tips", users=1),
        Facts("http://a.example/news", "News", users=1, text=50),
        Facts("http://a.example/login", "Log in", users=2),
        Facts("http://a.example/login", "Log in", users=1, others=1),
        Facts("http://a.example/login", "Log in"),
        Facts("http://a.example/x", status=403),
        Facts("http://a.example/authorize-payment?order=1"),
        Facts("http://a.example/oauth2/authorize"),
        Facts("http://a.example/docs/oauth2/authorize.html"),
    ],
)  # fmt: skip
def test_pages_that_are_like_them(page: Facts) -> None:
    """To change a password or confirm by one, to add a user, and with a form in the header."""
    assert login_sign(page) == ""


@pytest.mark.parametrize(
    ("url", "leads"),
    [
        ("https://login.company.example/", True),
        ("https://sso.company.example/start", True),
        ("https://accounts2.company.example/", True),
        ("https://company.example/sso", True),
        ("https://company.example/users/sign_in", True),
        ("https://idp.example/realms/x/protocol/openid-connect/auth?client_id=1", True),
        ("https://shop.example/", False),
        ("https://blogin.example/", False),
        ("https://loginsights.example/x", False),
        ("https://shop.example/auth/users", False),
        ("", False),
    ],
)
def test_an_address_that_was_not_opened_may_lead_to_a_sign_in(url: str, leads: bool) -> None:
    """By its host or path, for its page is not known."""
    assert leads_to_login(url) is leads


def test_an_authorize_endpoint_is_asked_for_somebody() -> None:
    """An address without a client or request is a page like any other."""
    assert is_single_sign_on("https://a.example/o/oauth2/auth?response_type=code")
    assert not is_single_sign_on("https://a.example/o/oauth2/auth")
    assert not is_single_sign_on("https://a.example/orders?client_id=7")
