// What the pages do beyond links and forms, which work without it: decisions without a new page, search while typing,
// the slider through time, and news. Keys are in keys.js.
"use strict";

// In a narrow window the navigation is a strip: the page that is shown is brought into sight.
document.querySelector(".top nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// A form is sent once. What decides about lessons is answered in place: the key after it belongs to what is on the screen.
const IN_PLACE = ["/decide", "/undo", "/reason", "/decisions/undo", "/mute", "/guard"];
const inPlace = (form) => IN_PLACE.includes(new URL(form.action).pathname);
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (keys.busy || form.dataset.sent) { event.preventDefault(); return; }
  if (inPlace(form) && !keys.acting && early() && !typing(document.activeElement)) {
    event.preventDefault();
    say("This click did nothing: what it is about had just come to the screen. Click again.");
    return;
  }
  if (!keys.acting) letGo("You decided otherwise");
  if (inPlace(form)) {
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form));
    if (event.submitter?.name) fields.append(event.submitter.name, event.submitter.value);
    if (event.submitter) event.submitter.dataset.pressed = "yes";
    go(form.action, fields);
    return;
  }
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 5000);
});
addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent));

// Links with a key, too.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-key]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (keys.busy) return;
  if (!keys.acting) letGo("You went on");
  go(link.href);
});

// Back and forward, between pages that were shown in place.
let shown = location.pathname + location.search;
addEventListener("popstate", () => { if (location.pathname + location.search !== shown) go(location.href, null, false); });

// Ask for a page and show it in the place of this one; meanwhile nothing here can be decided. Of several that are
// asked for, as by Back while a decision is made, the last one is shown.
let asked = 0;
async function go(address, fields = null, isNew = true) {
  const mine = ++asked;
  keys.busy = true;
  const parts = () => [...document.body.children].filter((each) => !each.matches(".skip, header, #keys-said"));
  parts().forEach((each) => { each.inert = true; });
  try {
    const answer = await fetch(address, fields && { method: "POST", body: fields });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== asked) return;
    say("");
    if (!answer.ok) letGo("That was refused");
    if (isNew && (answer.redirected || !fields)) history.pushState(null, "", answer.url);
    shown = location.pathname + location.search;
    put(page, parts());
    sayHidden();
  } catch (error) {
    if (mine !== asked) return;
    parts().forEach((each) => { each.inert = false; });
    document.querySelectorAll("[data-pressed]").forEach((each) => delete each.dataset.pressed);
    letGo("It was not done");
    say("The server did not answer. Try again: nothing is decided twice.");
  } finally {
    if (mine === asked) {
      keys.busy = false;
      painted();
    }
  }
}

// What was decided is said at the edge of the window where the banner that says it is out of sight.
function sayHidden() {
  const banner = document.querySelector(".banner.said");
  if (!banner || banner.getBoundingClientRect().bottom > document.querySelector("header").offsetHeight) return;
  const copy = banner.cloneNode(true);
  copy.querySelectorAll("form, details").forEach((each) => each.remove());
  say(`${copy.textContent.trim()}${banner.querySelector("[data-key=u]") ? " The key u undoes it." : ""}`);
}

function put(page, old) {
  old.forEach((each) => each.remove());
  const nav = document.querySelector(".top nav"), newer = page.querySelector(".top nav");
  if (nav && newer) nav.replaceChildren(...newer.childNodes);
  document.querySelector("header").after(...[...page.body.children].filter((each) => !each.matches("header, .skip")));
  Object.assign(document.body.dataset, page.body.dataset);
  document.title = page.title;
  const main = document.querySelector("main");
  if (main?.querySelector("[data-version]")) scrollTo(0, 0);
  if (document.activeElement === document.body) main?.focus({ preventScroll: true });
  prepare();
}

// Parts of the page are taken from its newest version; the rest stays as it is.
async function refresh(address, selector) {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (address !== location.href || keys.busy) return;  // another page is shown by now
  for (const now of document.querySelectorAll(selector)) {
    const then = page.getElementById(now.id);
    if (!then || then.innerHTML === now.innerHTML || now.contains(document.activeElement)) continue;
    now.replaceChildren(...then.childNodes);
    if ([...now.querySelectorAll("form")].some(inPlace)) painted();  // another row may have come under the mouse
  }
  const news = page.querySelector("[data-version]"), shown = document.querySelector("[data-version]");
  const note = document.getElementById("changed-note");
  if (note && shown && news && news.dataset.version !== shown.dataset.version) note.hidden = false;
}

// What runs is looked at each second until it is over.
let following = 0;
function follow() {
  clearTimeout(following);
  if (!document.querySelector("[data-running]")) return;
  following = setTimeout(async () => { if (!document.hidden) await refresh(location.href, "[data-polled]").catch(() => {}); follow(); }, 1000);
}

let loading = new AbortController();
async function load(place, signal) {
  await new Promise((done) => setTimeout(done, place.dataset.wait ?? 0));
  signal.throwIfAborted();
  const answer = await fetch(place.dataset.load, { signal });
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("loaded");
  if (answer.ok && found) place.replaceChildren(...found.childNodes);
}

// What a page needs when it is shown.
function prepare() {
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
      if (!results || !found || mine !== asked) return;
      const ticked = [...results.querySelectorAll(":checked")].map((each) => each.name + each.value);
      found.querySelectorAll("[type=checkbox]").forEach((each) => { each.checked = ticked.includes(each.name + each.value); });
      results.replaceChildren(...found.childNodes);
      if (!("private" in form.dataset)) history.replaceState(null, "", address);
    };
    if ("private" in form.dataset) form.addEventListener("submit", (event) => {
      if (event.submitter?.formMethod === "post") return;
      event.preventDefault();  // what is typed stays out of the address
      ask();
    });
    form.addEventListener("input", (event) => {
      if (event.target.closest("#" + form.dataset.results)) return;  // what is ticked there was asked for already
      clearTimeout(waiting);
      waiting = setTimeout(ask, form.dataset.wait ?? 60);
    });
    if (form.contains(keys.typed)) ask();
  }

  // What takes longer is loaded after the rest, and only for somebody who stays; until then its link is there.
  loading.abort();
  loading = new AbortController();
  for (const place of document.querySelectorAll("[data-load]")) load(place, loading.signal).catch(() => {});

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

  follow();
}
prepare();

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
    }, 100);
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
