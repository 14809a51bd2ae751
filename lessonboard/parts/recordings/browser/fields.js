// Report the values that fields get: typed, chosen, set by the page in one step, or a file.
((observed, calendar, { path, isSelect, isText, isSet, isCombobox, clock, moment, field, isByUser, isSecret,
  said }) => {
  const SUGGESTED_FOR = 60_000;  // milliseconds after typing in which a click may be a choice
  const NUMBER = /^-?\d+(?:[.,]\d+)?$/;
  const LOOKS = [0, 60, 250];  // milliseconds after a choice, to see what the field holds

  const lines = (each) => {
    const text = each.innerText.replace(/\n$/, "");
    return each.querySelector("p") ? text.replace(/\n\n/g, "\n") : text;
  };
  const squeeze = (text) => (text || "").replace(/\s+/g, " ").trim();
  const chosen = (list) => Array.from(list.selectedOptions, (option) => option.label);
  const value = (each) => isSelect(each) ? chosen(each).join(", ")
    : each.isContentEditable ? lines(each) : each.value;
  const hasValue = (each) => isSelect(each) || isText(each) || isSet(each);

  // Every change reports the whole value; the recorder merges the changes of one field.
  let typing = null;
  const values = new WeakMap();
  const begin = (event) => {
    const target = path(event);
    if (typing?.target !== target) typing = { target, before: moment(event), said: said(target) };
    typing.at = event.timeStamp;
  };
  const report = (event, target) => observed({
    kind: "type", ...typing.before, target: typing.said, text: value(target), last: clock(event),
    ...(isSelect(target) && target.multiple ? { texts: chosen(target) } : {}),
    secret: isSecret(target), field: field(target), set: isSet(target) || !event.isTrusted,
  });
  const changed = (event) => {
    const target = path(event);
    if (!target.matches || !hasValue(target) || !isByUser(event)) return;
    if (event.type === "change" && values.get(target) === value(target)) return;
    values.set(target, value(target));
    begin(event);
    report(event, target);
  };
  addEventListener("beforeinput", begin, true);
  addEventListener("input", changed, true);
  addEventListener("change", changed, true);
  let last = null;  // the field typed into most recently, for its suggestions
  addEventListener("focusout", () => { last = typing || last; typing = null; }, true);

  // A suggestion or an option that is clicked, or marked when Enter is pressed.
  const owner = (list) => list?.id && Array.from(list.getRootNode().querySelectorAll(
    "[aria-controls], [aria-owns]")).find((each) => isCombobox(each)
    && `${each.getAttribute("aria-controls")} ${each.getAttribute("aria-owns")}`
      .split(" ").includes(list.id));
  const typed = (event) => {
    const recent = typing || last;
    return recent && event.timeStamp - recent.at < SUGGESTED_FOR && recent.target.isConnected
      && recent.target.matches("input, textarea, [contenteditable]") ? recent.target : null;
  };
  const suggesting = (event, node) => {  // the field that a clicked element may be a choice for
    if (event.type === "keydown") return isCombobox(node) ? node : null;
    const list = node.closest("[role=listbox]");
    if (list) return owner(list) || typed(event);
    return node.closest("input, select, textarea, button, a[href]") ? null : typed(event);
  };
  // A click that a widget turns into the value of a field: a day, a step of a number.
  const tries = (event, look) => {
    const wait = ([first, ...rest]) => setTimeout(() => {
      if (!look(event, !rest.length) && rest.length) wait(rest);
    }, first);
    wait(LOOKS);
  };
  const inputs = () => Array.from(document.querySelectorAll("input"));
  const picking = (event, date) => {  // a day; the field that then holds it says in which form
    const { root, ...day } = date, before = moment(event), mark = field(root);
    const had = new Map(inputs().map((each) => [each, each.value]));
    const iso = [day.year, day.month, day.day].map((part) => `${part}`.padStart(2, "0")).join("-");
    const look = (event, isLast) => {
      const into = inputs().find((each) => each.value !== (had.get(each) ?? "")
        && calendar.formOf(each.value, day));
      if (!into && !isLast) return false;
      const { label, name, placeholder, beside } = into ? said(into) : {};
      observed({ kind: "type", ...before, text: into ? into.value : iso, last: clock(event),
        chosen: true, set: true, field: mark, target: { input_type: "date",
          calendar: into ? calendar.formOf(into.value, day) : "YYYY-MM-DD",
          beside: label || name || beside || placeholder || "" } });
      return true;
    };
    return { field: mark, confirm: (event) => tries(event, look) };
  };
  const spun = (node) => {  // the number that a small button beside it changes
    for (let each = node.parentElement, n = 0; each && n < 3; each = each.parentElement, n++) {
      const found = each.querySelectorAll("input:not([type=hidden])");
      if (found.length) return found.length === 1 && isText(found[0]) ? found[0] : null;
    }
    return null;
  };
  const held = (each) => squeeze("value" in each ? each.value : each.innerText);
  const becoming = (event, target, isIt, more) => {  // the value that the click may give a field
    const had = held(target), before = moment(event), known = said(target);
    const look = (event) => {
      const has = held(target);
      if (!target.isConnected || !isIt(has, had)) return false;
      values.set(target, value(target));
      observed({ kind: "type", ...before, target: known, text: has, last: clock(event),
        chosen: true, secret: isSecret(target), field: field(target), ...more });
      return true;
    };
    return { field: field(target), confirm: (event) => tries(event, look) };
  };
  const choosing = (event, node) => {  // the choice that it may be; `confirm` looks at the field
    const isPress = event.type === "pointerdown", date = isPress && calendar.dateOf(node);
    if (date) return picking(event, date);
    const number = isPress && !node.closest("input, label, option") && spun(node);
    return number && (number.value === "" || NUMBER.test(number.value))
      ? becoming(event, number, (has, had) => has !== had && NUMBER.test(has), { set: true })
      : suggestion(event, node);
  };
  const suggestion = (event, node) => {
    const target = suggesting(event, node);
    if (!target) return null;
    const option = event.type === "keydown" ? target.getRootNode().getElementById?.(
      target.getAttribute("aria-activedescendant")) : node;
    const text = squeeze(option?.getAttribute("aria-label") || option?.innerText);
    return !text || text.length > 200 ? null : becoming(event, target, (has, had) => has
      && (has === text || (has !== had && text.includes(has))), { text });
  };

  // Files: the names alone. An input outside of the document is followed from its click.
  const described = new WeakMap();
  const file = (event) => {
    const target = event.type === "change" && path(event);
    if (target?.type !== "file" || !target.files.length || !isByUser(event)) return;
    const { name, ...rest } = described.get(target) || said(target);
    const isOfFile = (name || "").startsWith("C:\\fakepath");  // an input without a label
    observed({ kind: "upload", ...moment(event), field: field(target),
      target: isOfFile ? rest : { name, ...rest },
      files: Array.from(target.files, (each) => each.name) });
  };
  addEventListener("change", file, true);
  addEventListener("click", (event) => {  // it is named by its file when it has one
    const target = path(event);
    if (target?.type === "file") described.set(target, said(target));
  }, true);
  const follow = (each) => {
    if (each.type !== "file" || each.isConnected || described.has(each)) return;
    described.set(each, said(each));
    each.addEventListener("change", (event) => { if (!each.isConnected) file(event); }, true);
  };
  for (const [owning, name] of [[HTMLElement, "click"], [HTMLInputElement, "showPicker"]]) {
    const plain = owning.prototype[name];
    owning.prototype[name] = { [name]() { follow(this); return plain.call(this); } }[name];
  }

  // A slider of the page's own: what it says after keys or a drag.
  const slider = (node) => node.closest?.("[role=slider][aria-valuenow]:not(input)");
  const slid = (event, handle, before, known) => setTimeout(() => observed({ kind: "type", ...before,
    target: known, text: handle.getAttribute("aria-valuenow"), last: clock(event), set: true,
    field: field(handle) }), LOOKS[1]);
  const turned = (node) => { const root = calendar.turned(node); return root ? field(root) : ""; };
  return { choosing, turned, slider, slid, end: () => { last = typing || last; typing = null; } };
})
