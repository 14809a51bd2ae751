"""What a person does with each widget of `tests/parts/recordings/browser_pages/widgets`, and what
it becomes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.async_api import Page

Acts = Callable[["Page", Path], Awaitable[None]]
FILES = {"invoice.txt": "17 euro", "photo.png": "a photo", "letter.txt": "Dear Ada", "one.txt": "1",
         "two.txt": "2", "songs.json": "[]"}  # fmt: skip


@dataclass(frozen=True)
class Widget:
    """A widget: its page, what is done there, and what the page reports in the end.

    With `values` the parameters differ in the second run, and the page reports `then`.
    """

    page: str
    acts: Acts
    state: Mapping[str, str]
    values: Mapping[str, str] = field(default_factory=dict)
    then: Mapping[str, str] = field(default_factory=dict)
    dialogs: Mapping[str, str | bool] = field(default_factory=dict)


async def _text(page: Page, _files: Path) -> None:
    await page.get_by_label("City").click()
    await page.keyboard.type("Bern")


async def _textarea(page: Page, _files: Path) -> None:
    await page.get_by_label("Remarks").click()
    await page.keyboard.type("One")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Two")


async def _password(page: Page, _files: Path) -> None:
    await page.get_by_label("Password").fill("correct horse")


async def _checkbox(page: Page, _files: Path) -> None:
    await page.get_by_label("It is a gift").check()


async def _radio(page: Page, _files: Path) -> None:
    await page.get_by_label("Large").check()


async def _radio_by_key(page: Page, _files: Path) -> None:
    await page.get_by_label("Small").click()
    await page.keyboard.press("ArrowDown")


async def _select(page: Page, _files: Path) -> None:
    await page.get_by_label("Country").select_option("Chad")


async def _select_by_arrows(page: Page, _files: Path) -> None:
    await page.get_by_label("Country").focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")


async def _select_by_letter(page: Page, _files: Path) -> None:
    await page.get_by_label("Country").focus()
    await page.keyboard.press("s")


async def _several(page: Page, _files: Path) -> None:
    await page.get_by_label("Toppings").select_option(["Cheese", "Ham, raw"])


async def _several_by_mouse(page: Page, _files: Path) -> None:
    await page.get_by_role("option", name="Cheese").click()
    await page.get_by_role("option", name="Olives").click(modifiers=["Control"])


async def _date(page: Page, _files: Path) -> None:
    await page.get_by_label("Day").fill("2026-11-22")


async def _date_by_keys(page: Page, _files: Path) -> None:
    await page.get_by_label("Day").focus()
    await page.keyboard.type("11222026")


async def _time(page: Page, _files: Path) -> None:
    await page.get_by_label("Hour").fill("14:30")


async def _moment(page: Page, _files: Path) -> None:
    await page.get_by_label("Moment").fill("2026-11-22T14:30")


async def _colour(page: Page, _files: Path) -> None:
    await page.get_by_label("Colour").fill("#336699")


async def _number(page: Page, _files: Path) -> None:
    await page.get_by_label("Count", exact=True).click()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")


async def _slider_by_mouse(page: Page, _files: Path) -> None:
    box = await page.get_by_label("Volume").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    await page.mouse.move(box["x"] + 60, middle)
    await page.mouse.down()
    await page.mouse.move(box["x"] + 150, middle)
    await page.mouse.move(box["x"] + box["width"] - 2, middle)
    await page.mouse.up()


async def _slider_by_keys(page: Page, _files: Path) -> None:
    await page.get_by_label("Volume").focus()
    for _ in range(60):
        await page.keyboard.press("ArrowRight")


async def _editable(page: Page, _files: Path) -> None:
    await page.get_by_role("textbox", name="Title").click()
    await page.keyboard.type("Shopping")


async def _lines(page: Page, _files: Path) -> None:
    await page.get_by_role("textbox", name="Note").click()
    await page.keyboard.press("Control+a")
    await page.keyboard.type("Milk")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Bread")


async def _listbox(page: Page, _files: Path) -> None:
    await page.get_by_role("combobox", name="Shade").click()
    await page.get_by_role("option", name="Blue").click()


async def _listbox_by_keys(page: Page, _files: Path) -> None:
    await page.get_by_role("combobox", name="Shade").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        await page.keyboard.press(key)


async def _typeahead(page: Page, _files: Path) -> None:
    await page.get_by_label("Town", exact=True).click()
    await page.keyboard.type("ber")
    await page.get_by_role("option", name="Bergen").click()


async def _plain_suggestion(page: Page, _files: Path) -> None:
    await page.get_by_label("Street", exact=True).click()
    await page.keyboard.type("m")
    await page.get_by_text("Mill Lane").click()


async def _file(page: Page, files: Path) -> None:
    await page.get_by_label("Invoice").set_input_files(files / "invoice.txt")


async def _chosen(page: Page, button: str, *chosen: Path) -> None:
    async with page.expect_file_chooser() as opened:
        await page.get_by_text(button).click()
    await (await opened.value).set_files(chosen)


async def _file_by_button(page: Page, files: Path) -> None:
    await _chosen(page, "Choose a photo", files / "photo.png")


async def _file_by_label(page: Page, files: Path) -> None:
    await _chosen(page, "Attach a letter", files / "letter.txt")


async def _file_detached(page: Page, files: Path) -> None:
    await _chosen(page, "Import", files / "songs.json")
    await page.wait_for_function("document.body.dataset.import")


async def _files(page: Page, files: Path) -> None:
    await page.get_by_label("Pages").set_input_files([files / "one.txt", files / "two.txt"])


def _pressing(name: str, ready: str = "", role: Literal["button", "switch"] = "button") -> Acts:
    async def act(page: Page, _files: Path) -> None:
        await page.get_by_role(role, name=name, exact=True).click()
        if ready:
            await page.wait_for_function(f"document.body.dataset.{ready}")

    return act


async def _leave(page: Page, _files: Path) -> None:
    await page.get_by_label("Draft").click()
    await page.keyboard.type("Dear")
    await page.get_by_role("link", name="Leave").click()
    await page.wait_for_url("**/left.html")


async def _css_menu(page: Page, _files: Path) -> None:
    await page.get_by_role("link", name="Products").hover()
    await page.get_by_role("button", name="Tables").click()


async def _submenu(page: Page, _files: Path) -> None:
    await page.get_by_role("link", name="Products").hover()
    await page.get_by_text("Lamps").hover()
    await page.get_by_role("button", name="Desk lamp").click()


async def _script_menu(page: Page, _files: Path) -> None:
    await page.get_by_role("button", name="Tools").hover()
    await page.get_by_role("button", name="Saw").click()


async def _row_button(page: Page, _files: Path) -> None:
    await page.get_by_text("Letter from Bob").hover()
    await page.get_by_role("button", name="Archive").last.click()


async def _drag_native(page: Page, _files: Path) -> None:
    onto = page.get_by_role("listitem").filter(has_text="Write")
    rest = page.get_by_role("listitem").filter(has_text="Rest")
    await rest.drag_to(onto, target_position={"x": 40, "y": 4})


async def _drag_by_pointer(page: Page, _files: Path) -> None:
    one = await page.get_by_text("Numb").bounding_box()
    other = await page.get_by_text("Hello").bounding_box()
    assert one is not None
    assert other is not None
    await page.mouse.move(one["x"] + 30, one["y"] + 8)
    await page.mouse.down()
    await page.mouse.move(other["x"] + 30, other["y"], steps=4)
    await page.mouse.move(other["x"] + 30, other["y"] + other["height"] - 3)
    await page.mouse.up()


async def _double_click(page: Page, _files: Path) -> None:
    await page.get_by_text("Milk").dblclick()
    await page.keyboard.type("Oat milk")
    await page.keyboard.press("Enter")


async def _context_menu(page: Page, _files: Path) -> None:
    await page.get_by_text("Milk").click(button="right")
    await page.get_by_role("menuitem", name="Remove").click()


async def _switch_by_label(page: Page, _files: Path) -> None:
    await page.locator(".switch").click()


async def _label(page: Page, _files: Path) -> None:
    await page.get_by_text("I agree to the terms").click()


async def _enabled_later(page: Page, _files: Path) -> None:
    await page.get_by_role("button", name="Prepare").click()
    await page.get_by_role("button", name="Go").click()


async def _tabs(page: Page, _files: Path) -> None:
    await page.get_by_role("tab", name="Two").click()
    await page.get_by_role("button", name="Keep").click()


async def _details(page: Page, _files: Path) -> None:
    await page.get_by_text("More").click()
    await page.get_by_role("button", name="Inside").click()


async def _modal(page: Page, _files: Path) -> None:
    await page.get_by_role("button", name="Open the dialog").click()
    await page.get_by_role("button", name="Yes").click()


async def _autosave(page: Page, _files: Path) -> None:
    await page.get_by_label("Diary").click()
    await page.keyboard.type("Dear diary")
    await page.wait_for_function("document.body.dataset.diary")


async def _shortcut(page: Page, _files: Path) -> None:
    await page.keyboard.press("Control+s")


async def _endless(page: Page, _files: Path) -> None:
    await page.get_by_role("list", name="Songs").hover()
    wanted = page.get_by_role("button", name="Play Song 38")
    while not await wanted.count():
        await page.mouse.wheel(0, 700)
    await wanted.click()


async def _shadow(page: Page, _files: Path) -> None:
    await page.get_by_label("Nick").fill("Ada")
    await page.get_by_role("button", name="Greet").click()


def _framed(title: str) -> Acts:
    async def act(page: Page, _files: Path) -> None:
        frame = page.frame_locator(f"iframe[title='{title}']")
        await frame.get_by_label("Comment").fill("Well done")
        await frame.get_by_role("button", name="Send").click()

    return act


async def _window(page: Page, _files: Path) -> None:
    async with page.expect_popup() as opened:
        await page.get_by_role("button", name="Open a window").click()
    other = await opened.value
    await other.get_by_label("Code").fill("A17")
    await other.get_by_role("button", name="Confirm").click()


async def _tab(page: Page, _files: Path) -> None:
    async with page.expect_popup() as opened:
        await page.get_by_role("link", name="Open a tab").click()
    other = await opened.value
    await other.get_by_label("Code").fill("A17")
    await other.get_by_role("button", name="Confirm").click()


def _form(label: str, text: str, button: str) -> Acts:
    async def act(page: Page, _files: Path) -> None:
        await page.get_by_label(label).fill(text)
        await page.get_by_role("button", name=button).click()

    return act


_FAR = {"host": "localhost", "comment": "Well done"}
_NEAR = {"host": "127.0.0.1", "comment": "Well done"}

WIDGETS: dict[str, Widget] = {
    "text": Widget("fields", _text, {"city": "Bern"}, {"city": "Rome"}, {"city": "Rome"}),
    "textarea": Widget("fields", _textarea, {"remarks": "One\nTwo"}),
    "password": Widget("fields", _password, {"password": "correct horse"},
                       {"password": "open sesame"}, {"password": "open sesame"}),
    "checkbox": Widget("fields", _checkbox, {"gift": "true"}),
    "radio": Widget("fields", _radio, {"size": "large"}),
    "radio by arrow key": Widget("fields", _radio_by_key, {"size": "large"}),
    "select by a program": Widget("fields", _select, {"country": "Chad"},
                                  {"country": "Brazil"}, {"country": "Brazil"}),
    "select by arrow keys": Widget("fields", _select_by_arrows, {"country": "Chad"},
                                   {"country": "Brazil"}, {"country": "Brazil"}),
    "select by a letter": Widget("fields", _select_by_letter, {"country": "Sweden"}),
    "multiple select by a program": Widget("fields", _several, {"toppings": "Cheese|Ham, raw"}),
    "multiple select by mouse": Widget("fields", _several_by_mouse, {"toppings": "Cheese|Olives"}),
    "date": Widget("fields", _date, {"day": "2026-11-22"}, {"day": "2027-01-31"},
                   {"day": "2027-01-31"}),
    "date by keys": Widget("fields", _date_by_keys, {"day": "2026-11-22"}),
    "time": Widget("fields", _time, {"hour": "14:30"}),
    "date and time": Widget("fields", _moment, {"moment": "2026-11-22T14:30"}),
    "colour": Widget("fields", _colour, {"colour": "#336699"}),
    "number by arrow keys": Widget("fields", _number, {"count": "3"}, {"count": "12"},
                                   {"count": "12"}),
    "slider by mouse": Widget("fields", _slider_by_mouse, {"volume": "100"}),
    "slider by 60 keys": Widget("fields", _slider_by_keys, {"volume": "80"}, {"volume": "35"},
                                {"volume": "35"}),
    "contenteditable": Widget("editable", _editable, {"title": "Shopping"}, {"title": "Work"},
                              {"title": "Work"}),
    "contenteditable of several lines": Widget("editable", _lines, {"note": "Milk|Bread"}),
    "custom listbox": Widget("combobox", _listbox, {"shade": "Blue"}),
    "custom listbox by keys": Widget("combobox", _listbox_by_keys, {"shade": "Cyan"}),
    "typeahead": Widget("combobox", _typeahead, {"town": "Bergen"}, {"town": "London"},
                        {"town": "London"}),
    "typeahead without roles": Widget("combobox", _plain_suggestion, {"street": "Mill Lane"},
                                      {"street": "Oak Avenue"}, {"street": "Oak Avenue"}),
    "file input": Widget("files", _file, {"invoice": "invoice.txt=17 euro"}),
    "file chooser of a button": Widget("files", _file_by_button, {"photo": "photo.png=a photo"}),
    "file chooser of a label": Widget("files", _file_by_label, {"letter": "letter.txt=Dear Ada"}),
    "file chooser of a detached input": Widget("files", _file_detached,
                                               {"import": "songs.json=[]"}),
    "several files": Widget("files", _files, {"pages": "one.txt=1|two.txt=2"}),
    "alert": Widget("dialogs", _pressing("Save"), {"alert": "seen"}),
    "confirm": Widget("dialogs", _pressing("Delete"), {"confirm": "true"},
                      dialogs={"Delete 7 files?": True}),
    "confirm that was refused": Widget("dialogs", _pressing("Delete"), {"confirm": "false"},
                                       dialogs={"Delete 7 files?": False}),
    "prompt": Widget("dialogs", _pressing("Rename"), {"prompt": "Plan B"},
                     {"new_name": "Plan C"}, {"prompt": "Plan C"},
                     dialogs={"New name?": "Plan B"}),
    "confirm some time later": Widget("dialogs", _pressing("Later", "late"), {"late": "true"},
                                      dialogs={"Are you still there?": True}),
    "two questions": Widget("dialogs", _pressing("Both"), {"both": "true false"},
                            dialogs={"First?": True, "Second?": False}),
    "beforeunload": Widget("dialogs", _leave, {"left": "yes"}, dialogs={"": True}),
    "menu by CSS hover": Widget("hover", _css_menu, {"chosen": "tables"}),
    "submenu by CSS hover": Widget("hover", _submenu, {"chosen": "desk lamp"}),
    "menu by mouseenter": Widget("hover", _script_menu, {"tool": "Saw"}),
    "button in a row by hover": Widget("hover", _row_button, {"archived": "Bob"}),
    "drag of list items": Widget("lists", _drag_native, {"native": "Rest Write Read"}),
    "drag of list items by pointer": Widget("lists", _drag_by_pointer,
                                            {"knobs": "Clocks Hello Numb"}),
    "double click to edit": Widget("gestures", _double_click, {"item": "Oat milk"}),
    "context menu": Widget("gestures", _context_menu, {"menu": "Remove"}),
    "toggle switch of a hidden box": Widget("gestures", _switch_by_label, {"dark": "true"}),
    "toggle switch": Widget("gestures", _pressing("Sound", role="switch"), {"sound": "true"}),
    "icon button": Widget("gestures", _pressing("Star it"), {"icon": "starred"}),
    "label": Widget("gestures", _label, {"agree": "true"}),
    "button that is enabled later": Widget("gestures", _enabled_later, {"went": "yes"}),
    "tabs": Widget("gestures", _tabs, {"tab": "Two", "kept": "second"}),
    "accordion": Widget("gestures", _details, {"more": "true", "inside": "pressed"}),
    "modal dialog": Widget("gestures", _modal, {"sure": "yes"}),
    "autosaving field": Widget("gestures", _autosave, {"diary": "Dear diary"},
                               {"diary": "Good night"}, {"diary": "Good night"}),
    "keyboard shortcut": Widget("gestures", _shortcut, {"shortcut": "saved"}),
    "infinite list": Widget("endless", _endless, {"played": "Song 38"}),
    "shadow root": Widget("frames", _shadow, {"greeted": "Ada"}, {"nick": "Bob"},
                          {"greeted": "Bob"}),
    "frame": Widget("frames", _framed("Same host"), _NEAR),
    "frame of another host": Widget("frames", _framed("Other host"), _FAR),
    "popup window": Widget("frames", _window, {"code": "A17"}),
    "new tab": Widget("frames", _tab, {"code": "A17"}),
    "right to left": Widget("rtl", _form("الاسم", "ليلى", "إرسال"), {"name": "ليلى"}),
    "CJK": Widget("cjk", _form("曲名", "海の声", "再生"), {"song": "海の声"}),
    "zoomed": Widget("zoomed", _form("Word", "Far", "Send"), {"word": "Far"}),
}  # fmt: skip
