"""The calls of an agent become the steps that a recorder would have seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lessonboard.parts.recordings.from_agents.lines import Call, lines_of
from lessonboard.parts.recordings.shared_names import SECRET
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.sources.writing import write_recording

PAGE = """### Page
- Page URL: http://x/users
- Page Title: Users
### Snapshot
```yaml
- generic [ref=e0]:
  - generic [ref=e1]
  - heading "Users" [level=1] [ref=e2]
  - table [ref=e3]:
    - row [ref=e4]:
      - columnheader "Name" [ref=e5]
      - columnheader "" [ref=e6]
    - row [ref=e7]:
      - cell "Ada" [ref=e8]
      - cell [ref=e9]:
        - button "Delete" [ref=e10]
    - row [ref=e11]:
      - cell "Eve" [ref=e12]
      - cell [ref=e13]:
        - button "Delete" [ref=e14]
  - textbox "Name" [ref=e20]
  - textbox "Password" [ref=e21]
  - combobox "Rank" [ref=e22]:
    - option "High"
    - option "Low" [selected]
  - checkbox "Active" [checked] [ref=e23]
  - button "\ue020" [ref=e24]
  - link "Next" [ref=e25]:
    - /url: "?page=2"
```"""
OPENED = Call("navigate", {"url": "http://x/users"}, PAGE)


def lines(*calls: Call) -> list[dict[str, Any]]:
    """What was done on the page of users."""
    return lines_of([OPENED, *calls])


def call(tool: str, output: str = "", **given: Any) -> Call:
    """A call that went well."""
    return Call(tool, given, output)


def kinds(*calls: Call) -> list[tuple[str, Any]]:
    """The kind of each line but the last, with what was done."""
    return [(each["action_type"], each["action_details"]) for each in lines(*calls)[:-1]]


def test_the_row_of_a_target_is_known() -> None:
    """By its cells, its headers, and what identifies it; so are the section and the page."""
    (made, _end) = lines(call("click", target="e14"))
    details = made["details"]
    assert (details["url"], details["title"]) == ("http://x/users", "Users")
    assert details["state"]["headings"] == ["Users"]
    target = details["target"]
    assert (target["role"], target["name"], target["alike"], target["nth"]) == (
        "button", "Delete", 2, 1,
    )  # fmt: skip
    assert target["section"] == "Users"
    assert target["within"] == {
        "kind": "row", "cells": ["Eve", ""], "same": [False, False], "twins": 0, "key": 0,
        "headers": ["Name", ""],
    }  # fmt: skip


def test_what_a_field_in_a_row_holds_is_no_part_of_the_row() -> None:
    """Playwright calls its cell after it; and a label in the line of a form makes no row."""
    field = '[ref={0}]:\n      - combobox [ref=f{0}]:\n        - option "Low" [selected]'
    rows = "".join(f'\n  - row:\n    - cell "{who}"\n    - cell "Low" {field.format(who)}'
                   for who in ("Ada", "Eve"))  # fmt: skip
    table = '- table:\n  - row:\n    - columnheader "Name"\n    - columnheader "Rank"'
    made = lines(call("snapshot", table + rows), call("click", target="fEve"))[0]
    assert made["details"]["target"]["within"]["cells"] == ["Eve", ""]
    texts = 'uid=1_{} "{}"\n  uid=1_{}1 textbox "{}"\n  uid=1_{}2 "TEXT"\n  '
    form = 'uid=1_0 RootWebArea "New"\n  ' + "".join(
        texts.format(n, name, n, name, n) for n, name in enumerate(("name", "mail"), start=1)
    )
    made = lines(call("take_snapshot", form), call("fill", uid="1_21", value="x"))[0]
    assert "within" not in made["details"]["target"]


def test_an_item_that_is_but_a_link_is_no_row() -> None:
    """As for the recorder: what a row says beside the element tells it from others."""
    page = '- Page URL: http://x/\n- listitem [ref=e1]:\n  - link "Add" [ref=e2]'
    for more, expected in (("", None), ("\n  - text: a user", "item")):
        (made, _end) = lines(call("snapshot", page + more), call("click", target="e2"))
        assert made["details"]["target"].get("within", {}).get("kind") == expected


def test_each_tool_makes_its_line() -> None:
    """Clicks, texts, choices, boxes, keys, files and answers."""
    dialog = '- ["confirm" dialog with message "Sure?"]: can be handled by browser_handle_dialog'
    fields = [{"target": "e20", "value": "Bob"}, {"target": "e22", "value": "High"},
              {"target": "e23", "value": "true"}]  # fmt: skip
    assert kinds(
        call("click", ref="e25", doubleClick=True),
        call("type", target="e20", text="Ada", submit=True),
        call("fill_form", fields=fields),
        call("press_key", key="Control+A"),
        call("hover", target="e25"),
        call("drag", startTarget="e12", endTarget="e8"),
        call("click", dialog, target="e10"),
        call("handle_dialog", accept=True),
    ) == [
        ("double_click", {"button": "left"}),
        ("type", {"text": "Ada"}),
        ("key", {"key": "Enter"}),
        ("type", {"text": "Bob"}),
        ("type", {"text": "High"}),
        ("key", {"key": "Control+A"}),
        ("hover", {}),
        ("drag", {}),
        ("click", {"button": "left"}),
        ("dialog", {"dialog": "confirm", "message": "Sure?", "accepted": True}),
    ]


def test_a_call_that_failed_did_nothing() -> None:
    """So one that was made again counts once."""
    failed = Call("click", {"target": "e10"}, "### Error\nTimeout", failed=True)
    assert [kind for kind, _ in kinds(failed, call("click", target="e10"))] == ["click"]


@pytest.mark.parametrize(
    "strange",
    [
        call("evaluate", function="() => document.title"),
        call("run_code_unsafe", code="x"),
        call("mouse_click_xy", x=1, y=2),
        call("click", target="e99"),
        call("click", target="e1"),
        call("click", target="e10", modifiers=["Shift"]),
        call("type_text", text="into what?"),
        call("select_option", target="e22", values=["hi"]),
        call("select_option", target="e22", values={"a": "hi"}),
        call("fill_form", fields="Ada"),
        call("fill_form", fields=["Ada"]),
        call("fill_form", fields=5),
        call("fill_form"),
        call("file_upload"),
        call("file_upload", paths={"a": 5}),
        call("type", target="e20", text="a\n[… 90 characters …]\nb"),
    ],
    ids=lambda each: each.tool,
)
def test_what_no_line_can_express_is_lost(strange: Call) -> None:
    """And is said, so that nobody runs the rest as if it were all."""
    (made, _end) = lines(strange)
    assert (made["action_type"], made["action_details"]["loss"]) == ("unsupported", True)


def test_an_option_is_called_by_its_label() -> None:
    """Which the page shows after one was chosen by its value."""
    now = PAGE.replace('"Low" [selected]', '"Low"').replace('"High"', '"High" [selected]')
    chosen = call("select_option", now, target="e22", values=["hi"])
    assert kinds(chosen) == [("type", {"text": "High"})]


def test_secrets_are_not_written() -> None:
    """By the field, and where the board hid a value."""
    hidden = call("type", target="e20", text="[redacted aws-key]")
    made = lines(call("type", target="e21", text="hunter2"), hidden)[:-1]
    assert [each["action_details"]["text"] for each in made] == [SECRET, SECRET]
    keys = [call("press_key", key=key) for key in ("h", "2", "Enter")]
    made = lines(call("click", target="e21"), *keys)[:-1]
    assert [each["action_details"].get("text") for each in made] == [None, SECRET, SECRET, None]


def test_a_button_that_led_elsewhere_sends_something() -> None:
    """As does an icon, which does not say what it does; a link does not."""
    other = "- Page URL: http://x/done\n- Page Title: Done"
    for ref, submits in (("e14", True), ("e24", True), ("e25", None)):
        (made, _end) = lines(call("click", other if ref != "e24" else "", target=ref))
        assert made["details"]["target"].get("submits") is submits


def test_the_end_is_what_the_last_page_shows() -> None:
    """Its title and headings, the rows that are gone, and the text that was waited for."""
    after = PAGE.replace("Users", "All users").replace('"Eve"', '"Ina"')
    *_, check, end = lines(
        call("click", target="e14"), call("snapshot", after), call("wait_for", text="Deleted Eve")
    )
    assert check["action_details"] == {"what": "text", "value": "Deleted Eve"}
    assert end["details"]["title"] == "All users"
    assert end["details"]["state"]["headings"] == ["All users"]
    assert end["details"]["rows"] == [{"row": "Eve", "shown": False}]


def test_what_was_not_looked_at_is_not_known() -> None:
    """A snapshot from before the last action shows no end."""
    assert lines(call("click", target="e14"))[-1]["details"]["state"]["headings"] == []


def test_addresses_that_were_left_at_once_do_not_count() -> None:
    """The first is where the task starts, a later one was typed."""
    assert kinds() == []
    there, back = call("navigate", url="http://x/a"), call("navigate_back", PAGE)
    other = call("navigate_page", "Successfully navigated back to http://x/b.", type="back")
    for last, address in ((back, "http://x/users"), (other, "http://x/b")):
        assert kinds(call("click", target="e25"), there, last) == [
            ("click", {"button": "left"}),
            ("type", {"text": address}),
        ]


def test_a_part_of_a_page_names_its_nodes_alone() -> None:
    """What else the page shows is as before."""
    part = '### Result\nFound 1 match\n\n- generic [ref=e1]:\n  ...\n  - button "New" [ref=e50]'
    (made, _end) = lines(call("find", part, text="New"), call("click", target="e50"))
    assert made["details"]["target"]["name"] == "New"
    assert made["details"]["state"]["headings"] == ["Users"]


def test_a_text_is_taken_where_a_list_is_asked_for() -> None:
    """And a truth value as servers write it."""
    box = {"target": "e23", "value": True}
    assert kinds(
        call("file_upload", paths="/tmp/a.txt"),
        call("select_option", target="e22", values="High"),
        call("fill_form", fields=[box, {**box, "value": False}]),
    ) == [
        ("upload", {"files": ["a.txt"]}),
        ("type", {"text": "High"}),
        ("click", {"button": "left"}),
    ]


def test_what_was_waited_for_and_is_no_text_is_not_checked() -> None:
    """As far as it is one it is."""
    *_, check, _end = lines(call("click", target="e14"), call("wait_for", text=[5, "x"]))
    assert check["action_details"] == {"what": "text", "value": "x"}


def test_a_link_to_what_is_no_address_is_one(tmp_path: Path) -> None:
    """Whose step is lost as that of a recorder would be, not the whole recording."""
    page = PAGE.replace('"?page=2"', '"http://[x"')
    made = lines(call("snapshot", page), call("click", target="e25"), call("click", target="e20"))
    about = {"session_id": "a", "name": "a", "description": "", "platform": "browser",
             "created_at": "2026-01-01T00:00:00Z", "config": {}}  # fmt: skip
    recording = read_recording(write_recording(tmp_path, about, made))
    assert [step.target["name"] for step in recording.steps] == ["Name"]
    assert [each.text for each in recording.problems if each.is_loss] == [
        "details.target.href is not an address"
    ]
