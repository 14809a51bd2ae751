// Report what the user does in this page, and to what, before the page's own handlers run.
((observed, isSecret, { describe, state }) => {
  const ACTIVE = "button, a[href], input, select, textarea, summary, option, label, [role], "
    + "[contenteditable], [tabindex], [onclick], [draggable=true]";
  const EDITING = new Set(["ArrowLeft", "ArrowRight", "Home", "End", "Backspace", "Delete"]);
  const MODIFIERS = new Set(["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock"]);
  const FAR = 10;  // pixels from which a press counts as a drag

  const path = (event) => event.composedPath()[0];
  const element = (node) => (node.nodeType === 1 ? node : node.parentElement) || document.body;
  const actedOn = (node) => {
    const found = element(node).closest(ACTIVE) || element(node);
    return found.tagName === "LABEL" && found.control ? found.control : found;
  };
  const isText = (node) => node.isContentEditable || node.tagName === "TEXTAREA"
    || (node.tagName === "INPUT" && !["checkbox", "radio", "button", "submit", "reset", "file",
      "image", "range", "color"].includes(node.type));
  const point = (event) => {
    let [x, y, view] = [event.clientX, event.clientY, window];
    try {
      for (; view.frameElement; view = view.parent) {
        const box = view.frameElement.getBoundingClientRect();
        [x, y] = [x + box.x, y + box.y];
      }
    } catch { /* a frame of another origin does not say where it is */ }
    return { x: Math.round(x), y: Math.round(y) };
  };
  const whole = () => {  // the top page, if the frame may access it
    try { return window.top.document; } catch { return document; }
  };
  const clock = (event) => (performance.timeOrigin + event.timeStamp) / 1000;
  const moment = (event) => ({
    at: clock(event), url: whole().location.href,
    title: whole().title, state: state(whole()), framed: window !== window.top,
  });

  // Pressing, clicking and dragging.
  let pressed = null, dragged = null, swallow = null, lastClick = null;
  addEventListener("pointerdown", (event) => {
    if (!event.isTrusted) return;
    const target = actedOn(path(event));
    pressed = { before: moment(event), target, said: describe(target, isSecret),
      from: point(event), node: path(event) };
    swallow = null;
  }, true);
  const meant = (event) => {
    const target = actedOn(path(event));
    const same = pressed && (pressed.node.contains(path(event)) || path(event).contains(pressed.node)
      || pressed.target === target);
    return same ? pressed : { before: moment(event), said: describe(target, isSecret) };
  };
  const clicked = (kind, button) => (event) => {
    const isKey = kind === "click" && (event.detail !== 1 || event.target === swallow);
    if (!event.isTrusted || isKey) return;
    const where = point(event), mark = `${kind} ${where.x} ${where.y} ${event.timeStamp}`;
    if (mark === lastClick) return;  // a click on a label fires again on its control
    lastClick = mark;
    const { before, said } = meant(event);
    observed({ kind, ...before, target: said, ...where, button });
  };
  addEventListener("click", clicked("click", "left"), true);
  addEventListener("dblclick", clicked("double_click", "left"), true);
  addEventListener("contextmenu", clicked("right_click", "right"), true);
  addEventListener("auxclick", (event) => {
    if (event.button === 1) clicked("middle_click", "middle")(event);
  }, true);
  addEventListener("pointerup", (event) => {
    if (!event.isTrusted || !pressed || event.button !== 0 || dragged) return;
    const where = point(event), start = pressed;
    const length = Math.hypot(where.x - start.from.x, where.y - start.from.y);
    const selects = !getSelection().isCollapsed || isText(start.target);
    if (length < FAR || selects || start.target.type === "range") return;
    swallow = path(event);
    const beneath = document.elementsFromPoint(event.clientX, event.clientY)
      .find((each) => each !== start.target && !start.target.contains(each)) || path(event);
    drag(start, dropZone(beneath), where);
  }, true);
  const dropZone = (node) => element(node).closest(
    "[role], [aria-label], [aria-labelledby], [data-testid], ul, ol, li, td, section, fieldset"
  ) || element(node);
  const drag = (start, onto, where) => observed({
    kind: "drag", ...start.before, target: start.said, to: describe(onto, isSecret),
    x: start.from.x, y: start.from.y, x2: where.x, y2: where.y,
  });
  addEventListener("dragstart", (event) => { if (event.isTrusted) dragged = pressed; }, true);
  addEventListener("drop", (event) => {
    if (event.isTrusted && dragged) drag(dragged, dropZone(path(event)), point(event));
    dragged = null;
  }, true);
  addEventListener("dragend", () => { dragged = null; }, true);

  // Typing: every change reports the whole value; the recorder merges the changes of one field.
  let typing = null, fields = 0;
  const numbers = new WeakMap();
  const begin = (event) => {
    const target = path(event);
    if (!numbers.has(target)) numbers.set(target, ++fields);
    if (typing?.target !== target) {
      typing = { target, before: moment(event), said: describe(target, isSecret) };
    }
  };
  addEventListener("beforeinput", begin, true);
  addEventListener("input", (event) => {
    const target = path(event);
    const told = isText(target) || ["range", "color"].includes(target.type);
    if (!event.isTrusted || !(told || target.tagName === "SELECT")) return;
    begin(event);
    const text = target.tagName === "SELECT"
      ? Array.from(target.selectedOptions, (option) => option.label).join(", ")
      : target.isContentEditable ? target.innerText : target.value;
    observed({
      kind: "type", ...typing.before, target: typing.said, text, last: clock(event),
      secret: isSecret(target), field: `${performance.timeOrigin} ${numbers.get(target)}`,
    });
  }, true);
  addEventListener("focusout", () => { typing = null; }, true);

  // Keys other than text input.
  addEventListener("keydown", (event) => {
    if (!event.isTrusted || event.isComposing || event.repeat || MODIFIERS.has(event.key)) return;
    const target = path(event), writes = isText(target);
    const chord = event.ctrlKey || event.metaKey || (event.altKey && event.key.length > 1);
    const named = event.key.length > 1 || (event.key === " " && !writes);
    if (!chord && !named) return;
    if (target.tagName === "SELECT" && event.key.startsWith("Arrow")) return;  // its value follows
    if (writes && (EDITING.has(event.key) || (chord && "acvxyz".includes(event.key.toLowerCase()))))
      return;
    const keys = [event.ctrlKey && "ctrl", event.altKey && "alt", event.shiftKey && "shift",
      event.metaKey && "cmd", event.key === " " ? "space" : event.key].filter(Boolean);
    const before = moment(event), said = describe(actedOn(target), isSecret);
    const send = () => observed({ kind: "key", ...before, keys, target: said });
    const breaks = event.key === "Enter" && !chord
      && (target.tagName === "TEXTAREA" || target.isContentEditable);
    if (!breaks) send();  // a new line is part of the text, unless the page makes more of it
    else queueMicrotask(() => setTimeout(() => { if (event.defaultPrevented) send(); }, 0));
    typing = null;
  }, true);

  // The wheel; consecutive turns in one element are described once.
  let wheel = null;
  addEventListener("wheel", (event) => {
    if (!event.isTrusted || event.ctrlKey) return;
    const target = actedOn(path(event)), unit = [1, 40, innerHeight][event.deltaMode] || 1;
    if (wheel?.target !== target || event.timeStamp - wheel.stamp > 500) {
      wheel = { target, before: moment(event), said: describe(target, isSecret) };
    }
    wheel.stamp = event.timeStamp;
    observed({
      kind: "scroll", ...wheel.before, at: clock(event), target: wheel.said, ...point(event),
      dx: event.deltaX * unit, dy: event.deltaY * unit,
    });
  }, { capture: true, passive: true });
})
