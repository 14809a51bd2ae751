"""Half c: a support desk, a school's marks, a registrar of domains, an office for parking permits."""

# ruff: noqa: E501  # pages are data
# fmt: off
from __future__ import annotations

from bench.recordings.pairs.case import do, scene, stop

DESK = scene("""<header><h1>{heading}</h1><form action="/desk/search" role="search"><label>{label} <input name="q"></label> <button class="go">{find}</button></form></header>
<ul class="queue">
{tickets}
</ul>{foot}""", heading="My queue", label="Search tickets", find="Search", foot="", ticket='<li class="card"><a href="/ticket/{0}">#{0} {1}</a> <span>{2}</span> <small>{3}</small> <button class="b1" data-do="ticket/{0}/take">Assign to me</button> <button class="b2" data-do="ticket/{0}/close">Close</button></li>', tickets=["701|Cannot sign in|Olga Brandt|2 h ago", "702|Refund for order 88|Peter Holm|5 h ago", "703|Broken lid|Sara Nunes|1 d ago"])
T701, T702, T703 = DESK.parts["tickets"]
TICKET = DESK.parts["ticket"]
TAKE = ("li:has-text('#702') >> text=Assign to me",)
CLOSE = ("li:has-text('#702') button:text-is('Close')",)
LOOK = (("[name=q]", "lid"), ".go")
MARKS = scene("""<h1>{heading}</h1><p>{note}</p><table><thead><tr>{head}</tr></thead><tbody>
{pupils}
</tbody></table>{foot}""", heading="Class 7b, English, test 3", note="3 of 24 pupils without a mark", foot="", head="<th>No.</th><th>Pupil</th><th>Mark</th>", pupil='<tr><td>{0}</td><td>{1}</td><td><form method="post" action="/marks/{2}"><input name="mark" aria-label="Mark of {1}" size="3"> <button>{3}</button></form></td></tr>', pupils=["4|Ben Adler|e3/404|Save", "11|Mia Berg|e3/411|Save", "19|Tom Quist|e3/419|Save"])
BEN, MIA, TOM = MARKS.parts["pupils"]
PUPIL = MARKS.parts["pupil"]
MARK = (("tr:has-text('Mia Berg') input", "2"), "tr:has-text('Mia Berg') button")
DOMAINS = scene("""<nav><a href="/domains">Domains</a> <a href="/invoices">Invoices</a></nav>{above}<main><h1>Your domains</h1>
<div role="table" aria-label="Domains">
{domains}
</div></main>""", above="", domain='<div role="row"><span role="cell"><b>{0}</b></span> <span role="cell">until {1}</span> <span role="cell"><button data-do="domain/{0}/{2}">{3}</button> <button data-do="domain/{0}/{4}">{5}</button> <a href="/domain/{0}">Manage</a></span></div>', domains=["birch.example|3 March|lock|Lock transfer|renew|Renew (12 EUR)", "cedar.example|9 July|lock|Lock transfer|renew|Renew (12 EUR)", "maple.example|1 May|lock|Lock transfer|renew|Renew (12 EUR)"])
BIRCH, CEDAR, MAPLE = DOMAINS.parts["domains"]
LOCK = ("[role=row]:has-text('cedar.example') >> text=Lock transfer",)
RENEW = ("[role=row]:has-text('cedar.example') >> text=Renew",)
MANAGE = ("[role=row]:has-text('cedar.example') >> text=Manage",)
PERMITS = scene("""<h1>Parking permits</h1><div role="tablist">{tabs}</div>
<section aria-label="Open applications">
{cards}
</section>
<div role="dialog" aria-label="Approve" data-box="ok" hidden><p>{question}</p>{answers}</div>""", tab='<button role="tab" data-do="get:permits/{0}">{1}</button>', tabs=["open|Open (3)", "expired|Expired (9)"], question="Approve the permit of KX 204 in zone 4?", answer="<button {0}>{1}</button>", answers=['data-do="permit/204/approve" data-hide="ok"|Approve permit', 'data-hide="ok"|Not now'], card='<article class="card"><h2>{0}</h2><p>Zone {1}, {2}</p><button {4}>Approve</button> <button data-do="permit/{3}/refuse">Refuse</button></article>', cards=["KX 118|4|Ida Falk|118|data-do=permit/118/approve", "KX 204|4|Omar Saleh|204|data-show=ok", "LR 77|2|Jan Pohl|77|data-do=permit/77/approve"])
CARD, ANSWERS = PERMITS.parts["card"], PERMITS.parts["answers"]
APPROVE = ("article:has-text('KX 204') >> text=Approve", "[role=dialog] >> text=Approve permit")

TWINS = [
    stop("c: desk: the ticket is gone, a similar one of another customer is there", DESK, CLOSE, tickets=[T701, "690|Refund for order 71|Petra Holmes|5 h ago", T703]),
    stop("c: desk: closing also bills the customer", DESK, CLOSE, ticket=TICKET.replace('/close">Close', '/close-and-bill">Close and bill')),
    stop("c: desk: translated, and assigning is gone", DESK, TAKE, lang="fr", heading="Ma file", label="Chercher un ticket", find="Chercher", ticket=TICKET.replace('b1" data-do="ticket/{0}/take">Assign to me', 'b1" data-do="ticket/{0}/close">Clore').replace('b2" data-do="ticket/{0}/close">Close', 'b2" data-do="ticket/{0}/delete">Supprimer')),
    do("c: desk: a newer ticket of the same customer before", DESK, TAKE, tickets=["711|Refund for order 93|Peter Holm|1 min ago", T701, T702, T703]),
    stop("c: marks: the pupil left, one with a longer name is there", MARKS, MARK, pupils=[BEN, "12|Mia Bergman|e3/460|Save", TOM]),
    stop("c: marks: another class is open, with a namesake", MARKS, MARK, heading="Class 9a, Latin, test 1", note="5 of 27 pupils without a mark", pupils=["2|Ali Kaya|l1/802|Save", "3|Mia Berg|l1/803|Save", "9|Zoe Ulm|l1/809|Save"]),
    stop("c: marks: saving also writes to the parents", MARKS, MARK, pupils=[BEN, "11|Mia Berg|e3/411/mail|Save and mail parents", TOM]),
    stop("c: marks: it is the grade of the certificate now", MARKS, MARK, heading="Class 7b, English, final grade for the certificate", head="<th>No.</th><th>Pupil</th><th>Final grade</th>", pupil=PUPIL.replace("Mark of {1}", "Final grade of {1}").replace("/marks/", "/certificate/")),
    do("c: marks: sorted otherwise, with a button that removes a pupil before the mark", MARKS, MARK, head="<th>No.</th><th></th><th>Pupil</th><th>Mark</th>", pupil=PUPIL.replace("<td>{1}", '<td><button data-do="pupil/{2}/remove">Remove</button></td><td>{1}'), pupils=[TOM, MIA, BEN]),
    stop("c: domains: locked already, and the button unlocks", DOMAINS, LOCK, domains=[BIRCH, CEDAR.replace("lock|Lock transfer", "unlock|Unlock transfer"), MAPLE]),
    stop("c: domains: renewing became restoring at a fee", DOMAINS, RENEW, domains=[BIRCH, "cedar.example|9 July, expired|lock|Lock transfer|restore|Restore (180 EUR)", MAPLE]),
    do("c: domains: sorted otherwise, a similar name before", DOMAINS, LOCK, domains=[MAPLE, "cedar-shop.example|2 June|lock|Lock transfer|renew|Renew (12 EUR)", CEDAR, BIRCH]),
    stop("c: permits: the question is about withdrawing another's too", PERMITS, APPROVE, question="Approve the permit of KX 204 and withdraw the permit of KX 118?", answers=['data-do="permit/204/replace-118" data-hide="ok"|Approve permit', ANSWERS[1]]),
    stop("c: permits: the question names another car", PERMITS, APPROVE, question="Approve the permit of MZ 951 in zone 1?", answers=['data-do="permit/951/approve" data-hide="ok"|Approve permit', ANSWERS[1]]),
    stop("c: permits: approving is hidden, refusing is left", PERMITS, APPROVE, ("<button data-show=ok>Approve</button>", "<button data-show=ok hidden>Approve</button>")),
    do("c: permits: refusing and not now come first", PERMITS, APPROVE, card=CARD.replace("<button {4}>Approve</button> ", "").replace("</article>", " <button {4}>Approve</button></article>"), answers=ANSWERS[::-1]),
]

HARMLESS = [
    do("c: desk: taking, other times and a ticket more", DESK, TAKE, tickets=["709|Wrong colour|Emil Lund|3 min ago", T701.replace("2 h", "4 h"), T702.replace("5 h", "7 h"), T703.replace("1 d", "2 d")]),
    do("c: desk: search translated", DESK, LOOK, lang="fr", heading="Ma file", label="Chercher un ticket", find="Chercher"),
    do("c: marks: a column of absences more", MARKS, MARK, head="<th>No.</th><th>Pupil</th><th>Absent</th><th>Mark</th>", pupil=PUPIL.replace("{1}</td>", "{1}</td><td>0 days</td>")),
    do("c: marks: save renamed to save mark", MARKS, MARK, pupils=[BEN + " mark", MIA + " mark", TOM + " mark"]),
    do("c: marks: fewer pupils left and a footer", MARKS, MARK, note="2 of 24 pupils without a mark", pupils=[MIA, TOM], foot='<footer><p>Marks 5.2</p><a href="/imprint">Imprint</a></footer>'),
    do("c: domains: managing, a bar about cookies above", DOMAINS, MANAGE, above='<div class="bar" role="region" aria-label="Cookies" data-box="cookies"><p>This site uses cookies.</p><button data-hide="cookies">Accept</button> <button data-hide="cookies">Only needed ones</button></div>'),
    do("c: domains: locking, dates of expiry a year later", DOMAINS, LOCK, domains=[BIRCH.replace("3 March", "3 March next year"), CEDAR.replace("9 July", "9 July next year"), MAPLE]),
    do("c: permits: expired ones counted anew", PERMITS, ("text=Expired (9)",), tabs=["open|Open (2)", "expired|Expired (14)"]),
]
