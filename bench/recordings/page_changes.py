"""Scripts that change a page as its makers might: they run at the end of every page."""

from __future__ import annotations

import json

from bench.recordings.door import STRAY_PATH

_ALWAYS = """
const always = (change) => {
  change();
  new MutationObserver(change).observe(document.body, {childList: true, subtree: true});
};
const controls = (name) => [...document.querySelectorAll(
  "button, a, input[type=submit], input[type=checkbox]"
)].filter((one) => [one.value, one.textContent.trim(), one.title, one.ariaLabel].includes(name));
"""


def renamed_control(old: str, new: str) -> str:
    """A button or link has another name."""
    return _script(
        """always(() => controls(OLD).forEach((one) => {
          if (one.type === "submit" && one.tagName === "INPUT") one.value = NEW;
          if (one.textContent.trim() === OLD) one.textContent = NEW;
          if (one.title === OLD) one.title = NEW;
          if (one.ariaLabel === OLD) one.ariaLabel = NEW;
        }));""",
        OLD=old, NEW=new,
    )  # fmt: skip


def second_control(name: str) -> str:
    """Another control of the same kind and name comes before the one that there was."""
    return _script(
        """always(() => {
          const [first] = controls(NAME).filter((one) => !one.dataset.stray);
          if (!first || document.querySelector("[data-stray]")) return;
          const form = document.createElement("form");
          Object.assign(form, {method: "post", action: PATH});
          const second = document.createElement(first.tagName);
          if (first.type) second.type = first.type;
          if (first.tagName === "INPUT") second.value = first.value;
          else second.textContent = first.textContent.trim();
          if (first.tagName === "A") second.href = PATH;
          if (first.type === "checkbox") second.onclick = () => fetch(PATH, {method: "POST"});
          if (first.title) second.title = first.title;
          if (first.ariaLabel) second.ariaLabel = first.ariaLabel;
          second.dataset.stray = "1";
          form.append(second);
          document.body.prepend(form);
        });""",
        NAME=name, PATH=STRAY_PATH,
    )  # fmt: skip


def renamed_label(old: str, new: str) -> str:
    """A field has another label."""
    return _script(
        """always(() => document.querySelectorAll("label").forEach((label) => {
          for (const node of label.childNodes)
            if (node.nodeType === 3 && node.data.includes(OLD))
              node.data = node.data.replace(OLD, NEW);
        }));""",
        OLD=old, NEW=new,
    )  # fmt: skip


def other_headings(prefix: str) -> str:
    """Headings and the title say something else."""
    return _script(
        """always(() => document.querySelectorAll("h1, h2, h3").forEach((heading) => {
          if (!heading.textContent.startsWith(PREFIX)) heading.prepend(PREFIX);
        }));
        document.title = PREFIX + document.title;""",
        PREFIX=prefix,
    )  # fmt: skip


def other_ids(prefix: str) -> str:
    """Ids are other ones, as after an update of the theme."""
    return _script(
        """always(() => {
          document.querySelectorAll("[id]").forEach((one) => {
            if (!one.id.startsWith(PREFIX)) one.id = PREFIX + one.id;
          });
          document.querySelectorAll("label[for]").forEach((one) => {
            if (!one.htmlFor.startsWith(PREFIX)) one.htmlFor = PREFIX + one.htmlFor;
          });
        });""",
        PREFIX=prefix,
    )  # fmt: skip


def consent(*, covers: bool) -> str:
    """A banner asks for consent, at the foot or over all of the page, until it is answered."""
    return _script(
        """if (!sessionStorage.getItem("consent")) {
          const banner = document.createElement("div");
          banner.setAttribute("role", "dialog");
          banner.setAttribute("aria-label", "We value your privacy");
          banner.style.cssText = "position:fixed;left:0;right:0;bottom:0;background:#eee;"
            + "z-index:9999;" + (COVERS ? "top:0;padding:200px" : "height:60px");
          for (const name of ["Accept all", "Reject all"]) {
            const button = document.createElement("button");
            button.textContent = name;
            button.onclick = () => { sessionStorage.setItem("consent", "1"); banner.remove(); };
            banner.append(button);
          }
          document.body.append(banner);
        }""",
        COVERS=covers,
    )  # fmt: skip


def drawn_late(milliseconds: int) -> str:
    """The page shows nothing for a while."""
    return _script(
        """document.body.style.visibility = "hidden";
        setTimeout(() => { document.body.style.visibility = ""; }, AFTER);""",
        AFTER=milliseconds,
    )  # fmt: skip


def _script(body: str, **values: str | bool | int) -> str:
    constants = "".join(f"const {name} = {json.dumps(value)};" for name, value in values.items())
    return f"(() => {{ {_ALWAYS} {constants} {body} }})();"
