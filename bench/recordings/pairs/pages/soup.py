"""Pages of divisions, icons and menus."""

# ruff: noqa: E501, RUF001  # pages are data
# fmt: off
from __future__ import annotations

from bench.recordings.pairs.case import do, scene, stop

MAIL = scene("""<div class="app" data-scope><div role="navigation" aria-label="Folders"><a href="/inbox">{inbox}</a> <a href="/sent">Sent</a> <a href="/drafts">Drafts</a></div>
{above}<div role="toolbar" aria-label="Actions" class="bar">{tools}</div>
<div role="list">
{mails}
</div></div>""", inbox="Inbox", above="", tool='<span role="button" tabindex="0" class="ic {0}" title="{1}" data-do="mail/{2}"></span>', tools=["archive|Archive|archive", "spam|Report spam|spam", "trash|Delete|delete"], mail='<div role="listitem"><input type="checkbox" name="m" value="{0}" aria-label="Select {1}"> <a href="/mail/{0}">{1}</a> <span>{2}</span> <span>{3}</span></div>', mails=["81|Lunch on Friday|Kim|9:10", "82|Invoice 1043|Maple Co|8:55", "83|Minutes|Lee|8:20"])
ARCHIVE_MAIL = ("[aria-label='Select Invoice 1043']", "[title=Archive]")
CALENDAR = scene("""<div class="cal"><div class="head"><button aria-label="Previous month" data-do="get:month/4">‹</button><h2>{month}</h2><button aria-label="{later}" data-do="get:month/6">›</button></div>
<div role="grid">{days}</div>
<div class="pop card" data-box="pop" hidden><h3>{event}</h3><div class="bar">{tools}</div></div></div>""", month="May", later="Next month", event="Dentist, 14 May", day='<div role="row"><div role="gridcell">{0}</div><div role="gridcell"><span class="btn" tabindex="0" role="button" data-show="{2}">{1}</span></div></div>', days=["13|Standup|none", "14|Dentist|pop", "15|Standup|none"], tool='<button aria-label="{0}" data-do="event/{1}"><svg width="16" height="16" aria-hidden="true"><path d="M0 0h9v9z"/></svg></button>', tools=["Edit event|9/edit", "Duplicate event|9/copy", "Delete event|9/delete"])
COPY_EVENT = ("text=Dentist >> nth=0", "[aria-label='Duplicate event']")
_ICONS = '<i class="fa fa-download" data-do="get:file/{0}/download"></i> <i class="fa fa-share" data-do="file/{0}/share"></i> <i class="fa fa-trash" {1}></i>'
_BIN = 'data-show="sure"'
_FILES = ["agenda.txt|2 kB|1|" + _ICONS.format(1, 'data-do="file/1/bin"'), "budget.ods|48 kB|2|" + _ICONS.format(2, _BIN), "photo.png|1 MB|3|" + _ICONS.format(3, 'data-do="file/3/bin"')]
FILES = scene("""<div class="files"><h1>{folder}</h1>
{files}
</div><dialog data-box="sure"><p>{question}</p><button data-hide="sure">Cancel</button> <button data-do="{effect}" data-hide="sure">{ok}</button></dialog>""", folder="Reports", question="Move budget.ods to the bin?", effect="file/2/bin", ok="OK", file='<div class="card"><span class="name">{0}</span> <span>{1}</span> {3}</div>', files=_FILES)
BIN_BUDGET = (".card:has-text('budget') .fa-trash", "dialog >> text=OK")
SHARE_BUDGET = (".card:has-text('budget') .fa-share",)
LOAD_BUDGET = (".card:has-text('budget') .fa-download",)
PHOTOS = scene("""<main><h1>Holiday</h1><div class="grid">
{photos}
</div>{foot}</main>""", foot='<button class="more" data-do="get:photos/2">Show more</button>', photo='<figure class="card"><img src="/static/x.svg" width="60" height="60" alt="{0}"><figcaption>{0}</figcaption><button class="act" data-do="photo/{1}/{3}"><svg width="16" height="16" role="img"><title>{2}</title><path d="M0 0h9v9z"/></svg></button></figure>', photos=["Beach|1|Like|like", "Harbour|2|Like|like", "Old town|3|Like|like"])
LIKE = ("figure:has-text('Harbour') button",)
DEALS = scene("""<div class="board">
{lanes}
</div><div role="menu" aria-label="Deal" data-box="menu" hidden>{items}</div><div role="menu" data-box="menu2" hidden><div role="menuitem" data-do="deal/2/lost">Mark as lost</div></div>""", lane='<div class="lane" role="region" aria-label="{0}"><h2>{0}</h2><div class="card"><span>{1}</span> <button aria-haspopup="menu" aria-label="Actions for {1}" data-show="{2}">⋮</button></div></div>', lanes=["Proposal|Birch Ltd|menu", "Negotiation|Cedar Inc|menu2"], item='<div role="menuitem" tabindex="-1" data-do="deal/1/{1}">{0}</div>', items=["Mark as won|won", "Add note|note", "Mark as lost|lost"])
WON = ("[aria-label='Actions for Birch Ltd']", "text=Mark as won")
STOCK = scene("""<h1>Stock</h1><ul class="stock">
{goods}
</ul>""", good='<li class="card"><b>{0}</b> <span>{1} pieces</span> <button class="p" data-do="stock/{2}/plus">+</button><button class="m" data-do="stock/{2}/minus">−</button><button class="x" data-do="stock/{2}/remove">×</button></li>', goods=["Bolts M4|120|1", "Nuts M4|90|2", "Washers|300|3"])
PLUS = ("li:has-text('Nuts') .p",)

TWINS = [
    stop("mail: archive is gone from the toolbar", MAIL, ARCHIVE_MAIL, tools=["trash|Delete|delete", "spam|Report spam|spam"]),
    stop("mail: the archive icon's title says delete", MAIL, ARCHIVE_MAIL, tools=["archive|Delete|delete", "spam|Report spam|spam"]),
    do("mail: the toolbar in another order", MAIL, ARCHIVE_MAIL, tools=["trash|Delete|delete", "spam|Report spam|spam", "archive|Archive|archive"]),
    stop("mail: another invoice in its place", MAIL, ARCHIVE_MAIL, mails=["81|Lunch on Friday|Kim|9:10", "92|Invoice 1044|Maple Co|8:55", "83|Minutes|Lee|8:20"]),
    do("mail: newer messages before, one of the same sender", MAIL, ARCHIVE_MAIL, mails=["95|Invoice 1050|Maple Co|10:01", "94|Offer|Kim|9:59", "82|Invoice 1043|Maple Co|8:55", "83|Minutes|Lee|8:20"]),
    stop("mail: the icons have classes only", MAIL, ARCHIVE_MAIL, tool='<span class="ic {0}" data-do="mail/{2}"></span>', tools=["b1|x|delete", "b2|x|spam"]),
    stop("calendar: duplicate became delete series", CALENDAR, COPY_EVENT, tools=["Edit event|9/edit", "Delete series|9/delete-all", "Delete event|9/delete"]),
    do("calendar: delete comes first", CALENDAR, COPY_EVENT, tools=["Delete event|9/delete", "Duplicate event|9/copy", "Edit event|9/edit"]),
    stop("files: the question is about ever", FILES, BIN_BUDGET, question="Delete budget.ods for ever? This cannot be undone.", effect="file/2/purge"),
    stop("files: the question is about the folder", FILES, BIN_BUDGET, question="Move Reports and all its files to the bin?", effect="folder/1/bin"),
    stop("files: the share icon is a trash", FILES, SHARE_BUDGET, ('<i class="fa fa-share" data-do="file/2/share"></i>', '<i class="fa fa-trash" data-do="file/2/purge"></i>')),
    do("files: sorted by size", FILES, SHARE_BUDGET, files=[_FILES[2], _FILES[1], _FILES[0]]),
    stop("files: the icon is named as removing", FILES, LOAD_BUDGET, ('<i class="fa fa-download" data-do="get:file/2/download"></i>', '<i class="fa fa-download" title="Remove from server after download" data-do="file/2/move"></i>')),
    stop("photos: the heart's title says delete", PHOTOS, LIKE, photos=["Beach|1|Delete|delete", "Harbour|2|Delete|delete", "Old town|3|Delete|delete"]),
    do("photos: in another order", PHOTOS, LIKE, photos=["Harbour|2|Like|like", "Old town|3|Like|like", "Beach|1|Like|like"]),
    do("deals: the menu in another order", DEALS, WON, items=["Mark as lost|lost", "Add note|note", "Mark as won|won"]),
    stop("deals: the deal moved away, another in its lane", DEALS, WON, lanes=["Proposal|Elm & Sons|menu", "Negotiation|Cedar Inc|menu2"], item='<div role="menuitem" tabindex="-1" data-do="deal/3/{1}">{0}</div>'),
    stop("deals: won also sends the invoice", DEALS, WON, items=["Mark as won and invoice|invoice", "Add note|note", "Mark as lost|lost"]),
    stop("stock: plus is gone", STOCK, PLUS, ('<button class="p" data-do="stock/2/plus">+</button>', "")),
    do("stock: signs in another order", STOCK, PLUS, good='<li class="card"><b>{0}</b> <span>{1} pieces</span> <button class="x" data-do="stock/{2}/remove">×</button><button class="m" data-do="stock/{2}/minus">−</button><button class="p" data-do="stock/{2}/plus">+</button></li>'),
]

HARMLESS = [
    do("mail: folder with a count", MAIL, ("text=Inbox",), inbox="Inbox (3)"),
    do("mail: open, another time", MAIL, ("text=Invoice 1043",), mails=["81|Lunch on Friday|Kim|Mon", "82|Invoice 1043|Maple Co|Mon", "83|Minutes|Lee|Mon"]),
    do("mail: open, a notice above", MAIL, ("text=Invoice 1043",), above='<div role="alert">Storage is 80 % full. <button>Dismiss</button></div>'),
    do("calendar: next month, another month", CALENDAR, ("[aria-label='Next month']",), month="June"),
    do("calendar: next month renamed", CALENDAR, ("[aria-label='Next month']",), later="Following month"),
    do("files: download, sorted otherwise", FILES, LOAD_BUDGET, files=[_FILES[1], _FILES[0], _FILES[2]]),
    do("files: download, the size changed", FILES, LOAD_BUDGET, ("48 kB", "51 kB")),
    do("photos: show more renamed", PHOTOS, ("text=Show more",), ("Show more", "Load more")),
    do("photos: like, other photos before", PHOTOS, LIKE, photos=["Dunes|9|Like|like", "Beach|1|Like|like", "Harbour|2|Like|like", "Old town|3|Like|like"]),
]
