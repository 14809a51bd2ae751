// What the pages do beyond links and forms, which work without it: keys, search while typing, the
// slider through time, and news.
"use strict";

const typing = (element) => element && /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && element.type !== "range";

// An editor opens with the caret behind its words.
function edit(details) {
  details.open = true;
  const field = details.querySelector("textarea");
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

// Keys: an element with data-key="a" is pressed, or entered, by a.
setTimeout(() => { document.body.dataset.ready = "yes"; }, 400);  // a key meant for the page before decides nothing
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
  if (event.key === "Escape") {
    const editor = document.querySelector("details[data-key][open]");
    if (typing(document.activeElement)) document.activeElement.blur();
    else if (editor) editor.open = false;
    return;
  }
  if (typing(document.activeElement)) return;
  const target = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === event.key && !each.disabled);
  if (!target || !(document.body.dataset.ready || typing(target))) return;
  event.preventDefault();
  if (target.tagName === "DETAILS") edit(target);
  else if (typing(target)) target.focus();
  else if (!document.querySelector("details[data-key][open]")) target.click();  // what is being edited is not decided
});

// In a narrow window the navigation is a strip: the page that is shown is brought into sight.
document.querySelector(".top nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// A form is sent once.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 5000);
});
addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent));

// Parts of the page are taken from its newest version; the rest stays as it is.
async function refresh(address, selector) {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const now of document.querySelectorAll(selector)) {
    const then = page.getElementById(now.id);
    if (then && then.innerHTML !== now.innerHTML && !now.contains(document.activeElement)) now.replaceChildren(...then.childNodes);
  }
  const news = page.querySelector("[data-version]"), shown = document.querySelector("[data-version]");
  const note = document.getElementById("changed-note");
  if (note && shown && news && news.dataset.version !== shown.dataset.version) note.hidden = false;
}

// Search while typing: only the newest answer counts.
for (const form of document.querySelectorAll("form[data-results]")) {
  let waiting = 0, asked = 0;
  const ask = async () => {
    const mine = ++asked;
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
    const address = form.getAttribute("action") + "?" + query;
    const answer = await fetch(address);
    if (mine !== asked || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const results = document.getElementById(form.dataset.results), found = page.getElementById(form.dataset.results);
    if (results && found && mine === asked) { results.replaceChildren(...found.childNodes); if (!("private" in form.dataset)) history.replaceState(null, "", address); }
  };
  form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(ask, form.dataset.wait ?? 60); });
}

// What runs is looked at each second until it is over.
function follow() {
  if (!document.querySelector("[data-running]")) return;
  setTimeout(async () => { if (!document.hidden) await refresh(location.href, "[data-polled]").catch(() => {}); follow(); }, 1000);
}
follow();

// What takes longer is loaded after the rest.
for (const place of document.querySelectorAll("[data-load]")) {
  fetch(place.dataset.load).then(async (answer) => {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("loaded");
    if (answer.ok && found) place.replaceChildren(...found.childNodes);
  });
}

// The slider goes where it is let go.
for (const form of document.querySelectorAll("form[data-then]")) {
  const slider = form.querySelector("input[type=range]"), said = form.querySelector("output");
  form.querySelector("button").hidden = true;
  let keyed = false;
  slider.addEventListener("input", () => { said.textContent = new Date(slider.value * 1000).toISOString().slice(0, 16).replace("T", " "); });
  let going = 0;
  slider.addEventListener("keydown", () => { keyed = true; });
  slider.addEventListener("pointerdown", () => { keyed = false; });
  slider.addEventListener("change", () => {
    clearTimeout(going);  // with the keys one gets there step by step
    going = setTimeout(() => { said.textContent = "going there …"; form.submit(); }, keyed ? 800 : 0);
  });
  if (location.search.includes("second=")) slider.focus({ preventScroll: true });
}

// News: only while somebody looks. Of all tabs that are seen one listens and notifies the others, for a
// browser keeps few connections to one server.
if (document.body.dataset.live === "yes" && document.querySelector("[data-news], [data-version]")) {
  const NAME = "lessonboard-live", others = new BroadcastChannel(NAME);
  let waiting = 0, leaving = null;
  const hear = (head) => {
    if (head === document.body.dataset.head || waiting) return;
    waiting = setTimeout(() => {
      waiting = 0;
      document.body.dataset.head = head;
      refresh(location.href, "[data-news]");
    }, 300);
  };
  const listen = (signal) => new Promise((leave) => {
    const source = new EventSource("/live");
    source.onmessage = (event) => { others.postMessage(event.data); hear(event.data); };
    signal.addEventListener("abort", () => { source.close(); leave(); });
  });
  const look = () => {
    if (document.hidden) { leaving?.abort(); leaving = null; return; }
    if (leaving) return;
    leaving = new AbortController();
    const { signal } = leaving;
    navigator.locks.request(NAME, { signal }, () => listen(signal)).catch(() => {});
  };
  others.onmessage = (event) => { if (!document.hidden) hear(event.data); };
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => leaving?.abort());
  look();
}
