"""Chat, contacts, and single forms that look harmless."""

# ruff: noqa: E501  # pages are data
# fmt: off
from __future__ import annotations

from bench.recordings.pairs.case import do, scene, stop

CHAT = scene("""<div class="chat"><h2>{room}</h2><ul aria-label="Messages">
{posts}
</ul><div class="bar" data-scope><input name="text" aria-label="{box}"><button aria-label="Send" data-do="chat/{to}/send">➤</button></div></div>""", room="# team", box="Message #team", to="team", post='<li><b>{0}</b> <span>{1}</span> <button aria-label="{2}" data-do="post/{3}/{4}">☆</button> <button aria-label="Delete message" data-do="post/{3}/delete">🗑</button></li>', posts=["kim|Standup at ten|Pin message|1|pin", "lee|Coffee is empty|Pin message|2|pin"])
SEND = (("[name=text]", "On my way"), "[aria-label=Send]")
PIN = ("li:has-text('Coffee') [aria-label='Pin message']",)
PERSON = scene("""<header><h1>{who}</h1><button aria-haspopup="menu" data-show="menu">More</button></header>
<ul role="menu" data-box="menu" hidden>{items}</ul><p>{who} has 12 followers.</p>""", who="Rosa Lind", item='<li role="menuitem" tabindex="0" data-do="{1}">{0}</li>', items=["Mute|rosa/mute", "Report|rosa/report", "Block|rosa/block"])
MUTE = ("text=More", "text=Mute")
LOOKUP = scene("""<h1>{heading}</h1>{form}<p>{hint}</p>""", heading="Parcels", hint="Enter the number on the label.", form='<form action="/parcel"><label>Number <input name="n"></label> <button>Search</button></form>')
LOOK = (("[name=n]", "RX 12"), "form button, form input[type=submit]")
SURVEY = scene("""<h1>Survey</h1><form action="/survey/2"{method}><fieldset><legend>{question}</legend>
<label><input type="radio" name="a" value="yes"> Yes</label> <label><input type="radio" name="a" value="no"> No</label></fieldset>
<input type="submit" value="{button}"></form>{other}""", method="", question="Do you cycle to work?", button="Next", other="")
ANSWER = ("label:has-text('Yes')", "[type=submit]")

TWINS = [
    stop("chat: another room is open", CHAT, SEND, room="# everyone", box="Message #everyone", to="everyone"),
    stop("chat: pin became delete for all", CHAT, PIN, posts=["kim|Standup at ten|Delete for everyone|1|purge", "lee|Coffee is empty|Delete for everyone|2|purge"]),
    do("chat: newer messages", CHAT, PIN, posts=["kim|Standup at ten|Pin message|1|pin", "lee|Coffee is empty|Pin message|2|pin", "lee|Coffee came|Pin message|3|pin"]),
    stop("person: mute is gone, block is left", PERSON, MUTE, items=["Block|rosa/block", "Report|rosa/report"]),
    stop("person: another person's page", PERSON, MUTE, who="Rosa Lindgren", items=["Mute|lindgren/mute", "Report|lindgren/report", "Block|lindgren/block"]),
    stop("lookup: the lone form sends a message", LOOKUP, LOOK, form='<form method="post" action="/claim"><label>Number <input name="n"></label> <button>Send claim</button></form>'),
    stop("lookup: the lone form buys", LOOKUP, LOOK, form='<form method="post" action="/order"><label>Number <input name="n"></label> <button>Order pick-up (4 EUR)</button></form>'),
    do("lookup: a second form that subscribes", LOOKUP, LOOK, hint='<form method="post" action="/subscribe"><label>E-mail <input name="mail"></label> <button>Subscribe</button></form>'),
    stop("lookup: the icon is a bin", LOOKUP, LOOK, form='<form method="post" action="/parcel/forget"><label>Number <input name="n"></label> <button title="Forget this parcel"><i class="fa fa-trash"></i></button></form>'),
    stop("survey: only giving up is left", SURVEY, ANSWER, ('<input type="submit" value="Next">', '<button name="quit" value="1" type="submit">Delete my answers</button>')),
    do("survey: a second form deletes", SURVEY, ANSWER, other='<form method="post" action="/survey/delete"><input type="submit" value="Delete my answers"></form>'),
]
