"""Pages on which a rerun could do something else than was recorded: before, after, and the task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tests.parts.recordings.browser.tasks import Actions

if TYPE_CHECKING:
    from playwright.async_api import Page

_SETTLED = 200.0


class Attack(NamedTuple):
    """A page when the task was recorded, the page on the rerun, and what may be done to it."""

    name: str
    then: str
    actions: Actions
    now: str
    intended: str = ""


def press(name: str, n: int = 0, role: str = "button") -> Actions:
    """Click the n-th of that name."""

    async def actions(page: Page) -> None:
        await page.locator(f"internal:role={role}[name={name!r}s]").nth(n).click()
        await page.wait_for_timeout(_SETTLED)

    return actions


async def _tick(page: Page) -> None:
    await page.get_by_label("Backups").check()
    await page.wait_for_timeout(_SETTLED)


async def _delete_second_ticked(page: Page) -> None:
    await page.get_by_label("Select").nth(1).check()
    await press("Delete")(page)


async def _delete_by_keyboard(page: Page) -> None:
    await page.get_by_role("listbox").focus()
    for key in ("ArrowDown", "ArrowDown", "Delete"):
        await page.keyboard.press(key)
    await page.wait_for_timeout(_SETTLED)


async def _delete_in_second_frame(page: Page) -> None:
    await page.frame_locator("iframe >> nth=1").get_by_role("button").click()
    await page.wait_for_timeout(_SETTLED)


async def _choose_admin(page: Page) -> None:
    await page.get_by_label("Role").first.select_option("admin")
    await page.wait_for_timeout(_SETTLED)


def button(did: str, name: str = "Delete", more: str = "") -> str:
    """A button that reports what it did."""
    return f"<button {more} onclick=\"done('{did}')\">{name}</button>"


def cards(*texts: Sequence[str]) -> str:
    """Cards of divs; the first text says what is deleted."""
    return "<h1>Cards</h1>" + "".join(
        "<div class=card>" + "".join(f"<span>{each}</span> " for each in card)
        + button(" ".join(card)) + "</div>" for card in texts
    )  # fmt: skip


def table(headers: Sequence[str], *rows: Sequence[str], title: str = "All") -> str:
    """A table with a button in each row."""
    head, body = "".join(f"<th>{each}</th>" for each in headers), ""
    for row in rows:
        cells = "".join(f"<td>{cell}</td>" for cell in row)
        body += f"<tr>{cells}<td>{button(' '.join([title, *row]))}</td></tr>"
    return f"<h2>{title}</h2><table><tr>{head}<th></th></tr>{body}</table>"


def two_tables(customers: Iterable[str], suppliers: Iterable[str]) -> str:
    """Customers and suppliers."""
    both = (("Customers", customers), ("Suppliers", suppliers))
    return "".join(table(PEOPLE, *([name] for name in names), title=each) for each, names in both)


def editable(*names: str) -> str:
    """Rows that say what they are in a field alone."""
    rows = (f"<tr><td><input value={name} aria-label=SKU></td><td>{button(name)}</td></tr>"
            for name in names)  # fmt: skip
    return f"<table><tr><th>SKU</th><th></th></tr>{''.join(rows)}</table>"


def pictures(*names: str) -> str:
    """List items that say what they are by a picture alone."""
    return "<ul>" + "".join(f"<li><img alt={name} src='data:,'>{button(name)}</li>"
                            for name in names) + "</ul>"  # fmt: skip


def groups(us: Iterable[str], eu: Iterable[str]) -> str:
    """One table with a row above each of two groups."""
    body = ""
    for title, names in (("US", us), ("EU", eu)):
        body += f"<tr><th colspan=2>{title}</th></tr>"
        body += "".join(f"<tr><td>{n}</td><td>{button(title + n)}</td></tr>" for n in names)
    return f"<table>{body}</table>"


def tree(src: Iterable[str], doc: Iterable[str]) -> str:
    """Two folders and the files in them."""
    folders = ""
    for title, names in (("src", src), ("doc", doc)):
        files = "".join(f"<li role=treeitem>{n}{button(title + n)}</li>" for n in names)
        folders += f"<li role=treeitem>{title}<ul role=group>{files}</ul></li>"
    return f"<ul role=tree>{folders}</ul>"


def ticked(*names: str, before: str = "") -> str:
    """A box in each row, one ticked before, and one button for all."""
    rows = "".join(f"<tr><td><input type=checkbox aria-label=Select value={name} "
                   f"{'checked' if name == before else ''}></td><td>{name}</td></tr>"
                   for name in names)  # fmt: skip
    script = "done([...document.querySelectorAll('input:checked')].map((e) => e.value).join())"
    return f'<table>{rows}</table><button onclick="{script}">Delete</button>'


def listbox(*names: str) -> str:
    """A list whose active option the arrow keys change and the Delete key deletes."""
    options = "".join(f"<div role=option id=o-{name}>{name}</div>" for name in names)
    return f"""<div role=listbox tabindex=0 aria-label=Files id=list>{options}</div><script>
let at = -1; list.onkeydown = ({{key}}) => {{
  if (key === "ArrowDown") list.setAttribute("aria-activedescendant", list.children[++at].id);
  if (key === "Delete") done(list.children[at].textContent);
}};</script>"""


def rerendered(script: str) -> str:
    """Rows that a script fills again when the pointer comes."""
    does = "done(this.parentElement.querySelector('b').textContent)"
    rows = "".join(f'<li><b>{name}</b> <button onclick="{does}">Delete</button></li>'
                   for name in ("Ada", "Bob", "Eve"))  # fmt: skip
    return f"<ul>{rows}</ul><script>{script}</script>"


ROTATE = """addEventListener("mousemove", () => {
  const names = ["New", "Ada", "Bob"];
  document.querySelectorAll("b").forEach((each, n) => { each.textContent = names[n]; });
}, {once: true, capture: true});"""


def frames(*numbers: int) -> str:
    """Widgets in frames."""
    return "".join(f"<iframe src='attack_frame.html?{n}'></iframe>" for n in numbers)


def roles(*names: str) -> str:
    """A list to choose from in each row."""
    rows = "".join(f"<tr><td>{n}</td><td><select aria-label=Role onchange=\"done('{n}')\"><option>"
                   "user<option>admin</select></td></tr>" for n in names)  # fmt: skip
    return f"<table><tr><th>Name</th><th>Role</th></tr>{rows}</table>"


def selects(*names: str) -> str:
    """Cards of which none has a class of another."""
    return "".join(f"<div class=c{n}><b>{name}</b>{button(name, 'Select')}</div>"
                   for n, name in enumerate(names))  # fmt: skip


def nested(ada: Iterable[str], bob: Iterable[str]) -> str:
    """A table in a row of a table."""
    body = ""
    for order, items in (("Ada", ada), ("Bob", bob)):
        inner = "".join(f"<tr><td>{n}</td><td>{button(order + n)}</td></tr>" for n in items)
        body += f"<tr><td>{order}</td><td><table>{inner}</table></td></tr>"
    return f"<table><tr><th>Order</th><th>Items</th></tr>{body}</table>"


def switch(state: str) -> str:
    """A switch."""
    does = "this.ariaChecked = String(this.ariaChecked !== 'true'); done(this.ariaChecked)"
    return f'<button role=switch aria-checked={state} onclick="{does}">Backups</button>'


def box(state: str) -> str:
    """A box to tick."""
    return f"<label><input type=checkbox {state} onchange='done(this.checked)'> Backups</label>"


def asking(question: str, does: str) -> str:
    """A dialog that asks before."""
    return f"<dialog open><p>{question}</p>{button(does, 'OK')}</dialog>"


def headed(name: str) -> str:
    """A heading with a button beside it, and a menu."""
    mute = f"<ul role=menu><li role=menuitem onclick=\"done('{name}')\">Mute</ul>"
    return f"<header><h1>{name}</h1><button>Follow</button></header>{mute}"


DELETE = press("Delete")
PEOPLE, ADA = ["Name"], ["Ada"]
ATTACKS = (
    Attack("the same texts in another order", cards(["Al", "to", "Bo"], ["Eve", "to", "Dan"]),
           DELETE, cards(["Bo", "to", "Al"], ["Eve", "to", "Dan"])),
    Attack("another numbered thing in the same state",
           table(["Ticket", "Status"], ["1041", "Done"], ["1042", "Open"]), press("Delete", 1),
           table(["Ticket", "Status"], ["1041", "Done"], ["1050", "Open"])),
    Attack("one of twins is left", table(PEOPLE, ADA, ADA), press("Delete", 1), table(PEOPLE, ADA)),
    Attack("a row of fields is left", editable("A", "B"), press("Delete", 1), editable("A")),
    Attack("rows of fields in another order", editable("A", "B"), press("Delete", 1),
           editable("B", "A"), "B"),
    Attack("a picture is left", pictures("Ada", "Bob"), press("Delete", 1), pictures("Ada")),
    Attack("the same name in another table",
           two_tables(["Ada"], ["Eve"]), DELETE, two_tables(["Bob"], ["Ada"])),
    Attack("the same name in another group", groups(["Ada", "Bob"], ["Eve"]), DELETE,
           groups(["Bob"], ["Ada", "Eve"])),
    Attack("the same name in another folder", tree(["a", "b"], ["c"]), DELETE, tree(["b"], ["a"])),
    Attack("the same item of another order", nested(["Tea"], ["Milk"]), DELETE,
           nested(["Milk"], ["Tea"])),
    Attack("the only card is another one", "<div><h3>Al</h3>" + button("Al") + "</div>", DELETE,
           "<div><h3>Bo</h3>" + button("Bo") + "</div>"),
    Attack("another panel is open", "<h2>Drafts</h2>" + button("d", "Delete all"),
           press("Delete all"), "<h2>Published</h2>" + button("p", "Delete all")),
    Attack("a button with another number", button("2", "Restart server 2"),
           press("Restart server 2"), button("3", "Restart server 3")),
    Attack("a button that does the contrary", button("stop", "Stop", "id=toggle-service"),
           press("Stop"), button("start", "Start", "id=toggle-service")),
    Attack("a box that is ticked already", box(""), _tick, box("checked")),
    Attack("a switch that is on already", switch("false"), press("Backups", role="switch"),
           switch("true")),
    Attack("a row that is ticked already", ticked("Ada", "Bob"), _delete_second_ticked,
           ticked("Ada", "Bob", before="Bob"), "Bob"),
    Attack("rows that move under the pointer", rerendered(""), press("Delete", 1),
           rerendered(ROTATE), "Bob"),
    Attack("the same button in two frames", frames(1, 2), _delete_in_second_frame, frames(1, 2)),
    Attack("the same button in a frame", button("here") + frames(1), DELETE, frames(1)),
    Attack("another row is ticked as well", ticked("Ada", "Bob"), _delete_second_ticked,
            ticked("Ada", "Bob", before="Ada"), "Bob"),
    Attack("the arrow keys lead elsewhere", listbox("a", "b"), _delete_by_keyboard,
            listbox("0", "a", "b"), "b"),
    Attack("the list of another row", roles("Ada"), _choose_admin, roles("Eve")),
    Attack("cards without a common class", selects("Ada", "Bob"), press("Select", 1),
            selects("Bob", "Ada"), "Bob"),
    Attack("the dialog is about more", asking("Move it to the bin?", "it"), press("OK"),
           asking("Move all reports to the bin?", "all")),
    Attack("the page of somebody whose name begins so", headed("Rosa Lind"),
           press("Mute", role="menuitem"), headed("Rosa Lindgren")),
)  # fmt: skip

OPEN = (
    (Attack("the recorded frame is gone", frames(1, 2), _delete_in_second_frame, frames(1)),
     "a frame is recorded without its query"),
    (Attack("the only card, which has no heading, is another one", cards(["Al"]), DELETE,
            cards(["Bo"])),
     "one card among no others is not seen as a card"),
)  # fmt: skip
