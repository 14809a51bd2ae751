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

LOGIN = Facts("http://a.example/login/?next=/", 200, ("current-password pw Password:",), 1, text=60)
FORM = replace(LOGIN, url="http://a.example/x")


@pytest.mark.parametrize(
    "page",
    [
        LOGIN,
        replace(LOGIN, text=9_999),
        replace(LOGIN, passwords=("mot de passe",)),
        replace(LOGIN, users=0),
        replace(LOGIN, others=1),
        FORM,
        replace(FORM, text=399),
        replace(FORM, passwords=("mot de passe",)),
        Facts("http://a.example/x", users=1, is_named=True),
        Facts("http://a.example/x", status=401),
        Facts("http://a.example/signin", users=1),
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
        Facts("http://a.example/x", text=10),
        replace(FORM, text=400),
        replace(FORM, passwords=("mot de passe",), users=0),
        replace(LOGIN, passwords=("old", "new", "again")),
        replace(LOGIN, passwords=("new-password",)),
        replace(LOGIN, passwords=("Confirm password",)),
        replace(LOGIN, others=2),
        Facts("http://a.example/delete", passwords=("password",), text=50),
        Facts("http://a.example/user/add/", passwords=("password",), users=1, others=1, text=90),
        Facts("http://a.example/login-tips", users=1),
        Facts("http://a.example/news", users=1, text=50),
        Facts("http://a.example/login", users=2),
        Facts("http://a.example/login", users=1, others=1),
        Facts("http://a.example/login"),
        Facts("http://a.example/x", status=403),
        Facts("http://a.example/authorize-payment?order=1"),
        Facts("http://a.example/oauth2/authorize"),
        Facts("http://a.example/docs/oauth2/authorize.html"),
    ],
)
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
