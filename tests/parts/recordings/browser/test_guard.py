"""What leads to another host in a real Chromium, and does not get there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lessonboard.parts.recordings.workflow.plan import NotRunnable
from tests.long_runs import some
from tests.parts.recordings.browser.site import PAGES
from tests.parts.recordings.browser.tasks import Circle
from tests.parts.recordings.browser.test_rerun import plan_from, step

_WAYS = {
    "a redirect": "location = '/redirect'",
    "a popup": "window.open('{there}')",
    "a popup without an opener": "window.open('{there}', '_blank', 'noopener')",
    "a form": "const f = document.createElement('form'); f.action = '{there}'; f.method = 'post';"
    "document.body.append(f); f.submit()",
    "a meta element": "document.head.innerHTML += `<meta http-equiv=refresh content='0;{there}'>`",
    "a download": "const a = document.createElement('a'); a.href = '{bin}'; a.download = 'x';"
    "document.body.append(a); a.click()",
    "another frame's link": "const f = document.createElement('iframe');"
    "f.srcdoc = `<a target=_top href='{there}'>x</a>`; document.body.append(f);"
    "f.onload = () => f.contentDocument.querySelector('a').click()",
}


@pytest.mark.parametrize("way", some(_WAYS, 2))
def test_no_way_leads_to_another_host(circle: Circle, way: str) -> None:
    """The other host is not asked for a page, no step is done there, and the reason names it."""
    site = circle.site
    script = _WAYS[way].format(there=site.elsewhere("search.html"), bin=site.elsewhere("file.bin"))
    site.later["<h1>Settings</h1>"] = f'<h1>Settings</h1><button onclick="{script}">Go</button>'
    plan = plan_from(
        site.url("settings.html"),
        step(1, "CLICK", role="button", name="Go"),
        step(2, "TYPE", "x", role="textbox", name="Song name"),
    )
    ran = circle.run(plan, timeout=1.2)
    assert ran.failed is not None
    assert f"give --allow-host localhost:{site.port}" in ran.failed.reason
    assert not [asked for asked in site.asked if asked.startswith("localhost")]


def test_parts_of_a_page_may_come_from_anywhere(circle: Circle) -> None:
    """Frames and what scripts fetch: the recorded page decides about them."""
    site = circle.site
    site.later["<h1>Settings</h1>"] = (
        f"<h1>Settings</h1><iframe src={site.elsewhere('inside.html')}></iframe>"
        f"<script>fetch('{site.elsewhere('file.bin')}', {{mode: 'no-cors'}})</script>"
    )
    plan = plan_from(site.url("settings.html"), step(1, "CLICK", role="button", name="Save"))
    assert circle.run(plan).completed
    asked = {each.rpartition("/")[2] for each in site.asked if each.startswith("localhost")}
    assert asked >= {"inside.html", "file.bin"}
    assert (PAGES / "inside.html").is_file()


def test_an_edited_host_is_refused_before_anything_opens(circle: Circle) -> None:
    """Also that of the first page; allowed by a person, it is opened."""
    there = circle.site.elsewhere("search.html")
    recorded = frozenset({f"127.0.0.1:{circle.site.port}"})
    typed = replace(step(1, "TYPE", there), is_address=True)
    plan = replace(plan_from(circle.site.url("settings.html"), typed), hosts=recorded)
    with pytest.raises(NotRunnable, match=f"give --allow-host localhost:{circle.site.port}"):
        circle.run(plan)
    with pytest.raises(NotRunnable, match="the start opens"):
        circle.run(replace(plan_from(there, step(1, "CLICK")), hosts=recorded))
    assert circle.site.asked == []
    allowed = circle.run(plan, hosts=(f"localhost:{circle.site.port}",))
    assert allowed.completed, allowed.failed
