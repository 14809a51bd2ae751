"""The tasks. README.md has the rule by which they were chosen, and the pages left out."""

from __future__ import annotations

from bench.recordings.miniwob import person as by
from bench.recordings.miniwob.person import does, for_each
from bench.recordings.miniwob.task import Task

_SUBMIT = "click #subbtn"
_TYPE = does("type text #tt", _SUBMIT)
_ENTER = r'Enter "(?P<text>.+)" into'
_ITEMS = """({items}) => {
  const all = items.split(", ");
  const named = all.map((item, at) => [`item${at + 1}`, item]);
  return items === "nothing" ? null : {...Object.fromEntries(named), _count: `${all.length}`};
}"""
_ONLY = """(values) => {
  const shown = [...document.querySelectorAll("CSS")].map((each) => each.textContent.trim());
  return shown.filter((text) => text === VALUE).length === 1 ? values : null;
}"""
_IN_PANEL = """({link}) => {
  const all = [...document.querySelectorAll(".alink")].filter((each) => each.textContent === link);
  const panel = all.length === 1 && all[0].closest("#area > div");
  return panel ? {link, "panel?": NAME} : null;
}"""
_TAB = "document.querySelector(`#area a[href='#${panel.id}']`).textContent"
_MAIL = (
    r'Find the email by (?P<name>.+?) and (?:reply to them with the text "(?P<text>.+)"|'
    r"forward that email to (?P<to>.+)\.|click the (?P<_icon>trash|star) icon)"
)
_MOVIES = r"Search for (?P<genre>.+) movies directed by (?P<director>.+) from year (?P<year>\d+)\."
_FIELD = ':is(#area > p, .row, tr, .field, .ui-entry):has-text("{}") input'
_LINK = r'link "(?P<link>.+)"\.'
_PASSWORD = r'username "(?P<user>.+)" and the password "(?P<password>.+)" into'
_LOGIN = ("type user #username", "type password #password", _SUBMIT)
_DATE = r"Select (?P<date>\S+) as the date"


def _only(css: str, name: str) -> str:
    """The values where one thing on the page has a name."""
    return _ONLY.replace("CSS", css).replace("VALUE", f"values.{name}")


def _tick(name: str) -> Task:
    person = for_each("item", '#area label:text-is("{each}")', _SUBMIT)
    return Task(name, "picked", r"Select (?P<items>.+) and click Submit", person, _ITEMS)


def _tabs(name: str) -> Task:
    person = does('click .ui-tab a:text-is("{panel}")', 'click .alink:text-is("{link}"):visible')
    return Task(name, "picked", _LINK, person, _IN_PANEL.replace("NAME", _TAB))


def _mail(name: str) -> Task:
    return Task(name, "row", _MAIL, by.answer_mail, _only("#main .email-sender", "name"))


def _button(name: str) -> Task:
    person = does('click #area button:text-is("{button}")')
    utterance = r'Click on the "(?P<button>.+)" button'
    return Task(name, "control", utterance, person, _only("#area button", "button"))


def _movies(name: str) -> Task:
    person = does(
        f"type genre {_FIELD.format('Genre')}", f"type director {_FIELD.format('Director')}",
        f"type year {_FIELD.format('Year')}, {_FIELD.format('Released')}",
        "click :is(#area button, .final, .ui-submit)",
    )  # fmt: skip
    values = """(values) => ({...values, _layout: [...document.querySelectorAll("#area > *")].map(
      (each) => each.localName + each.className).sort().join()})"""
    return Task(name, "typed", _MOVIES, person, values)


TASKS = (
    Task("enter-text", "typed", _ENTER, _TYPE),
    Task("enter-text-2", "typed", r'Type "(?P<text>.+)" in all (?P<case>upper|lower)', _TYPE,
        '(v) => ({text: v.case === "upper" ? v.text.toUpperCase() : v.text.toLowerCase()})'),
    Task("enter-text-dynamic", "typed", _ENTER, _TYPE),
    Task("enter-password", "typed", r'password "(?P<password>.+)" into both',
        does("type password #password", "type password #verify", _SUBMIT),
        secrets=("password", "password")),
    Task("login-user", "typed", _PASSWORD, does(*_LOGIN), secrets=("password",)),
    Task("login-user-popup", "typed", _PASSWORD,
        does("click #username", "click #popup-cancel", *_LOGIN),
        """(values) => (document.querySelector("#username").focus(),
          document.querySelector("#popup") ? values : null)""",
        secrets=("password",)),
    Task("enter-date", "typed", r"Enter (?P<m>\d+)/(?P<d>\d+)/(?P<y>\d+) as the date",
        does("set date #tt", _SUBMIT), "({y, m, d}) => ({date: `${y}-${m}-${d}`})"),
    Task("enter-time", "typed", r"Enter (?P<h>\d+):(?P<min>\d+)\s*(?P<half>[AP]M) as the time",
        does("set time #tt", _SUBMIT),
        """({h, min, half}) => ({
          time: `${h % 12 + (half === "PM" ? 12 : 0)}`.padStart(2, "0") + `:${min}`})"""),
    *map(_movies, ("multi-orderings", "multi-layouts")),
    Task("search-engine", "typed",
        r'enter "(?P<text>.+)" and press "Search", then find and click the (?P<_place>\d+)',
        by.search),
    Task("use-autocomplete", "picked",
        r'starts with "(?P<starts>.+?)"(?: and ends with "(?P<ends>.+)")?\.',
        does("type starts? #tags", 'click .ui-menu-item div:text-is("{item}")', _SUBMIT),
        """({starts, ends = ""}) => {
          const item = ITEMS.find((each) => each.startsWith(starts) && each.endsWith(ends));
          return {item, "starts?": starts};
        }"""),
    Task("click-link", "picked", _LINK, does('click .alink:text-is("{link}")'),
        _only(".alink", "link")),
    Task("click-tab", "control", r"Click on (?P<tab>Tab #\d)",
        does('click .ui-tab a:text-is("{tab}")')),
    *map(_tabs, ("click-tab-2", "click-tab-2-easy", "click-tab-2-medium", "click-tab-2-hard")),
    Task("click-collapsible-2", "picked", _LINK,
        does('click h3:has-text("{panel}")', 'click .alink:text-is("{link}"):visible'),
        _IN_PANEL.replace("NAME", "panel.previousElementSibling.textContent.trim()")),
    Task("click-menu", "picked", r"Select (?P<path>.+)$", by.open_menus,
        f"""({{path}}) => ({_ITEMS})({{items: path.split(">").join(", ")}})"""),
    Task("click-menu-2", "picked", r'labeled "(?P<item>.+)"',
        for_each("_under", '#menu div:text-is("{each}")', 'click #menu div:text-is("{item}")',
                 first="click #open-menu"),
        """({item}) => ["Prev", "Stop", "Play", "Next"].includes(item)
          ? {item, _under: "Playback"} : {item}"""),
    Task("choose-list", "picked", r"Select (?P<item>.+) from the list",
        does("pick item #options", "click #area button")),
    Task("click-scroll-list", "picked", r"Select (?P<items>.+) from the scroll list",
        by.choose_several, _ITEMS),
    Task("click-option", "picked", r"Select (?P<item>.+) and click Submit",
        does('click #area label:text-is("{item}")', _SUBMIT)),
    *map(_tick, ("click-checkboxes", "click-checkboxes-large", "click-checkboxes-transfer")),
    *map(_button, ("click-button", "unicode-test")),
    Task("click-dialog-2", "control", r'labeled "(?P<button>Cancel|OK)"',
        does('click .ui-dialog button:text-is("{button}")')),
    Task("click-pie", "picked", r'labeled "(?P<item>.+)"', by.open_wheel,
        """(values) => (document.querySelector("[id$='title-0']").textContent === values.item
          ? null : values)""",  # the page gives nothing for the item that is selected at first
    ),
    Task("choose-date", "picked", _DATE, by.choose_date),
    Task("choose-date-easy", "picked", _DATE, by.choose_date),
    Task("choose-date-medium", "picked", _DATE, by.choose_date),
    Task("order-food", "row", r"Order one of each item: (?P<items>.+)",
        for_each("item", '.food-item:has(.item-name:text-is("{each}")) .add',
                 "click #submit-order button"),
        _ITEMS),
    Task("social-media", "row",
        r'For the user (?P<user>@.+), click on the "(?P<_action>.+)" button', by.answer_post,
        _only(".username", "user")),
    *map(_mail, ("email-inbox", "email-inbox-delete", "email-inbox-important",
                 "email-inbox-reply", "email-inbox-forward")),
    Task("form-sequence-3", "picked",
        r'Choose (?P<height>.+) from the dropdown, then click the button labeled "(?P<button>.+)"',
        does("click .selectric", 'click .selectric-items li:text-is("{height}")',
             'click #buttons button:text-is("{button}")')),
    Task("navigate-tree", "picked", r'named "(?P<item>.+)"',
        for_each("folder", '#tree span:text-is("{each}")', 'click #tree span:text-is("{item}")'),
        """({item}) => {
          const all = [...document.querySelectorAll("#tree span")];
          const named = all.filter((each) => each.textContent === item);
          const above = named[0].closest("ul").parentElement.closest("li");
          const folder = above ? {"folder?": above.querySelector("span").textContent} : {};
          return named.length === 1 ? {...folder, item} : null;
        }"""),
    Task("phone-book", "row", r"Find (?P<name>.+) in the contact book and click on their "
        r"(?P<_detail>phone|email|address)", by.look_up,
        """({name, _detail}) => {
          for (let page = 0; page < 5; page += 1) {
            const contact = document.querySelector("#contact");
            if (contact.querySelector(".name").textContent === name)
              return {"name?": name, "detail?": contact.querySelector(`a.${_detail}`).textContent,
                      _detail, _page: `${page}`};
            document.querySelector("#pagination .next a").click();
          }
          return null;
        }"""),
)  # fmt: skip
