"""Forms whose buttons do different things."""

# ruff: noqa: E501  # pages are data
# fmt: off
from __future__ import annotations

from bench.recordings.pairs.case import do, scene, stop

SETTINGS = scene("""<h1>{heading}</h1>
{sections}""", heading="Settings", section='<section><h2>{0}</h2><form method="post" action="/settings/{1}"><label>{2} <input name="{1}" id="f-{1}"></label> <button id="save-{1}">{3}</button></form></section>', sections=["Profile|profile|Display name|Save", "Notifications|mail|Send mail to|Save", "Billing|billing|Card holder|Save"])
SAVE_MAIL = (("#f-mail", "kim@example.org"), "#save-mail")
PROFILE, NOTIFY, BILLING = SETTINGS.parts["sections"]
PRODUCT = scene("""<main><h1>Edit product</h1><form method="post" action="/product/12">
<p><label for="title">Title</label> <input id="title" name="title"></p>
<p><label for="price">Price</label> <input id="price" name="price"></p>
<div class="bar">{buttons}</div></form>{below}</main>""", below="", button='<button id="{0}" name="do" value="{1}" class="btn">{2}</button>', buttons=["primary|save|Save", "secondary|preview|Preview"])
SAVE_PRODUCT = (("#title", "Blue mug"), "text=Save")
LETTER = scene("""<h1>Newsletter</h1><div class="form" data-scope>
<div>Subject</div><input name="subject" aria-label="Subject">
<div>Text</div><textarea name="text" aria-label="Text"></textarea>
<div class="bar">{buttons}</div></div>""", button='<div role="button" tabindex="0" class="btn {0}" data-do="letter/{1}">{2}</div>', buttons=["b1|draft|Save draft", "b2|test|Send test", "b3|all|Send to everyone"])
DRAFT = (("[name=subject]", "May news"), "text=Save draft")
TEST = (("[name=subject]", "May news"), "text=Send test")
WIKI = scene("""<div id="content"><h1>Editing Harbour</h1>
<form method="post" action="/wiki/harbour"><textarea name="text" aria-label="Page text"></textarea>
<label>Summary <input name="summary"></label> {submits}</form></div>
<div id="tabs">{tabs}</div>""", submit='<input type="submit" name="do" id="{0}" value="{1}">', submits=["wpSave|Save page", "wpPreview|Show preview"], tab='<a href="/wiki/harbour/{0}">{1}</a>', tabs=["history|History", "watch|Watch", "move|Move", "delete|Delete"])
PREVIEW = (("[name=summary]", "a typo"), "#wpPreview")
WATCH = ("text=Watch",)
ISSUE = scene("""<article><h1>Crash on start #88</h1><p>opened by lee</p></article>
{forms}
<aside><h3>Subscribe</h3><button data-do="issue/88/subscribe">{bell}</button></aside>""", bell="Subscribe", form='<form method="post" action="/issue/88/{0}"><textarea name="body" placeholder="{1}"></textarea> {2}</form>', forms=['comment|Leave a comment|<button name="do" value="close" type="submit">Close with comment</button> <button name="do" value="comment" class="primary">Comment</button>'])
COMMENT = (("textarea", "Same here"), ".primary")
BANK = scene("""<h1>Transfer</h1><form method="post" action="/transfer/{step}">
<label>Payee <select name="payee">{payees}</select></label>
<label>Amount <input name="amount" inputmode="decimal"></label>
<button class="btn-primary">{button}</button></form>{below}""", step="review", button="Review", below="", payee="<option value={0}>{1}</option>", payees=["1|Birch Ltd", "2|Cedar Inc"])
REVIEW = (("[name=payee]", "Cedar Inc"), ("[name=amount]", "25"), ".btn-primary")
CART = scene("""<h1>Cart</h1><table>{lines}</table>
<form method="post" action="/cart/{action}"><label>Voucher <input name="voucher"></label> <input type="submit" class="go" value="{button}"></form>
<a class="btn" href="/checkout">Checkout</a>{other}""", action="voucher", button="Apply", other="", line='<tr><td>{0}</td><td>{1} EUR</td><td><a class="btn" href="/cart/later/{2}">Save for later</a></td><td><a class="btn" href="/cart/remove/{2}">Remove</a></td></tr>', lines=["Blue mug|9|m1", "Tea pot|31|p4"])
VOUCHER = (("[name=voucher]", "SPRING"), ".go")
LATER = ("tr:has-text('Tea pot') >> text=Save for later",)
WIZARD = scene("""<h1>{heading}</h1><p>Step 1 of 3</p><form action="/apply/{next}"{method}>
<label for="name">{label}</label> <input id="name" name="name">
<div class="bar">{buttons}</div></form>
<form method="post" action="/apply/save"><button class="ghost">Save and exit</button></form>""", heading="Application", next="step2", method="", label="Full name", button='<button class="{0}" {2}>{1}</button>', buttons=["next|Next|"])
NEXT = (("#name", "Kim Lee"), ".next")
TICKET = scene("""<h1>Consulta 512</h1><form method="post" action="/ticket/512" class="reply"><label>Respuesta <textarea name="text"></textarea></label>
<div class="split">{buttons}</div></form>""", lang="es", title="Soporte", button='<button name="do" value="{0}" class="{1}">{2}</button>', buttons=["internal|i|Nota interna", "reply|r|Responder", "solve|s|Responder y cerrar"])
NOTE = (("textarea", "Ver factura"), ".i")
LANGUAGE = scene("""<h2>{heading}</h2><form method="post" action="/page/5"><label>{label} <input name="t" id="t"></label>
{buttons}</form>""", heading="Page", label="Title", button='<button id="{0}" name="do" value="{1}">{2}</button>', buttons=["b1|save|Save", "b2|delete|Delete"])
SAVE_PAGE = (("#t", "Harbour"), "#b1")

TWINS = [
    stop("settings: only the billing section is left", SETTINGS, SAVE_MAIL, sections=["Billing|billing|Send mail to|Save"]),
    do("settings: sections in another order", SETTINGS, SAVE_MAIL, sections=[BILLING, NOTIFY, PROFILE]),
    stop("settings: save also sends", SETTINGS, SAVE_MAIL, ('action="/settings/mail"', 'action="/settings/broadcast"'), ('<button id="save-mail">Save', '<button id="save-mail">Save and send')),
    stop("product: save publishes, under the same id", PRODUCT, SAVE_PRODUCT, buttons=["primary|publish|Publish", "secondary|preview|Preview"]),
    stop("product: save and publish", PRODUCT, SAVE_PRODUCT, buttons=["primary|publish|Save and publish", "secondary|preview|Preview"]),
    do("product: a publish button more", PRODUCT, SAVE_PRODUCT, ("Edit product", "Edit product 12"), buttons=["publish|publish|Publish", "primary|save|Save", "secondary|preview|Preview"]),
    stop("product: save is disabled", PRODUCT, SAVE_PRODUCT, ('value="save" class="btn"', 'value="save" class="btn" disabled'), below='<form method="post" action="/variants"><button>Save all variants</button></form>'),
    stop("newsletter: the draft is gone, sending in its place", LETTER, DRAFT, buttons=["b1|all|Send to everyone", "b2|test|Send test"]),
    stop("newsletter: the test became real", LETTER, TEST, buttons=["b1|draft|Save draft", "b2|all|Send now"]),
    do("newsletter: buttons in another order", LETTER, TEST, buttons=["b3|all|Send to everyone", "b2|test|Send test", "b1|draft|Save draft"]),
    stop("newsletter: a lone send is left", LETTER, DRAFT, buttons=["b1|all|Send"]),
    stop("wiki: preview is gone, saving is left", WIKI, PREVIEW, submits=["wpSave|Save page"]),
    stop("wiki: preview's id is the save's", WIKI, PREVIEW, submits=["wpPreview|Save page", "wpDiff|Show changes"]),
    do("wiki: preview comes first", WIKI, PREVIEW, submits=["wpPreview|Show preview", "wpSave|Save page"]),
    do("wiki: tabs in another order", WIKI, WATCH, tabs=["delete|Delete", "move|Move", "watch|Watch", "history|History"]),
    stop("issue: comment is gone, closing is left", ISSUE, COMMENT, (' <button name="do" value="comment" class="primary">Comment</button>', "")),
    stop("issue: comment closes", ISSUE, COMMENT, ('value="comment" class="primary">Comment', 'value="lock" class="primary">Comment and lock')),
    do("issue: comment before close", ISSUE, COMMENT, forms=['comment|Leave a comment|<button name="do" value="comment" class="primary">Comment</button> <button name="do" value="close" type="submit">Close with comment</button>']),
    stop("bank: review became confirm", BANK, REVIEW, step="execute", button="Confirm"),
    stop("bank: the payee is gone", BANK, REVIEW, payees=["1|Birch Ltd", "3|Cedar Incorporated Holdings"]),
    do("bank: payees in another order, a second form", BANK, REVIEW, payees=["2|Cedar Inc", "1|Birch Ltd"], below='<form method="post" action="/transfer/standing"><label>Amount <input name="standing"></label> <button>Pay monthly</button></form>'),
    stop("cart: apply became apply and pay", CART, VOUCHER, action="pay", button="Apply and pay"),
    do("cart: a second form with the same button", CART, VOUCHER, other='<form method="post" action="/giftcard/charge"><label>Gift card <input name="card"></label> <input type="submit" class="go2" value="Apply"></form>'),
    stop("application: next became submit", WIZARD, NEXT, next="submit", method=' method="post"', buttons=["next|Submit application|"]),
    stop("application: next is disabled", WIZARD, NEXT, buttons=["next|Next|disabled"]),
    stop("application: next is gone, withdraw is left", WIZARD, NEXT, next="withdraw", method=' method="post"', buttons=["next|Withdraw|"]),
    stop("ticket: the note is public", TICKET, NOTE, buttons=["public|i|Nota pública", "reply|r|Responder", "solve|s|Responder y cerrar"]),
    do("ticket: buttons in another order", TICKET, NOTE, buttons=["solve|s|Responder y cerrar", "reply|r|Responder", "internal|i|Nota interna"]),
    stop("page: translated, deletion comes first", LANGUAGE, SAVE_PAGE, lang="de", heading="Seite", label="Titel", buttons=["b1|delete|Löschen", "b2|save|Speichern"]),
    stop("page: translated, saving is gone", LANGUAGE, SAVE_PAGE, lang="de", heading="Seite", label="Titel", buttons=["b1|delete|Löschen", "b2|publish|Veröffentlichen"]),
    stop("page: ids changed places, saving renamed", LANGUAGE, SAVE_PAGE, buttons=["b1|delete|Delete page", "b2|publish|Save & publish"]),
]

HARMLESS = [
    do("settings: another heading and ids", SETTINGS, SAVE_MAIL, ('id="f-mail"', 'id="x1"'), ('id="save-mail"', 'id="x2"'), heading="Your settings"),
    do("settings: a section more", SETTINGS, SAVE_MAIL, sections=["Language|language|Language|Save", PROFILE, NOTIFY, BILLING]),
    do("product: wrapped and restyled", PRODUCT, SAVE_PRODUCT, button='<span class="w"><button class="b {0}" name="do" value="{1}"><i></i> {2}</button></span>'),
    do("product: the title's label reworded", PRODUCT, SAVE_PRODUCT, ('<label for="title">Title', '<label for="title">Product name')),
    do("wiki: history moved", WIKI, ("text=History",), tabs=["watch|Watch", "move|Move", "delete|Delete", "history|History"]),
    do("wiki: history renamed", WIKI, ("text=History",), tabs=["history|View history", "watch|Watch", "move|Move", "delete|Delete"]),
    do("application: next renamed", WIZARD, NEXT, buttons=["next|Continue|"]),
    do("application: next renamed and restyled", WIZARD, NEXT, buttons=["btn-9 wide|Go to step 2|"]),
    do("application: a back button beside next", WIZARD, NEXT, buttons=["back|Back|type=button", "next|Next|"]),
    do("application: label and heading reworded", WIZARD, NEXT, heading="Apply now", label="Your name"),
]
