"""Operating machines, keys, plans and leave."""

# ruff: noqa: E501  # pages are data
# fmt: off
from __future__ import annotations

from bench.recordings.pairs.case import do, scene, stop

DEPLOY = scene("""<h1>Deployments</h1>{cards}""", card='<section class="card"><h2>{0}</h2><p>{1}</p><button class="btn" data-do="deploy/{2}">{3}</button> <button data-do="rollback/{2}">Roll back</button></section>', cards=["Staging|v1.4.2|staging|Deploy", "Production|v1.4.1|production|Deploy"])
STAGE = ("section:has-text('Staging') >> text=Deploy",)
PLANS = scene("""<main><h1>Plans</h1><ul>{plans}</ul></main>""", plan='<li class="card"><h3>{0}</h3><p>{1} EUR a month</p><form method="post" action="/plan/{2}"><button aria-label="{3}">Choose</button></form></li>', plans=["Free|0|free|Choose Free", "Team|12|team|Choose Team", "Company|49|company|Choose Company"])
FREE = ("[aria-label='Choose Free']",)
KEYS = scene("""<h1>API keys</h1><div role="table">{keys}</div>
<div role="alertdialog" aria-label="Confirm" data-box="c" hidden><h2>{question}</h2><p>{text}</p><button data-hide="c">No</button> <button data-do="key/2/{effect}" data-hide="c">Yes</button></div>""", question="Rotate key?", text="The old value works for another 24 hours.", effect="rotate", key='<div role="row"><span role="cell">{0}</span> <span role="cell">{1}</span> <button title="Copy" data-do="get:key/{2}/copy">⧉</button> <button title="Rotate" {3}>↻</button> <button title="Revoke" data-do="key/{2}/revoke">⊘</button></div>', keys=["backup|aa11|1|data-do=key/1/rotate", "website|bb22|2|data-show=c", "mobile|cc33|3|data-do=key/3/rotate"])
ROTATE = ("[role=row]:has-text('website') [title=Rotate]", "text=Yes")
COPY = ("[role=row]:has-text('website') [title=Copy]",)
LEAVE = scene("""<h1>Congés à valider</h1><table><tr><th>Nom</th><th>Du</th><th>Au</th><th>Décision</th></tr>
{asks}
</table>""", lang="fr", title="RH", ask='<tr><td>{0}</td><td>{1}</td><td>{2}</td><td><form method="post" action="/leave/{3}"><button name="do" value="approve" class="ok">Approuver</button> <button name="do" value="refuse" class="no">Refuser</button></form></td></tr>', asks=["Marie Petit|02/05|06/05|1", "Paul Durand|12/05|13/05|2", "Inès Roux|20/05|27/05|3"])
ASK = LEAVE.parts["ask"]
APPROVE = ("tr:has-text('Paul') .ok",)
CLUSTER = scene("""<div class="bar"><h1>Nodes</h1>{bulk}</div><div role="grid" aria-label="Nodes" data-scope>
{nodes}
{verbs}</div>""", bulk="", node='<div role="row"><input type="checkbox" name="node" value="{0}" aria-label="{0}"><span role="gridcell">{0}</span> <span role="gridcell">{1}</span></div>', nodes=["node-1|ready", "node-2|not ready", "node-3|ready"], verb='<button class="v" data-do="nodes/{0}">{1}</button>', verbs=["restart|Restart", "drain|Drain", "destroy|Destroy"])
RESTART = ("[aria-label=node-2]", "text=Restart")

TWINS = [
    stop("deploy: staging is gone, production is left", DEPLOY, STAGE, cards=["Production|v1.4.1|production|Deploy"]),
    do("deploy: in another order", DEPLOY, STAGE, cards=["Production|v1.4.1|production|Deploy", "Staging|v1.4.3|staging|Deploy"]),
    stop("deploy: staging was promoted to production", DEPLOY, STAGE, cards=["Production|v1.4.2|production|Deploy", "Preview|v1.4.3|preview|Deploy"]),
    stop("deploy: also migrates", DEPLOY, STAGE, cards=["Staging|v1.4.2|migrate|Deploy and reset data", "Production|v1.4.1|production|Deploy"]),
    stop("plans: free became a paid trial", PLANS, FREE, plans=["Free trial|12|trial|Buy now", "Team|12|team|Choose Team", "Company|49|company|Choose Company"]),
    do("plans: from dear to free", PLANS, FREE, plans=["Company|49|company|Choose Company", "Team|12|team|Choose Team", "Free|0|free|Choose Free"]),
    stop("keys: the dialog revokes", KEYS, ROTATE, question="Revoke key?", text="Everything that uses it stops at once.", effect="revoke"),
    stop("keys: the dialog rotates all", KEYS, ROTATE, question="Rotate all keys?", text="All old values stop working now.", effect="rotate-all"),
    stop("keys: copy is gone, revoke in its place", KEYS, COPY, key='<div role="row"><span role="cell">{0}</span> <span role="cell">{1}</span> <button title="Revoke" data-do="key/{2}/revoke">⧉</button> <button title="Rotate" {3}>↻</button></div>'),
    do("keys: revoke comes first", KEYS, ROTATE, key='<div role="row"><span role="cell">{0}</span> <span role="cell">{1}</span> <button title="Revoke" data-do="key/{2}/revoke">⊘</button> <button title="Rotate" {3}>↻</button> <button title="Copy" data-do="get:key/{2}/copy">⧉</button></div>'),
    do("leave: refuse comes first", LEAVE, APPROVE, ask=ASK.replace('<button name="do" value="approve" class="ok">Approuver</button> <button name="do" value="refuse" class="no">Refuser</button>', '<button name="do" value="refuse" class="no">Refuser</button> <button name="do" value="approve" class="ok">Approuver</button>')),
    do("nodes: verbs in another order", CLUSTER, RESTART, verbs=["destroy|Destroy", "drain|Drain", "restart|Restart"]),
    stop("nodes: others are ticked already", CLUSTER, RESTART, ('name="node" value="node-1"', 'checked name="node" value="node-1"'), ('name="node" value="node-3"', 'checked name="node" value="node-3"')),
]
