// Report a pointer that rests where that makes something appear, if that is then used.
((observed, { path, element, actedOn, moment, said, without }) => {
  const SETTLED = 60;  // milliseconds without movement, after which the page is looked at
  const CAUSED = 1000;  // milliseconds after the pointer came in which a change is its doing
  const MOST = 5000;  // elements that are looked at

  let over = null, shown = new Set(), changed = false, at = "";
  let timer = 0, acted = -Infinity;
  const reveals = new WeakMap();  // an element to the rest that made it appear

  const look = () => {
    const all = Array.from(document.querySelectorAll("body *")).slice(0, MOST);
    return new Set(all.filter((each) =>
      each.checkVisibility({ opacityProperty: true, visibilityProperty: true })));
  };
  const compare = () => {
    timer = 0;
    changed = false;
    const now = performance.now(), seen = look();
    const fresh = Array.from(seen).filter((each) => !shown.has(each));
    for (const each of shown) if (!seen.has(each)) reveals.delete(each);
    shown = seen;
    if (!over || !fresh.length || now - over.came > CAUSED || acted >= over.came) return;
    if (isWide(over.target) || fresh.some((each) => each.contains(over.target))) return;
    over.said ||= without(new Set(fresh), () => said(over.target));
    over.before ||= moment(over.event);
    fresh.forEach((each) => reveals.set(each, over));
  };
  const isWide = (each) => {  // a part of the page instead of something to point at
    const box = each.getBoundingClientRect();
    return box.width * box.height > innerWidth * innerHeight / 4;
  };
  const later = () => { clearTimeout(timer); timer = setTimeout(compare, SETTLED); };

  const tell = (here) => {
    if (here.told) return;
    here.told = true;
    before(here.target);
    observed({ kind: "hover", ...here.before, target: here.said });
  };
  const revealing = (node) => {
    for (let each = element(node); each; each = each.parentElement || each.getRootNode().host) {
      if (reveals.has(each)) return reveals.get(each);
    }
    return null;
  };
  const before = (node) => {  // what had to be hovered for a node to be there
    const here = revealing(node);
    if (here && here.target !== actedOn(node)) tell(here);
  };

  addEventListener("pointerover", (event) => {
    const isAt = `${event.clientX} ${event.clientY}`, isMoved = isAt !== at;
    at = isAt;
    if (!event.isTrusted || event.buttons) return;
    if (!isMoved) {  // the page moved under it, or appeared there
      over = null;
      return;
    }
    const target = actedOn(path(event));
    if (changed && over?.target !== target) compare();  // it is the doing of where the pointer was
    if (over?.target !== target) over = { target, event, came: performance.now() };
    later();
  }, true);
  addEventListener("pointermove", (event) => {
    at = `${event.clientX} ${event.clientY}`;
    if (!timer) later();
  }, { capture: true, passive: true });
  for (const kind of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(kind, () => { acted = performance.now(); later(); },
      { capture: true, passive: true });
  }
  new MutationObserver(() => {
    changed = true;
    if (!timer) timer = setTimeout(compare, SETTLED);
  }).observe(document, { subtree: true, childList: true, attributes: true,
      attributeFilter: ["class", "style", "hidden", "open", "aria-expanded", "aria-hidden"] });
  addEventListener("DOMContentLoaded", later);
  addEventListener("load", later);
  return { before };
})
