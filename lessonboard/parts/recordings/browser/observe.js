// Report what the user does in this page, and to what, before the page's own handlers run.
((observed, { path, element, actedOn, isSelect, isText, isSet, isCombobox, point, clock, moment,
  field, said }, fields, hovering) => {
  const EDITING = new Set(["ArrowLeft", "ArrowRight", "Home", "End", "Backspace", "Delete"]);
  const STEPPING = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown"]);
  const MODIFIERS = new Set(["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock"]);
  const OPENING = new Set([" ", "Enter", "F4"]);
  const FAR = 10;  // pixels from which a press counts as a drag

  // Pressing, clicking and dragging.
  let pressed = null, dragged = null, swallow = null, lastClick = null;
  addEventListener("pointerdown", (event) => {
    if (!event.isTrusted) return;
    const target = actedOn(path(event));
    hovering.before(path(event));
    pressed = { before: moment(event), target, said: said(target), from: point(event),
      node: path(event), choice: fields.choosing(event, element(path(event))),
      turned: fields.turned(element(path(event))) };
    swallow = null;
  }, true);
  const meant = (event) => {
    const target = actedOn(path(event));
    const node = path(event);
    const same = pressed && (pressed.node.contains(node) || node.contains(pressed.node)
      || pressed.target === target);
    return same ? pressed : { before: moment(event), target, said: said(target) };
  };
  const isOpened = (each) => isSelect(each) || isSet(each) || isCombobox(each)
    || each.type === "file";
  const isChosenIn = (each) => each.type === "range"  // its value is reported
    || (each.tagName === "OPTION" && each.closest("select"))
    || (isSelect(each) && (each.multiple || each.size > 1));
  const switched = (event, each) => {  // on or off after this click; a box is so already
    const box = each.control || each;
    if (["checkbox", "radio"].includes(box.type)) {
      const isDone = path(event) === box;  // a label is clicked before its box is
      return { checked: isDone ? box.checked : box.type === "radio" || !box.checked };
    }
    const is = each.getAttribute("role") === "switch" && each.getAttribute("aria-checked");
    return is ? { checked: is !== "true" } : {};
  };
  const click = (event, kind, button, { before, target, said, choice, turned = "" }) => {
    if (isChosenIn(target) || fields.slider(target)) return;
    const suggested = kind === "click" && choice;
    observed({ kind, ...before, target: said, ...point(event), button,
      ...(kind === "click" && event.type === "click" ? switched(event, target) : {}),
      field: isOpened(target) ? field(target) : turned, option_of: suggested ? choice.field : "" });
    if (suggested) choice.confirm(event);
  };
  const clicked = (kind, button) => (event) => {
    const isKey = kind === "click" && (event.detail !== 1 || event.target === swallow);
    if (!event.isTrusted || isKey) return;
    const where = point(event), mark = `${kind} ${where.x} ${where.y} ${event.timeStamp}`;
    if (mark === lastClick) return;  // a click on a label fires again on its control
    lastClick = mark;
    click(event, kind, button, meant(event));
  };
  addEventListener("click", clicked("click", "left"), true);
  addEventListener("dblclick", clicked("double_click", "left"), true);
  addEventListener("contextmenu", clicked("right_click", "right"), true);
  addEventListener("auxclick", (event) => {
    if (event.button === 1) clicked("middle_click", "middle")(event);
  }, true);
  addEventListener("pointerup", (event) => {
    if (!event.isTrusted || !pressed || event.button !== 0 || dragged) return;
    const where = point(event), start = pressed, handle = fields.slider(start.target);
    if (handle) { fields.slid(event, handle, start.before, start.said); return; }
    const length = Math.hypot(where.x - start.from.x, where.y - start.from.y);
    if (length < FAR && !start.node.isConnected) {  // it went when it was pressed: no click follows
      click(event, "click", "left", start);
      swallow = path(event);
    }
    const selects = !getSelection().isCollapsed || isText(start.target);
    if (length < FAR || selects || isChosenIn(start.target)) return;
    swallow = path(event);
    const beneath = document.elementsFromPoint(event.clientX, event.clientY)
      .find((each) => each !== start.target && !start.target.contains(each)) || path(event);
    drag(event, start, dropZone(beneath));
  }, true);
  const dropZone = (node) => element(node).closest(
    "[role], [aria-label], [aria-labelledby], [data-testid], ul, ol, li, td, section, fieldset"
  ) || element(node);
  const percent = (part, all) => Math.min(99, Math.max(1, Math.round(100 * part / (all || 1))));
  const within = (event, onto) => {  // where in the drop zone, in percent
    const box = onto.getBoundingClientRect();
    return { across: percent(event.clientX - box.x, box.width),
      down: percent(event.clientY - box.y, box.height) };
  };
  const order = (item) => item.parentElement
    && Array.from(item.parentElement.children).indexOf(item);
  const begin = (start) => {  // the list item that is dragged, and its place before
    const item = start.target.closest("li, tr, [role=listitem], [role=option], [role=row]")
      || start.target;
    return { item, list: item.parentElement, place: order(item) };
  };
  const moved = ({ item, list, place }) => {  // the neighbour of an item that changed its place
    if (item.parentElement !== list || order(item) === place) return null;
    const [above, below] = [item.previousElementSibling, item.nextElementSibling];
    return above ? { onto: above, across: 50, down: 95 } : { onto: below, across: 50, down: 5 };
  };
  const drag = (event, start, zone) => {
    const where = point(event), to = { onto: zone, ...within(event, zone) };
    const known = said(zone), taken = start.taken || begin(start);
    setTimeout(() => {  // when the page has put it there
      const { onto, across, down } = moved(taken) || to;
      observed({ kind: "drag", ...start.before, target: start.said,
        to: { ...(onto === zone ? known : said(onto)), across, down },
        x: start.from.x, y: start.from.y, x2: where.x, y2: where.y });
    }, 0);
  };
  addEventListener("pointermove", (event) => {
    if (event.buttons && pressed && !pressed.taken) pressed.taken = begin(pressed);
  }, { capture: true, passive: true });
  addEventListener("dragstart", (event) => {
    if (!event.isTrusted || !pressed) return;
    dragged = pressed;
    dragged.taken ||= begin(dragged);
  }, true);
  addEventListener("drop", (event) => {
    if (event.isTrusted && dragged) drag(event, dragged, dropZone(path(event)));
    dragged = null;
  }, true);
  addEventListener("dragend", () => { dragged = null; }, true);

  // Keys other than text input, and other than those that change a value, which is reported.
  const isOfValue = (event, target) => {
    const { key } = event, chord = event.ctrlKey || event.metaKey;
    if (isSelect(target)) return EDITING.has(key) || STEPPING.has(key) || OPENING.has(key);
    if (isSet(target)) return EDITING.has(key) || STEPPING.has(key) || key === " ";
    if (target.type === "number" && STEPPING.has(key)) return true;
    return isText(target)
      && (EDITING.has(key) || (chord && "acvxyz".includes(key.toLowerCase())));
  };
  addEventListener("keydown", (event) => {
    if (!event.isTrusted || event.isComposing || event.repeat || MODIFIERS.has(event.key)) return;
    const target = path(event), writes = isText(target);
    const chord = event.ctrlKey || event.metaKey || (event.altKey && event.key.length > 1);
    const named = event.key.length > 1 || (event.key === " " && !writes);
    if ((!chord && !named) || isOfValue(event, target)) return;
    const handle = (EDITING.has(event.key) || STEPPING.has(event.key)) && fields.slider(target);
    if (handle) { fields.slid(event, handle, moment(event), said(handle)); return; }
    const keys = [event.ctrlKey && "ctrl", event.altKey && "alt", event.shiftKey && "shift",
      event.metaKey && "cmd", event.key === " " ? "space" : event.key].filter(Boolean);
    const choice = event.key === "Enter" ? fields.choosing(event, target) : null;
    const sent = { kind: "key", ...moment(event), keys, target: said(actedOn(target)),
      field: isCombobox(target) ? field(target) : "", option_of: choice ? choice.field : "" };
    const send = () => { observed(sent); choice?.confirm(event); };
    const breaks = event.key === "Enter" && !chord
      && (target.tagName === "TEXTAREA" || target.isContentEditable);
    const stays = event.key === "Tab" && isSet(target);  // from the month to the day
    if (breaks) setTimeout(() => { if (event.defaultPrevented) send(); }, 0);
    else if (stays) setTimeout(() => { if (document.activeElement !== target) send(); }, 0);
    else send();  // a new line is part of the text, unless the page makes more of it
    if (!breaks) fields.end();
  }, true);

  // The wheel; consecutive turns in one element are described once.
  let wheel = null;
  const scrolls = (each) => each.scrollHeight > each.clientHeight + 1
    && /auto|scroll/.test(getComputedStyle(each).overflowY);
  const scrolled = (node) => {  // the list or area that moves, or the page
    for (let each = node; each; each = each.parentElement || each.getRootNode().host) {
      if (scrolls(each) && each !== document.documentElement) return each;
    }
    return document.body;
  };
  addEventListener("wheel", (event) => {
    if (!event.isTrusted || event.ctrlKey) return;
    const target = scrolled(element(path(event)));
    const unit = [1, 40, innerHeight][event.deltaMode] || 1;
    if (wheel?.target !== target || event.timeStamp - wheel.stamp > 500) {
      wheel = { target, before: moment(event), said: said(target) };
    }
    wheel.stamp = event.timeStamp;
    observed({
      kind: "scroll", ...wheel.before, at: clock(event), target: wheel.said, ...point(event),
      dx: event.deltaX * unit, dy: event.deltaY * unit,
    });
  }, { capture: true, passive: true });
})
