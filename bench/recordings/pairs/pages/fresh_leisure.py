"""Half c: photo albums, a recipe, a guest house, a house with switches, tickets for a show."""

# ruff: noqa: E501  # pages are data
# fmt: off
from __future__ import annotations

from bench.recordings.pairs.case import do, scene, stop

_ALBUM = '<li><span>{0}</span> <button data-do="album/{1}/delete">Delete</button> <button data-do="album/{1}/{2}">{3}</button></li>'
_EASTER, _SUMMER, _FAIR = (_ALBUM.format(*one, "share", "Share with friends") for one in (("Easter", 1), ("Summer", 2), ("Fair", 8)))
_OTHER_SUMMER = _ALBUM.format("Summer", 7, "share", "Share with friends")
FAMILY, WORK = f"Family|{_EASTER}{_SUMMER}", f"Work|{_FAIR}{_OTHER_SUMMER}"
ALBUMS = scene("""<div class="page"><nav aria-label="Albums"><ul>
{groups}
</ul></nav>{main}</div>""", main='<main><h1>Albums</h1><form action="/photos"><label for="find">Find photos</label> <input id="find" name="find"> <button id="find-go">Find</button></form></main>', group="<li><b>{0}</b><ul>{1}</ul></li>", groups=[FAMILY, WORK])
SHARE = ("li:has(> b:text-is('Family')) li:has-text('Summer') >> text=Share with friends",)
FIND = (("#find", "harbour"), "#find-go")
RECIPE = scene("""{over}<article><h1>Lentil soup</h1><p>For 4, 35 minutes</p>{bar}<ol><li>Chop the onions.</li><li>Boil all for half an hour.</li></ol></article>
<section><h2>Comments ({count})</h2><p>{comment}</p><button data-do="get:recipe/12/comments">Show all {count} comments</button></section>""", over="", bar='<div class="bar"><button class="k" data-do="recipe/12/list">Add to shopping list</button><a class="btn p" href="/recipe/12/print">Print</a><button data-do="recipe/12/keep">Keep recipe</button></div>', count="8", comment="Very good with lemon.")
BAR = RECIPE.parts["bar"]
LIST, PRINT, COMMENTS = ("text=Add to shopping list",), (".p",), ("section button",)
STAYS = scene("""<h1>Guests today</h1><table><tr>{head}</tr>
{stays}
</table>""", head="<th>Room</th><th>Guest</th><th>Until</th><th></th>", stay='<tr><td>{0}</td><td>{1}</td><td>{2}</td><td><button data-ask="{5}" data-do="stay/{3}/{4}">{6}</button> <a href="/stay/{3}">Details</a></td></tr>', stays=["Room 9|Lea Stein|11 June|509|checkout|Check out Lea Stein?|Check out", "Room 12|Jonas Vik|9 June|512|checkout|Check out Jonas Vik?|Check out", "Room 14|Ewa Nowak|12 June|514|checkout|Check out Ewa Nowak?|Check out"])
LEA, JONAS, EWA = STAYS.parts["stays"]
CHECK_OUT, DETAILS = ("tr:has-text('Jonas Vik') button",), ("tr:has-text('Jonas Vik') a",)
_DEVICE = '<li><span>{0}</span> <button class="sw" data-do="device/{1}">{2}</button></li>'
_DOOR = _DEVICE.format("Front door", "1/lock", "Lock")
_HEATER = "{0}|" + _DEVICE.format("Heater", "{1}/on", "Turn on")
HALL, BATH, SAUNA, STUDY = f"Hall|{_DOOR}", _HEATER.format("Bathroom", 4), _HEATER.format("Sauna", 6), _HEATER.format("Study", 5)
HOUSE = scene("""<h1>House</h1>
{rooms}""", room='<section class="card"><h2>{0}</h2><ul>{1}</ul></section>', rooms=[HALL, BATH, STUDY])
LOCK, HEAT = ("section:has-text('Hall') >> text=Lock",), ("section:has-text('Bathroom') button",)
SHOW = scene("""<h1>Swan Lake</h1><p>Friday, 20:00, {left} seats left</p><form method="post" action="/tickets/swan"><label>Seats <select name="seats">{seats}</select></label> {buttons}</form>""", left="140", seat='<option value="{0}">{1}</option>', seats=["1|One seat", "2|Two seats", "4|Four seats"], button='<button class="{0}" name="do" value="{1}">{2}</button>', buttons=["primary|reserve|Reserve"])
RESERVE = (("[name=seats]", "Two seats"), ".primary")

TWINS = [
    stop("c: albums: the family's album is gone, one of the same name is at work", ALBUMS, SHARE, groups=[f"Family|{_EASTER}", WORK]),
    stop("c: albums: sharing is with everybody on the web", ALBUMS, SHARE, groups=[f"Family|{_EASTER}{_ALBUM.format('Summer', 2, 'publish', 'Share with everyone')}", WORK]),
    stop("c: albums: shared already, and the button stops it", ALBUMS, SHARE, groups=[f"Family|{_EASTER}{_ALBUM.format('Summer', 2, 'unshare', 'Stop sharing with friends')}", WORK]),
    do("c: albums: groups and albums in another order", ALBUMS, SHARE, groups=[WORK, f"Family|{_SUMMER}{_EASTER}"]),
    stop("c: recipe: adding to the list became ordering", RECIPE, LIST, bar=BAR.replace('12/list">Add to shopping list', '12/order">Order ingredients (23 EUR)')),
    stop("c: recipe: printing became ordering a printed book", RECIPE, PRINT, bar=BAR.replace('/print">Print', '/book">Order as printed book')),
    stop("c: guests: somebody else is in the room", STAYS, CHECK_OUT, stays=[LEA, "Room 12|Joanna Vickers|15 June|533|checkout|Check out Joanna Vickers?|Check out", EWA]),
    stop("c: guests: the question is about charging the card too", STAYS, CHECK_OUT, stays=[LEA, "Room 12|Jonas Vik|9 June|512|charge|Check out Jonas Vik and charge 480 EUR to the card?|Check out", EWA]),
    stop("c: guests: checking out became cancelling", STAYS, CHECK_OUT, stays=[LEA, "Room 12|Jonas Vik|9 June|512|cancel|Cancel the stay of Jonas Vik?|Cancel and keep deposit", EWA]),
    do("c: guests: sorted otherwise, a similar guest before", STAYS, CHECK_OUT, stays=["Room 2|Jonas Viklund|10 June|540|checkout|Check out Jonas Viklund?|Check out", EWA, JONAS, LEA]),
    stop("c: house: locked already, and the switch unlocks", HOUSE, LOCK, ('"device/1/lock">Lock<', '"device/1/unlock">Unlock<')),
    stop("c: house: the bathroom's heater is gone, the sauna has one", HOUSE, HEAT, rooms=[HALL, SAUNA, STUDY]),
    do("c: house: rooms in another order, a sauna more", HOUSE, HEAT, rooms=[SAUNA, STUDY, BATH, HALL]),
    stop("c: tickets: reserving became buying", SHOW, RESERVE, buttons=["primary|buy|Buy now"]),
    stop("c: tickets: two seats are sold out, two boxes are there", SHOW, RESERVE, left="28", seats=["1|One seat", "12|Two boxes of six seats"]),
    do("c: tickets: buying is beside reserving, and first", SHOW, RESERVE, buttons=["primary|buy|Buy now", "plain|reserve|Reserve"]),
]

HARMLESS = [
    do("c: albums: finding photos, moved before the albums in other wrappers", ALBUMS, FIND, ('<div class="page">', '<div class="page2"><div class="top"><form action="/photos"><label for="s1">Find photos</label> <input id="s1" name="find"> <button id="s2">Find</button></form></div>'), main="<main><h1>Albums</h1></main>"),
    do("c: albums: find renamed", ALBUMS, FIND, ("Find photos", "Search photos"), ('"find-go">Find<', '"find-go">Search<')),
    do("c: recipe: adding to the list, a bar about cookies above", RECIPE, LIST, over='<div class="bar" data-box="c"><p>We would like to count visits.</p><button data-hide="c">Fine</button> <button data-hide="c">No, thanks</button></div>'),
    do("c: recipe: adding to the list, the bar is below the steps", RECIPE, LIST, (BAR, ""), ("</ol>", f'</ol><div class="tools">{BAR}</div>')),
    do("c: recipe: comments counted anew", RECIPE, COMMENTS, count="31", comment="I took red lentils."),
    do("c: guests: details, a column more", STAYS, DETAILS, head="<th>Room</th><th>Guest</th><th>Nights</th><th>Until</th><th></th>", stay=STAYS.parts["stay"].replace("<td>{2}", "<td>3</td><td>{2}")),
    do("c: house: turning on, other wrappers and classes", HOUSE, HEAT, room='<div class="tile-grid"><section class="tile"><header><h2>{0}</h2></header><div class="inner"><ul class="plain">{1}</ul></div></section></div>'),
    do("c: tickets: reserving, fewer seats left", SHOW, RESERVE, left="96"),
]
