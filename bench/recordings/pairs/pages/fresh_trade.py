"""Half c: a warehouse, a mailing, a board, a case, a clinic, a pipeline, a club."""

# ruff: noqa: E501  # pages are data
# fmt: off
from __future__ import annotations

from bench.recordings.pairs.case import do, scene, stop

WAREHOUSE = scene("""<h1>Warehouse</h1><form action="/stock"><label>Name contains <input name="f" id="f"></label> <button id="filter">{filter}</button></form>
<table><tr>{head}</tr>
{items}
</table>""", filter="Filter", head="<th>No.</th><th>Article</th><th>In stock</th><th></th>", item='<tr><td>{0}</td><td>{1}</td><td>{2}</td><td><form method="post" action="/stock/{3}"><label>{4} <input name="n" size="4"></label> <button>{5}</button></form></td></tr>', items=["A-17|Hinge, brass|220|17/in|Pieces|Book in", "A-18|Hinge, steel|90|18/in|Pieces|Book in", "B-02|Door handle|35|2/in|Pieces|Book in"])
BRASS, STEEL, HANDLE = WAREHOUSE.parts["items"]
ITEM = WAREHOUSE.parts["item"]
BOOK_IN = (("tr:has-text('A-18') input", "40"), "tr:has-text('A-18') >> text=Book in")
FILTER = (("#f", "hinge"), "#filter")
MAILING = scene("""<h1>Mailing: June offers</h1><form method="post" action="/mailing/6"><fieldset><legend>Send to</legend>
{groups}
</fieldset><button>Send mailing</button></form>""", group='<label><input type="radio" name="to" value="{0}"> {1}</label>', groups=["test|Test group (4 people)", "new|New customers (310 people)", "all|All customers (5210 people)"])
TEST, NEW, ALL = MAILING.parts["groups"]
SEND_TEST = ("label:has-text('Test group') input", "text=Send mailing")
_CARD = '<div class="card"><a href="/card/{1}">{0}</a> <details><summary>More</summary><ul><li><button data-do="card/{1}/copy">Copy</button></li><li><button data-do="{2}">{3}</button></li></ul></details></div>'
_PAINT, _LAMPS, _FLOOR = (_CARD.format(name, n, f"card/{n}/archive", "Archive") for name, n in (("Paint the hall", 21), ("New lamps", 22), ("Floor plan", 23)))
BOARD = scene("""<div class="board">
{lanes}
</div>""", lane='<section aria-label="{0}"><h2>{0} <small>{1}</small></h2>{2}</section>', lanes=[f"Doing|1|{_FLOOR}", f"Done|2|{_PAINT}{_LAMPS}"])
ARCHIVE = (".card:has-text('New lamps') summary", ".card:has-text('New lamps') >> text=Archive")
OPEN_CARD = ("text=New lamps",)
CASE = scene("""<h1>Case 77</h1><label for="who">Responsible</label> <input id="who" role="combobox" aria-expanded="true" aria-controls="found" autocomplete="off">
<ul role="listbox" id="found">
{persons}
</ul><button data-do="get:case/77/log">{log}</button>""", log="Show log", person='<li role="option" data-do="case/77/assign/{0}"><b>{1}</b> <small>{2}</small></li>', persons=["31|Ana Costa|Legal", "52|Anabel Cruz|Sales", "57|Anatol Beck|Legal"])
ANA, CRUZ, BECK = CASE.parts["persons"]
ASSIGN = (("#who", "Ana"), "[role=option]:has-text('Ana Costa')")
CLINIC = scene("""<h1>Waiting room</h1><h2>{day}</h2><ul>
{patients}
</ul>""", day="Morning", patient='<li class="card">{0} <b>{1}</b> <span>born {2}</span> <button title="{5}" data-do="patient/{3}/{4}"><i class="fa fa-clock"></i></button> <a href="/patient/{3}">File</a></li>', patients=["9:00|Rolf Hart|2 May 1948|900|arrived|Mark as arrived", "9:20|Eva Roth|4 February 1961|901|arrived|Mark as arrived", "9:40|Nils Ek|30 March 1990|902|arrived|Mark as arrived"])
ROLF, EVA, NILS = CLINIC.parts["patients"]
ARRIVED = ("li:has-text('Eva Roth') button",)
PIPELINE = scene("""<h1>Pipeline 310</h1><div role="toolbar" class="bar">{tools}</div><ol>
{jobs}
</ol>{foot}""", tools="<a href='/pipeline/310/graph'>Graph</a>", foot="", job="<li><span>{0}</span> <em>{1}</em> {2}</li>", jobs=['lint|failed after 12 s|<button data-do="job/1/retry">Retry</button> <a href="/job/1/log">Log</a>', 'test|passed in 95 s|<a href="/job/2/log">Log</a>', 'deploy|skipped|<button data-do="job/3/run">Run</button>'])
LINT, TESTS, DEPLOY = PIPELINE.parts["jobs"]
RETRY, GRAPH, LOG = ("li:has-text('lint') >> text=Retry",), ("text=Graph",), ("li:has-text('lint') >> text=Log",)
CLUB = scene("""<h1>Members</h1><div data-scope>{above}<table>
{members}
</table>{below}</div>""", above='<div class="bar"><button data-do="club/remind">Send reminder</button><button data-do="club/remove">Remove</button></div>', below="", member='<tr><td><input type="checkbox" name="who" value="{0}" aria-label="{1}"{3}></td><td>{1}</td><td>{2}</td></tr>', members=["61|Lars Dahl|owes 40 EUR|", "62|Vera Blom|owes 40 EUR|", "63|Igor Lisin|paid|"])
LARS, VERA, IGOR = CLUB.parts["members"]
ABOVE = CLUB.parts["above"]
REMIND = ("[aria-label='Lars Dahl']", "text=Send reminder")

TWINS = [
    stop("c: warehouse: booking in became booking out", WAREHOUSE, BOOK_IN, items=[BRASS, "A-18|Hinge, steel|90|18/out|Pieces|Book out", HANDLE]),
    stop("c: warehouse: the amount is in boxes of a hundred", WAREHOUSE, BOOK_IN, items=[BRASS, "A-18|Hinge, steel|90|18/in-boxes|Boxes of 100|Book in", HANDLE]),
    stop("c: warehouse: the article was merged into another", WAREHOUSE, BOOK_IN, items=["A-17|Hinge, brass or steel|310|17/in|Pieces|Book in", HANDLE]),
    do("c: warehouse: sorted otherwise, with writing off in each row first", WAREHOUSE, BOOK_IN, item=ITEM.replace("<td><form", '<td><button data-do="stock/{3}/off">Write off</button> <form'), items=[HANDLE, STEEL, BRASS]),
    stop("c: mailing: the test group is gone", MAILING, SEND_TEST, groups=[ALL, NEW]),
    stop("c: mailing: the test group has all customers in it", MAILING, SEND_TEST, groups=["test-all|Test group and all customers (5214 people)", NEW]),
    do("c: mailing: groups in another order, others counted anew", MAILING, SEND_TEST, groups=["all|All customers (5377 people)", "new|New customers (290 people)", TEST]),
    stop("c: board: archived already, and the entry takes it back", BOARD, ARCHIVE, ('"card/22/archive">Archive', '"card/22/unarchive">Unarchive')),
    stop("c: board: the entry archives all of the lane", BOARD, ARCHIVE, ('"card/22/archive">Archive', '"lane/2/archive">Archive all cards in Done')),
    stop("c: case: only a similar name is offered", CASE, ASSIGN, persons=["53|Ana Costa Lima|Sales", CRUZ, BECK]),
    do("c: case: a namesake of another department comes first", CASE, ASSIGN, persons=["88|Ana Costa|Purchasing", ANA, CRUZ, BECK]),
    stop("c: clinic: somebody of the same name, born on another day", CLINIC, ARRIVED, patients=[ROLF, "11:10|Eva Roth|19 August 1987|955|arrived|Mark as arrived", NILS]),
    stop("c: clinic: the icon is the same, its title is about absence and a fee", CLINIC, ARRIVED, patients=[ROLF, EVA.replace("arrived|Mark as arrived", "absent|Mark as absent and charge 40 EUR"), NILS]),
    stop("c: pipeline: retrying is disabled, retrying all with deployment is beside it", PIPELINE, RETRY, ('<button data-do="job/1/retry">Retry</button>', '<button data-do="job/1/retry" disabled>Retry</button> <button data-do="pipeline/310/retry-deploy">Retry all and deploy</button>')),
    stop("c: club: others are still ticked from before", CLUB, REMIND, members=[LARS, VERA + " checked", IGOR + " checked"], below="<p>2 members are selected</p>"),
    do("c: club: removing comes first", CLUB, REMIND, above='<div class="bar"><button data-do="club/remove">Remove</button><button data-do="club/remind">Send reminder</button></div>'),
]

HARMLESS = [
    do("c: warehouse: filter renamed", WAREHOUSE, FILTER, filter="Show matches"),
    do("c: warehouse: booking in, a column more and other stocks", WAREHOUSE, BOOK_IN, head="<th>No.</th><th>Article</th><th>Shelf</th><th>In stock</th><th></th>", item=ITEM.replace("<td>{2}", "<td>left</td><td>{2}"), items=[BRASS.replace("220", "180"), STEEL.replace("|90|", "|61|"), HANDLE]),
    do("c: board: opening a card, more cards and counts", BOARD, OPEN_CARD, lanes=[f"Doing|2|{_FLOOR}{_CARD.format('Curtains', 24, 'card/24/archive', 'Archive')}", f"Done|3|{_CARD.format('Sockets', 25, 'card/25/archive', 'Archive')}{_PAINT}{_LAMPS}"]),
    do("c: case: show log renamed", CASE, ("text=Show log",), log="View log"),
    do("c: clinic: marking as arrived, a patient more before and another heading", CLINIC, ARRIVED, day="Before noon", patients=["8:40|Ines Paz|7 July 1975|899|arrived|Mark as arrived", ROLF, EVA, NILS]),
    do("c: pipeline: the graph's link moved below", PIPELINE, GRAPH, tools="", foot="<p class='links'><a class='btn' href='/pipeline/310/graph'>Graph</a></p>"),
    do("c: pipeline: log, other durations", PIPELINE, LOG, jobs=[LINT.replace("12 s", "19 s"), TESTS.replace("95 s", "101 s"), DEPLOY]),
    do("c: club: the bar moved below, and a member more", CLUB, REMIND, above="", below=f"<div class='foot'>{ABOVE}</div>", members=["60|Ada Friis|paid|", LARS, VERA, IGOR]),
]
