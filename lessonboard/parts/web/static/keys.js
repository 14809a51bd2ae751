// Keys: an element with data-key="a" is pressed, or entered, by a. No key is lost, and none decides what was not seen:
// one that comes before a page has been on the screen for SEEN waits, in order and visibly, and Esc lets it go.
// Loaded before the page itself, so that it hears the first key.
"use strict";

const SEEN = 700;  // milliseconds
const keys = { waiting: [], seen: Infinity, busy: false, acting: false, timer: 0, typed: null };

const typing = (element) => element && /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && !/^(range|checkbox|radio|button|submit)$/.test(element.type);
const editor = () => document.querySelector("details[data-key][open]");
const keyed = (key) => [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key && !each.disabled);
const writes = (element) => element.tagName === "DETAILS" || typing(element);  // it decides nothing
const listed = (some) => some.join(" ");

function named(element) {
  const copy = element.cloneNode(true);
  copy.querySelectorAll("kbd").forEach((each) => each.remove());
  return copy.textContent.trim();
}

// What became of a key is said at once, at the edge of the window.
function say(text) {
  if (!document.body) return;
  let place = document.getElementById("keys-said");
  if (!place) {
    place = document.createElement("p");
    place.id = "keys-said";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  place.textContent = text;
  place.hidden = !text;
}

function sayWaiting() {
  document.querySelectorAll("[data-waiting]").forEach((each) => delete each.dataset.waiting);
  const [first] = keys.waiting, target = keys.busy || !first ? null : keyed(first);
  if (target) target.dataset.waiting = "yes";
  const what = target ? `${named(target)} (${listed(keys.waiting)})` : listed(keys.waiting);
  say(`Waits until this has been on the screen for a moment: ${what}. Esc lets it go.`);
}

function letGo(why) {
  if (!keys.waiting.length) return;
  const gone = listed(keys.waiting);
  keys.waiting = [];
  sayWaiting();
  say(`${why}: ${gone} did nothing.`);
}

// The page as it is now was drawn: from here on it is seen.
function painted() {
  keys.seen = Infinity;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    keys.seen = performance.now();
    if (keys.waiting.length) { sayWaiting(); schedule(); }
  }));
}

const early = () => keys.busy || performance.now() - keys.seen < SEEN;  // Infinity: not drawn yet

function schedule() {
  clearTimeout(keys.timer);
  if (keys.waiting.length && !keys.busy && keys.seen !== Infinity) {
    keys.timer = setTimeout(next, Math.max(0, keys.seen + SEEN - performance.now()));
  }
}

function next() {
  if (early()) { schedule(); return; }
  const key = keys.waiting.shift(), target = key && keyed(key);
  document.querySelectorAll("[data-waiting]").forEach((each) => delete each.dataset.waiting);
  if (target) act(target, key);
  else if (key) say(`There is nothing here for the key ${key}.`);
  if (keys.waiting.length) { if (keys.busy) sayWaiting(); schedule(); }
}

function act(target, key) {
  if (writes(target)) {
    letGo("You write now");
    if (target.tagName === "DETAILS") edit(target); else target.focus();
  } else if (editor()) {
    say(`The key ${key} decided nothing: what is being edited is not decided. Esc closes the editor.`);
  } else {
    target.dataset.pressed = "yes";
    say(`${named(target)} …`);
    keys.acting = true;
    target.click();
    keys.acting = false;
  }
}

// An editor opens with the caret behind its words.
function edit(details) {
  details.open = true;
  const field = details.querySelector("textarea, input:not([type=hidden])");
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

function escape() {
  if (keys.waiting.length) letGo("Let go");
  else if (typing(document.activeElement)) document.activeElement.blur();
  else if (editor()) editor().open = false;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
  if (event.key === "Escape") { escape(); return; }
  if (typing(document.activeElement)) return;
  const target = keyed(event.key), waits = early() || keys.waiting.length > 0;
  if (!(target || (waits && /^[a-z]$/.test(event.key)))) return;
  event.preventDefault();
  const decidesNothing = target && (target.closest("header") || (!keys.busy && (writes(target) || editor())));
  if (decidesNothing) { act(target, event.key); return; }
  if (!waits) { act(target, event.key); return; }
  keys.waiting.push(event.key);
  sayWaiting();
  schedule();
});

// A field that was changed before script.js listened, on a slow line: it asks for that field's form.
document.addEventListener("input", (event) => { keys.typed = event.target; });

document.addEventListener("DOMContentLoaded", painted);
addEventListener("pageshow", (event) => { if (event.persisted) painted(); });
