"""Tables with something to do in each row."""

# ruff: noqa: E501  # pages are data
# fmt: off
from __future__ import annotations

from bench.recordings.pairs.case import do, scene, stop

CUSTOMERS = scene("""<header><h1>{heading}</h1><a href="/customers/new">Add customer</a></header>
{search}{above}
<table id="list"><thead><tr>{head}</tr></thead><tbody>
{rows}
</tbody></table>""", heading="Customers", above="", head="<th>Name</th><th>E-mail</th><th>City</th><th></th>", search='<form action="/search"><label for="q">Name</label> <input id="q" name="q"> <button id="go">Search</button></form>', row='<tr><td>{0}</td><td>{1}</td><td>{2}</td><td><a href="/customers/{3}">Edit</a> <form method="post" action="/customers/{3}/archive"><button>Archive</button></form> <form method="post" action="/customers/{3}/delete"><button class="danger">Delete</button></form></td></tr>', rows=["Grace Hopper|grace@example.org|Arlington|5", "Ada Lovelace|ada@example.org|London|7", "Alan Turing|alan@example.org|Wilmslow|9"])
ROW = CUSTOMERS.parts["row"]
ADA, GRACE, ALAN = "Ada Lovelace|ada@example.org|London|7", "Grace Hopper|grace@example.org|Arlington|5", "Alan Turing|alan@example.org|Wilmslow|9"
ARCHIVE_ADA = ("tr:has-text('Ada') button:text-is('Archive')",)
DELETE_ADA = ("tr:has-text('Ada') button:text-is('Delete')",)
EDIT_ADA = ("tr:has-text('Ada') a",)
FIND = (("#q", "Ada"), "#go")
INVOICES = scene("""<h1>Invoices</h1><p>{note}</p>
<form method="post" action="/invoices" id="bulk"><table><tr><th></th><th>No.</th><th>Customer</th><th>Amount</th><th>State</th></tr>
{rows}
</table><div class="bar">{buttons}</div></form>""", note="Tick invoices, then choose what to do.", row='<tr><td><input type="checkbox" name="id" value="{0}"></td><td>{0}</td><td>{1}</td><td>{2}</td><td>{3}</td></tr>', rows=["1041|Birch Ltd|120.00|open", "1042|Cedar Inc|80.00|open", "1043|Maple Co|310.00|open"], button='<button name="do" value="{0}">{1}</button>', buttons=["remind|Send reminder", "paid|Mark as paid", "void|Void"])
PAY_1042 = ("tr:has-text('1042') input", "button:text-is('Mark as paid')")
LOCK = '<button data-show="ask">Sperren</button> <button data-do="user/{0}/remove">Entfernen</button>'
USERS = scene("""<h1>Benutzer</h1>
<table><tr><th>Name</th><th>Rolle</th><th>Aktionen</th></tr>
{rows}
</table>
<div role="dialog" aria-label="Sperren" data-box="ask" hidden><p>{question}</p><button data-hide="ask">Abbrechen</button> <button data-do="{effect}">{yes}</button></div>""", lang="de", title="Verwaltung", question="Soll Eva Braun-Maier gesperrt werden?", effect="user/2/lock", yes="Ja, sperren", row='<tr><td>{0}</td><td>{1}</td><td>{3}</td></tr>', rows=["Jan Weber|Gast|1|" + LOCK.format(1).replace('data-show="ask"', 'data-do="user/1/lock"'), "Eva Braun-Maier|Redakteurin|2|" + LOCK.format(2)])
LOCK_EVA = ("tr:has-text('Eva') button:text-is('Sperren')", "button:text-is('Ja, sperren')")
BOOKINGS = scene("""<h2>{heading}</h2>
<table><thead><tr><th>Room</th><th>Guest</th><th>From</th><th>Nights</th><th></th></tr></thead>
{rows}
</table>{below}""", heading="Bookings", below="", row='<tr><td>{0}</td><td>{1}</td><td>{2}</td><td>{3}</td><td><button data-ask="Cancel the booking of room {0}?" data-do="booking/{4}/cancel">Cancel booking</button> <button data-do="booking/{4}/checkin">Check in</button></td></tr>', rows=["Oak|M. Curie|2 May|3|81", "Elm|L. Meitner|3 May|1|82", "Fir|E. Noether|4 May|2|83"])
CANCEL_ELM = ("tr:has-text('Elm') button:text-is('Cancel booking')",)
CHECK_IN_ELM = ("tr:has-text('Elm') button:text-is('Check in')",)
DNS = scene("""<h1>Records of example.org</h1>
<table class="dns"><tr><th>Type</th><th>Host</th><th>Value</th><th></th></tr>
{rows}
</table>{add}""", row='<tr><td>{0}</td><td>{1}</td><td>{2}</td><td><a href="/record/{3}/{4}" class="btn"><img src="/static/x.svg" alt="{5}"></a> <a href="/record/{3}/delete" class="btn"><img src="/static/x.svg" alt="Delete"></a></td></tr>', add='<form method="post" action="/record/add"><input name="host" aria-label="Host"> <input name="value" aria-label="Value"> <input type="submit" value="Add record"></form>', rows=["A|www|192.0.2.7|11|check|Check", "A|api|192.0.2.8|12|check|Check", "MX|@|mail.example.org|13|check|Check"])
CHECK_API = ("tr:has-text('api') img[alt=Check]",)
ADD_RECORD = (("[name=host]", "blog"), ("[name=value]", "192.0.2.9"), "[type=submit]")
_LINKS = '<a href="/post/{0}/edit" role="button">Edit</a> <a href="#" role="button" data-do="post/{0}/publish">Publish</a> <a href="#" role="button" data-do="post/{0}/trash">Trash</a>'
_POST = ["Spring sale|Kim|1 March|5|", "Opening hours|Lee|3 March|6|", "Recipe of the week|Kim|9 March|8|"]
POSTS = scene("""<h1>Posts <a class="btn" href="/post/new">Add new</a></h1>
<ul class="filters"><li><a href="/posts/all">All (3)</a></li><li><a href="/posts/drafts">Drafts (1)</a></li></ul>
<table><tr><th>Title</th><th>Author</th><th>Date</th></tr>
{rows}
</table>""", row='<tr><td><strong>{0}</strong><div class="actions">{4}</div></td><td>{1}</td><td>{2}</td></tr>', rows=[one + _LINKS.format(one.split("|")[3]) for one in _POST])
PUBLISH = ("tr:has-text('Opening hours') >> text=Publish",)

TWINS = [
    stop("customers: the row is gone", CUSTOMERS, ARCHIVE_ADA, rows=[GRACE, ALAN]),
    stop("customers: a namesake in place of the row", CUSTOMERS, ARCHIVE_ADA, rows=[GRACE, "Ada Lovelace|lovelace@other.example|Leeds|31", ALAN]),
    do("customers: sorted otherwise, a namesake before", CUSTOMERS, ARCHIVE_ADA, rows=["Ada Lovelace|lovelace@other.example|Leeds|31", ALAN, ADA, GRACE]),
    stop("customers: archive is gone, delete in its place", CUSTOMERS, ARCHIVE_ADA, row=ROW.replace('<form method="post" action="/customers/{3}/archive"><button>Archive</button></form> ', "")),
    do("customers: archive and delete in the other order", CUSTOMERS, ARCHIVE_ADA, row=ROW.replace('archive"><button>Archive', 'X"><button>Y').replace('delete"><button class="danger">Delete', 'archive"><button>Archive').replace('X"><button>Y', 'delete"><button class="danger">Delete')),
    stop("customers: archive is disabled", CUSTOMERS, ARCHIVE_ADA, row=ROW.replace("<button>Archive", "<button disabled>Archive")),
    stop("customers: only another's row is left", CUSTOMERS, ARCHIVE_ADA, rows=[GRACE]),
    stop("customers: the search form deletes", CUSTOMERS, FIND, search='<form method="post" action="/customers/delete-matching"><label for="q">Name</label> <input id="q" name="q"> <button id="go">Delete matching</button></form>'),
    stop("customers: the row's e-mail belongs to another name", CUSTOMERS, DELETE_ADA, rows=[GRACE, "Ada Byron|byron@example.org|London|44", ALAN]),
    do("customers: delete, with bulk delete above", CUSTOMERS, DELETE_ADA, above='<form method="post" action="/customers/delete-all"><button class="danger">Delete all</button></form>'),
    do("invoices: sorted otherwise", INVOICES, PAY_1042, rows=["1043|Maple Co|310.00|open", "1042|Cedar Inc|80.00|open", "1041|Birch Ltd|120.00|open"]),
    stop("invoices: the row is gone, the same amount in its place", INVOICES, PAY_1042, rows=["1041|Birch Ltd|120.00|open", "1052|Cedar Inc|80.00|open", "1043|Maple Co|310.00|open"]),
    stop("invoices: mark as paid became refund", INVOICES, PAY_1042, buttons=["remind|Send reminder", "refund|Mark as refunded", "void|Void"]),
    stop("invoices: all are marked", INVOICES, PAY_1042, buttons=["remind|Send reminder", "all|Mark all as paid", "void|Void"]),
    stop("users: the dialog removes", USERS, LOCK_EVA, question="Soll Eva Braun-Maier endgültig gelöscht werden?", effect="user/2/purge", yes="Ja, löschen"),
    stop("users: the dialog's button is bare", USERS, LOCK_EVA, question="Konto und alle Beiträge von Eva Braun-Maier löschen?", effect="user/2/purge", yes="Ja"),
    stop("users: lock is gone, remove is left", USERS, ("tr:has-text('Jan') button:text-is('Sperren')",), rows=["Jan Weber|Gast|1|<button data-do=\"user/1/remove\">Entfernen</button>", USERS.parts["rows"][1]]),
    stop("bookings: the question is about all", BOOKINGS, CANCEL_ELM, ('data-ask="Cancel the booking of room Elm?" data-do="booking/82/cancel"', 'data-ask="Cancel ALL bookings of this guest?" data-do="guest/9/cancel-all"')),
    stop("bookings: check in is gone, cancel is left", BOOKINGS, CHECK_IN_ELM, (' <button data-do="booking/82/checkin">Check in</button>', "")),
    do("bookings: check in, sorted by guest", BOOKINGS, CHECK_IN_ELM, rows=["Oak|M. Curie|2 May|3|81", "Fir|E. Noether|4 May|2|83", "Elm|L. Meitner|3 May|1|82"]),
    stop("records: the icon says delete", DNS, CHECK_API, ('/record/12/check" class="btn"><img src="/static/x.svg" alt="Check"', '/record/12/purge" class="btn"><img src="/static/x.svg" alt="Delete"')),
    stop("records: the icon has no name", DNS, CHECK_API, ('/record/12/check" class="btn"><img src="/static/x.svg" alt="Check"', '/record/12/park" class="btn"><img src="/static/x.svg" alt=""')),
    stop("records: add became replace all", DNS, ADD_RECORD, ('action="/record/add"', 'action="/record/replace"'), ('value="Add record"', 'value="Replace all records"')),
    do("posts: the order of links", POSTS, PUBLISH, ('<a href="#" role="button" data-do="post/6/publish">Publish</a> <a href="#" role="button" data-do="post/6/trash">Trash</a>', '<a href="#" role="button" data-do="post/6/trash">Trash</a> <a href="#" role="button" data-do="post/6/publish">Publish</a>')),
    stop("posts: publish became unpublish", POSTS, PUBLISH, ('"post/6/publish">Publish', '"post/6/unpublish">Unpublish')),
]

HARMLESS = [
    do("customers: edit, sorted otherwise", CUSTOMERS, EDIT_ADA, rows=[ALAN, GRACE, ADA]),
    do("customers: edit, the city changed", CUSTOMERS, EDIT_ADA, rows=[GRACE, "Ada Lovelace|ada@example.org|Bath|7", ALAN]),
    do("customers: edit, a column more", CUSTOMERS, EDIT_ADA, head="<th>Name</th><th>Phone</th><th>E-mail</th><th>City</th><th></th>", row=ROW.replace("<td>{1}", "<td>555 0{3}</td><td>{1}")),
    do("customers: edit, another heading", CUSTOMERS, EDIT_ADA, heading="All our customers"),
    do("customers: search renamed", CUSTOMERS, FIND, ('<button id="go">Search', '<button id="go">Find')),
    do("customers: search with other ids", CUSTOMERS, FIND, ('for="q"', 'for="f-9"'), ('id="q"', 'id="f-9"'), ('id="go"', 'id="b-9"')),
    do("customers: search moved below the table", CUSTOMERS, FIND, ('<form action="/search"><label for="q">Name</label> <input id="q" name="q"> <button id="go">Search</button></form>', ""), ("</tbody></table>", '</tbody></table><form action="/search"><label for="q">Name</label> <input id="q" name="q"> <button id="go">Search</button></form>')),
    do("customers: archive, a column more and sorted otherwise", CUSTOMERS, ARCHIVE_ADA, head="<th>Name</th><th>E-mail</th><th>City</th><th>Orders</th><th></th>", row=ROW.replace("<td>{2}", "<td>{2}</td><td>1{3}"), rows=[ADA, ALAN, GRACE]),
    do("bookings: check in, another heading and nights", BOOKINGS, CHECK_IN_ELM, heading="Bookings in May", rows=["Oak|M. Curie|2 May|3|81", "Elm|L. Meitner|3 May|2|82", "Fir|E. Noether|4 May|2|83"]),
    do("posts: drafts counted anew", POSTS, ("text=Drafts (1)",), ("Drafts (1)", "Drafts (4)")),
    do("posts: add new, as a button elsewhere", POSTS, ("text=Add new",), (' <a class="btn" href="/post/new">Add new</a>', ""), ("</table>", '</table><div class="bar"><a class="big" href="/post/new">Add new</a></div>')),
    do("records: check, values changed", DNS, CHECK_API, rows=["A|www|198.51.100.7|11|check|Check", "A|api|198.51.100.8|12|check|Check", "MX|@|mail.example.org|13|check|Check"]),
]
