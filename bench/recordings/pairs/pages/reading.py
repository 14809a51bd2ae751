"""Pages for searching and reading, whose changes do not matter."""

# ruff: noqa: E501, RUF001  # pages are data
# fmt: off
from __future__ import annotations

from bench.recordings.pairs.case import do, scene

CATALOG = scene("""{over}<h1>{heading}</h1>{form}
<table><tr>{head}</tr>
{books}
</table><a class="btn" href="/catalog/2">{later}</a>""", over="", heading="Catalogue", later="Next", head="<th>Title</th><th>Author</th><th>State</th>", form='<form action="/catalog" role="search"><label for="t">Search the catalogue</label> <input id="t" name="t" placeholder="e.g. Moby Dick"> <button class="go">Search</button></form>', book='<tr><td><a href="/book/{3}">{0}</a></td><td>{1}</td><td>{2}</td></tr>', books=["Dracula|Stoker|in|1", "Emma|Austen|out|2", "Middlemarch|Eliot|in|3"])
FORM, BOOK = CATALOG.parts["form"], CATALOG.parts["book"]
LOOK, OPEN, LATER = (("#t", "Emma"), ".go"), ("td >> text=Emma",), ("text=Next",)
_BAR = '<div class="bar" role="dialog" aria-label="Cookies" data-box="o"><p>We use cookies.</p><button data-hide="o">Close</button></div>'
_OVER = '<div class="over" role="dialog" aria-label="We value your privacy" data-box="o"><p>We use cookies.</p><button aria-label="Close" data-hide="o">×</button></div>'
FLIGHTS = scene("""{over}<h1>Flights</h1><form action="/flights"><label for="a">{origin}</label> <select id="a" name="a">{ports}</select>
<label for="b">{target}</label> <select id="b" name="b">{ports}</select> {submit}</form>""", over="", origin="From", target="To", submit='<input type="submit" id="s" value="Search flights">', port="<option>{0}</option>", ports=["Oslo", "Porto", "Riga"])
FLY = (("#a", "Oslo"), ("#b", "Riga"), "#s")
REPORT = scene("""<h1>{heading}</h1><div class="side"><form action="/report" id="f"><label>{label} <select name="p">{periods}</select></label> {apply}</form></div>
<div role="toolbar" class="bar"><a href="/report/print">Print view</a>{tools}</div>
<table><tr><th>Shop</th><th>Sales</th><th></th></tr>
{shops}
</table>""", heading="Sales", label="Period", tools="", apply='<button type="submit">Apply filter</button>', period="<option>{0}</option>", periods=["Week", "Month", "Year"], shop='<tr><td>{0}</td><td>{1}</td><td><a href="/shop/{2}">Details</a></td></tr>', shops=["Bergen|120|1", "Lyon|340|2", "Split|77|3"])
FILTER, DETAILS, PRINT = (("[name=p]", "Month"), "text=Apply filter"), ("tr:has-text('Lyon') a",), ("text=Print view",)
NEWS = scene("""{over}<nav aria-label="Sections"><ul>{links}</ul></nav><main><h1>{heading}</h1><p>Rain is expected.</p></main>""", over="", heading="Today", link='<li><a href="/news/{0}">{1}</a></li>', links=["world|World", "sports|Sports", "culture|Culture"])
SPORTS = ("text=Sports",)
HANDBOOK = scene("""<div class="tree" role="tree">{docs}</div><main><h1>Handbook</h1><p>Welcome.</p><div class="foot">{foot}</div></main>""", doc='<div role="treeitem"><a href="/doc/{0}">{1}</a></div>', docs=["install|Install", "use|Usage", "faq|Questions"], foot='<a href="/doc/install" rel="next">Next: Install</a>')
PLACES = scene("""<h1>{heading}</h1><form action="/places"><label for="n">{label}</label> <input id="n" name="n"> <button>{button}</button></form>""", lang="pt", heading="Contatos", label="Nome", button="Buscar")
PLACE = (("#n", "Rosa"), "form button")
JAPAN = scene("""<h1>{heading}</h1><div data-scope class="bar"><input name="w" aria-label="{label}"><div role="button" tabindex="0" class="btn" data-do="get:search">{button}</div></div>""", lang="ja", heading="図書館", label="キーワード", button="検索")
SEEK = (("[name=w]", "海"), ".btn")
TIMES = scene("""<div class="head bar"><button data-do="get:week/19">{earlier}</button><h2>{week}</h2><button data-do="get:week/21">{later}</button></div>
<div role="tablist">{tabs}</div>{body}""", earlier="Earlier", later="Later", week="Week 20", body="<p>Mon 8:00 Chemistry</p>", tab='<span role="tab" tabindex="0" data-do="get:tab/{0}">{1}</span>', tabs=["rooms|Rooms", "teachers|Teachers"])

HARMLESS = [
    do("catalogue: search renamed", CATALOG, LOOK, (">Search</button>", ">Find</button>")),
    do("catalogue: search is an icon", CATALOG, LOOK, ('<button class="go">Search</button>', '<button class="go" aria-label="Search"><svg width="16" height="16"><path d="M0 0h9v9z"/></svg></button>')),
    do("catalogue: form wrapped and moved", CATALOG, LOOK, (FORM, ""), ("</table>", f'</table><div class="w"><div class="card">{FORM}</div></div>')),
    do("catalogue: ids and label changed", CATALOG, LOOK, ('for="t"', 'for="k"'), ('id="t"', 'id="k"'), ("Search the catalogue", "Title or author")),
    do("catalogue: placeholder, label and heading changed", CATALOG, LOOK, ("e.g. Moby Dick", "Type here"), ("Search the catalogue", "Search our books"), heading="Our library"),
    do("catalogue: a bar about cookies", CATALOG, LOOK, over=_BAR),
    do("catalogue: cookies over the page", CATALOG, LOOK, over=_OVER),
    do("catalogue: open, a column more", CATALOG, OPEN, head="<th></th><th>Title</th><th>Author</th><th>State</th>", book=BOOK.replace("<tr>", '<tr><td><img src="/static/x.svg" alt=""></td>')),
    do("catalogue: open, sorted otherwise and lent", CATALOG, OPEN, books=["Middlemarch|Eliot|in|3", "Dracula|Stoker|in|1", "Emma|Austen|in|2"]),
    do("catalogue: next renamed", CATALOG, LATER, later="Next page"),
    do("flights: search renamed", FLIGHTS, FLY, ("Search flights", "Show flights")),
    do("flights: labels reworded", FLIGHTS, FLY, origin="Departure", target="Destination"),
    do("flights: the submit is a button, restyled", FLIGHTS, FLY, submit='<div class="w"><button class="btn-primary big">Search flights</button></div>'),
    do("flights: more airports and ids changed", FLIGHTS, FLY, ('id="a"', 'id="x-a"'), ('for="a"', 'for="x-a"'), ('id="b"', 'id="x-b"'), ('for="b"', 'for="x-b"'), ports=["Bari", "Oslo", "Porto", "Riga", "Turin"]),
    do("flights: an offer over the page", FLIGHTS, FLY, over=_OVER.replace("We value your privacy", "Summer offer").replace("We use cookies", "Fly for less")),
    do("report: apply renamed", REPORT, FILTER, apply='<button type="submit">Show results</button>'),
    do("report: apply moved into the toolbar", REPORT, FILTER, apply="", tools='<button type="submit" form="f">Apply filter</button>'),
    do("report: period reworded", REPORT, FILTER, label="Time range"),
    do("report: details, figures changed", REPORT, DETAILS, shops=["Bergen|131|1", "Lyon|352|2", "Split|90|3"]),
    do("report: details, sorted otherwise, a shop more", REPORT, DETAILS, shops=["Lyon|340|2", "Gent|200|4", "Bergen|120|1", "Split|77|3"]),
    do("report: print view renamed", REPORT, PRINT, (">Print view<", ">Printable view<")),
    do("news: a section renamed", NEWS, SPORTS, ("Sports", "Sport")),
    do("news: sections in another order", NEWS, SPORTS, heading="This evening", links=["culture|Culture", "travel|Travel", "world|World", "sports|Sports"]),
    do("news: consent over the page", NEWS, SPORTS, over=_OVER),
    do("handbook: a leaf renamed", HANDBOOK, ("[role=tree] >> text=Install",), docs=["install|Installation", "use|Usage", "faq|Questions"]),
    do("handbook: next reworded", HANDBOOK, ("[rel=next]",), foot='<a href="/doc/install" rel="next" class="btn">Continue: Install</a>'),
    do("contacts: search renamed", PLACES, PLACE, button="Pesquisar", heading="Meus contatos"),
    do("library: search renamed", JAPAN, SEEK, button="探す"),
    do("timetable: later renamed", TIMES, ("text=Later",), later="Later week"),
]
