"""The tool `fix`: an agent asks what was done about an error before."""

from __future__ import annotations

from tests.lessonboard.mcp.client import Place, ask

ERROR = 'npm error Missing script: "test"'


def test_an_agent_is_told_what_worked(place: Place) -> None:
    """In this project; with `*` in all of them."""
    here, elsewhere, everywhere = ask(
        place,
        ("fix", {"error": f"> npm test\n{ERROR}"}),
        ("fix", {"error": "ModuleNotFoundError: No module named 'weather'"}),
        ("fix", {"error": "ModuleNotFoundError: No module named 'weather'", "project": "*"}),
    )
    assert "   passed  npm run test:unit" in here.text.splitlines()
    assert "not seen" in elsewhere.text
    assert elsewhere.text.endswith('project "*" is all of them')
    assert "seen in 2 sessions" in everywhere.text


def test_an_empty_error_is_refused(place: Place) -> None:
    """In one line that says what is needed."""
    (found,) = ask(place, ("fix", {"error": " "}))
    assert found.failed
    assert "needs 'error'" in found.text
