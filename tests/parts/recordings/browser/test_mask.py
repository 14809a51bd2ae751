"""What a page hides while it is recorded is what the reader of a recording calls secret."""

from __future__ import annotations

from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.secret_fields import is_secret_field
from tests.parts.recordings.test_secret_fields import OTHERS, SECRETS

_SECRET_AMONG = """(names, isSecret) => names.filter((name) => {
  const field = document.createElement("input");
  field.setAttribute("aria-label", name);
  return isSecret(field);
})"""


def test_both_know_secrets_by_the_same_names(chromium: str) -> None:
    """A field that only one of them knows is written down, or shown in a picture."""
    from playwright.sync_api import sync_playwright

    names, function = [*SECRETS, *OTHERS], scripts.masking().removeprefix("void ")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        found = page.evaluate(f"(names) => ({_SECRET_AMONG})(names, {function})", names)
        browser.close()
    assert found == [name for name in names if is_secret_field({"name": name})] == list(SECRETS)
